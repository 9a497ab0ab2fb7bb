//! Somebody solves a puzzle.

use crate::puzzle::{Puzzle, WrongPuzzle};
use galet_games::{AnyGame, AnyProgress, MoveError};

/// A puzzle being solved.
#[derive(Clone, Debug)]
pub struct Attempt {
    line: Vec<String>,
    game: Box<dyn AnyProgress>,
}

/// What a move was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Right, and there is nothing more to find.
    Solved,
    /// Right; the opponent has replied, and the next move is to be found.
    GoesOn {
        /// The reply, which has been played.
        reply: String,
    },
    /// Legal, and not the move to find. Nothing was played.
    Wrong,
}

impl Attempt {
    /// An attempt about to begin.
    pub fn new(puzzle: &Puzzle, game: &dyn AnyGame) -> Result<Attempt, WrongPuzzle> {
        Ok(Attempt { line: puzzle.line.clone(), game: puzzle.begin(game)? })
    }

    /// The game as it stands.
    pub fn game(&self) -> &dyn AnyProgress {
        &*self.game
    }

    /// The move to find; `None` when all are found.
    pub fn answer(&self) -> Option<&str> {
        self.line.get(self.game.plies()).map(String::as_str)
    }

    /// The moves to find that have been found, of how many.
    pub fn found(&self) -> (usize, usize) {
        (self.game.plies().div_ceil(2), self.line.len().div_ceil(2))
    }

    /// Judges a move, in any spelling that the game reads, and plays it with the reply if it is right. Another move
    /// that leads to the same position is right, too. A refused move changes nothing.
    pub fn play(&mut self, text: &str) -> Result<Verdict, MoveError> {
        let mut tried = self.game.clone_box();
        let tried_text = tried.play_reading(text, None)?;
        let Some(answer) = self.answer().map(str::to_owned) else { return Ok(Verdict::Wrong) };
        let mut right = self.game.clone_box();
        right.play(&answer)?;
        if tried_text != answer && tried.position_text() != right.position_text() {
            return Ok(Verdict::Wrong);
        }
        self.game = right;
        match self.answer().map(str::to_owned) {
            Some(reply) => {
                self.game.play(&reply)?;
                Ok(Verdict::GoesOn { reply })
            }
            None => Ok(Verdict::Solved),
        }
    }
}
