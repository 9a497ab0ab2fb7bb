//! What every game of Galet shares: the [`Game`] trait and the things around it that need no
//! knowledge of any particular game.
//!
//! | to find | look in |
//! |---|---|
//! | what a game must provide | [`Game`], [`Setup`], [`Notation`], [`Symmetric`] |
//! | a game being played, with repetition, move limit and take-back | [`Progress`] |
//! | what is said in both languages | [`Phrase`], [`Language`] |
//! | how strong a computer plays | [`Level`] |
//! | words from outside in our messages | [`Shown`] |
//! | time, a signal to stop and threads, handed to whatever works long | [`TimeSource`], [`StopSignal`], [`on_threads`] |
//! | counting move sequences | [`perft`] |
//! | reproducible random games | [`random`] |
//! | checking that a game keeps its promises | `conformance`, by one line: `conformance_tests!` (feature `conformance`) |
#![forbid(unsafe_code)]

#[cfg(feature = "conformance")]
pub mod conformance;
mod foreign;
mod game;
mod level;
mod notation;
mod order;
mod outcome;
pub mod perft;
mod phrase;
mod progress;
pub mod random;
mod setup;
mod shown;
mod side;
mod stop;
mod symmetry;
mod threads;
mod time;

pub use foreign::ForeignRecords;
pub use game::{Game, IllegalMove};
pub use level::{Level, NoSuchLevel};
pub use notation::{Checked, Fault, Notation};
pub use order::sort_few;
pub use outcome::{Outcome, Reason};
pub use phrase::{Language, Phrase, UnknownLanguage};
pub use progress::{HistoryRules, PlayError, Progress};
pub use setup::{Layout, OptionSpec, Setup, SetupError, Value, Values};
pub use shown::Shown;
pub use side::{PerSide, Side};
pub use stop::{StopAtLook, StopSignal};
pub use symmetry::Symmetric;
pub use threads::on_threads;
pub use time::{ManualTime, MonotonicTime, ThreadTime, TimeSource};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
