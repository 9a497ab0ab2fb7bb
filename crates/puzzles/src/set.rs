//! Puzzles of one game, and the file that holds them.

use crate::error::ReadError;
use crate::hash::fnv;
use crate::puzzle::Puzzle;
use galet_core::{Level, Phrase};
use std::fmt::Write;

/// The version of the format that is written, and read.
pub(crate) const VERSION: &str = "galet puzzles 1";
/// No file of puzzles is larger.
pub const MAX_BYTES: usize = 4 << 20;
/// No file has more puzzles.
pub const MAX_PUZZLES: usize = 20_000;

/// What a file says about all its puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// The name of the game.
    pub game: String,
    /// The fingerprint of the evaluation that they were judged by.
    pub network: u64,
    /// The number that the games they come from were drawn by.
    pub seed: u64,
    /// The command that makes the file again.
    pub command: String,
    /// Where the positions come from, in words.
    pub origin: String,
    /// The levels that tried, the weakest first, with their strength: level 1 of every game stands at
    /// [`Head::WEAKEST`].
    pub levels: Vec<(Level, u16)>,
    /// How often each of them tried.
    pub tries: u8,
    /// The themes in words.
    pub themes: Vec<ThemeWords>,
}

impl Head {
    /// The strength of level 1 in ratings of puzzles; other levels are as much stronger as in games.
    pub const WEAKEST: u16 = 800;
}

/// A theme as people read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThemeWords {
    /// Its name in the puzzles.
    pub name: String,
    /// In both languages.
    pub words: Phrase,
}

/// All puzzles of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSet {
    /// What holds for all.
    pub head: Head,
    /// The puzzles, in the order of the file.
    pub puzzles: Vec<Puzzle>,
}

impl PuzzleSet {
    /// Reads a file: all of it is fine, or nothing is taken. Every position and line is replayed by the rules. Takes
    /// time in proportion to the length of the text.
    pub fn read(text: &str) -> Result<PuzzleSet, ReadError> {
        crate::read::read(text)
    }

    /// The puzzle with that name.
    pub fn find(&self, id: crate::PuzzleId) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id == id)
    }

    /// The file: reading it gives an equal set.
    pub fn write(&self) -> String {
        let head = &self.head;
        let mut text = format!("{VERSION}\n");
        let _ = writeln!(text, "game {}", head.game);
        let _ = writeln!(text, "network {:016x}", head.network);
        let _ = writeln!(text, "seed {}", head.seed);
        let _ = writeln!(text, "command {}", head.command);
        let _ = writeln!(text, "origin {}", head.origin);
        let levels: Vec<String> =
            head.levels.iter().map(|(level, strength)| format!("{level}={strength}")).collect();
        let _ = writeln!(text, "levels {}", levels.join(" "));
        let _ = writeln!(text, "tries {}", head.tries);
        for ThemeWords { name, words } in &head.themes {
            let _ = writeln!(text, "theme {name}|{}|{}", words.en, words.fr);
        }
        let _ = writeln!(text, "puzzles {}", self.puzzles.len());
        for puzzle in &self.puzzles {
            text += &puzzle_line(puzzle);
            text.push('\n');
        }
        let sum = fnv(text.bytes());
        let _ = writeln!(text, "checksum {sum:016x}");
        text
    }
}

/// A puzzle as a line of the file.
pub fn puzzle_line(puzzle: &Puzzle) -> String {
    let setup = &puzzle.setup;
    let mut rules = vec![setup.layout.clone().unwrap_or_default()];
    rules.extend(setup.options.iter().map(|(key, value)| format!("{key}={value}")));
    let difficulty = &puzzle.difficulty;
    let solved: Vec<String> = difficulty.solved.iter().map(u8::to_string).collect();
    format!(
        "{}|{}|{}|{}|{} {}|{} {} {}|{}|{}|{}",
        puzzle.id,
        rules.join(" "),
        setup.position.as_deref().unwrap_or_default(),
        puzzle.line.join(" "),
        puzzle.goal.word(),
        puzzle.proof.word(),
        difficulty.class,
        difficulty.rating,
        difficulty.nodes,
        solved.join(" "),
        puzzle.themes.join(" "),
        puzzle.origin,
    )
}
