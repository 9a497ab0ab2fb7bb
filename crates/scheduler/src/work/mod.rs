//! Kinds of work, and what each does with its slice of time.

mod analysis;
mod only_move;
mod play;
mod puzzles;
mod review;

pub(crate) use analysis::Analyse;
pub(crate) use play::{ChooseMove, FindHint, JudgeMove};
pub(crate) use puzzles::MakePuzzles;
pub(crate) use review::ReviewGame;

pub(crate) use crate::executor::Once;

use galet_core::TimeSource;
use galet_engine::AnyEngine;
use galet_search::Stop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Work for an engine, done slice by slice.
pub(crate) trait Work: Send {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// On how many threads it would like to think.
    fn threads(&self) -> usize {
        1
    }

    /// Does some of the work with an engine for the game.
    fn run_slice(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> WorkState;
}

/// What a slice leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WorkState {
    /// There is more to do, or the slice was cut short.
    Unfinished,
    /// All is done and told.
    Finished,
}

/// A slice of an engine's time.
pub(crate) struct Slice {
    /// When to come back with what there is; work with bounds of its own may take less.
    pub(crate) length: Duration,
    /// On how many threads to think.
    pub(crate) threads: usize,
    /// Told to stop when the work is cancelled or must make room.
    pub(crate) stop: Stop,
    /// Whether nobody waits for the answer any more.
    pub(crate) cancelled: Arc<AtomicBool>,
    /// How many moves of the computer wait for each worker: who thinks long lets them wait.
    pub(crate) moves_waiting: usize,
    /// The clock that all of this is about.
    pub(crate) time: Arc<dyn TimeSource>,
}

impl Slice {
    /// Whether nobody waits for the answer any more.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// The time since a reading of the clock.
    pub(crate) fn since(&self, begun: Duration) -> Duration {
        self.time.now().saturating_sub(begun)
    }
}
