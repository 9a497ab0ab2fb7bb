//! Puzzles: positions with one right move, proven or checked by long searches, and the line that follows from it.
//!
//! | to find | look in |
//! |---|---|
//! | a puzzle and its name | [`Puzzle`], [`PuzzleId`] |
//! | the file that they are kept in, and what is refused | [`PuzzleSet`], [`ReadError`] |
//! | judging what somebody plays | [`Attempt`], [`Verdict`] |
//! | the puzzle of the day, one by theme or near a strength | [`PuzzleSet::of_the_day`], [`PuzzleSet::near`] |
//! | a puzzle without a file, of somebody's own game | [`Puzzle::read_own`] |
//! | how strong a solver is | [`Strength`] |
//! | the sets that ship | [`shipped`] |
//! | finding and checking puzzles | `make` and `check` (feature `make`) |
//!
//! `docs/puzzles.md` says what makes a puzzle, and the format of the files. Nothing here knows the time, reads a
//! file or starts a thread.
#![forbid(unsafe_code)]

mod attempt;
#[cfg(feature = "make")]
pub mod check;
mod choose;
mod error;
mod hash;
#[cfg(feature = "make")]
pub mod make;
mod measure;
mod own;
mod puzzle;
mod rating;
mod read;
mod set;
#[cfg(feature = "embedded")]
mod shipped;

pub use attempt::{Attempt, Verdict};
pub use choose::day_number;
pub use error::{ReadError, ReadFault};
pub use measure::{class, rating};
pub use own::MAX_TEXT;
pub use puzzle::{Difficulty, Goal, Proof, Puzzle, PuzzleId, WrongPuzzle};
pub use rating::Strength;
pub use read::read_puzzle;
pub use set::{Head, MAX_BYTES, MAX_PUZZLES, PuzzleSet, ThemeWords, puzzle_line};

/// The puzzles of a game that ship with the program; `None` for a game that has none, and without the feature
/// `embedded`.
pub fn shipped(game: &str) -> Option<&'static PuzzleSet> {
    #[cfg(feature = "embedded")]
    return shipped::shipped(game);
    #[cfg(not(feature = "embedded"))]
    {
        let _ = game;
        None
    }
}
