//! The rules of Avalam: 48 counters on a board of 49 holes, towers of at most five.
//!
//! Whoever is to move lifts a whole tower, of either colour, onto a neighbouring tower, as long
//! as the two together have at most five counters. A tower belongs to the colour of its top
//! counter. When nobody can move, the colour with more towers wins.
//!
//! ```
//! use galet_avalam::Position;
//! use galet_core::{Game, Notation};
//!
//! let start = Position::start(&Default::default());
//! assert_eq!(start.count_moves(), 292);
//!
//! let first = start.parse_move("c9d8")?;
//! let next = start.play(first)?;
//! assert_eq!(
//!     next.position_text(),
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
//! | reasons and the course, in both languages | `refusals.rs`, `lessons.rs` |
#![forbid(unsafe_code)]

mod arrange;
mod board;
mod cells;
mod gesture;
mod keys;
mod lessons;
mod move_text;
mod moves;
mod notation;
mod outcome;
mod position;
mod position_text;
mod refusals;
mod scene;
mod setup;
mod symmetry;
mod theme;
mod tower;
mod words;

pub use board::{Axis, Cell};
pub use cells::Cells;
pub use move_text::MoveFault;
pub use moves::Move;
pub use outcome::reason;
pub use position::Position;
pub use position_text::{PositionFault, Warning};
pub use setup::{Setup, Tie};
pub use tower::{Colour, Tower};
