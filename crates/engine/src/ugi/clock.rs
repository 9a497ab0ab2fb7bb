//! The clock that searches keep to: the one on the wall, or the processor's.

use crate::ProcessorTime;
use galet_core::TimeSource;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a search's time is measured by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Clock {
    /// The time that passes.
    #[default]
    Wall,
    /// The time that the processor works for the search.
    Processor,
}

impl Clock {
    /// The clocks that this machine has, with their names.
    pub(crate) fn all() -> impl Iterator<Item = (&'static str, Clock)> {
        let processor = ProcessorTime::new().map(|_| ("processor", Clock::Processor));
        [("wall", Clock::Wall)].into_iter().chain(processor)
    }
}

/// Two clocks, of which one is read. It is chosen between searches: readings of different clocks cannot be
/// compared.
#[derive(Debug)]
pub(crate) struct Clocks {
    wall: Arc<dyn TimeSource>,
    processor: Option<ProcessorTime>,
    by_processor: AtomicBool,
}

impl Clocks {
    pub(crate) fn new(wall: Arc<dyn TimeSource>) -> Self {
        Clocks { wall, processor: ProcessorTime::new(), by_processor: AtomicBool::new(false) }
    }

    pub(crate) fn choose(&self, clock: Clock) {
        self.by_processor.store(clock == Clock::Processor, Ordering::Relaxed);
    }
}

impl TimeSource for Clocks {
    fn now(&self) -> Duration {
        match &self.processor {
            Some(processor) if self.by_processor.load(Ordering::Relaxed) => processor.now(),
            _ => self.wall.now(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::ManualTime;

    #[test]
    fn the_clock_that_was_chosen_is_read() {
        let wall = Arc::new(ManualTime::default());
        wall.advance(Duration::from_secs(1 << 30));
        let clocks = Clocks::new(wall);
        assert_eq!(clocks.now(), Duration::from_secs(1 << 30));
        for (_, clock) in Clock::all() {
            clocks.choose(clock);
            assert_eq!(clocks.now() == Duration::from_secs(1 << 30), clock == Clock::Wall);
        }
    }
}
