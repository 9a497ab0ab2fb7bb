//! Puzzles that a visitor keeps: one puzzle as a text of its own, without a file around it.

use crate::error::ReadFault;
use crate::puzzle::{Puzzle, PuzzleId};
use crate::read::read_parts;
use crate::set::puzzle_line;
use galet_games::{AnyGame, SetupText};

/// No puzzle has a longer text.
pub const MAX_TEXT: usize = 4 << 10;

impl PuzzleId {
    /// The name of a puzzle that belongs to no set: a hash of its position as it stands.
    pub fn of_own(game: &str, setup: &SetupText) -> PuzzleId {
        let position = setup.position.as_deref().unwrap_or_default();
        let mut text = format!("own\n{game}\n{position}");
        setup.options.iter().for_each(|(key, value)| text += &format!("\n{key}={value}"));
        PuzzleId(crate::hash::fnv(text.bytes()))
    }
}

impl Puzzle {
    /// The puzzle as a text: a line of a file of puzzles. No level has tried it, so that part is empty.
    pub fn own_text(&self) -> String {
        puzzle_line(self)
    }

    /// Reads the text of a puzzle that belongs to no set. It is replayed by the rules; themes may be of any name.
    pub fn read_own(text: &str, game: &dyn AnyGame) -> Result<Puzzle, ReadFault> {
        if text.len() > MAX_TEXT {
            return Err(ReadFault::Part {
                what: "puzzle of 4 KiB at most",
                found: text.to_owned(),
            });
        }
        let puzzle = read_parts(text, 0, 0)?;
        puzzle.replay(game)?;
        Ok(puzzle)
    }
}
