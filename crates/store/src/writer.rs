//! The one task that writes: what many tables and guests want written at the same moment goes
//! into one transaction, and each is told when it is on disk.

pub use crate::change::{Ended, StoreChange, Summary};

use crate::StoreError;
use crate::clock::WallClock;
use crate::desk::Desk;
use crate::health::StorageHealth;
use crate::nodes::NodeId;
use crate::query::{Row, Statement};
use crate::scribe::Scribe;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

/// The door to the writing task.
#[derive(Clone, Debug)]
pub struct Writer {
    tasks: mpsc::Sender<Task>,
    stats: Arc<WriterStats>,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

/// What the writing task has done, for `/metrics`.
#[derive(Debug, Default)]
pub struct WriterStats {
    /// Transactions that were tried.
    pub commits: AtomicU64,
    /// Of these, those that failed.
    pub failures: AtomicU64,
    /// Changes that were written.
    pub changes: AtomicU64,
    /// The time that it took.
    pub microseconds: AtomicU64,
}

/// What the writing task is asked for.
pub(crate) enum Task {
    /// Changes that are written together with those of others.
    Write(Job),
    /// A statement that changes something and gives rows; it is a transaction of its own.
    Ask(Statement, oneshot::Sender<Result<Vec<Row>, StoreError>>),
    /// Nothing more.
    Stop,
}

pub(crate) struct Job {
    pub(crate) changes: Vec<StoreChange>,
    pub(crate) done: oneshot::Sender<Result<u64, StoreError>>,
}

/// More than this waits its turn outside: the queue is the place where pressure is felt.
const QUEUE: usize = 4096;
/// One transaction holds at most so many jobs, so that the first need not wait long.
pub(crate) const AT_ONCE: usize = 512;

impl Writer {
    /// Starts the writing task. Every transaction also tells that the node runs.
    pub(crate) fn start(
        desk: impl Desk,
        node: NodeId,
        clock: WallClock,
        health: StorageHealth,
    ) -> Self {
        let (tasks, inbox) = mpsc::channel(QUEUE);
        let stats = Arc::new(WriterStats::default());
        let scribe = Scribe { desk, node, clock, stats: stats.clone(), health, written: None };
        let task = tokio::spawn(scribe.run(inbox));
        Writer { tasks, stats, task: Arc::new(Mutex::new(Some(task))) }
    }

    /// Writes changes together, and returns when they are on disk: the number of rows that the
    /// last one touched.
    pub async fn write(&self, changes: Vec<StoreChange>) -> Result<u64, StoreError> {
        if changes.is_empty() {
            return Ok(0);
        }
        let (done, answer) = oneshot::channel();
        self.send(Task::Write(Job { changes, done })).await?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Changes something by a statement that gives rows.
    pub(crate) async fn ask(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        let (done, answer) = oneshot::channel();
        self.send(Task::Ask(statement, done)).await?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    async fn send(&self, task: Task) -> Result<(), StoreError> {
        self.tasks.send(task).await.map_err(|_| StoreError::Closed)
    }

    /// What it has done so far.
    pub fn stats(&self) -> &WriterStats {
        &self.stats
    }

    /// Writes what was handed in before this call, then stops.
    pub async fn close(&self) {
        let Some(task) = self.task.lock().await.take() else { return };
        let _ = self.tasks.send(Task::Stop).await;
        let _ = task.await;
    }
}
