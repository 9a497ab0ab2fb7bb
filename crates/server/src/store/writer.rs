//! The one task that writes: what many tables and guests want written at the same moment goes
//! into one transaction, and each is told when it is on disk.

use super::StoreError;
use super::batch::Batch;
use crate::clock::WallClock;
use crate::token::TokenHash;
use serde::Serialize;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnection, SqliteQueryResult};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

/// A change of the database.
#[derive(Clone, Debug)]
pub(crate) enum StoreChange {
    /// What lists know of a table: a new one, or new facts.
    Summary(Box<Summary>),
    /// An event of a table.
    Event { table: String, seq: u32, body: String },
    /// A new guest.
    Guest { id: i64, name: String, at: u64 },
    /// Another name.
    Rename { id: i64, name: String },
    /// A browser that carries an identity.
    Token { hash: TokenHash, guest: i64, at: u64 },
    /// A link that carries an identity to another device.
    Link { hash: TokenHash, guest: i64, expires: u64 },
    /// The link is used: one row is gone if it was still good.
    UseLink { hash: TokenHash, now: u64 },
    /// Links that nobody used in time are forgotten.
    ForgetLinks { now: u64 },
    /// The server is running.
    Heartbeat { at: u64 },
    /// The server was down.
    Outage { began: u64, ended: u64 },
}

/// What lists know of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) id: String,
    pub(crate) game: &'static str,
    pub(crate) first: Option<i64>,
    pub(crate) second: Option<i64>,
    pub(crate) turn: Option<i64>,
    pub(crate) ply: u32,
    pub(crate) ended: bool,
    pub(crate) at: u64,
    pub(crate) wake: Option<u64>,
}

/// The door to the writing task.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    jobs: mpsc::Sender<Job>,
    stats: Arc<WriterStats>,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

/// What the writing task has done, for `/metrics`.
#[derive(Debug, Default)]
pub(crate) struct WriterStats {
    pub(crate) commits: AtomicU64,
    pub(crate) changes: AtomicU64,
    pub(crate) microseconds: AtomicU64,
}

pub(super) struct Job {
    pub(super) changes: Vec<StoreChange>,
    done: oneshot::Sender<Result<u64, StoreError>>,
}

/// More than this waits its turn outside: the queue is the place where pressure is felt.
const QUEUE: usize = 4096;
/// One transaction holds at most so many jobs, so that the first need not wait long.
const AT_ONCE: usize = 512;
/// One commit begins so long after the other at the earliest. Syncing takes as long on many disks.
const PAUSE: Duration = Duration::from_millis(8);

impl Writer {
    /// Starts the writing task. Every transaction also tells by `clock` that the server runs.
    pub(crate) fn start(connection: SqliteConnection, clock: WallClock) -> Self {
        let (jobs, inbox) = mpsc::channel(QUEUE);
        let stats = Arc::new(WriterStats::default());
        let task = tokio::spawn(write_all(connection, inbox, clock, stats.clone()));
        Writer { jobs, stats, task: Arc::new(Mutex::new(Some(task))) }
    }

    /// Writes changes together, and returns when they are on disk: the number of rows that the
    /// last one touched.
    pub(crate) async fn write(&self, changes: Vec<StoreChange>) -> Result<u64, StoreError> {
        let (done, answer) = oneshot::channel();
        self.jobs.send(Job { changes, done }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    pub(crate) fn stats(&self) -> &WriterStats {
        &self.stats
    }

    /// Writes what was handed in before this call, then stops.
    pub(crate) async fn close(&self) {
        let Some(task) = self.task.lock().await.take() else { return };
        let (done, _) = oneshot::channel();
        // An empty job is the sign to stop.
        let _ = self.jobs.send(Job { changes: Vec::new(), done }).await;
        let _ = task.await;
    }
}

async fn write_all(
    mut connection: SqliteConnection,
    mut inbox: mpsc::Receiver<Job>,
    clock: WallClock,
    stats: Arc<WriterStats>,
) {
    let mut jobs = Vec::with_capacity(AT_ONCE);
    let mut last = None;
    while inbox.recv_many(&mut jobs, 1).await > 0 {
        gather(last).await;
        while jobs.len() < AT_ONCE
            && let Ok(job) = inbox.try_recv()
        {
            jobs.push(job);
        }
        last = Some(Instant::now());
        let stop = jobs.iter().any(|job| job.changes.is_empty());
        jobs.retain(|job| !job.changes.is_empty());
        let start = Instant::now();
        match commit(&mut connection, &jobs, &clock).await {
            Ok(rows) => {
                for (job, rows) in jobs.drain(..).zip(rows) {
                    stats.changes.fetch_add(job.changes.len() as u64, Ordering::Relaxed);
                    let _ = job.done.send(Ok(rows));
                }
            }
            // One of them is at fault: each on its own, so that the others do not suffer.
            Err(error) => {
                tracing::warn!(%error, jobs = jobs.len(), "a transaction failed");
                for job in jobs.drain(..) {
                    let result = commit(&mut connection, std::slice::from_ref(&job), &clock).await;
                    let _ = job.done.send(result.map(|rows| rows[0]).map_err(StoreError::Query));
                }
            }
        }
        stats.commits.fetch_add(1, Ordering::Relaxed);
        let took = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        stats.microseconds.fetch_add(took, Ordering::Relaxed);
        if stop {
            break;
        }
    }
    if let Err(error) = connection.close().await {
        tracing::error!(%error, "the database was not closed in good order");
    }
}

/// Waits for company after the last commit began at `last`: what comes together costs one commit,
/// and who comes alone waits for nothing.
async fn gather(last: Option<Instant>) {
    if let Some(last) = last
        && last.elapsed() < PAUSE
    {
        tokio::time::sleep_until((last + PAUSE).into()).await;
    }
}

/// All changes of some jobs in one transaction; rolled back as a whole if one fails.
///
/// Events and summaries, which are nearly everything, go over as one list each: every statement
/// is a visit to SQLite's own thread, and on a busy machine the way there costs more than the work.
async fn commit(
    connection: &mut SqliteConnection,
    jobs: &[Job],
    clock: &WallClock,
) -> Result<Vec<u64>, sqlx::Error> {
    if let Some(batch) = Batch::of(jobs) {
        batch.commit(connection, clock.now()).await?;
        return Ok(vec![0; jobs.len()]);
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let (mut events, mut summaries) = (Vec::new(), HashMap::new());
    let mut rows = Vec::with_capacity(jobs.len());
    for job in jobs {
        let mut last = 0;
        for change in &job.changes {
            match change {
                StoreChange::Event { table, seq, body } => events.push((table, seq, body)),
                // Only the newest summary of a table matters.
                StoreChange::Summary(summary) => {
                    summaries.insert(&summary.id, &**summary);
                }
                other => last = apply(&mut transaction, other).await?.rows_affected(),
            }
        }
        rows.push(last);
    }
    if !events.is_empty() {
        sqlx::query(
            "INSERT INTO events (tab, seq, body)
             SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)",
        )
        .bind(json(&events))
        .execute(&mut *transaction)
        .await?;
    }
    if !summaries.is_empty() {
        let summaries: Vec<_> = summaries.into_values().collect();
        sqlx::query(
            "INSERT INTO tables (id, game, first, second, turn, ply, ended, at, wake)
             SELECT value ->> 'id', value ->> 'game', value ->> 'first', value ->> 'second',
               value ->> 'turn', value ->> 'ply', value ->> 'ended', value ->> 'at',
               value ->> 'wake' FROM json_each(?) WHERE true
             ON CONFLICT (id) DO UPDATE SET first = excluded.first, second = excluded.second,
               turn = excluded.turn, ply = excluded.ply, ended = excluded.ended,
               at = excluded.at, wake = excluded.wake",
        )
        .bind(json(&summaries))
        .execute(&mut *transaction)
        .await?;
    }
    apply(&mut transaction, &StoreChange::Heartbeat { at: clock.now().0 }).await?;
    transaction.commit().await?;
    Ok(rows)
}

fn json<T: Serialize>(rows: &T) -> String {
    serde_json::to_string(rows).expect("rows are made of texts and numbers")
}

async fn apply(
    connection: &mut SqliteConnection,
    change: &StoreChange,
) -> Result<SqliteQueryResult, sqlx::Error> {
    // SQLite counts in signed numbers; times and counters never come near their end.
    let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let query = match change {
        StoreChange::Event { .. } | StoreChange::Summary(_) => {
            return Ok(SqliteQueryResult::default());
        }
        StoreChange::Guest { id, name, at } => {
            sqlx::query("INSERT INTO guests (id, name, created) VALUES (?, ?, ?)")
                .bind(id)
                .bind(name)
                .bind(signed(*at))
        }
        StoreChange::Rename { id, name } => {
            sqlx::query("UPDATE guests SET name = ? WHERE id = ?").bind(name).bind(id)
        }
        StoreChange::Token { hash, guest, at } => {
            sqlx::query("INSERT INTO tokens (hash, guest, created) VALUES (?, ?, ?)")
                .bind(&hash.0[..])
                .bind(guest)
                .bind(signed(*at))
        }
        StoreChange::Link { hash, guest, expires } => {
            sqlx::query("INSERT INTO links (hash, guest, expires) VALUES (?, ?, ?)")
                .bind(&hash.0[..])
                .bind(guest)
                .bind(signed(*expires))
        }
        StoreChange::UseLink { hash, now } => {
            sqlx::query("DELETE FROM links WHERE hash = ? AND expires > ?")
                .bind(&hash.0[..])
                .bind(signed(*now))
        }
        StoreChange::ForgetLinks { now } => {
            sqlx::query("DELETE FROM links WHERE expires <= ?").bind(signed(*now))
        }
        StoreChange::Heartbeat { at } => sqlx::query(
            "INSERT INTO heartbeat (id, at) VALUES (1, ?)
             ON CONFLICT (id) DO UPDATE SET at = max(at, excluded.at)",
        )
        .bind(signed(*at)),
        StoreChange::Outage { began, ended } => {
            sqlx::query("INSERT INTO outages (began, ended) VALUES (?, ?)")
                .bind(signed(*began))
                .bind(signed(*ended))
        }
    };
    query.execute(connection).await
}
