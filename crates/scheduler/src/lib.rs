//! Engine work for many people at once: moves of the computer, hints, verdicts, analyses and
//! reviews, shared out in slices of time.
//!
//! - Three priorities: the computer's moves, then hints and verdicts, then analysis and review.
//!   Work of a lower priority makes room at once when something more urgent comes.
//! - Analysis and review run in slices and take turns: whoever has used the least time is next.
//! - A [`WorkHandle`] cancels its work when it is dropped; the engine stops within milliseconds.
//! - Everything is bounded: memory, what waits, and how much one client may ask.
//!
//! Nothing here needs a thread or asks the system for the time. A [`Worker`] does one slice of
//! work when it is told to: a test or a browser's worker tells it by hand, and
//! [`Scheduler::start_threads`] has some threads tell theirs all day.
//!
//! | to find | look in |
//! |---|---|
//! | asking for work, and cancelling it | [`Scheduler`], [`WorkHandle`] |
//! | doing it | [`Worker`] |
//! | whoever answers, here or elsewhere | [`Executor`] |
//! | who is next, and for how long | `queue.rs` |
//! | what a kind of work does with its slice | `work/` |
//! | scores in words | `score.rs` |
//! | why something is refused, in words for the browser | [`ScheduleError`] |
#![forbid(unsafe_code)]

mod error;
mod executor;
mod handle;
mod queue;
mod scheduler;
mod score;
mod threads;
mod work;
mod worker;

pub use error::ScheduleError;
pub use executor::{Executor, Figure, OnSlow, Once, TellProgress, TellView};
pub use galet_engine::Level;
pub use handle::{Canceller, WorkHandle};
pub use queue::{ClientId, Stats};
pub use scheduler::{
    ClockLeft, MOST_MISTAKES, Scheduler, Settings, can_judge, can_make_puzzles, can_read, can_think,
};
pub use worker::Worker;
