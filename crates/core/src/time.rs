//! Where time comes from: handed in, never asked of the system by the crates that think or play.
//!
//! `std::time::Instant::now()` panics in a browser, and a test that waits for it measures the
//! machine it runs on. So whatever needs the time takes a [`TimeSource`]: programs hand in
//! [`MonotonicTime`], a browser its own, tests a [`ManualTime`].

use std::fmt::Debug;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A clock that never goes back.
pub trait TimeSource: Debug + Send + Sync {
    /// The time since some fixed moment, the same for all calls.
    fn now(&self) -> Duration;
}

/// The system's monotonic clock. It does not work in a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MonotonicTime;

impl TimeSource for MonotonicTime {
    fn now(&self) -> Duration {
        static BEGUN: OnceLock<Instant> = OnceLock::new();
        BEGUN.get_or_init(Instant::now).elapsed()
    }
}

/// A clock that moves only when it is told to, or by a fixed step whenever it is read.
///
/// ```
/// use galet_core::{ManualTime, TimeSource};
/// use std::time::Duration;
/// let time = ManualTime::default();
/// time.advance(Duration::from_secs(3));
/// assert_eq!(time.now(), Duration::from_secs(3));
/// ```
#[derive(Debug, Default)]
pub struct ManualTime {
    nanoseconds: AtomicU64,
    per_reading: u64,
}

impl ManualTime {
    /// A clock that moves on by `step` after each reading, so that work bounded by time ends
    /// after a number of looks at the clock that is the same on every machine.
    pub fn stepping(step: Duration) -> Self {
        ManualTime { nanoseconds: AtomicU64::new(0), per_reading: nanoseconds(step) }
    }

    /// Moves the clock on.
    pub fn advance(&self, by: Duration) {
        self.nanoseconds.fetch_add(nanoseconds(by), Ordering::Relaxed);
    }
}

impl TimeSource for ManualTime {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.fetch_add(self.per_reading, Ordering::Relaxed))
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    duration.as_nanos().try_into().unwrap_or(u64::MAX)
}
