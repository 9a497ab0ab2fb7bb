//! The processor's seconds of the thread that measures.

use galet_core::{ThreadTime, TimeSource};
use std::time::Duration;

/// Measures the work of this thread: see [`ThreadTime`].
pub(crate) struct Stopwatch {
    begun: Duration,
}

impl Stopwatch {
    /// Begins to measure.
    pub(crate) fn start() -> Self {
        Stopwatch { begun: ThreadTime.now() }
    }

    /// The seconds since then.
    pub(crate) fn seconds(&self) -> f64 {
        ThreadTime.now().saturating_sub(self.begun).as_secs_f64()
    }
}
