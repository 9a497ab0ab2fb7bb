//! The writing task itself: it holds the one connection that writes, finds out whose fault a
//! failure is, and tries again while the disk fails.

use super::file::DatabaseFile;
use super::health::{Blame, StorageFault, StorageHealth};
use super::writer::{AT_ONCE, Job, StoreChange, WriterStats, commit};
use super::{StoreError, options};
use crate::clock::WallClock;
use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Connection};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

pub(super) struct Scribe {
    pub(super) file: DatabaseFile,
    /// Missing when it could not be opened again after a failure.
    pub(super) connection: Option<SqliteConnection>,
    pub(super) clock: WallClock,
    pub(super) stats: Arc<WriterStats>,
    pub(super) health: StorageHealth,
}

/// Why a transaction is not on disk.
enum WriteError {
    /// Nothing can be written.
    Fault(StorageFault),
    /// This cannot be written.
    Refused(sqlx::Error),
}

/// One commit begins so long after the other at the earliest. Syncing takes as long on many disks.
const PAUSE: Duration = Duration::from_millis(8);
/// Room for this many bytes is there before writing counts as working again: a few moves.
const ROOM: i64 = 32 * 1024;

impl Scribe {
    /// Writes what comes in until it is told to stop.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Job>) {
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
            self.write(&mut jobs).await;
            let took = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
            self.stats.microseconds.fetch_add(took, Ordering::Relaxed);
            if stop {
                break;
            }
        }
        self.close().await;
    }

    /// Writes some jobs together and tells each what became of it.
    async fn write(&mut self, jobs: &mut Vec<Job>) {
        if let Err(fault) = self.recover().await {
            return fail_all(jobs, fault);
        }
        let changes: Vec<&[StoreChange]> = jobs.iter().map(|job| &job.changes[..]).collect();
        match self.attempt(&changes).await {
            Ok(rows) => {
                for (job, rows) in jobs.drain(..).zip(rows) {
                    self.stats.changes.fetch_add(job.changes.len() as u64, Ordering::Relaxed);
                    let _ = job.done.send(Ok(rows));
                }
            }
            Err(WriteError::Fault(fault)) => fail_all(jobs, fault),
            // One of them is at fault: each on its own, so that the others do not suffer.
            Err(WriteError::Refused(error)) => {
                tracing::warn!(%error, jobs = jobs.len(), "a transaction failed");
                self.write_singly(jobs).await;
            }
        }
    }

    async fn write_singly(&mut self, jobs: &mut Vec<Job>) {
        while !jobs.is_empty() {
            let job = jobs.remove(0);
            let answer = match self.attempt(&[&job.changes]).await {
                Ok(rows) => Ok(rows[0]),
                Err(WriteError::Refused(error)) => Err(StoreError::Query(error)),
                Err(WriteError::Fault(fault)) => {
                    let _ = job.done.send(Err(StoreError::Failing(fault)));
                    return fail_all(jobs, fault);
                }
            };
            let _ = job.done.send(answer);
        }
    }

    /// While nothing could be written: looks whether that is over. The time it took was an outage
    /// for every clock.
    async fn recover(&mut self) -> Result<(), StorageFault> {
        let Some((_, began)) = self.health.get().fault else { return Ok(()) };
        let outage = StoreChange::Outage { began: began.0, ended: self.clock.now().0 };
        let trial = [outage, StoreChange::FillRoom { bytes: ROOM }];
        for changes in [&trial[..], &[StoreChange::EmptyRoom]] {
            match self.attempt(&[changes]).await {
                Ok(_) => {}
                Err(WriteError::Fault(fault)) => return Err(fault),
                Err(WriteError::Refused(error)) => {
                    tracing::error!(%error, "whether writing works again cannot be found out");
                    return Err(StorageFault::Failing);
                }
            }
        }
        self.health.works();
        tracing::warn!("writing works again");
        Ok(())
    }

    /// One transaction. After one that failed there is another connection: SQLite may have rolled
    /// back by itself, and the old one does not know.
    async fn attempt(&mut self, changes: &[&[StoreChange]]) -> Result<Vec<u64>, WriteError> {
        let result = match self.ready().await {
            Ok(connection) => commit(connection, changes).await,
            Err(fault) => return Err(self.fault(fault, None)),
        };
        self.stats.commits.fetch_add(1, Ordering::Relaxed);
        let error = match result {
            // Nothing counts that went into a file which is no longer there.
            Ok(rows) => return self.file.check().map(|()| rows).map_err(|f| self.fault(f, None)),
            Err(error) => error,
        };
        self.stats.failures.fetch_add(1, Ordering::Relaxed);
        self.drop_connection().await;
        match Blame::of(&error) {
            Blame::Disk(fault) => Err(self.fault(fault, Some(&error))),
            Blame::Damage => {
                self.health.damaged();
                tracing::error!(%error, "the database is damaged: `galet check-data` tells more");
                Err(WriteError::Refused(error))
            }
            Blame::Change => Err(WriteError::Refused(error)),
        }
    }

    /// The connection, opened again if need be, if its file is still in its place.
    async fn ready(&mut self) -> Result<(&mut SqliteConnection, &WallClock), StorageFault> {
        self.file.check()?;
        if self.connection.is_none() {
            let opened = options(&self.file.path).connect().await;
            self.connection = Some(opened.map_err(|error| match Blame::of(&error) {
                Blame::Disk(fault) => fault,
                Blame::Damage | Blame::Change => StorageFault::Failing,
            })?);
        }
        let connection = self.connection.as_mut().ok_or(StorageFault::Failing)?;
        Ok((connection, &self.clock))
    }

    /// Notes that nothing can be written, and tells it once.
    fn fault(&self, fault: StorageFault, error: Option<&sqlx::Error>) -> WriteError {
        let known = self.health.get().fault.is_some_and(|(known, _)| known == fault);
        if !known {
            let (path, error) = (self.file.path.display(), error.map(ToString::to_string));
            let advice = match fault {
                StorageFault::Full => "make room; it goes on by itself",
                StorageFault::Failing => "look after the disk; it goes on by itself",
                StorageFault::Gone => "put the same file back, or restart the server",
            };
            tracing::error!(%path, error, advice, "nothing can be written: {fault}");
        }
        self.health.fails(fault, self.clock.now());
        WriteError::Fault(fault)
    }

    async fn drop_connection(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if self.file.check().is_err() {
            // Closing would tidy up by name, and the name may be another file's by now.
            std::mem::forget(connection);
        } else if let Err(error) = connection.close().await {
            tracing::error!(%error, "the database was not closed in good order");
        }
    }

    async fn close(mut self) {
        self.drop_connection().await;
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

fn fail_all(jobs: &mut Vec<Job>, fault: StorageFault) {
    for job in jobs.drain(..) {
        let _ = job.done.send(Err(StoreError::Failing(fault)));
    }
}
