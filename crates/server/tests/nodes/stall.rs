//! How long the machine itself has stood still: what a test measures on it is longer by so much, and no fault of the servers.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// So long each turn sleeps.
const TURN: Duration = Duration::from_millis(10);
/// Whoever wakes later than this has waited for the machine.
const LATE: Duration = Duration::from_millis(20);

/// Since when, and how long, the machine stood still.
static STOOD: Mutex<Vec<(Instant, Duration)>> = Mutex::new(Vec::new());

/// Begins to watch; nothing happens if somebody does already.
pub(crate) fn watch() {
    static WATCH: OnceLock<()> = OnceLock::new();
    WATCH.get_or_init(|| {
        // It ends with the program.
        spawn(|| {
            loop {
                let begun = Instant::now();
                sleep(TURN);
                let late = begun.elapsed().saturating_sub(TURN);
                if late > LATE {
                    STOOD.lock().unwrap_or_else(PoisonError::into_inner).push((begun, late));
                }
            }
        });
    });
}

/// How long the machine has stood still since a moment, all in all, in milliseconds.
pub(crate) fn since(moment: Instant) -> u64 {
    // What began before counts as a whole: bounds are there to be kept by slow machines, too.
    let stood = STOOD.lock().unwrap_or_else(PoisonError::into_inner);
    let later = stood.iter().filter(|(begun, late)| *begun + TURN + *late > moment);
    later.map(|(_, late)| late.as_millis() as u64).sum()
}

/// How long it has stood still at a time since a moment, at most.
pub(crate) fn longest(moment: Instant) -> Duration {
    let stood = STOOD.lock().unwrap_or_else(PoisonError::into_inner);
    let later = stood.iter().filter(|(begun, late)| *begun + TURN + *late > moment);
    later.map(|(_, late)| *late).max().unwrap_or_default()
}
