//! What waits, what runs, and who is next.

use super::{Figures, Settings, StudyError, Who};
use galet_engine::AnyEngine;
use galet_search::Stop;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How urgent work is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Priority {
    /// A move of the computer: somebody sits at the table and waits.
    Move,
    /// A hint or a judgement: somebody waits, but not for the game to go on.
    Soon,
    /// Analysis and review: it takes as long as it takes, in slices.
    Study,
}

/// Work for an engine, done slice by slice.
pub(super) trait Work: Send {
    /// The name of the game.
    fn game(&self) -> &'static str;
    /// On how many threads it would like to think.
    fn threads(&self) -> usize {
        1
    }
    /// Does some of the work.
    fn step(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> Step;
}

/// What comes after a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// There is more to do, or the slice was cut short.
    Again,
    /// All is done and told.
    Finished,
}

/// A share of an engine's time.
pub(super) struct Slice {
    /// When to come back with what there is; work with bounds of its own may take less.
    pub(super) time: Duration,
    /// On how many threads to think.
    pub(super) threads: usize,
    /// Told to stop when the work is cancelled or must make room.
    pub(super) stop: Stop,
    /// Whether nobody waits for the answer any more.
    cancelled: Arc<AtomicBool>,
    /// How many moves of the computer wait for each thread: who thinks long lets them wait.
    pub(super) moves_waiting: usize,
    /// How the pool is set up.
    pub(super) think: Duration,
}

impl Slice {
    /// Whether nobody waits for the answer any more.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// The first slice of an analysis; each is twice as long as the one before it, since every slice
/// begins its search anew.
const FIRST_SLICE: Duration = Duration::from_millis(100);
/// The longest slice while others wait.
const LONGEST_SLICE: Duration = Duration::from_secs(1);
/// The longest slice of all: what waits later cuts it short.
const UNDISTURBED: Duration = Duration::from_secs(60);
/// A slice that has lasted so long can be cut short for a visitor who has had less.
const FAIR_SHARE: Duration = Duration::from_millis(80);

struct Job {
    id: u64,
    priority: Priority,
    who: Option<Who>,
    slices: u32,
    work: Box<dyn Work>,
}

struct Running {
    job: u64,
    priority: Priority,
    who: Option<Who>,
    begun: Instant,
    stop: Stop,
    cancelled: Arc<AtomicBool>,
    /// Threads of idle workers that this slice uses besides its own.
    borrowed: usize,
    /// Whether it has been told to make room.
    leaving: bool,
}

/// What a visitor has asked and used.
struct Account {
    jobs: usize,
    /// Engine time, counted from what everybody had used when the visitor came.
    used: Duration,
}

struct State {
    waiting: Vec<Job>,
    running: Vec<Option<Running>>,
    accounts: HashMap<Who, Account>,
    /// What the visitor who was served last had used: newcomers begin there.
    level: Duration,
    next: u64,
    closed: bool,
    finished: u64,
    cancelled: u64,
}

/// The pool as its threads and handles share it.
pub(super) struct Shared {
    pub(super) settings: Settings,
    state: Mutex<State>,
    wake: Condvar,
}

/// A job that a worker has taken, with its slice.
pub(super) struct Taken {
    job: Job,
    pub(super) slice: Slice,
}

impl Taken {
    pub(super) fn work(&mut self) -> (&mut dyn Work, &Slice) {
        (&mut *self.job.work, &self.slice)
    }

    pub(super) fn game(&self) -> &'static str {
        self.job.work.game()
    }
}

impl Shared {
    pub(super) fn new(settings: Settings) -> Shared {
        let workers = settings.workers.max(1);
        let state = State {
            waiting: Vec::new(),
            running: (0..workers).map(|_| None).collect(),
            accounts: HashMap::new(),
            level: Duration::ZERO,
            next: 0,
            closed: false,
            finished: 0,
            cancelled: 0,
        };
        Shared {
            settings: Settings { workers, ..settings },
            state: Mutex::new(state),
            wake: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that could fail runs while it is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn submit(
        &self,
        priority: Priority,
        who: Option<Who>,
        work: Box<dyn Work>,
    ) -> Result<u64, StudyError> {
        let mut state = self.state();
        if state.closed {
            return Err(StudyError::Closed);
        }
        let busy = state.waiting.len() + state.running.iter().flatten().count();
        if priority != Priority::Move && busy >= self.settings.most_waiting {
            return Err(StudyError::Busy);
        }
        if let Some(who) = who {
            let level = state.level;
            let account = state.accounts.entry(who).or_insert(Account { jobs: 0, used: level });
            if account.jobs >= self.settings.most_per_guest {
                return Err(StudyError::TooManyQuestions { most: self.settings.most_per_guest });
            }
            account.jobs += 1;
        }
        let id = state.next;
        state.next += 1;
        state.waiting.push(Job { id, priority, who, slices: 0, work });
        state.make_room(priority, who);
        drop(state);
        self.wake.notify_one();
        Ok(id)
    }

    pub(super) fn cancel(&self, id: u64) {
        let mut state = self.state();
        let waiting = state.waiting.iter().position(|job| job.id == id);
        // Dropped after the lock is given back: it holds what the client gave us.
        let dropped = waiting.map(|index| state.waiting.swap_remove(index));
        if let Some(job) = &dropped {
            state.cancelled += 1;
            state.close_account(job.who);
        } else if let Some(running) = state.running.iter().flatten().find(|r| r.job == id) {
            running.cancelled.store(true, Ordering::Relaxed);
            running.stop.stop();
        }
        drop(state);
    }

    pub(super) fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        let dropped = std::mem::take(&mut state.waiting);
        state.cancelled += dropped.len() as u64;
        for running in state.running.iter().flatten() {
            running.cancelled.store(true, Ordering::Relaxed);
            running.stop.stop();
        }
        drop(state);
        self.wake.notify_all();
    }

    pub(super) fn figures(&self) -> Figures {
        let state = self.state();
        Figures {
            waiting: state.waiting.len(),
            running: state.running.iter().flatten().count(),
            finished: state.finished,
            cancelled: state.cancelled,
        }
    }

    /// Waits for the next job of a worker; `None` when the pool is closed.
    pub(super) fn take(&self, worker: usize) -> Option<Taken> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.next_job() {
                return Some(state.begin(worker, job, &self.settings));
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes back what a worker has done for a while.
    pub(super) fn give_back(&self, worker: usize, taken: Taken, step: Step) {
        let Taken { mut job, slice } = taken;
        let mut state = self.state();
        if let Some(running) = state.running[worker].take()
            && let Some(account) = running.who.and_then(|who| state.accounts.get_mut(&who))
        {
            // Borrowed threads count too.
            account.used += running.begun.elapsed() * slice.threads as u32;
        }
        let cancelled = slice.is_cancelled() || state.closed;
        let dropped = match step {
            Step::Again if !cancelled => {
                job.slices += 1;
                state.waiting.push(job);
                None
            }
            _ => {
                match step {
                    Step::Finished => state.finished += 1,
                    Step::Again => state.cancelled += 1,
                }
                state.close_account(job.who);
                Some(job)
            }
        };
        drop(state);
        drop(dropped);
    }
}

impl State {
    /// Who is next: the most urgent, then who has used least, then who came first.
    fn next_job(&mut self) -> Option<Job> {
        let used = |job: &Job| {
            let account = job.who.and_then(|who| self.accounts.get(&who));
            account.map_or(Duration::ZERO, |account| account.used)
        };
        let rank = |job: &Job| (job.priority, used(job), job.id);
        let (index, _) = self.waiting.iter().enumerate().min_by_key(|(_, job)| rank(job))?;
        let job = self.waiting.swap_remove(index);
        if let Some(account) = job.who.and_then(|who| self.accounts.get(&who)) {
            self.level = self.level.max(account.used);
        }
        Some(job)
    }

    fn begin(&mut self, worker: usize, job: Job, settings: &Settings) -> Taken {
        let others = !self.waiting.is_empty();
        let time = match job.priority {
            Priority::Study => {
                let longest = if others { LONGEST_SLICE } else { UNDISTURBED };
                (FIRST_SLICE * 2_u32.pow(job.slices.min(10))).min(longest)
            }
            Priority::Move | Priority::Soon => UNDISTURBED,
        };
        // This worker counts as idle until it is entered below.
        let lent: usize = self.running.iter().flatten().map(|running| running.borrowed).sum();
        let idle = self.running.iter().filter(|running| running.is_none()).count() - 1;
        let free = if others { 0 } else { idle.saturating_sub(lent) };
        let borrowed = free.min(job.work.threads().saturating_sub(1));
        let moves = self.waiting.iter().filter(|job| job.priority == Priority::Move).count();
        let cancelled = Arc::new(AtomicBool::new(false));
        let stop = Stop::new();
        self.running[worker] = Some(Running {
            job: job.id,
            priority: job.priority,
            who: job.who,
            begun: Instant::now(),
            stop: stop.clone(),
            cancelled: Arc::clone(&cancelled),
            borrowed,
            leaving: false,
        });
        let slice = Slice {
            time,
            threads: 1 + borrowed,
            stop,
            cancelled,
            moves_waiting: moves.div_ceil(settings.workers),
            think: settings.think,
        };
        Taken { job, slice }
    }

    /// Has somebody stop for a newcomer, if all threads are at work and somebody should.
    fn make_room(&mut self, priority: Priority, who: Option<Who>) {
        let account = who.and_then(|who| self.accounts.get(&who));
        let had = account.map_or(Duration::ZERO, |account| account.used);
        let idle = self.running.iter().filter(|running| running.is_none()).count();
        let lent: usize = self.running.iter().flatten().map(|running| running.borrowed).sum();
        let accounts = &self.accounts;
        // Those who use the threads of idle workers go on with fewer.
        let must_go = |running: &Running| {
            if running.leaving {
                return false;
            }
            if running.borrowed > 0 {
                return true;
            }
            if idle > 0 {
                return false;
            }
            let lasted = running.begun.elapsed();
            let used = running.who.and_then(|who| accounts.get(&who)).map_or(had, |a| a.used);
            running.priority > priority
                || running.priority == Priority::Study
                    && priority == Priority::Study
                    && lasted >= FAIR_SHARE
                    && used + lasted > had
        };
        if idle > lent {
            return;
        }
        let candidates = self.running.iter_mut().flatten().filter(|running| must_go(running));
        if let Some(leaving) = candidates.max_by_key(|r| (r.priority, r.begun.elapsed())) {
            leaving.leaving = true;
            leaving.stop.stop();
        }
    }

    fn close_account(&mut self, who: Option<Who>) {
        let Some(who) = who else { return };
        if let Some(account) = self.accounts.get_mut(&who) {
            account.jobs -= 1;
            if account.jobs == 0 {
                self.accounts.remove(&who);
            }
        }
    }
}
