//! The page's clock as the engine wants it.

use galet_core::TimeSource;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The page's clock, kept from going back: people and networks set clocks.
pub(crate) struct PageTime {
    now: fn() -> f64,
    /// The latest reading, in nanoseconds.
    latest: AtomicU64,
}

impl PageTime {
    pub(crate) fn new(now: fn() -> f64) -> Self {
        PageTime { now, latest: AtomicU64::new(0) }
    }
}

impl TimeSource for PageTime {
    fn now(&self) -> Duration {
        // A number that is none becomes 0.
        let nanoseconds = ((self.now)() * 1_000_000.0) as u64;
        let latest = self.latest.fetch_max(nanoseconds, Ordering::Relaxed);
        Duration::from_nanos(latest.max(nanoseconds))
    }
}

impl fmt::Debug for PageTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageTime").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local! {
        static READING: Cell<f64> = const { Cell::new(0.0) };
    }

    #[test]
    fn it_never_goes_back() {
        let time = PageTime::new(|| READING.get());
        for (reading, expected) in [(1_000.5, 1_000_500), (900.0, 1_000_500), (f64::NAN, 1_000_500)]
        {
            READING.set(reading);
            assert_eq!(time.now(), Duration::from_micros(expected));
        }
    }
}
