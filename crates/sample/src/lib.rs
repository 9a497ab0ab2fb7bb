//! Gué, a game of a few minutes on twelve cells, made for the tests of the house: it has whatever
//! a game can have (captures, passing, repetition, a move limit with a verdict, options that are
//! part of the position) and is small enough to be looked at to the end. It is never offered to
//! users: the registries know it only with their feature `sample`.
//!
//! The rules (*gué* is the French for a ford):
//!
//! 1. Two players, light and dark, face each other across a ford of three columns and four rows.
//!    Each begins with three stones on the bank in front of them. Light moves first.
//! 2. In turn, a player moves one stone one step up, down, left or right, onto an empty cell or
//!    onto an opponent's stone, which is taken off the board.
//! 3. A player may also pass.
//! 4. Whoever brings a stone to the opposite bank wins, and so does whoever takes the last stone
//!    of the opponent.
//! 5. The third time that a position stands on the board the game is a draw; at the move limit
//!    the player with more stones wins.
//!
//! | to find | look in |
//! |---|---|
//! | the twelve cells and their neighbours | [`Cell`] (`board.rs`) |
//! | layouts and options | [`Setup`] (`setup.rs`) |
//! | rules 2 to 4 | [`Position`], [`Move`] (`position.rs`, `game.rs`) |
//! | rule 5, the part that is the game's | `Setup::history_rules` and `verdict_at_move_limit` |
//! | texts of positions and moves | `position_text.rs`, `move_text.rs` |
//! | what a person sees, taps and hears | `scene.rs`, `gesture.rs`, `words.rs`, `refusals.rs` |
//!
//! ```
//! use galet_core::{Game, Notation};
//! use galet_sample::{Position, Setup};
//!
//! let mut position = Position::start(&Setup::default());
//! assert_eq!(position.count_moves(), 4);
//! position.play_unchecked(position.parse_move("b1b2")?);
//! assert_eq!(position.position_text(), "xxx/.../.o./o.o x");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod board;
mod game;
mod move_text;
mod position;
mod position_text;
mod setup;
mod symmetry;

// What a person sees, does, hears and learns of the game.
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

pub use board::Cell;
pub use game::reason;
pub use move_text::MoveFault;
pub use position::{Move, Position, Unplayable};
pub use position_text::{PositionFault, Warning};
pub use setup::Setup;
