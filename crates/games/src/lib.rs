//! The games by name, for everything that deals in text or with people: a game of unknown kind
//! is an [`AnyGame`], a game of it being played an [`AnyProgress`].
//!
//! Search and solvers use the games' own types; nothing here is meant for hot paths.
#![forbid(unsafe_code)]

mod any;
mod erased;
mod pictures;
pub mod record;
mod registry;

pub use any::{
    AnyGame, AnyProgress, ArrangeError, ArrangedPosition, MoveError, MoveList, PerftRequest,
    SetupText, StartError,
};
pub use pictures::last_moves;
pub use registry::{UnknownGame, Visitor, all, find, visit};

// The examples of the project's README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
