//! The rules of Qawale: pebbles, stacks, and the walks that sow them.
//!
//! | the leaflet says | look in |
//! |---|---|
//! | "1 game board": cells, steps, the ten lines | [`Cell`], [`Direction`], [`Line`] (`board.rs`) |
//! | pebbles of three colours, stacks | [`Pebble`], [`Stack`] (`pebbles.rs`) |
//! | "Setup" | [`Setup`] (`setup.rs`), [`Position`] (`position.rs`) |
//! | which walks a stack may take | [`Move`] (`moves.rs`), `walks.rs` |
//! | "places a pebble on top, takes that stack and plays them" | `play.rs` |
//! | "End of the game" | `outcome.rs` |
//!
//! Texts of positions and moves are in `position_text.rs` and `move_text.rs`, the board's eight
//! symmetries in `symmetry.rs`, what a person sees, taps and hears in `scene.rs`, `gesture.rs`
//! and `words.rs`, why a move is refused, what speaks for one and the course in `refusals.rs`,
//! `reasons.rs` and `lessons.rs`.
//!
//! ```
//! use galet_qawale::{Game, Notation, Position};
//!
//! let start = Position::default();
//! assert_eq!(start.count_moves(), 40);
//! let next = start.play(start.parse_move("a1nne")?)?;
//! assert_eq!(next.to_string(), "nn,,,nn/n,o,,/n,,,/,,,nn x 7 8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One crate suffices: the traits of `galet-core` are exported from here, too. The feature `scene`
//! adds what a person sees, does, hears and learns of the game.
#![forbid(unsafe_code)]

mod board;
mod game;
mod keys;
mod move_text;
mod moves;
mod outcome;
mod pebbles;
mod play;
mod position;
mod position_text;
mod setup;
mod symmetry;
mod walks;

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

pub use board::{Cell, Direction, Line};
pub use move_text::MoveFault;
pub use moves::Move;
pub use outcome::reason;
pub use pebbles::{MAX_PEBBLES, Pebble, Stack};
pub use position::{Position, Unplayable};
pub use position_text::{Part, PositionFault, Warning};
pub use setup::{NEUTRAL_PEBBLES, Setup};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
