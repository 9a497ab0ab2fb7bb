//! People who play, whatever happens to the servers, and remember what was acknowledged.

mod diary;
mod known;
mod person;
mod table;

pub(crate) use diary::Diary;
use known::SHORT;
pub(crate) use known::{Kind, Known};

use crate::summary::Counts;
use crate::{FaultError, broken};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// What all players share.
pub(crate) struct Hall {
    /// Where they come in.
    address: SocketAddr,
    /// Whether they play, or rest so that one can look at the tables.
    plays: watch::Receiver<bool>,
    /// Every table there ever was.
    tables: Mutex<Vec<Arc<Mutex<Known>>>>,
    counts: Mutex<Counts>,
    seed: u64,
    pace: Duration,
}

impl Hall {
    pub(crate) fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every table there ever was.
    pub(crate) fn tables(&self) -> Vec<Arc<Mutex<Known>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, known: &Arc<Mutex<Known>>) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).push(known.clone());
    }
}

/// Everybody at play.
pub(crate) struct Players {
    pub(crate) hall: Arc<Hall>,
    plays: watch::Sender<bool>,
    tasks: Vec<JoinHandle<Result<(), FaultError>>>,
    progress: Vec<Arc<table::Progress>>,
}

impl Players {
    /// Seats people at so many tables; at each there is a move in `pace`, more or less.
    pub(crate) fn begin(address: SocketAddr, tables: usize, pace: Duration, seed: u64) -> Self {
        let (plays, watched) = watch::channel(true);
        let hall = Hall {
            address,
            plays: watched,
            tables: Mutex::default(),
            counts: Mutex::default(),
            seed,
            pace,
        };
        let hall = Arc::new(hall);
        let mut players =
            Players { hall: hall.clone(), plays, tasks: Vec::new(), progress: Vec::new() };
        for number in 0..tables {
            let progress = Arc::new(table::Progress::new(Kind::of(number)));
            players.progress.push(progress.clone());
            players.tasks.push(tokio::spawn(table::play(hall.clone(), number, progress)));
        }
        players
    }

    /// Waits until there was a move at every table since a moment: none is stuck. Gives how long
    /// the last one took.
    pub(crate) async fn all_move_on(
        &mut self,
        since: Instant,
        within: Duration,
    ) -> Result<Duration, FaultError> {
        self.wait(within, "has no move", |progress| progress.moved_at() > since).await?;
        Ok(since.elapsed())
    }

    /// Has everybody rest; then no table changes by itself.
    pub(crate) async fn rest(&mut self, within: Duration) -> Result<(), FaultError> {
        self.plays.send_replace(false);
        self.wait(within, "does not come to rest", table::Progress::rests).await
    }

    /// Everybody plays on.
    pub(crate) fn play_on(&self) {
        self.plays.send_replace(true);
    }

    /// Fails if a player saw something that must not be.
    pub(crate) async fn are_well(&mut self) -> Result<(), FaultError> {
        for task in &mut self.tasks {
            if task.is_finished() {
                return match task.await {
                    Ok(Ok(())) => broken("a player went away"),
                    Ok(Err(error)) => Err(error),
                    Err(error) => broken(format!("a player ended badly: {error}")),
                };
            }
        }
        Ok(())
    }

    async fn wait(
        &mut self,
        within: Duration,
        what: &str,
        ready: impl Fn(&table::Progress) -> bool,
    ) -> Result<(), FaultError> {
        let start = Instant::now();
        loop {
            self.are_well().await?;
            let late: Vec<_> = self.progress.iter().filter(|progress| !ready(progress)).collect();
            if late.is_empty() {
                return Ok(());
            }
            if start.elapsed() > within {
                let some: Vec<_> = late.iter().take(5).map(|progress| progress.tells()).collect();
                return broken(format!(
                    "{} of {} tables: each {what} after {} s: {}",
                    late.len(),
                    self.progress.len(),
                    within.as_secs(),
                    some.join("; ")
                ));
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Players {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}
