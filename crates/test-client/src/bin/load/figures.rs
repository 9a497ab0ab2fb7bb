//! What is counted.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// What is counted while the measurement runs.
#[derive(Default)]
pub(crate) struct Figures {
    running: AtomicBool,
    seated: AtomicUsize,
    pushes: AtomicU64,
    analyses: AtomicU64,
    times: Mutex<Vec<Duration>>,
}

impl Figures {
    pub(crate) fn begin(&self) {
        self.running.store(true, Ordering::Relaxed);
    }

    pub(crate) fn end(&self) {
        self.running.store(false, Ordering::Relaxed);
        self.times().sort_unstable();
    }

    /// Both players of a table sit.
    pub(crate) fn sit(&self) {
        self.seated.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn seated(&self) -> usize {
        self.seated.load(Ordering::Relaxed)
    }

    /// A move was acknowledged.
    pub(crate) fn acknowledged(&self, took: Duration) {
        if self.running.load(Ordering::Relaxed) {
            self.times().push(took);
        }
    }

    pub(crate) fn pushed(&self) {
        self.count(&self.pushes);
    }

    pub(crate) fn analysed(&self) {
        self.count(&self.analyses);
    }

    fn count(&self, number: &AtomicU64) {
        if self.running.load(Ordering::Relaxed) {
            number.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn moves(&self) -> usize {
        self.times().len()
    }

    pub(crate) fn pushes(&self) -> u64 {
        self.pushes.load(Ordering::Relaxed)
    }

    pub(crate) fn analyses(&self) -> u64 {
        self.analyses.load(Ordering::Relaxed)
    }

    /// The time within which a share of all moves was acknowledged, once it has ended.
    pub(crate) fn quantile(&self, share: f64) -> Duration {
        let times = self.times();
        let place = (times.len() as f64 * share).ceil() as usize;
        times.get(place.saturating_sub(1)).copied().unwrap_or_default()
    }

    fn times(&self) -> std::sync::MutexGuard<'_, Vec<Duration>> {
        self.times.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
