//! The writing task itself: it gathers what comes together, finds out whose fault a failure is, and
//! tries again while the database fails.

use crate::StoreError;
use crate::change::StoreChange;
use crate::clock::WallClock;
use crate::desk::{Desk, Failure};
use crate::health::{StorageFault, StorageHealth};
use crate::nodes::{ALONE, NodeId, STALE};
use crate::query::{Row, Statement};
use crate::writer::{AT_ONCE, Job, Task, WriterStats};
use galet_table::Moment;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

pub(crate) struct Scribe<D> {
    pub(crate) desk: D,
    pub(crate) node: NodeId,
    pub(crate) clock: WallClock,
    pub(crate) stats: Arc<WriterStats>,
    pub(crate) health: StorageHealth,
    /// When something was last written.
    pub(crate) written: Option<Moment>,
}

/// One commit begins so long after the other at the earliest. Syncing takes as long on many disks.
const PAUSE: Duration = Duration::from_millis(8);
/// Room for this many bytes is there before writing counts as working again: a few moves.
const ROOM: usize = 32 * 1024;

impl<D: Desk> Scribe<D> {
    /// Writes what comes in until it is told to stop.
    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<Task>) {
        let (mut jobs, mut asked) = (Vec::with_capacity(AT_ONCE), Vec::new());
        let (mut last, mut stop) = (None, false);
        while !stop && let Some(task) = inbox.recv().await {
            gather(last).await;
            let mut next = Some(task);
            while let Some(task) = next {
                match task {
                    Task::Write(job) => jobs.push(job),
                    Task::Ask(statement, done) => asked.push((statement, done)),
                    Task::Stop => stop = true,
                }
                let full = stop || jobs.len() + asked.len() >= AT_ONCE;
                next = if full { None } else { inbox.try_recv().ok() };
            }
            last = Some(Instant::now());
            let start = Instant::now();
            if !jobs.is_empty() {
                self.write(&mut jobs).await;
            }
            for (statement, done) in asked.drain(..) {
                let _ = done.send(self.ask(&statement).await);
            }
            let took = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
            self.stats.microseconds.fetch_add(took, Ordering::Relaxed);
        }
        self.desk.close().await;
    }

    /// Writes some jobs together and tells each what became of it.
    async fn write(&mut self, jobs: &mut Vec<Job>) {
        let well = match self.recover().await {
            Ok(()) => self.confess().await,
            Err(fault) => Err(fault),
        };
        if let Err(fault) = well {
            return fail_all(jobs, fault);
        }
        let mut parts = vec![std::mem::take(jobs)];
        while let Some(mut part) = parts.pop() {
            let changes: Vec<&[StoreChange]> = part.iter().map(|job| &job.changes[..]).collect();
            match self.attempt(&changes).await {
                Ok(rows) => {
                    for (job, rows) in part.drain(..).zip(rows) {
                        self.stats.changes.fetch_add(job.changes.len() as u64, Ordering::Relaxed);
                        let _ = job.done.send(Ok(rows));
                    }
                }
                Err(StoreError::Failing(fault)) => {
                    fail_all(&mut part, fault);
                    parts.iter_mut().for_each(|part| fail_all(part, fault));
                    return;
                }
                // One of them is at fault: in halves, so that the others do not suffer.
                Err(error) if part.len() > 1 => {
                    tracing::debug!(%error, jobs = part.len(), "a transaction failed");
                    let later = part.split_off(part.len() / 2);
                    parts.push(later);
                    parts.push(part);
                }
                Err(error) => {
                    if let (Some(job), error) = (part.pop(), error) {
                        let _ = job.done.send(Err(error));
                    }
                }
            }
        }
    }

    async fn ask(&mut self, statement: &Statement) -> Result<Vec<Row>, StoreError> {
        self.recover().await.map_err(StoreError::Failing)?;
        let began = self.clock.now();
        let asked = self.desk.ask(statement).await;
        asked.map_err(|failure| self.blame(failure, began))
    }

    /// While nothing could be written: looks whether that is over. The time it took was an outage
    /// for every clock.
    async fn recover(&mut self) -> Result<(), StorageFault> {
        let Some((_, began)) = self.health.get().fault else { return Ok(()) };
        let tried = self.clock.now();
        let ended = match self.desk.now().await {
            Ok(now) => now.0,
            Err(failure) => return Err(self.still(failure, tried)),
        };
        let lasted = self.clock.now().since(began);
        let began = ended.saturating_sub(lasted);
        let outage = StoreChange::Outage { node: self.node, began, ended };
        let trial = [outage, StoreChange::FillRoom { bytes: ROOM }];
        for changes in [&trial[..], &[StoreChange::EmptyRoom]] {
            match self.attempt(&[changes]).await {
                Ok(_) => {}
                Err(StoreError::Failing(fault)) => return Err(fault),
                Err(error) => {
                    tracing::error!(%error, "whether writing works again cannot be found out");
                    return Err(StorageFault::Failing);
                }
            }
        }
        self.health.works();
        tracing::warn!("writing works again");
        Ok(())
    }

    /// A node among others writes each second that it runs: one that has written nothing for long was stopped in the midst.
    /// It writes that down first of all: whoever sees it run again sees that, too.
    async fn confess(&mut self) -> Result<(), StorageFault> {
        let (now, written) = (self.clock.now(), self.written.unwrap_or(self.clock.now()));
        if self.node == ALONE || now.since(written) <= STALE {
            return Ok(());
        }
        let outage = StoreChange::Outage { node: self.node, began: written.0, ended: now.0 };
        match self.attempt(&[&[outage]]).await {
            Err(StoreError::Failing(fault)) => Err(fault),
            _ => Ok(()),
        }
    }

    fn still(&self, failure: Failure, began: Moment) -> StorageFault {
        match self.blame(failure, began) {
            StoreError::Failing(fault) => fault,
            _ => StorageFault::Failing,
        }
    }

    /// One transaction.
    async fn attempt(&mut self, changes: &[&[StoreChange]]) -> Result<Vec<u64>, StoreError> {
        let began = self.clock.now();
        let result = self.desk.commit(changes).await;
        self.stats.commits.fetch_add(1, Ordering::Relaxed);
        if result.is_ok() {
            self.written = Some(self.clock.now());
        }
        result.map_err(|failure| {
            self.stats.failures.fetch_add(1, Ordering::Relaxed);
            self.blame(failure, began)
        })
    }

    /// What the failure of an attempt that began at some time means for everybody, and for whoever asked.
    fn blame(&self, failure: Failure, began: Moment) -> StoreError {
        match failure {
            Failure::Fault(fault, error) => {
                self.fault(fault, error.as_ref(), began);
                StoreError::Failing(fault)
            }
            Failure::Damage(error) => {
                self.health.damaged();
                tracing::error!(%error, "the database is damaged: `galet check-data` tells more");
                StoreError::Query(error)
            }
            Failure::Overtaken => StoreError::Overtaken,
            Failure::Refused(error) => {
                tracing::warn!(%error, "a change is refused");
                StoreError::Query(error)
            }
        }
    }

    /// Notes that nothing can be written, and tells it once. It could not since the attempt began: a
    /// silent database is noticed seconds later.
    fn fault(&self, fault: StorageFault, error: Option<&sqlx::Error>, began: Moment) {
        let known = self.health.get().fault.is_some_and(|(known, _)| known == fault);
        if !known {
            let (place, error) = (self.desk.place(), error.map(ToString::to_string));
            let advice = match fault {
                StorageFault::Full => "make room; it goes on by itself",
                StorageFault::Failing => {
                    "look after the disk or the database; it goes on by itself"
                }
                StorageFault::Gone => "put the same file back, or restart the server",
            };
            tracing::error!(place, error, advice, "nothing can be written: {fault}");
        }
        self.health.fails(fault, began);
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
