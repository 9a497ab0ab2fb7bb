//! Asking for work.

use crate::error::ScheduleError;
use crate::handle::{Canceller, WorkHandle};
use crate::queue::{ClientId, Priority, Queue, Stats, Taken, WorkerId};
use crate::work::{
    Analyse, ChooseMove, FindHint, JudgeMove, MakePuzzles, ReviewGame, Work, WorkState,
};
use crate::worker::Worker;
use galet_core::TimeSource;
use galet_engine::ugi::MAX_MOVES;
use galet_engine::{AnyEngine, Level};
use galet_games::AnyProgress;
use galet_wire::puzzle::OwnPuzzles;
use galet_wire::study::{AnalysisView, Hint, Judgement, ReviewView};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Takes questions to the engine and shares its time out among them. Cloning gives another handle
/// to the same scheduler, which is closed when the last one is dropped or by
/// [`Scheduler::close`].
#[derive(Clone)]
pub struct Scheduler {
    shared: Arc<Shared>,
    /// Ends the work when the last handle goes.
    _closer: Arc<Closer>,
}

/// How much a scheduler takes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Memory for searches, in megabytes, for each worker and game.
    pub table_megabytes: usize,
    /// The most questions that wait or are being answered; computer's moves always find room.
    pub max_waiting: usize,
    /// The most questions of one client that wait or are being answered.
    pub max_per_client: usize,
    /// How long an analysis goes on in all.
    pub analysis: Duration,
    /// How long the highest level thinks about a move when nothing hurries it.
    pub think: Duration,
    /// The first slice of an analysis or a review; each is twice as long as the one before it, since every slice
    /// begins its search anew.
    pub first_slice: Duration,
    /// The longest slice of them. Who works by hand can be told to stop in between only.
    pub longest_slice: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            table_megabytes: 16,
            max_waiting: 1_000,
            max_per_client: 4,
            analysis: Duration::from_secs(60),
            think: Duration::from_millis(1_500),
            first_slice: Duration::from_millis(100),
            longest_slice: Duration::from_secs(60),
        }
    }
}

/// The clock of the player who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockLeft {
    /// Left for the rest of the game.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// Closes the scheduler when its last handle is dropped.
struct Closer(Arc<Shared>);

impl Drop for Closer {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Scheduler {
    /// A scheduler without workers: what it takes on waits until a [`Worker`] is told to work.
    /// All slices and bounds are kept by the clock that is handed in.
    pub fn new(settings: Settings, time: Arc<dyn TimeSource>) -> Scheduler {
        let engines =
            |game: &str, time| galet_engine::new(game, time).expect("every game has an engine");
        Scheduler::with_engines(settings, time, engines)
    }

    /// The same with engines that are made elsewhere, by the name of their game and with the clock to go by: of files
    /// that are fetched, say. A worker makes one when it first meets a game.
    pub fn with_engines(
        settings: Settings,
        time: Arc<dyn TimeSource>,
        engines: impl Fn(&'static str, Arc<dyn TimeSource>) -> Box<dyn AnyEngine>
        + Send
        + Sync
        + 'static,
    ) -> Scheduler {
        let queue = Queue::new(&settings, Arc::clone(&time));
        let shared = Arc::new(Shared {
            settings,
            time,
            engines: Box::new(engines),
            queue: Mutex::new(queue),
            wake: Condvar::new(),
        });
        Scheduler { _closer: Arc::new(Closer(Arc::clone(&shared))), shared }
    }

    /// A worker to be driven by hand. While it exists it counts as one that could work: an
    /// analysis may think on several threads in its stead.
    pub fn worker(&self) -> Worker {
        Worker::new(&self.shared)
    }

    /// Finds the move that a player of a level chooses in a game that is not over. `seed` decides
    /// where the level draws among good moves.
    pub fn play(
        &self,
        game: Box<dyn AnyProgress>,
        level: Level,
        clock: Option<ClockLeft>,
        seed: u64,
        done: impl FnOnce(String) + Send + 'static,
    ) -> Result<WorkHandle, ScheduleError> {
        can_think(&*game)?;
        let work = ChooseMove {
            game,
            level,
            clock,
            seed,
            think: self.shared.settings.think,
            asked: self.shared.time.now(),
            done: Some(Box::new(done)),
        };
        self.submit(Priority::Move, None, Box::new(work))
    }

    /// Finds a good move in a game that is not over.
    pub fn hint(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        done: impl FnOnce(Hint) + Send + 'static,
    ) -> Result<WorkHandle, ScheduleError> {
        can_think(&*game)?;
        let work = FindHint::new(game, Box::new(done));
        self.submit(Priority::Interactive, Some(client), Box::new(work))
    }

    /// Judges the last move of a game.
    pub fn judge(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        done: impl FnOnce(Judgement) + Send + 'static,
    ) -> Result<WorkHandle, ScheduleError> {
        can_judge(&*game)?;
        let work = JudgeMove::new(game, Box::new(done));
        self.submit(Priority::Interactive, Some(client), Box::new(work))
    }

    /// Tells what the engine thinks of a game as it stands, again and again as it finds out more:
    /// so many best lines, found on so many threads if others are idle. The last that is told
    /// says so.
    pub fn analyse(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        lines: u8,
        threads: u8,
        tell: impl FnMut(AnalysisView) + Send + 'static,
    ) -> Result<WorkHandle, ScheduleError> {
        self.analyse_for(client, game, lines, threads, self.shared.settings.analysis, tell)
    }

    /// The same for so long in all.
    pub fn analyse_for(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        lines: u8,
        threads: u8,
        limit: Duration,
        tell: impl FnMut(AnalysisView) + Send + 'static,
    ) -> Result<WorkHandle, ScheduleError> {
        can_read(&*game)?;
        let work = Analyse::new(game, lines, threads, limit, Box::new(tell));
        self.submit(Priority::Background, Some(client), Box::new(work))
    }

    /// Looks at every position of a game. `progress` hears how many of how many are done.
    pub fn review(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        progress: impl FnMut(u32, u32) + Send + 'static,
        done: impl FnOnce(ReviewView) + Send + 'static,
    ) -> Result<WorkHandle, ScheduleError> {
        can_read(&*game)?;
        let work = ReviewGame::new(game, Box::new(progress), Box::new(done));
        self.submit(Priority::Background, Some(client), Box::new(work))
    }

    /// Makes puzzles of mistakes of a game, given by their place in it, where exactly one move was right. `progress`
    /// hears how many of how many are done.
    pub fn make_puzzles(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        plies: &[u32],
        progress: impl FnMut(u32, u32) + Send + 'static,
        done: impl FnOnce(OwnPuzzles) + Send + 'static,
    ) -> Result<WorkHandle, ScheduleError> {
        can_make_puzzles(&*game, plies)?;
        let work = MakePuzzles::new(game, plies, Box::new(progress), Box::new(done));
        self.submit(Priority::Background, Some(client), Box::new(work))
    }

    /// What goes on at this moment, and what has been done.
    pub fn stats(&self) -> Stats {
        self.shared.queue().stats()
    }

    /// Cancels everything and takes nothing on any more; whoever waits gets no answer.
    pub fn close(&self) {
        self.shared.close();
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    pub(crate) fn submit(
        &self,
        priority: Priority,
        client: Option<ClientId>,
        work: Box<dyn Work>,
    ) -> Result<WorkHandle, ScheduleError> {
        let job = self.shared.queue().submit(priority, client, work)?;
        self.shared.wake.notify_one();
        let canceller: Arc<Shared> = Arc::clone(&self.shared);
        Ok(WorkHandle::new(canceller, job))
    }
}

/// Whether the engine reads a game: every slice takes the whole game up, so its length is bounded, as it is for other
/// programs.
pub fn can_read(game: &dyn AnyProgress) -> Result<(), ScheduleError> {
    if game.plies() > MAX_MOVES { Err(ScheduleError::TooLong) } else { Ok(()) }
}

/// Whether there is a move to find in a game.
pub fn can_think(game: &dyn AnyProgress) -> Result<(), ScheduleError> {
    if game.outcome().is_some() { Err(ScheduleError::GameOver) } else { can_read(game) }
}

/// Whether there is a move to judge in a game.
pub fn can_judge(game: &dyn AnyProgress) -> Result<(), ScheduleError> {
    if game.plies() == 0 { Err(ScheduleError::NoMove) } else { can_read(game) }
}

/// The most mistakes of a game that become puzzles at once.
pub const MOST_MISTAKES: usize = 12;

/// Whether puzzles can be made of these moves of a game.
pub fn can_make_puzzles(game: &dyn AnyProgress, plies: &[u32]) -> Result<(), ScheduleError> {
    can_read(game)?;
    if plies.is_empty() || plies.iter().any(|&ply| ply as usize >= game.plies()) {
        return Err(ScheduleError::NoMove);
    }
    if plies.len() > MOST_MISTAKES { Err(ScheduleError::TooManyMistakes) } else { Ok(()) }
}

/// Makes an engine for a game.
type EngineMaker = dyn Fn(&'static str, Arc<dyn TimeSource>) -> Box<dyn AnyEngine> + Send + Sync;

/// What handles and workers share.
pub(crate) struct Shared {
    settings: Settings,
    time: Arc<dyn TimeSource>,
    engines: Box<EngineMaker>,
    queue: Mutex<Queue>,
    /// Notified when there is something to do, and at the end.
    wake: Condvar,
}

impl Shared {
    pub(crate) fn queue(&self) -> MutexGuard<'_, Queue> {
        // Nothing that could fail runs while it is held.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An engine for one of the games.
    pub(crate) fn new_engine(&self, game: &'static str) -> Box<dyn AnyEngine> {
        let time = Arc::clone(&self.time);
        let mut engine = (self.engines)(game, time);
        self.equip(&mut *engine);
        engine
    }

    /// Gives an engine its memory.
    pub(crate) fn equip(&self, engine: &mut dyn AnyEngine) {
        engine.set_table_size(self.settings.table_megabytes);
    }

    pub(crate) fn take(&self, worker: WorkerId) -> Option<Taken> {
        self.queue().take(worker)
    }

    // What is dropped by these is dropped after the lock is given back: it holds callbacks.

    pub(crate) fn give_back(&self, worker: WorkerId, taken: Taken, state: WorkState) {
        let ended = self.queue().give_back(worker, taken, state);
        drop(ended);
    }

    fn close(&self) {
        let cancelled = self.queue().close();
        drop(cancelled);
        self.wake.notify_all();
    }

    /// Waits until something can be taken; `false` when the scheduler is closed.
    pub(crate) fn wait_for_work(&self) -> bool {
        let mut queue = self.queue();
        while !queue.is_closed() && queue.is_empty() {
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        !queue.is_closed()
    }
}

impl Canceller for Shared {
    fn cancel(&self, job: u64) {
        let cancelled = self.queue().cancel(job);
        drop(cancelled);
    }
}
