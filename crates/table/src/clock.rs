//! The arithmetic of clocks.

use crate::event::Moment;
use crate::stood::Stood;
use galet_core::Side;
use galet_wire::table::ClockTerms;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// The clocks of a table. Which of them runs is the table's business.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    terms: ClockTerms,
    /// The milliseconds that each side had left at `since`.
    left: [u64; 2],
    running: Option<Side>,
    /// When the turn began, moved on by the time that the server was down.
    since: Moment,
    /// When the turn began.
    began: Moment,
    /// The times of this turn in which the server was down.
    stood: Stood,
}

impl Clock {
    /// Clocks that stand, with the whole time on them.
    pub(crate) fn new(terms: ClockTerms, at: Moment) -> Clock {
        let left = [whole(terms).unwrap_or(0); 2];
        Clock { terms, left, running: None, since: at, began: at, stood: Stood::default() }
    }

    pub(crate) fn terms(&self) -> ClockTerms {
        self.terms
    }

    /// Whether there is a clock at all.
    pub(crate) fn exists(&self) -> bool {
        self.terms != ClockTerms::None
    }

    pub(crate) fn running(&self) -> Option<Side> {
        self.running
    }

    /// When the turn began, moved on by the time that the server was down.
    pub(crate) fn since(&self) -> Moment {
        self.since
    }

    /// When the turn began.
    pub(crate) fn began(&self) -> Moment {
        self.began
    }

    /// The milliseconds that both have left.
    pub(crate) fn left(&self, now: Moment) -> Option<[u64; 2]> {
        self.exists().then(|| {
            let mut left = self.left;
            if let Some(side) = self.running {
                left[side.index()] = left[side.index()].saturating_sub(now.since(self.since));
            }
            left
        })
    }

    /// The first moment at which the side whose clock runs has no time left.
    pub(crate) fn flag_at(&self) -> Option<Moment> {
        self.running.map(|side| self.since.plus(self.left[side.index()]))
    }

    /// Who has run out of time.
    pub(crate) fn flagged(&self, now: Moment) -> Option<Side> {
        self.running.filter(|_| self.flag_at().is_some_and(|at| at <= now))
    }

    /// What a side has left if it moves now. A free move neither costs nor gains.
    pub(crate) fn after_move(&self, side: Side, now: Moment) -> Option<u64> {
        let left = self.left(now)?[side.index()];
        Some(match self.terms {
            ClockTerms::Fischer { increment, .. } if self.running == Some(side) => {
                left.saturating_add(increment)
            }
            ClockTerms::Days { .. } => whole(self.terms)?,
            _ => left,
        })
    }

    /// What both have left if moves are taken back now: nothing comes back, but days begin anew.
    pub(crate) fn after_take_back(&self, now: Moment) -> Option<[u64; 2]> {
        match self.terms {
            ClockTerms::Days { .. } => whole(self.terms).map(|whole| [whole; 2]),
            _ => self.left(now),
        }
    }

    /// Writes down what a side has left after a move.
    pub(crate) fn set_one(&mut self, side: Side, left: u64) {
        self.left[side.index()] = left;
    }

    /// Writes down what both have left.
    pub(crate) fn set_both(&mut self, left: [u64; 2]) {
        self.left = left;
    }

    /// Begins a turn: nobody's clock runs, or that of the side to move.
    pub(crate) fn begin_turn(&mut self, running: Option<Side>, at: Moment) {
        self.running = running.filter(|_| self.exists());
        self.since = at;
        self.began = at;
        self.stood.clear();
    }

    /// Stops the clocks for good.
    pub(crate) fn stop(&mut self, at: Moment) {
        if let Some(left) = self.left(at) {
            self.left = left;
        }
        self.running = None;
    }

    /// Leaves out a time during which the server was down, as far as it is not left out yet.
    pub(crate) fn leave_out(&mut self, from: Moment, to: Moment) {
        self.since = self.since.plus(self.stood.add(from.max(self.began), to));
    }

    /// From when on a time is to be left out, if something of it is charged yet.
    pub(crate) fn charged_from(&self, from: Moment, to: Moment) -> Option<Moment> {
        let from = from.max(self.began);
        self.running.filter(|_| self.stood.missing(from, to) > 0).map(|_| from)
    }
}

/// The whole time of one side at the beginning.
fn whole(terms: ClockTerms) -> Option<u64> {
    match terms {
        ClockTerms::None => None,
        ClockTerms::SuddenDeath { initial } | ClockTerms::Fischer { initial, .. } => Some(initial),
        ClockTerms::Days { days } => Some(u64::from(days) * DAY),
    }
}

/// Whether these terms can be played: from a second to a day, up to an hour more with each move,
/// from 1 to 30 days for each move.
pub fn is_playable_clock(terms: ClockTerms) -> bool {
    let initial_fits = |initial| (1_000..=DAY).contains(&initial);
    match terms {
        ClockTerms::None => true,
        ClockTerms::SuddenDeath { initial } => initial_fits(initial),
        ClockTerms::Fischer { initial, increment } => {
            initial_fits(initial) && increment <= 60 * 60 * 1000
        }
        ClockTerms::Days { days } => (1..=30).contains(&days),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: ClockTerms = ClockTerms::None;
    const START: u64 = 100;

    fn sudden(initial: u64) -> ClockTerms {
        ClockTerms::SuddenDeath { initial }
    }

    fn fischer(initial: u64, increment: u64) -> ClockTerms {
        ClockTerms::Fischer { initial, increment }
    }

    /// All small clocks of each kind.
    fn small() -> Vec<ClockTerms> {
        let fischers = (0..5).flat_map(|initial| (0..4).map(move |more| fischer(initial, more)));
        (0..8).map(sudden).chain(fischers).chain([NONE, ClockTerms::Days { days: 1 }]).collect()
    }

    fn running(terms: ClockTerms, side: Option<Side>) -> Clock {
        let mut clock = Clock::new(terms, Moment(0));
        clock.begin_turn(side, Moment(START));
        clock
    }

    /// A watch that knows nothing but to count down, a millisecond at a time.
    fn counted_down(mut left: u64, milliseconds: u64) -> u64 {
        for _ in 0..milliseconds {
            if left == 0 {
                break;
            }
            left -= 1;
        }
        left
    }

    #[test]
    fn the_running_clock_counts_down_and_the_other_stands() {
        for terms in small() {
            for side in [None, Some(Side::First), Some(Side::Second)] {
                let clock = running(terms, side);
                for elapsed in 0..12 {
                    let now = Moment(START + elapsed);
                    let expected = whole(terms).map(|initial| {
                        Side::BOTH.map(|s| {
                            counted_down(initial, if side == Some(s) { elapsed } else { 0 })
                        })
                    });
                    assert_eq!(clock.left(now), expected, "{clock:?} {elapsed}");
                    // The flag has fallen exactly when nothing is left on a clock that runs.
                    let empty = |s: &Side| expected.is_some_and(|left| left[s.index()] == 0);
                    assert_eq!(clock.flagged(now), side.filter(empty), "{clock:?} {elapsed}");
                    assert_eq!(
                        clock.flagged(now).is_some(),
                        clock.flag_at().is_some_and(|at| at <= now)
                    );
                }
                assert_eq!(clock.flag_at().is_some(), side.is_some() && terms != NONE);
            }
        }
    }

    #[test]
    fn a_paid_move_gains_and_a_free_one_does_not() {
        for terms in small() {
            for side in [None, Some(Side::First), Some(Side::Second)] {
                let clock = running(terms, side);
                for mover in Side::BOTH {
                    for elapsed in 0..12 {
                        let after = clock.after_move(mover, Moment(START + elapsed));
                        let paid = side == Some(mover);
                        let spent = if paid { elapsed } else { 0 };
                        let expected = match terms {
                            ClockTerms::None => None,
                            ClockTerms::SuddenDeath { initial } => {
                                Some(counted_down(initial, spent))
                            }
                            ClockTerms::Fischer { initial, increment } => {
                                let more = if paid { increment } else { 0 };
                                Some(counted_down(initial, spent) + more)
                            }
                            ClockTerms::Days { days } => Some(u64::from(days) * DAY),
                        };
                        assert_eq!(after, expected, "{clock:?} {mover} {elapsed}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_take_back_gives_nothing_back_but_days() {
        for terms in small() {
            for side in [None, Some(Side::First), Some(Side::Second)] {
                let clock = running(terms, side);
                for elapsed in 0..12 {
                    let now = Moment(START + elapsed);
                    let expected = match terms {
                        ClockTerms::Days { .. } => Some([DAY; 2]),
                        _ => clock.left(now),
                    };
                    assert_eq!(clock.after_take_back(now), expected);
                }
            }
        }
    }

    #[test]
    fn time_while_the_server_was_down_is_left_out() {
        let terms = sudden(50);
        for since in 0..6 {
            for from in 0..9 {
                for to in from..12 {
                    let mut clock = Clock::new(terms, Moment(0));
                    clock.begin_turn(Some(Side::First), Moment(since));
                    clock.leave_out(Moment(from), Moment(to));
                    for now in to.max(since)..16 {
                        // Every millisecond of the turn counts that was not one of those down.
                        let counted = (since..now).filter(|ms| !(from..to).contains(ms)).count();
                        let expected = [50 - counted as u64, 50];
                        assert_eq!(clock.left(Moment(now)), Some(expected), "{since} {from} {to}");
                    }
                }
            }
        }
    }

    #[test]
    fn outages_become_known_in_any_order_and_in_parts() {
        let outages = [(3, 7), (5, 6), (0, 4), (8, 9), (6, 10)];
        for first in outages {
            for second in outages {
                for third in outages {
                    let mut clock = Clock::new(sudden(50), Moment(0));
                    clock.begin_turn(Some(Side::First), Moment(2));
                    let told = [first, second, third];
                    for (from, to) in told {
                        let charged = clock.charged_from(Moment(from), Moment(to)).is_some();
                        let before = clock.clone();
                        clock.leave_out(Moment(from), Moment(to));
                        assert_eq!(clock != before, charged);
                    }
                    let down = |ms: &u64| told.iter().any(|(from, to)| (from..to).contains(&ms));
                    let counted = (2..12).filter(|ms| !down(ms)).count() as u64;
                    assert_eq!(clock.left(Moment(12)), Some([50 - counted, 50]), "{told:?}");
                }
            }
        }
    }

    #[test]
    fn a_stopped_clock_keeps_what_it_had() {
        for elapsed in 0..9 {
            let mut clock = running(sudden(5), Some(Side::Second));
            clock.stop(Moment(START + elapsed));
            for later in [0, 1, DAY] {
                let left = clock.left(Moment(START + elapsed + later));
                assert_eq!(left, Some([5, counted_down(5, elapsed)]));
            }
            assert_eq!((clock.flag_at(), clock.running()), (None, None));
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let mut clock = Clock::new(fischer(u64::MAX, u64::MAX), Moment(u64::MAX));
        clock.begin_turn(Some(Side::First), Moment(u64::MAX - 1));
        assert_eq!(clock.flag_at(), Some(Moment(u64::MAX)));
        assert_eq!(clock.after_move(Side::First, Moment(0)), Some(u64::MAX));
        clock.leave_out(Moment(0), Moment(u64::MAX));
        assert_eq!(clock.left(Moment(u64::MAX)), Some([u64::MAX; 2]));
    }

    #[test]
    fn clocks_that_can_be_set() {
        assert!(
            [NONE, sudden(1_000), sudden(DAY), fischer(1_000, 0), fischer(DAY, 3_600_000)]
                .into_iter()
                .all(is_playable_clock)
        );
        assert!(
            (0..40).all(
                |days| is_playable_clock(ClockTerms::Days { days }) == (1..=30).contains(&days)
            )
        );
        assert!(
            ![sudden(999), sudden(DAY + 1), fischer(999, 1), fischer(1_000, 3_600_001)]
                .into_iter()
                .any(is_playable_clock)
        );
    }
}
