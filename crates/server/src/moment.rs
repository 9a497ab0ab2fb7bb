//! The time of day, which never goes backwards while the server runs.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A clock: the system's time of day when it was made, and the time that has passed since.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock {
    began: Duration,
    since: Instant,
}

impl ServerClock {
    pub(crate) fn new() -> Self {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        ServerClock { began, since: Instant::now() }
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        u64::try_from((self.began + self.since.elapsed()).as_millis()).unwrap_or(u64::MAX)
    }
}
