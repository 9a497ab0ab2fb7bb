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
    small: Arc<Semaphore>,
    /// Places for large work: imports, and records to be written.
    large: Arc<Semaphore>,
    /// What large work may wait or run, in [`WEIGHT`]s.
    room: Arc<Semaphore>,
    /// The place where PNG are painted, one at a time.
    easel: Arc<Semaphore>,
    /// PNG that may wait or be painted.
    canvases: Arc<Semaphore>,
    /// Large work that ended because nobody waited for it any more.
    pub(crate) stopped: Arc<Counter>,
}

/// Large work is weighed in so many bytes; the smallest weighs one.
const WEIGHT: usize = 64 * 1024;
/// So much large work may wait or run: four megabytes.
const ROOM: usize = 64;
/// So many PNG may wait or be painted.
const MOST_CANVASES: usize = 8;
/// Large work at a time, on a machine with many cores.
const MOST_LARGE: usize = 2;

impl Work {
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Work {
            small: Arc::new(Semaphore::new(cores.max(2))),
            large: Arc::new(Semaphore::new((cores / 2).clamp(1, MOST_LARGE))),
            room: Arc::new(Semaphore::new(ROOM)),
            easel: Arc::new(Semaphore::new(1)),
            canvases: Arc::new(Semaphore::new(MOST_CANVASES)),
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
        let place = self.small.clone().acquire_owned().await.map_err(|_| ApiError::busy())?;
        match tokio::task::spawn_blocking(held(place, work)).await {
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
        let place = self.small.clone().acquire_owned().await;
        match tokio::task::spawn_blocking(held(place, work)).await {
            Ok(value) => value,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The runtime goes down, and everything with it.
                Err(_) => std::future::pending().await,
            },
        }
    }

    /// Paints a PNG: longer than a look, so it has a place of its own, and somebody waits for it, so it
    /// does not step back behind imports. It is refused at once when many wait already.
    pub(crate) async fn paint<T, E>(
        &self,
        work: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, ApiError>
    where
        T: Send + 'static,
        E: Send + 'static,
        ApiError: From<E>,
    {
        let canvas = self.canvases.clone().try_acquire_owned().map_err(|_| ApiError::busy())?;
        let easel = self.easel.clone().acquire_owned().await.map_err(|_| ApiError::busy())?;
        match tokio::task::spawn_blocking(held((canvas, easel), work)).await {
            Ok(result) => Ok(result?),
            Err(error) => {
                tracing::error!(%error, "a picture ended badly");
                Err(ApiError::busy())
            }
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
            let held = (room, place);
            step_back();
            let result = work(&*gone);
            if gone.is_stopped() {
                stopped.add(1);
            }
            drop(held);
            let _ = done.send(result);
        };
        let thread = std::thread::Builder::new().name("import".to_owned());
        thread.spawn(run).map_err(|_| ApiError::busy())?;
        // Without a result it has ended badly.
        Ok(result.await.map_err(|_| ApiError::busy())??)
    }
}

/// Work that gives its place back when it has really ended, whoever still waits for it.
fn held<P: Send + 'static, T>(
    place: P,
    work: impl FnOnce() -> T + Send + 'static,
) -> impl FnOnce() -> T + Send + 'static {
    move || {
        let _place = place;
        work()
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

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::sync::mpsc;
    use std::time::Duration;

    const MEGABYTE: usize = 1024 * 1024;

    fn fine() -> Result<(), ApiError> {
        Ok(())
    }

    /// Large work that says when it begins, and goes on until it is told to end or stopped.
    async fn occupy(work: Arc<Work>, began: mpsc::Sender<()>, end: Arc<AtomicBool>) {
        let busy = move |stop: &dyn StopSignal| {
            let _ = began.send(());
            while !stop.is_stopped() && !end.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            fine()
        };
        let _ = work.large(MEGABYTE, busy).await;
    }

    #[tokio::test]
    async fn when_the_large_place_is_full_the_answer_is_busy_at_once_and_small_work_goes_on() {
        let work = Arc::new(Work::new());
        let (began, begins) = mpsc::channel();
        let end = Arc::new(AtomicBool::new(false));
        let four: Vec<_> = (0..4)
            .map(|_| tokio::spawn(occupy(work.clone(), began.clone(), end.clone())))
            .collect();
        tokio::task::yield_now().await;
        assert_eq!(work.large_bytes(), 4 * MEGABYTE);
        let fifth = work.large(1, |_| fine()).now_or_never().expect("it is not waited");
        assert_eq!(fifth.expect_err("there is no room").info.code, "busy");
        let thread = std::thread::current().id();
        let elsewhere = work
            .small(move || -> Result<_, ApiError> { Ok(std::thread::current().id() != thread) });
        assert!(elsewhere.await.expect("it is done meanwhile"));
        assert!(work.aside(move || std::thread::current().id() != thread).await);
        assert!(begins.try_iter().count() <= MOST_LARGE, "the others wait");
        end.store(true, Ordering::Relaxed);
        for task in four {
            task.await.expect("it ends");
        }
        work.large(MEGABYTE, |_| fine()).await.expect("there is room again");
        assert_eq!(work.stopped.get(), 0);
    }

    #[tokio::test]
    async fn pictures_are_painted_one_at_a_time_and_few_wait() {
        let work = Arc::new(Work::new());
        let (began, begins) = mpsc::channel();
        let end = Arc::new(AtomicBool::new(false));
        let paint = || {
            let (work, began, end) = (work.clone(), began.clone(), end.clone());
            tokio::spawn(async move {
                let busy = move || {
                    let _ = began.send(());
                    while !end.is_stopped() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    fine()
                };
                work.paint(busy).await
            })
        };
        let all: Vec<_> = (0..MOST_CANVASES).map(|_| paint()).collect();
        tokio::task::yield_now().await;
        let one_more = work.paint(fine).now_or_never().expect("it is not waited");
        assert_eq!(one_more.expect_err("too many wait").info.code, "busy");
        let small = work.small(|| -> Result<_, ApiError> { Ok(7) });
        assert_eq!(small.await.expect("nobody's look waits"), 7);
        assert!(begins.try_iter().count() <= 1, "one at a time");
        end.store(true, Ordering::Relaxed);
        for task in all {
            task.await.expect("it ends").expect("it is painted");
        }
        work.paint(fine).await.expect("there is room again");
    }

    #[tokio::test]
    async fn large_work_ends_with_whoever_asked_for_it() {
        let work = Arc::new(Work::new());
        let (began, begins) = mpsc::channel();
        let never = Arc::new(AtomicBool::new(false));
        let task = tokio::spawn(occupy(work.clone(), began, never));
        tokio::task::yield_now().await;
        tokio::task::spawn_blocking(move || begins.recv()).await.expect("a thread").expect("begun");
        task.abort();
        let _ = task.await;
        // Its place is free as soon as it has heard of it.
        while work.large_bytes() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(work.stopped.get(), 1);
    }

    #[tokio::test]
    async fn work_that_ends_badly_leaves_its_place() {
        let work = Work::new();
        let bad = |_: &dyn StopSignal| -> Result<(), ApiError> { panic!("on purpose") };
        assert_eq!(work.large(MEGABYTE, bad).await.expect_err("no result").info.code, "busy");
        while work.large_bytes() > 0 {
            tokio::task::yield_now().await;
        }
        work.large(4 * MEGABYTE, |_| fine()).await.expect("there is room");
    }
}
