//! The rules of Avalam: 48 counters on a board of 49 holes, towers of at most five.
//!
//! Whoever is to move lifts a whole tower, of either colour, onto a neighbouring tower, as long
//! as the two together have at most five counters. A tower belongs to the colour of its top
//! counter. When nobody can move, the colour with more towers wins.
//!
//! ```
//! use galet_avalam::{Game, Notation, Position};
//!
//! let start = Position::default();
//! assert_eq!(start.count_moves(), 292);
//!
//! let first = start.parse_move("c9d8")?;
//! let next = start.play(first)?;
//! assert_eq!(
//!     next.to_string(),
//!     "1A/aAbA/AaAaAa/aAaAaAaA/aAaA1AaAa/AaAaAaAa/aAaAaA/AaAa/Aa x"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to find | look in |
//! |---|---|
//! | the board, its holes and neighbours | [`Cell`], [`Cells`] (`board.rs`, `cells.rs`) |
//! | what stands on a hole | [`Tower`], [`Colour`] (`tower.rs`) |
//! | which moves the rules allow | `moves.rs` |
//! | what a move does | `position.rs` |
//! | the end of the game and the tie rules | [`reason`], [`Tie`] (`outcome.rs`, `setup.rs`) |
//! | texts and their faults | `position_text.rs`, `move_text.rs` |
//! | the half turn and the exchange of colours | `symmetry.rs` |
//! | picture, taps and sentences | `scene.rs`, `gesture.rs`, `words.rs` |
//! | why not, why, and the course, in both languages | `refusals.rs`, `reasons.rs`, `lessons.rs` |
//!
//! One crate suffices: the traits of `galet-core` are exported from here, too. The feature `scene`
//! adds what a person sees, does, hears and learns of the game.
#![forbid(unsafe_code)]

mod board;
mod cells;
mod keys;
mod move_text;
mod moves;
mod notation;
mod outcome;
mod position;
mod position_text;
mod setup;
mod symmetry;
mod tower;

// What a person sees, does, hears and learns of the game.
#[cfg(feature = "scene")]
mod arrange;
#[cfg(feature = "scene")]
mod gesture;
#[cfg(feature = "scene")]
mod lessons;
#[cfg(feature = "scene")]
mod motifs;
#[cfg(feature = "scene")]
mod reasons;
#[cfg(feature = "scene")]
mod refusals;
#[cfg(feature = "scene")]
mod scene;
#[cfg(feature = "scene")]
mod theme;
#[cfg(feature = "scene")]
mod words;

pub use galet_core;
pub use galet_core::{
    Checked, Fault, Game, IllegalMove, Notation, Outcome, PerSide, PlayError, Progress, Reason,
    Side, Symmetric, perft, random,
};

pub use board::{Axis, Cell};
pub use cells::{Cells, Unordered};
pub use move_text::MoveFault;
pub use moves::Move;
pub use outcome::reason;
pub use position::Position;
pub use position_text::{PositionFault, Warning};
pub use setup::{Setup, Tie};
pub use tower::{Colour, Tower};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
