//! What may happen with every question is logged now and then, with a count.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Not more often than this.
const NOW_AND_THEN: Duration = Duration::from_secs(10);

#[derive(Default)]
pub(crate) struct Notes(Mutex<HashMap<&'static str, (Option<Instant>, u64)>>);

impl Notes {
    /// Something has happened to a question.
    pub(crate) fn warn(&self, number: u64, what: &'static str, why: &str) {
        tracing::debug!(number, why, "{what}");
        if let Some(times) = self.times(what) {
            tracing::warn!(times, why, "{what}");
        }
    }

    /// How often it has happened since it was logged last, if it is time to.
    fn times(&self, what: &'static str) -> Option<u64> {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (logged, times) = notes.entry(what).or_default();
        *times += 1;
        if logged.is_some_and(|at| at.elapsed() < NOW_AND_THEN) {
            return None;
        }
        *logged = Some(Instant::now());
        Some(std::mem::take(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_is_logged_once_in_a_while() {
        let notes = Notes::default();
        let logged: Vec<_> = (0..100).filter_map(|_| notes.times("one")).collect();
        assert_eq!((logged, notes.times("other")), (vec![1], Some(1)));
    }
}
