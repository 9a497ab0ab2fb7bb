//! What waits, what runs, and who is next.

use crate::error::ScheduleError;
use crate::scheduler::Settings;
use crate::work::{Slice, Work, WorkState};
use galet_core::TimeSource;
use galet_search::Stop;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Who asks: a number for each person who shares the engine with others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientId(pub u64);

/// What a scheduler does at a moment, and what it has done, in questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Questions that wait, or whose next slice does.
    pub waiting: usize,
    /// Questions being thought about.
    pub running: usize,
    /// Questions answered since the beginning.
    pub finished: u64,
    /// Questions cancelled since the beginning.
    pub cancelled: u64,
}

/// How urgent work is, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Priority {
    /// A move of the computer: somebody sits at the table and waits.
    Move,
    /// A hint or a judgement: somebody waits, but not for the game to go on.
    Interactive,
    /// Analysis and review: it takes as long as it takes, in slices.
    Background,
}

/// The longest slice of background work while others wait.
const LONGEST_SLICE: Duration = Duration::from_secs(1);
/// The longest slice of all: what waits later cuts it short.
const UNDISTURBED: Duration = Duration::from_secs(60);
/// A slice that has lasted so long can be cut short for a client who has had less.
const FAIR_SHARE: Duration = Duration::from_millis(80);

/// Work with its place in the queue.
pub(crate) struct Job {
    id: u64,
    priority: Priority,
    client: Option<ClientId>,
    /// Slices it has had.
    slices: u32,
    work: Box<dyn Work>,
}

/// A slice that a worker is at.
struct Running {
    job: u64,
    priority: Priority,
    client: Option<ClientId>,
    /// The reading of the clock when it began.
    begun: Duration,
    stop: Stop,
    cancelled: Arc<AtomicBool>,
    /// Threads of idle workers that this slice uses besides its own.
    borrowed: usize,
    /// Whether it has been told to make room.
    leaving: bool,
}

/// What a client has asked and used.
struct Account {
    jobs: usize,
    /// Engine time, counted from what everybody had used when the client came.
    used: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct WorkerId(u64);

/// A job that a worker has taken, with its slice.
pub(crate) struct Taken {
    job: Job,
    slice: Slice,
}

impl Taken {
    pub(crate) fn parts(&mut self) -> (&mut dyn Work, &Slice) {
        (&mut *self.job.work, &self.slice)
    }

    pub(crate) fn game(&self) -> &'static str {
        self.job.work.game()
    }
}

/// The order of all work. It calls nobody back: work that ends here is handed out to be dropped.
pub(crate) struct Queue {
    max_waiting: usize,
    max_per_client: usize,
    first_slice: Duration,
    longest_slice: Duration,
    time: Arc<dyn TimeSource>,
    waiting: Vec<Job>,
    /// The workers, and what each is at.
    workers: BTreeMap<WorkerId, Option<Running>>,
    accounts: HashMap<ClientId, Account>,
    /// What the client who was served last had used: newcomers begin there.
    level: Duration,
    /// The number of the next job or worker.
    next: u64,
    closed: bool,
    finished: u64,
    cancelled: u64,
}

impl Queue {
    pub(crate) fn new(settings: &Settings, time: Arc<dyn TimeSource>) -> Queue {
        Queue {
            max_waiting: settings.max_waiting,
            max_per_client: settings.max_per_client,
            first_slice: settings.first_slice,
            longest_slice: settings.longest_slice,
            time,
            waiting: Vec::new(),
            workers: BTreeMap::new(),
            accounts: HashMap::new(),
            level: Duration::ZERO,
            next: 0,
            closed: false,
            finished: 0,
            cancelled: 0,
        }
    }

    pub(crate) fn add_worker(&mut self) -> WorkerId {
        let id = WorkerId(self.number());
        self.workers.insert(id, None);
        id
    }

    pub(crate) fn remove_worker(&mut self, id: WorkerId) {
        self.workers.remove(&id);
    }

    /// Whether nothing waits to be taken.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    pub(crate) fn stats(&self) -> Stats {
        Stats {
            waiting: self.waiting.len(),
            running: self.running().count(),
            finished: self.finished,
            cancelled: self.cancelled,
        }
    }

    /// Takes work on and gives its number. If all workers are busy, one of them may be told to
    /// make room.
    pub(crate) fn submit(
        &mut self,
        priority: Priority,
        client: Option<ClientId>,
        work: Box<dyn Work>,
    ) -> Result<u64, ScheduleError> {
        if self.closed {
            return Err(ScheduleError::Closed);
        }
        let busy = self.waiting.len() + self.running().count();
        if priority != Priority::Move && busy >= self.max_waiting {
            return Err(ScheduleError::Busy);
        }
        if let Some(client) = client {
            let newcomer = Account { jobs: 0, used: self.level };
            let account = self.accounts.entry(client).or_insert(newcomer);
            if account.jobs >= self.max_per_client {
                return Err(ScheduleError::TooManyQuestions { max: self.max_per_client });
            }
            account.jobs += 1;
        }
        let id = self.number();
        self.waiting.push(Job { id, priority, client, slices: 0, work });
        self.make_room(priority, client);
        Ok(id)
    }

    /// Ends work: at once if it waits, as soon as its slice ends if it runs.
    pub(crate) fn cancel(&mut self, id: u64) -> Option<Job> {
        if let Some(index) = self.waiting.iter().position(|job| job.id == id) {
            let job = self.waiting.swap_remove(index);
            self.cancelled += 1;
            self.close_account(job.client);
            return Some(job);
        }
        if let Some(running) = self.running().find(|running| running.job == id) {
            running.cancelled.store(true, Ordering::Relaxed);
            running.stop.stop();
        }
        None
    }

    /// Ends all work and takes nothing on any more.
    pub(crate) fn close(&mut self) -> Vec<Job> {
        self.closed = true;
        for running in self.running() {
            running.cancelled.store(true, Ordering::Relaxed);
            running.stop.stop();
        }
        self.cancelled += self.waiting.len() as u64;
        std::mem::take(&mut self.waiting)
    }

    /// The next slice for an idle worker: of the most urgent work, then of who has used least,
    /// then of what came first.
    pub(crate) fn take(&mut self, worker: WorkerId) -> Option<Taken> {
        let rank = |job: &Job| (job.priority, self.used(job.client), job.id);
        let (index, _) = self.waiting.iter().enumerate().min_by_key(|(_, job)| rank(job))?;
        let job = self.waiting.swap_remove(index);
        self.level = self.level.max(self.used(job.client));
        let others = !self.waiting.is_empty();
        let length = match job.priority {
            Priority::Background => {
                let longest = if others { LONGEST_SLICE } else { UNDISTURBED };
                let next = self.first_slice * 2_u32.pow(job.slices.min(10));
                next.min(longest).min(self.longest_slice)
            }
            Priority::Move | Priority::Interactive => UNDISTURBED.min(self.longest_slice),
        };
        // This worker counts as idle until it is entered below.
        let free = if others { 0 } else { (self.idle() - 1).saturating_sub(self.lent()) };
        let borrowed = free.min(job.work.threads().saturating_sub(1));
        let moves = self.waiting.iter().filter(|job| job.priority == Priority::Move).count();
        let slice = Slice {
            length,
            threads: 1 + borrowed,
            stop: Stop::new(),
            cancelled: Arc::new(AtomicBool::new(false)),
            moves_waiting: moves.div_ceil(self.workers.len()),
            time: Arc::clone(&self.time),
        };
        let running = Running {
            job: job.id,
            priority: job.priority,
            client: job.client,
            begun: self.time.now(),
            stop: slice.stop.clone(),
            cancelled: Arc::clone(&slice.cancelled),
            borrowed,
            leaving: false,
        };
        self.workers.insert(worker, Some(running));
        Some(Taken { job, slice })
    }

    /// Takes back what a worker has done a slice of: it waits for the next one, or it has ended.
    pub(crate) fn give_back(
        &mut self,
        worker: WorkerId,
        taken: Taken,
        state: WorkState,
    ) -> Option<Job> {
        let Taken { mut job, slice } = taken;
        let running = self.workers.get_mut(&worker).and_then(Option::take);
        let account = job.client.and_then(|client| self.accounts.get_mut(&client));
        if let (Some(running), Some(account)) = (running, account) {
            // Borrowed threads count too.
            account.used += slice.since(running.begun) * slice.threads as u32;
        }
        match state {
            WorkState::Unfinished if !slice.is_cancelled() && !self.closed => {
                job.slices += 1;
                self.waiting.push(job);
                return None;
            }
            WorkState::Unfinished => self.cancelled += 1,
            WorkState::Finished => self.finished += 1,
        }
        self.close_account(job.client);
        Some(job)
    }

    /// Has somebody stop for a newcomer, if all workers are busy and somebody should.
    fn make_room(&mut self, priority: Priority, client: Option<ClientId>) {
        let (idle, lent) = (self.idle(), self.lent());
        if idle > lent {
            return;
        }
        let now = self.time.now();
        let had = self.used(client);
        let accounts = &self.accounts;
        let must_go = |running: &Running| {
            if running.leaving {
                return false;
            }
            // Those who use the threads of idle workers go on with fewer.
            if running.borrowed > 0 {
                return true;
            }
            if idle > 0 {
                return false;
            }
            let lasted = now.saturating_sub(running.begun);
            let account = running.client.and_then(|client| accounts.get(&client));
            let used = account.map_or(had, |account| account.used);
            running.priority > priority
                || running.priority == Priority::Background
                    && priority == Priority::Background
                    && lasted >= FAIR_SHARE
                    && used + lasted > had
        };
        let slices = self.workers.values_mut().flatten();
        let candidates = slices.filter(|running| must_go(running));
        // The least urgent, and of those the one that has lasted longest.
        let longest =
            |running: &&mut Running| (running.priority, now.saturating_sub(running.begun));
        if let Some(leaving) = candidates.max_by_key(longest) {
            leaving.leaving = true;
            leaving.stop.stop();
        }
    }

    fn running(&self) -> impl Iterator<Item = &Running> {
        self.workers.values().flatten()
    }

    /// Workers that are at nothing.
    fn idle(&self) -> usize {
        self.workers.values().filter(|running| running.is_none()).count()
    }

    /// Threads of idle workers that somebody uses.
    fn lent(&self) -> usize {
        self.running().map(|running| running.borrowed).sum()
    }

    /// What a client has used; nothing for work that belongs to nobody.
    fn used(&self, client: Option<ClientId>) -> Duration {
        let account = client.and_then(|client| self.accounts.get(&client));
        account.map_or(Duration::ZERO, |account| account.used)
    }

    fn close_account(&mut self, client: Option<ClientId>) {
        let Some(client) = client else { return };
        if let Some(account) = self.accounts.get_mut(&client) {
            account.jobs -= 1;
            if account.jobs == 0 {
                self.accounts.remove(&client);
            }
        }
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }
}

#[cfg(test)]
mod tests;
