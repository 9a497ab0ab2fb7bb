//! The rules of Abalone: two players push marbles over a hexagon; who first ejects six of the
//! opponent's marbles wins.
//!
//! | to find | look in |
//! |---|---|
//! | the 61 cells and six directions | `board`, `cells`: [`Cell`], [`Direction`], [`Cells`] |
//! | which moves there are: in line, sumito, broadside | `generation` (all at once), `legality` (one, and which rule forbids it) |
//! | what a move does, ejection | `play` |
//! | how a game ends | `outcome`: [`reason`] |
//! | start layouts, marbles to win, repetition, move limit | `layouts`, `setup`: [`Setup`] |
//! | position text | `position_text` |
//! | move text, Aba-Pro and Nacre | `move_text`, `nacre` |
//! | the players' own records | [`apgn`] |
//! | symmetries | `symmetry` |
//! | picture, gestures, words | `scene`, `gesture`, `words` |
//! | why not, why, and the course, in both languages | `refusals`, `reasons`, `lessons` |
//!
//! ```
//! use galet_abalone::{Game, Notation, Position};
//!
//! let start = Position::default();
//! assert_eq!(start.count_moves(), 44);
//! let push_off = start.parse_move("a1b2")?; // the line a1-b2-c3 goes north-east
//! let next = start.play(push_off)?;
//! assert_eq!(next.to_string(), "wwwww/wwwwww/2www2/8/9/3b4/2bbb2/bbbbbb/1bbbb w 0 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Abalone is a trademark of its owner; this project is not affiliated with them.
//!
//! One crate suffices: the traits of `galet-core` are exported from here, too. The feature `scene`
//! adds what a person sees, does, hears and learns of the game.
#![forbid(unsafe_code)]

pub mod apgn;
mod board;
mod cells;
mod ejections;
mod generation;
mod keys;
mod layouts;
mod legality;
mod move_text;
mod moves;
mod nacre;
mod outcome;
mod play;
mod position;
mod position_text;
mod setup;
mod symmetry;

// What a person sees, does, hears and learns of the game.
#[cfg(feature = "scene")]
mod arrange;
#[cfg(feature = "scene")]
mod gesture;
#[cfg(feature = "scene")]
mod group;
#[cfg(feature = "scene")]
mod layout_names;
#[cfg(feature = "scene")]
mod lessons;
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

pub use board::{Cell, Direction};
pub use cells::Cells;
pub use legality::Forbidden;
pub use move_text::MoveFault;
pub use moves::{Manner, Move};
pub use outcome::reason;
pub use position::Position;
pub use position_text::{Part, PositionFault, Warning};
pub use setup::Setup;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
