//! A game, its mind and the search as one thing, by name: what plays, analyses and reviews.
//!
//! | to find | look in |
//! |---|---|
//! | an engine for a game by its name | [`new`], [`AnyEngine`] |
//! | what it found out | [`Analysis`] |
//! | work that wants to know the type of a mind | [`visit`], [`Visitor`] |
//! | how strong it plays | [`Level`] |
//! | what full strength judges positions by | [`Evaluation`] |
//! | an engine from files that are fetched, not carried | [`with_resources`], [`shipped()`] |
//! | what went wrong in a game | [`review`] |
//! | why a move is good | [`reasons`](reasons()) |
//! | what a position promises, in chances and on the board | [`Prospect`] |
//! | a clock that a busy machine does not disturb | [`ProcessorTime`] |
//! | the protocol that other programs speak | [`ugi`] |
#![forbid(unsafe_code)]

mod any;
mod evaluation;
mod level;
mod processor;
mod prospect;
mod reasons;
mod registry;
pub mod review;
mod shipped;
mod stages;
mod tempting;
mod typed;
pub mod ugi;

pub use any::{AnalysedLine, Analysis, AnyEngine, Choice, Request, Solved, WrongGame};
pub use evaluation::{Evaluation, EvaluationError};
pub use galet_core::{Level, NoSuchLevel};
pub use level::draw;
pub use processor::ProcessorTime;
pub use prospect::{Look, Prospect, Scale};
pub use reasons::{PROVEN_KINDS, reasons};
pub use registry::{
    NewEngineError, Visitor, elo, experts, new, provable, proven, visit, with_resources,
};
pub use shipped::{fingerprint, shipped};

pub use galet_minds::{Effort, Lead, LevelSpec, Resources};
