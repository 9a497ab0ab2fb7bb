//! The side that asks: a node of the server.

mod chores;
mod executor;
mod figures;
mod notes;
mod open;
mod secret;
mod turns;

use crate::message::{Cancel, Priority, Report, Sign, Task, random};
use crate::net::{NatsError, Net};
use crate::pursuit::{Heard, Pursuit};
use crate::terms::{Nats, Terms};
use crate::voice::{Callbacks, Teller, Voice};
use async_nats::Message;
use async_nats::jetstream::context::PublishErrorKind;
use chores::{keep_queues, listen};
pub(crate) use figures::Counts;
use galet_games::AnyProgress;
use galet_scheduler::{
    Canceller, ClientId, Executor, OnSlow, ScheduleError, Scheduler, WorkHandle,
};
use notes::Notes;
use open::OpenQuestions;
pub use secret::Secret;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use turns::{Turns, takes_turns};

/// No worker is believed to have more threads than this.
const MOST_THREADS: usize = 1_024;

/// What one visitor may ask at once, and for how long; the same as in [`galet_scheduler::Settings`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What this node and the workers agree on.
    pub terms: Terms,
    /// The most questions that wait or are being answered; computer's moves always find room.
    pub max_waiting: usize,
    /// The most questions of one client that wait or are being answered.
    pub max_per_client: usize,
    /// How long an analysis goes on in all.
    pub analysis: Duration,
    /// What hides visitors from workers: the same at all nodes. By default nobody else has it.
    pub secret: Secret,
}

impl Default for Settings {
    fn default() -> Self {
        let usual = galet_scheduler::Settings::default();
        Settings {
            terms: Terms::default(),
            max_waiting: usual.max_waiting,
            max_per_client: usual.max_per_client,
            analysis: usual.analysis,
            secret: Secret::random(),
        }
    }
}

/// Asks workers on other machines, and the program's own engine where they do not answer. Must live in a tokio runtime.
pub struct Asking {
    shared: Arc<Shared>,
    tasks: [JoinHandle<()>; 2],
}

/// What all questions of a node share.
pub(crate) struct Shared {
    net: Net,
    pub(crate) terms: Terms,
    settings: Settings,
    pub(crate) local: Scheduler,
    runtime: Handle,
    teller: Teller,
    /// The subject for what is said to this node.
    pub(crate) answer: String,
    open: Mutex<OpenQuestions>,
    /// Whether the queues are there.
    ready: watch::Sender<bool>,
    workers: Mutex<Workers>,
    /// Of each kind.
    turns: Mutex<[Turns; 3]>,
    pub(crate) counts: Counts,
    pub(crate) notes: Notes,
}

/// Who was heard of when, with how many threads.
struct Workers {
    heard: HashMap<u64, (Instant, usize)>,
    /// When they were called.
    listening: Instant,
}

impl Asking {
    /// Connects with NATS, now or whenever it can be reached. Until then, and whenever no worker answers, `local` does
    /// the work: a scheduler with a thread of its own. It is given no bounds on clients, since they are kept here.
    pub async fn connect(
        nats: &Nats,
        settings: Settings,
        local: Scheduler,
    ) -> Result<Arc<Asking>, NatsError> {
        let terms = settings.terms.clone();
        let net = Net::connect(nats, "galet serve", &terms, None).await?;
        let now = Instant::now();
        let shared = Arc::new(Shared {
            answer: format!("{}{:016x}", terms.answers(), random()),
            terms,
            net,
            settings,
            local,
            runtime: Handle::current(),
            teller: Teller::start().expect("the system has room for a thread"),
            open: Mutex::default(),
            ready: watch::Sender::new(false),
            turns: Mutex::default(),
            workers: Mutex::new(Workers { heard: HashMap::new(), listening: now }),
            counts: Counts::default(),
            notes: Notes::default(),
        });
        let tasks = [
            tokio::spawn(listen(Arc::clone(&shared))),
            tokio::spawn(keep_queues(Arc::clone(&shared))),
        ];
        // Mostly it is there: then the first question need not be answered here.
        let mut ready = shared.ready.subscribe();
        let _ = timeout(shared.terms.published, ready.wait_for(|ready| *ready)).await;
        Ok(Arc::new(Asking { shared, tasks }))
    }

    fn ask(
        &self,
        task: Task,
        client: Option<ClientId>,
        game: Box<dyn AnyProgress>,
        callbacks: Callbacks,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        let shared = &self.shared;
        let (number, (own, inbox)) = (random(), mpsc::unbounded_channel());
        let bounds = (shared.settings.max_waiting, shared.settings.max_per_client);
        shared.open().enter(number, client, own.clone(), bounds)?;
        let voice = Voice::new(shared.teller.clone(), callbacks, slow);
        let (asker, client) = (Arc::clone(shared), client.unwrap_or(ClientId(0)));
        shared.runtime.spawn(async move {
            let pursuit = Pursuit::new(asker, (number, client), task, game, voice, own);
            pursuit.run(inbox).await;
        });
        let canceller: Arc<Shared> = Arc::clone(shared);
        Ok(WorkHandle::new(canceller, number))
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        Executor::close(self);
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl Canceller for Shared {
    fn cancel(&self, number: u64) {
        if let Some(inbox) = self.open().remove(number) {
            let _ = inbox.send(Heard::Cancelled);
        }
    }
}

impl Shared {
    fn open(&self) -> MutexGuard<'_, OpenQuestions> {
        // Nothing that could fail runs while it is held.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn workers(&self) -> MutexGuard<'_, Workers> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody works on a question.
    pub(crate) fn taken(&self, number: u64) {
        self.open().taken(number);
    }

    pub(crate) fn ended(&self, number: u64) {
        self.open().remove(number);
    }

    /// An attempt to ask waits until it may be put into its queue, and hears [`Heard::Turn`] then.
    pub(crate) fn waits_for_its_turn(
        &self,
        priority: Priority,
        (number, attempt): (u64, u32),
        client: ClientId,
        inbox: &mpsc::UnboundedSender<Heard>,
    ) {
        if !takes_turns(priority) {
            let _ = inbox.send(Heard::Turn { attempt });
            return;
        }
        self.turns()[priority.index()].enter((number, attempt), client, inbox.clone());
        self.next_turns(priority);
    }

    /// A question is in no queue, and need not be: somebody has taken it, or nobody is to.
    pub(crate) fn leaves_its_queue(&self, priority: Priority, number: u64) {
        if takes_turns(priority) {
            self.turns()[priority.index()].leave(number);
            self.next_turns(priority);
        }
    }

    fn next_turns(&self, priority: Priority) {
        let threads = self.threads_heard();
        self.turns()[priority.index()].go_on(threads);
    }

    fn turns(&self) -> MutexGuard<'_, [Turns; 3]> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// After so long a silence a worker is gone.
    fn gone(&self) -> Duration {
        self.terms.sign * 7 / 2
    }

    fn workers_heard(&self) -> usize {
        let mut workers = self.workers();
        workers.heard.retain(|_, (heard, _)| heard.elapsed() < self.gone());
        workers.heard.len()
    }

    /// How many threads workers have that are heard of.
    fn threads_heard(&self) -> usize {
        let fresh = |(heard, _): &&(Instant, usize)| heard.elapsed() < self.gone();
        self.workers().heard.values().filter(fresh).map(|(_, threads)| threads).sum()
    }

    /// Whether workers can be asked: there is a queue, and somebody who empties it.
    pub(crate) fn can_ask(&self) -> bool {
        // Whoever has just called the roll cannot know.
        let fresh = self.workers().listening.elapsed() < self.terms.sign / 2;
        let somebody = fresh || self.workers_heard() > 0;
        somebody && *self.ready.borrow() && self.net.is_connected()
    }

    /// The number by which workers know a client.
    pub(crate) fn hides(&self, client: ClientId) -> u64 {
        self.settings.secret.hides(client)
    }

    /// Puts a question into its queue, and gives its number there.
    pub(crate) async fn publish(
        &self,
        priority: Priority,
        payload: Vec<u8>,
    ) -> Result<u64, String> {
        let sent = self.net.jetstream.publish(self.terms.subject(priority), payload.into());
        let acknowledged = async { sent.await?.await };
        let error = match timeout(self.terms.published, acknowledged).await {
            Ok(Ok(taken)) => return Ok(taken.sequence),
            Ok(Err(error)) => Some(error),
            Err(_) => None,
        };
        let kind =
            error.as_ref().map_or(PublishErrorKind::TimedOut, async_nats::error::Error::kind);
        if matches!(kind, PublishErrorKind::StreamNotFound | PublishErrorKind::TimedOut) {
            // Until the queue is known to work again, nobody waits for it. A full one works.
            self.ready.send_replace(false);
        }
        Err(error.map_or_else(|| kind.to_string(), |error| error.to_string()))
    }

    /// Takes a question out of its queue, if it is still there.
    pub(crate) async fn take_back(&self, priority: Priority, sequence: u64) {
        if !self.net.is_connected() {
            return;
        }
        let deleted = async {
            let queue = self.net.jetstream.get_stream_no_info(self.terms.stream(priority)).await;
            Ok::<_, async_nats::Error>(queue?.delete_message(sequence).await?)
        };
        // A worker may have taken it in this moment, and the queue forgets it by itself after a while.
        if let Ok(Err(error)) = timeout(self.terms.published, deleted).await {
            tracing::debug!(%error, "a question stays in its queue");
        }
    }

    /// Tells all workers that nobody waits for a question any more.
    pub(crate) fn cancel_elsewhere(&self, cancel: Cancel) {
        if !self.net.is_connected() {
            return;
        }
        let (net, subject) = (self.net.clone(), self.terms.cancels());
        let payload = serde_json::to_vec(&cancel).unwrap_or_default();
        self.runtime.spawn(async move { net.tell(subject, payload).await });
    }

    /// What a worker says.
    fn hear(&self, payload: &[u8]) {
        let Ok(report) = serde_json::from_slice::<Report>(payload) else {
            tracing::warn!(bytes = payload.len(), "an answer cannot be read");
            return;
        };
        let number = report.number;
        let inbox = self.open().inbox(number);
        if let Some(inbox) = inbox {
            let _ = inbox.send(Heard::Worker(Box::new(report)));
            return;
        }
        // A worker that has not heard that nobody waits hears it again.
        self.counts.dropped();
        self.cancel_elsewhere(Cancel { number, keep: None });
    }

    /// Asks who is there.
    async fn call_roll(&self) {
        self.workers().listening = Instant::now();
        self.net.tell(self.terms.roll_calls(), Vec::new()).await;
    }

    async fn say_that_it_waits(&self) {
        if self.net.is_connected() {
            let answer = self.answer.clone().into_bytes();
            self.net.tell(self.terms.askers(), answer).await;
        }
    }

    fn hear_sign(&self, message: &Message) {
        if let Ok(sign) = serde_json::from_slice::<Sign>(&message.payload) {
            let mut workers = self.workers();
            if sign.leaving {
                workers.heard.remove(&sign.worker);
            } else {
                // Whatever a worker says of itself, nodes go on keeping some things back.
                let threads = (sign.threads as usize).min(MOST_THREADS);
                workers.heard.insert(sign.worker, (Instant::now(), threads));
            }
            drop(workers);
            // There may be more room than before.
            Priority::ALL.into_iter().for_each(|priority| self.next_turns(priority));
        }
    }
}
