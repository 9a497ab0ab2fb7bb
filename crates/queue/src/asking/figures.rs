//! What a node counts about its questions.

use galet_scheduler::Figure;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Default)]
pub(crate) struct Counts {
    /// Questions that went to workers.
    pub(crate) asked: AtomicU64,
    pub(crate) answered: AtomicU64,
    /// Questions that went to workers again.
    pub(crate) again: AtomicU64,
    /// Questions that this program answers itself.
    pub(crate) here: AtomicU64,
    pub(crate) cancelled: AtomicU64,
    /// What workers said and nobody wanted to hear.
    pub(crate) dropped: AtomicU64,
}

impl Counts {
    pub(crate) fn dropped(&self) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
    }

    /// How many questions were answered, and how many cancelled.
    pub(crate) fn ended(&self) -> (u64, u64) {
        (self.answered.load(Ordering::Relaxed), self.cancelled.load(Ordering::Relaxed))
    }

    pub(crate) fn figures(&self, open: usize, workers: usize) -> Vec<Figure> {
        let counter = |name, help, count: &AtomicU64| {
            let value = count.load(Ordering::Relaxed) as f64;
            Figure { name, kind: "counter", help, value }
        };
        let gauge = |name, help, value| Figure { name, kind: "gauge", help, value };
        vec![
            gauge("galet_queue_waiting", "Questions not answered yet.", open as f64),
            gauge("galet_queue_workers", "Engine workers heard of lately.", workers as f64),
            counter("galet_queue_asked_total", "Questions that workers were asked.", &self.asked),
            counter(
                "galet_queue_answered_total",
                "Questions answered, by anybody.",
                &self.answered,
            ),
            counter(
                "galet_queue_asked_again_total",
                "Questions asked again because a worker fell silent.",
                &self.again,
            ),
            counter(
                "galet_queue_here_total",
                "Questions answered in this program because no worker did.",
                &self.here,
            ),
            counter(
                "galet_queue_dropped_total",
                "Words of workers to which nobody listens any more.",
                &self.dropped,
            ),
        ]
    }
}
