//! The one task that writes: what many tables and guests want written at the same moment goes
//! into one transaction, and each is told when it is on disk.

use super::StoreError;
use super::batch::Batch;
use super::file::DatabaseFile;
use super::health::StorageHealth;
use super::removal::Removal;
use super::scribe::Scribe;
use crate::clock::WallClock;
use crate::token::TokenHash;
use serde::Serialize;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnection, SqliteQueryResult};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

/// A change of the database.
#[derive(Clone, Debug)]
pub(crate) enum StoreChange {
    /// What lists know of a table: a new one, or new facts.
    Summary(Box<Summary>),
    /// How a table ended that was finished before this was kept.
    Ended { table: String, ended: Ended },
    /// An event of a table.
    Event { table: String, seq: u32, body: String },
    /// A new guest.
    Guest { id: i64, name: String, at: u64 },
    /// Another name.
    Rename { id: i64, name: String },
    /// A browser that carries an identity.
    Token { hash: TokenHash, guest: i64, device: i64, about: String, at: u64 },
    /// A browser was seen: one row if its token is still good.
    Seen { hash: TokenHash, at: u64 },
    /// A link that carries an identity to another device.
    Link { hash: TokenHash, guest: i64, expires: u64 },
    /// The link is used: one row is gone if it was still good.
    UseLink { hash: TokenHash, now: u64 },
    /// Links that nobody used in time are forgotten.
    ForgetLinks { now: u64 },
    /// Something is deleted.
    Removal(Removal),
    /// The server is running.
    Heartbeat { at: u64 },
    /// The server was down.
    Outage { began: u64, ended: u64 },
    /// The time is earlier than was thought: no outage ends later than this.
    ForgetFuture { now: u64 },
    /// Takes up some room on disk, to see whether there is any.
    FillRoom { bytes: i64 },
    /// Gives it back.
    EmptyRoom,
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
    /// How many events it has.
    pub(crate) seq: u32,
    pub(crate) ended: bool,
    pub(crate) at: u64,
    pub(crate) wake: Option<u64>,
    /// The level of the computer, if it plays.
    pub(crate) level: Option<u8>,
    /// How it ended, if it did.
    pub(crate) result: Option<&'static str>,
    /// When it ended.
    pub(crate) over: Option<u64>,
    /// Whether the table is known, and goes on with the same players: nearly always.
    #[serde(skip)]
    pub(crate) goes_on: bool,
}

/// How a table ended, as lists know it: see [`Summary`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ended {
    pub(crate) level: Option<u8>,
    pub(crate) result: &'static str,
    pub(crate) over: u64,
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
    pub(crate) failures: AtomicU64,
    pub(crate) changes: AtomicU64,
    pub(crate) microseconds: AtomicU64,
}

pub(super) struct Job {
    pub(super) changes: Vec<StoreChange>,
    pub(super) done: oneshot::Sender<Result<u64, StoreError>>,
}

/// More than this waits its turn outside: the queue is the place where pressure is felt.
const QUEUE: usize = 4096;
/// One transaction holds at most so many jobs, so that the first need not wait long.
pub(super) const AT_ONCE: usize = 512;

impl Writer {
    /// Starts the writing task. Every transaction also tells by `clock` that the server runs.
    pub(super) fn start(
        connection: SqliteConnection,
        file: DatabaseFile,
        clock: WallClock,
        health: StorageHealth,
    ) -> Self {
        let (jobs, inbox) = mpsc::channel(QUEUE);
        let stats = Arc::new(WriterStats::default());
        let scribe =
            Scribe { file, connection: Some(connection), clock, stats: stats.clone(), health };
        let task = tokio::spawn(scribe.run(inbox));
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

/// All changes of some jobs in one transaction; rolled back as a whole if one fails.
///
/// Nearly all are a [`Batch`]. Among other changes events and summaries go over as one list each:
/// every statement is a visit to SQLite's own thread, and the way there costs more than the work.
pub(super) async fn commit(
    (connection, clock): (&mut SqliteConnection, &WallClock),
    jobs: &[&[StoreChange]],
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
        for change in *job {
            match change {
                StoreChange::Event { table, seq, body } => events.push((&**table, *seq, &**body)),
                // Only the newest summary of a table matters.
                StoreChange::Summary(summary) => {
                    summaries.insert(&*summary.id, &**summary);
                }
                other => {
                    // What is deleted is deleted with all that was written before.
                    if matches!(other, StoreChange::Removal(_)) {
                        flush(&mut transaction, &mut events, &mut summaries).await?;
                    }
                    last = apply(&mut transaction, other).await?.rows_affected();
                }
            }
        }
        rows.push(last);
    }
    flush(&mut transaction, &mut events, &mut summaries).await?;
    apply(&mut transaction, &StoreChange::Heartbeat { at: clock.now().0 }).await?;
    transaction.commit().await?;
    Ok(rows)
}

/// Writes the events and summaries that are gathered so far.
async fn flush(
    connection: &mut SqliteConnection,
    events: &mut Vec<(&str, u32, &str)>,
    summaries: &mut HashMap<&str, &Summary>,
) -> Result<(), sqlx::Error> {
    if !events.is_empty() {
        sqlx::query(
            "INSERT INTO events (tab, seq, body)
             SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)",
        )
        .bind(json(events))
        .execute(&mut *connection)
        .await?;
        events.clear();
    }
    if !summaries.is_empty() {
        let summaries: Vec<_> = summaries.drain().map(|(_, summary)| summary).collect();
        sqlx::query(
            "INSERT INTO tables (id, game, first, second, turn, ply, seq, ended, at, wake, level,
               result, over)
             SELECT value ->> 'id', value ->> 'game', value ->> 'first', value ->> 'second',
               value ->> 'turn', value ->> 'ply', value ->> 'seq', value ->> 'ended',
               value ->> 'at', value ->> 'wake', value ->> 'level', value ->> 'result',
               value ->> 'over' FROM json_each(?) WHERE true
             ON CONFLICT (id) DO UPDATE SET first = excluded.first, second = excluded.second,
               turn = excluded.turn, ply = excluded.ply, seq = excluded.seq,
               ended = excluded.ended, at = excluded.at, wake = excluded.wake,
               level = excluded.level, result = excluded.result, over = excluded.over",
        )
        .bind(json(&summaries))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
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
        StoreChange::Ended { table, ended } => {
            sqlx::query("UPDATE tables SET level = ?, result = ?, over = ? WHERE id = ?")
                .bind(ended.level)
                .bind(ended.result)
                .bind(signed(ended.over))
                .bind(table)
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
        StoreChange::Token { hash, guest, device, about, at } => sqlx::query(
            "INSERT INTO tokens (hash, guest, created, seen, device, about)
                 VALUES (?1, ?2, ?3, ?3, ?4, ?5)",
        )
        .bind(&hash.0[..])
        .bind(guest)
        .bind(signed(*at))
        .bind(device)
        .bind(about),
        StoreChange::Seen { hash, at } => {
            sqlx::query("UPDATE tokens SET seen = max(seen, ?) WHERE hash = ?")
                .bind(signed(*at))
                .bind(&hash.0[..])
        }
        StoreChange::Removal(removal) => return removal.apply(connection).await,
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
        // As the clock says it, even if it said something later before: it may have been ahead.
        StoreChange::Heartbeat { at } => sqlx::query(
            "INSERT INTO heartbeat (id, at) VALUES (1, ?)
             ON CONFLICT (id) DO UPDATE SET at = excluded.at",
        )
        .bind(signed(*at)),
        StoreChange::Outage { began, ended } => {
            sqlx::query("INSERT INTO outages (began, ended) VALUES (?, ?)")
                .bind(signed(*began))
                .bind(signed(*ended))
        }
        StoreChange::ForgetFuture { now } => {
            sqlx::query("UPDATE outages SET ended = ?1, began = min(began, ?1) WHERE ended > ?1")
                .bind(signed(*now))
        }
        StoreChange::FillRoom { bytes } => {
            sqlx::query("INSERT OR REPLACE INTO room (id, filler) VALUES (1, zeroblob(?))")
                .bind(bytes)
        }
        StoreChange::EmptyRoom => sqlx::query("DELETE FROM room"),
    };
    query.execute(connection).await
}
