//! Whoever does the engine's work: threads of this program, or workers on other machines.

use crate::{ClientId, ClockLeft, Level, ScheduleError, Scheduler, Stats, WorkHandle};
use galet_games::AnyProgress;
use galet_wire::puzzle::OwnPuzzles;
use galet_wire::study::{AnalysisView, Hint, Judgement, ReviewView};

/// A callback that is called once.
pub type Once<T> = Box<dyn FnOnce(T) + Send>;
/// Is called at most once: the answer comes from a slower engine than usual, so it takes longer.
pub type OnSlow = Box<dyn FnOnce() + Send>;
/// Hears every view of an analysis; the last one says so.
pub type TellView = Box<dyn FnMut(AnalysisView) + Send>;
/// Hears how many positions of how many are reviewed, or mistakes looked at.
pub type TellProgress = Box<dyn FnMut(u32, u32) + Send>;

/// Takes questions to the engine, whoever answers them. No call waits for anything; callbacks come from other threads,
/// and whoever gets no answer finds its callback dropped. Dropping a handle cancels its question.
///
/// [`Scheduler`] answers in this program and says what each kind of question is. It is never slower than usual.
pub trait Executor: Send + Sync {
    /// See [`Scheduler::play`].
    fn play(
        &self,
        game: Box<dyn AnyProgress>,
        level: Level,
        clock: Option<ClockLeft>,
        seed: u64,
        done: Once<String>,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError>;

    /// See [`Scheduler::hint`].
    fn hint(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        done: Once<Hint>,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError>;

    /// See [`Scheduler::judge`].
    fn judge(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        done: Once<Judgement>,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError>;

    /// See [`Scheduler::analyse`].
    fn analyse(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        lines: u8,
        threads: u8,
        tell: TellView,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError>;

    /// See [`Scheduler::review`].
    fn review(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        progress: TellProgress,
        done: Once<ReviewView>,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError>;

    /// See [`Scheduler::make_puzzles`].
    fn make_puzzles(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        plies: &[u32],
        progress: TellProgress,
        done: Once<OwnPuzzles>,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError>;

    /// What goes on at this moment, and what has been done.
    fn stats(&self) -> Stats;

    /// More figures for whoever watches over the server.
    fn figures(&self) -> Vec<Figure> {
        Vec::new()
    }

    /// Cancels everything and takes nothing on any more; whoever waits gets no answer.
    fn close(&self);
}

/// A figure for whoever watches over a server.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// Its name, as Prometheus writes it.
    pub name: &'static str,
    /// `counter` or `gauge`.
    pub kind: &'static str,
    /// What it counts.
    pub help: &'static str,
    /// The figure.
    pub value: f64,
}

impl Executor for Scheduler {
    fn play(
        &self,
        game: Box<dyn AnyProgress>,
        level: Level,
        clock: Option<ClockLeft>,
        seed: u64,
        done: Once<String>,
        _slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        Scheduler::play(self, game, level, clock, seed, done)
    }

    fn hint(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        done: Once<Hint>,
        _slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        Scheduler::hint(self, client, game, done)
    }

    fn judge(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        done: Once<Judgement>,
        _slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        Scheduler::judge(self, client, game, done)
    }

    fn analyse(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        lines: u8,
        threads: u8,
        tell: TellView,
        _slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        Scheduler::analyse(self, client, game, lines, threads, tell)
    }

    fn review(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        progress: TellProgress,
        done: Once<ReviewView>,
        _slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        Scheduler::review(self, client, game, progress, done)
    }

    fn make_puzzles(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        plies: &[u32],
        progress: TellProgress,
        done: Once<OwnPuzzles>,
        _slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        Scheduler::make_puzzles(self, client, game, plies, progress, done)
    }

    fn stats(&self) -> Stats {
        Scheduler::stats(self)
    }

    fn close(&self) {
        Scheduler::close(self);
    }
}
