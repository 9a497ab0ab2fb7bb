//! When a search stops.

use galet_core::TimeSource;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What bounds a search; the first bound reached ends it. No bound at all searches until told
/// to stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Positions looked at, over all threads. With one thread the result is the same everywhere.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// The clock of the whole game.
    pub clock: Option<TimeControl>,
}

/// The time a player has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Left on the clock.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// How many moves of one's own are probably still to come.
    pub moves_to_go: u32,
}

/// What is kept back on every move: the time that a move needs to reach the clock.
const OVERHEAD: Duration = Duration::from_millis(20);

impl TimeControl {
    /// The time after which no new iteration begins, and the time at which the search ends in
    /// any case.
    fn shares(self) -> (Duration, Duration) {
        let left = self.left.saturating_sub(OVERHEAD);
        let share = left / self.moves_to_go.max(2) + self.increment * 3 / 4;
        // Never more than a third of what is left: later moves want time too.
        let most = left / 3;
        (share.min(most) * 6 / 10, (share * 3).min(most))
    }
}

/// A handle that stops a search from any thread, and by itself from a moment on.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    told: Arc<AtomicBool>,
    /// A clock, and its reading from which the handle counts as used.
    deadline: Option<(Arc<dyn TimeSource>, Duration)>,
}

impl Stop {
    /// A handle that has not been used.
    pub fn new() -> Self {
        Stop::default()
    }

    /// The same handle with a deadline: it counts as used when `limit` is over, too. A limit too
    /// far away to be written down is none.
    #[must_use]
    pub fn within(&self, limit: Duration, time: &Arc<dyn TimeSource>) -> Self {
        let at = time.now().checked_add(limit);
        Stop { told: Arc::clone(&self.told), deadline: at.map(|at| (Arc::clone(time), at)) }
    }

    /// The time that is left until the deadline, if there is one.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.as_ref().map(|(time, at)| at.saturating_sub(time.now()))
    }

    /// Ends the search as soon as it looks, which it does all the time.
    pub fn stop(&self) {
        self.told.store(true, Ordering::Relaxed);
    }

    /// Whether the search has to end. With a deadline this reads the clock.
    pub fn is_stopped(&self) -> bool {
        let is_over = |(time, at): &(Arc<dyn TimeSource>, Duration)| time.now() >= *at;
        self.told.load(Ordering::Relaxed) || self.deadline.as_ref().is_some_and(is_over)
    }
}

/// The limits on time as readings of a [`TimeSource`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline<'a> {
    time: &'a dyn TimeSource,
    begun: Duration,
    /// The time after which no new iteration begins, where the best move is neither settled nor
    /// in doubt.
    soft: Option<Duration>,
    /// Everything ends here.
    hard: Option<Duration>,
}

impl<'a> Deadline<'a> {
    /// The limits of a search that begins now.
    pub(crate) fn new(limits: &Limits, time: &'a dyn TimeSource) -> Self {
        let begun = time.now();
        let shares = limits.clock.map(TimeControl::shares);
        let soft = shares.map(|(soft, _)| soft);
        let hard = [shares.map(|(_, hard)| hard), limits.time].into_iter().flatten().min();
        // A time too far away to be written down is no bound.
        let reading = |after: Duration| begun.checked_add(after);
        Deadline { time, begun, soft, hard: hard.and_then(reading) }
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.time.now().saturating_sub(self.begun)
    }

    /// Whether a clock bounds the search, so that it may end before its time is used up.
    pub(crate) fn is_by_clock(&self) -> bool {
        self.soft.is_some()
    }

    /// Whether no new iteration may begin, where a `share` of the usual time is worth using, in
    /// hundredths.
    pub(crate) fn is_late(&self, share: u32) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft.saturating_mul(share) / 100)
    }

    /// Whether the search must end now.
    pub(crate) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.time.now() >= hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_tells_what_is_left() {
        let time: Arc<dyn TimeSource> = Arc::new(galet_core::MonotonicTime);
        assert_eq!(Stop::new().left(), None);
        let left = Stop::new().within(Duration::from_secs(60), &time).left();
        assert!(left.is_some_and(|left| left <= Duration::from_secs(60) && !left.is_zero()));
        assert_eq!(Stop::new().within(Duration::ZERO, &time).left(), Some(Duration::ZERO));
    }

    #[test]
    fn a_whole_game_fits_the_clock() {
        for (seconds, increment) in [(1, 0), (60, 0), (600, 5), (0, 1)] {
            let increment = Duration::from_secs(increment);
            let mut left = Duration::from_secs(seconds);
            for played in 0..200_u32 {
                let moves_to_go = 50_u32.saturating_sub(played).max(10);
                let (soft, hard) = TimeControl { left, increment, moves_to_go }.shares();
                assert!(soft <= hard && hard <= left, "{soft:?} {hard:?} {left:?}");
                left = left - hard + increment;
            }
        }
    }
}
