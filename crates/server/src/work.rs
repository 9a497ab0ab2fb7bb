//! Where work is done that takes a moment: small work in one place, large work in another, so that
//! nobody's look waits behind an import.

use crate::error::ApiError;
use crate::metrics::Counter;
use galet_core::StopSignal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{Semaphore, oneshot};

/// The places where work is done, besides the async threads.
#[derive(Debug)]
pub(crate) struct Work {
    /// Places for small work: a look at a line, a picture, a long table.
    small: Semaphore,
    /// Places for large work: imports, and records to be written.
    large: Arc<Semaphore>,
    /// What large work may wait or run, in [`WEIGHT`]s.
    room: Arc<Semaphore>,
    /// Large work that ended because nobody waited for it any more.
    pub(crate) stopped: Arc<Counter>,
}

/// Large work is weighed in so many bytes; the smallest weighs one.
const WEIGHT: usize = 64 * 1024;
/// So much large work may wait or run: four megabytes.
const ROOM: usize = 64;
/// Large work at a time, on a machine with many cores.
const MOST_LARGE: usize = 2;

impl Work {
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Work {
            small: Semaphore::new(cores.max(2)),
            large: Arc::new(Semaphore::new((cores / 2).clamp(1, MOST_LARGE))),
            room: Arc::new(Semaphore::new(ROOM)),
            stopped: Arc::default(),
        }
    }

    /// The bytes of large work that waits or runs, about.
    pub(crate) fn large_bytes(&self) -> usize {
        (ROOM - self.room.available_permits()) * WEIGHT
    }

    /// Does small work where nobody waits behind it.
    pub(crate) async fn small<T, E>(
        &self,
        work: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, ApiError>
    where
        T: Send + 'static,
        E: Send + 'static,
        ApiError: From<E>,
    {
        let _place = self.small.acquire().await.map_err(|_| ApiError::busy())?;
        match tokio::task::spawn_blocking(work).await {
            Ok(result) => Ok(result?),
            Err(error) => {
                tracing::error!(%error, "work ended badly");
                Err(ApiError::busy())
            }
        }
    }

    /// The same for work that cannot fail. If it panics, so does this.
    pub(crate) async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let _place = self.small.acquire().await;
        match tokio::task::spawn_blocking(work).await {
            Ok(value) => value,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The runtime goes down, and everything with it.
                Err(_) => std::future::pending().await,
            },
        }
    }

    /// Does large work of so many bytes. It waits for its place while there is room to wait, is
    /// refused at once otherwise, and hears when whoever asked for it has gone.
    pub(crate) async fn large<T, E>(
        &self,
        bytes: usize,
        work: impl FnOnce(&dyn StopSignal) -> Result<T, E> + Send + 'static,
    ) -> Result<T, ApiError>
    where
        T: Send + 'static,
        E: Send + 'static,
        ApiError: From<E>,
    {
        let weight = u32::try_from(bytes.div_ceil(WEIGHT).clamp(1, ROOM)).unwrap_or(u32::MAX);
        let room = self.room.clone().try_acquire_many_owned(weight);
        let room = room.map_err(|_| ApiError::busy())?;
        let place = self.large.clone().acquire_owned().await.map_err(|_| ApiError::busy())?;
        let (done, result) = oneshot::channel();
        let asked = Asked::default();
        let (gone, stopped) = (asked.0.clone(), self.stopped.clone());
        let run = move || {
            // Its place is free only when it has really ended, whoever still waits for it.
            let _held = (room, place);
            step_back();
            let result = work(&*gone);
            if gone.is_stopped() {
                stopped.add(1);
            }
            let _ = done.send(result);
        };
        let thread = std::thread::Builder::new().name("import".to_owned());
        thread.spawn(run).map_err(|_| ApiError::busy())?;
        // Without a result it has ended badly.
        Ok(result.await.map_err(|_| ApiError::busy())??)
    }
}

/// Somebody waits for large work, and stops it by going away.
#[derive(Debug, Default)]
struct Asked(Arc<AtomicBool>);

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Large work steps back behind everything else. On Linux this is the matter of one thread;
/// elsewhere the whole program would step back.
fn step_back() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}
