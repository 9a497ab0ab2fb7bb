//! The engine at work for many people at once, on a few threads.
//!
//! - Three priorities: the computer's moves, then hints and verdicts, then analysis and review.
//!   Work of a lower priority makes room at once when something more urgent comes.
//! - Analysis and review run in slices and take turns: whoever has used the least time is next.
//! - A [`Ticket`] cancels its work when it is dropped; the engine stops within milliseconds.
//! - Everything is bounded: threads, memory, what waits, and how much one visitor may ask.

mod analysis;
mod play;
mod queue;
mod review;
mod worker;

use crate::look::begin;
use crate::{StudyError, setup_text};
use analysis::Analyse;
use galet_engine::Level;
use galet_games::{AnyProgress, SetupText};
use galet_wire::study::{AnalysisRequest, AnalysisView, GameLine, Hint, Judgement, ReviewView};
use play::{Advise, Judge, Play};
use queue::{Priority, Shared};
use review::ReviewGame;
use std::sync::Arc;
use std::time::Duration;

/// A pool of threads with engines. Cloning it gives another handle to the same pool, which ends
/// when the last handle and ticket are gone, or by [`Pool::close`].
#[derive(Clone)]
pub struct Pool {
    shared: Arc<Shared>,
    /// Ends the threads when the last handle goes.
    _closer: Arc<Closer>,
}

/// How large a pool is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads that think.
    pub workers: usize,
    /// Memory for searches, in megabytes, for each thread and game.
    pub table_megabytes: usize,
    /// The most questions that wait or are being answered; computer's moves always find room.
    pub most_waiting: usize,
    /// The most questions of one visitor that wait or are being answered.
    pub most_per_guest: usize,
    /// How long an analysis goes on in all.
    pub analysis: Duration,
    /// How long the highest level thinks about a move when nothing hurries it.
    pub think: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            workers: std::thread::available_parallelism().map_or(2, usize::from),
            table_megabytes: 16,
            most_waiting: 1_000,
            most_per_guest: 4,
            analysis: Duration::from_secs(60),
            think: Duration::from_millis(1_500),
        }
    }
}

/// Whose question it is: a number for each visitor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Who(pub u64);

/// The clock of the player who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockLeft {
    /// Left for the rest of the game.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// Figures about a pool, for those who watch over it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Questions that wait, or whose next slice does.
    pub waiting: usize,
    /// Questions being thought about.
    pub running: usize,
    /// Questions answered since the pool began.
    pub finished: u64,
    /// Questions cancelled since the pool began.
    pub cancelled: u64,
}

/// Work under way. Dropping it cancels the work: whoever waits for the answer gets none.
#[must_use = "dropping a ticket cancels the work"]
pub struct Ticket {
    shared: Arc<Shared>,
    job: u64,
    kept: bool,
}

impl Ticket {
    /// Lets the work go on without anybody who could cancel it.
    pub fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.kept {
            self.shared.cancel(self.job);
        }
    }
}

/// Closes the pool when the last handle is dropped.
struct Closer(Arc<Shared>);

impl Drop for Closer {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A game that was checked and is to be thought about.
#[derive(Clone)]
pub(crate) struct Subject {
    pub(crate) game: &'static str,
    pub(crate) setup: SetupText,
    pub(crate) moves: Vec<String>,
}

impl Subject {
    fn read(line: &GameLine) -> Result<(Subject, Box<dyn AnyProgress>), StudyError> {
        let progress = begin(line)?;
        // As the engine compares them, not as they were typed.
        let moves = progress.moves();
        let subject =
            Subject { game: progress.game().name(), setup: setup_text(&line.setup), moves };
        Ok((subject, progress))
    }

    /// A game that is still going on.
    fn read_running(line: &GameLine) -> Result<Subject, StudyError> {
        let (subject, progress) = Subject::read(line)?;
        if progress.outcome().is_some() { Err(StudyError::Over) } else { Ok(subject) }
    }
}

impl Pool {
    /// A pool with its threads started.
    pub fn new(settings: Settings) -> Pool {
        let shared = Arc::new(Shared::new(settings));
        worker::start(&shared);
        Pool { _closer: Arc::new(Closer(Arc::clone(&shared))), shared }
    }

    /// Finds the move that a player of a level from 1 to 10 chooses at the end of a line. `seed`
    /// decides where the level draws among good moves.
    pub fn play(
        &self,
        line: &GameLine,
        level: u8,
        clock: Option<ClockLeft>,
        seed: u64,
        done: impl FnOnce(String) + Send + 'static,
    ) -> Result<Ticket, StudyError> {
        let level = Level::new(level).ok_or(StudyError::NoSuchLevel(level))?;
        let subject = Subject::read_running(line)?;
        let work = Play::new(subject, level, clock, seed, Box::new(done));
        self.submit(Priority::Move, None, Box::new(work))
    }

    /// Finds a good move at the end of a line.
    pub fn hint(
        &self,
        who: Who,
        line: &GameLine,
        done: impl FnOnce(Hint) + Send + 'static,
    ) -> Result<Ticket, StudyError> {
        let work = Advise::new(Subject::read_running(line)?, Box::new(done));
        self.submit(Priority::Soon, Some(who), Box::new(work))
    }

    /// Judges the last move of a line.
    pub fn judge(
        &self,
        who: Who,
        line: &GameLine,
        done: impl FnOnce(Judgement) + Send + 'static,
    ) -> Result<Ticket, StudyError> {
        let (subject, _) = Subject::read(line)?;
        if subject.moves.is_empty() {
            return Err(StudyError::NoMove);
        }
        let work = Judge::new(subject, Box::new(done));
        self.submit(Priority::Soon, Some(who), Box::new(work))
    }

    /// Tells what the engine thinks of the end of a line, again and again as it finds out more.
    /// The last that is told says so.
    pub fn analyse(
        &self,
        who: Who,
        request: &AnalysisRequest,
        tell: impl FnMut(AnalysisView) + Send + 'static,
    ) -> Result<Ticket, StudyError> {
        let (subject, _) = Subject::read(&request.line)?;
        let most = self.shared.settings.analysis;
        let work = Analyse::new(subject, request.lines, request.threads, most, Box::new(tell));
        self.submit(Priority::Study, Some(who), Box::new(work))
    }

    /// Looks at every position of a line. `progress` hears how many of how many are done.
    pub fn review(
        &self,
        who: Who,
        line: &GameLine,
        progress: impl FnMut(u32, u32) + Send + 'static,
        done: impl FnOnce(ReviewView) + Send + 'static,
    ) -> Result<Ticket, StudyError> {
        let (subject, _) = Subject::read(line)?;
        let work = ReviewGame::new(subject, Box::new(progress), Box::new(done));
        self.submit(Priority::Study, Some(who), Box::new(work))
    }

    /// What the pool does at this moment.
    pub fn figures(&self) -> Figures {
        self.shared.figures()
    }

    /// Cancels everything and ends the threads; whoever waits gets no answer.
    pub fn close(&self) {
        self.shared.close();
    }

    fn submit(
        &self,
        priority: Priority,
        who: Option<Who>,
        work: Box<dyn queue::Work>,
    ) -> Result<Ticket, StudyError> {
        let job = self.shared.submit(priority, who, work)?;
        Ok(Ticket { shared: Arc::clone(&self.shared), job, kept: false })
    }
}
