//! The time, handed in: the system's time of day, or one that a test moves by hand.

use galet_table::Moment;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// A clock that never goes backwards. Its copies are the same clock.
#[derive(Clone, Debug)]
pub struct WallClock(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The system's time of day when the clock was made, and the time that has passed since; with how much is
    /// to be added to go by another clock, and the latest time that it has shown since it does.
    System { began: Duration, since: Instant, other: Arc<Other> },
    /// What the hand has set.
    ByHand(watch::Receiver<Moment>),
}

/// How a clock goes by another one, that of a database, say.
#[derive(Debug, Default)]
struct Other {
    /// Whether it does.
    set: AtomicBool,
    ahead: AtomicI64,
    latest: AtomicU64,
}

/// What moves a clock that is moved by hand.
#[derive(Debug)]
pub struct ClockHand(watch::Sender<Moment>);

impl ClockHand {
    /// Lets time pass, and wakes whoever waits for it.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|now| *now = now.plus(milliseconds(by)));
    }
}

impl WallClock {
    /// The time of day.
    pub fn system() -> Self {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        WallClock(Source::System { began, since: Instant::now(), other: Arc::default() })
    }

    /// A clock that stands still until its hand moves it.
    pub fn by_hand(start: Moment) -> (Self, ClockHand) {
        let (hand, now) = watch::channel(start);
        (WallClock(Source::ByHand(now)), ClockHand(hand))
    }

    /// The time now.
    pub fn now(&self) -> Moment {
        match &self.0 {
            Source::System { other, .. } if other.set.load(Ordering::Acquire) => {
                let now =
                    self.unadjusted().saturating_add_signed(other.ahead.load(Ordering::Relaxed));
                // Where it is set back it waits for itself.
                Moment(other.latest.fetch_max(now, Ordering::Relaxed).max(now))
            }
            Source::System { .. } | Source::ByHand(_) => Moment(self.unadjusted()),
        }
    }

    /// The time now by this computer alone, in milliseconds.
    pub fn unadjusted(&self) -> u64 {
        match &self.0 {
            Source::System { began, since, .. } => milliseconds(*began + since.elapsed()),
            Source::ByHand(now) => now.borrow().0,
        }
    }

    /// Goes by another clock from now on, which is so many milliseconds ahead of this computer's. One that is
    /// moved by hand goes by its hand.
    pub fn adjust(&self, ahead: i64) {
        if let Source::System { other, .. } = &self.0 {
            other.ahead.store(ahead, Ordering::Relaxed);
            other.set.store(true, Ordering::Release);
        }
    }

    /// Waits until it is that time.
    pub async fn reaches(&self, at: Moment) {
        match &self.0 {
            Source::System { .. } => {
                tokio::time::sleep(Duration::from_millis(at.since(self.now()))).await;
            }
            Source::ByHand(now) => {
                if now.clone().wait_for(|now| *now >= at).await.is_err() {
                    // Without its hand it stands still for good.
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn a_clock_by_hand_moves_only_by_hand() {
        let (clock, hand) = WallClock::by_hand(Moment(1_000));
        let copy = clock.clone();
        let waiting = tokio::spawn(async move {
            copy.reaches(Moment(1_500)).await;
            copy.now()
        });
        hand.advance(Duration::from_millis(499));
        assert!(clock.reaches(Moment(1_500)).now_or_never().is_none());
        assert!(clock.reaches(Moment(1_499)).now_or_never().is_some());
        hand.advance(Duration::from_millis(1));
        assert_eq!(waiting.await.expect("it ends"), Moment(1_500));
        drop(hand);
        assert_eq!(clock.now(), Moment(1_500));
        assert!(clock.reaches(Moment(1_501)).now_or_never().is_none());
    }

    #[test]
    fn a_clock_that_goes_by_another_never_goes_backwards() {
        let clock = WallClock::system();
        let here = clock.now();
        clock.clone().adjust(-3_600_000);
        let there = clock.now();
        assert!(there.plus(3_599_000) < here && there.plus(3_601_000) > here, "{here:?} {there:?}");
        clock.adjust(0);
        let ahead = clock.now();
        assert!(ahead >= here);
        clock.adjust(-60_000);
        assert!(clock.now() >= ahead);
    }

    #[tokio::test]
    async fn the_systems_clock_goes_on_by_itself() {
        let clock = WallClock::system();
        let later = clock.now().plus(2);
        clock.reaches(later).await;
        assert!(clock.now() >= later);
    }
}
