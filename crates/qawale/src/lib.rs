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
//! and `words.rs`, reasons and the course in `refusals.rs` and `lessons.rs`.
//!
//! ```
//! use galet_core::{Game, Notation};
//! use galet_qawale::{Position, Setup};
//!
//! let mut position = Position::start(&Setup::default());
//! assert_eq!(position.count_moves(), 40);
//! let m = position.parse_move("a1nne")?;
//! position.play_unchecked(m);
//! assert_eq!(position.position_text(), "nn,,,nn/n,o,,/n,,,/,,,nn x 7 8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod arrange;
mod board;
mod game;
mod gesture;
mod keys;
mod lessons;
mod move_text;
mod moves;
mod outcome;
mod pebbles;
mod play;
mod position;
mod position_text;
mod refusals;
mod scene;
mod setup;
mod symmetry;
mod theme;
mod walks;
mod words;

pub use board::{Cell, Direction, Line};
pub use move_text::MoveFault;
pub use moves::Move;
pub use outcome::{LINE_FOR_THE_OPPONENT, LINE_OF_FOUR, PEBBLES_PLAYED};
pub use pebbles::{MAX_PEBBLES, Pebble, Stack};
pub use position::{Position, Unplayable};
pub use position_text::{Part, PositionFault, Warning};
pub use setup::{NEUTRAL_PEBBLES, Setup};
