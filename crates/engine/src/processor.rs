//! The time that the processor works for a thread.

use galet_core::TimeSource;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// The time that the processor has worked for the thread that reads it: other work on the machine does not
/// count. Only readings of one thread can be compared.
///
/// Solvers look at the clock with every position, and asking the system costs a good part of one. So it is asked
/// at most ten times a millisecond, which the ordinary clock tells for next to nothing.
#[derive(Debug)]
pub struct ProcessorTime(());

/// A reading is good for so long: in that time a processor cannot have worked longer.
const FRESH: Duration = Duration::from_micros(100);

impl ProcessorTime {
    /// The clock, where the system has one.
    pub fn new() -> Option<Self> {
        reading().map(|_| ProcessorTime(()))
    }
}

impl TimeSource for ProcessorTime {
    fn now(&self) -> Duration {
        thread_local! {
            static LAST: Cell<Option<(Instant, Duration)>> = const { Cell::new(None) };
        }
        let now = Instant::now();
        match LAST.get() {
            Some((asked, worked)) if now.saturating_duration_since(asked) < FRESH => worked,
            _ => {
                let worked = reading().unwrap_or_default();
                LAST.set(Some((now, worked)));
                worked
            }
        }
    }
}

#[cfg(unix)]
fn reading() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

#[cfg(not(unix))]
fn reading() -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// The clock of a thread goes on while it works, and no faster than the clock on the wall. (How much faster a
    /// wall clock is depends on the machine, and nothing is said about it.)
    #[test]
    fn work_moves_it_and_waiting_does_not() {
        let clock = ProcessorTime::new().expect("Unix tells");
        let (begun, wall) = (clock.now(), Instant::now());
        let mut sum = 0_u64;
        while clock.now() == begun {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        let worked = clock.now() - begun;
        assert!(worked <= wall.elapsed() + FRESH, "{worked:?}");
        // Another thread has a clock of its own, which has hardly begun.
        let other = std::thread::spawn(|| ProcessorTime::new().expect("Unix tells").now());
        assert!(other.join().expect("it reads a clock") < clock.now().max(Duration::from_secs(1)));
    }
}
