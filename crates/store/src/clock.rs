//! The time, handed in: the system's time of day, or one that a test moves by hand.

use galet_table::Moment;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// A clock that never goes backwards. Its copies are the same clock.
#[derive(Clone, Debug)]
pub struct WallClock(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The system's time of day when the clock was made, and the time that has passed since.
    System { began: Duration, since: Instant },
    /// What the hand has set.
    ByHand(watch::Receiver<Moment>),
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
        WallClock(Source::System { began, since: Instant::now() })
    }

    /// A clock that stands still until its hand moves it.
    pub fn by_hand(start: Moment) -> (Self, ClockHand) {
        let (hand, now) = watch::channel(start);
        (WallClock(Source::ByHand(now)), ClockHand(hand))
    }

    /// The time now.
    pub fn now(&self) -> Moment {
        match &self.0 {
            Source::System { began, since } => Moment(milliseconds(*began + since.elapsed())),
            Source::ByHand(now) => *now.borrow(),
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

    #[tokio::test]
    async fn the_systems_clock_goes_on_by_itself() {
        let clock = WallClock::system();
        let later = clock.now().plus(2);
        clock.reaches(later).await;
        assert!(clock.now() >= later);
    }
}
