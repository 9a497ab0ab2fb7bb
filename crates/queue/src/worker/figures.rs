//! What a worker counts.

use galet_scheduler::Figure;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a worker counts since its start.
#[derive(Debug, Default)]
pub struct WorkerFigures {
    pub(super) taken: AtomicU64,
    pub(super) answered: AtomicU64,
    pub(super) given_back: AtomicU64,
    pub(super) unwanted: AtomicU64,
    pub(super) unreadable: AtomicU64,
}

impl WorkerFigures {
    /// As Prometheus has them.
    pub fn all(&self) -> [Figure; 5] {
        let counter = |name, help, count: &AtomicU64| {
            let value = count.load(Ordering::Relaxed) as f64;
            Figure { name, kind: "counter", help, value }
        };
        [
            counter("galet_worker_taken_total", "Questions taken.", &self.taken),
            counter("galet_worker_answered_total", "Questions answered.", &self.answered),
            counter("galet_worker_given_back_total", "Questions given back.", &self.given_back),
            counter(
                "galet_worker_unwanted_total",
                "Questions for which nobody waited any more.",
                &self.unwanted,
            ),
            counter(
                "galet_worker_unreadable_total",
                "Questions that could not be read.",
                &self.unreadable,
            ),
        ]
    }
}
