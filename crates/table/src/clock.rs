//! The arithmetic of clocks.

use crate::event::Moment;
use galet_core::Side;
use galet_wire::table::ClockTerms;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// The clocks of a table. Which of them runs is the table's business.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    terms: ClockTerms,
    /// The milliseconds that each side had left at `since`.
    left: [u64; 2],
    running: Option<Side>,
    /// When the turn began, moved on by the time that the server was down.
    since: Moment,
}

impl Clock {
    /// Clocks that stand, with the whole time on them.
    pub(crate) fn new(terms: ClockTerms, at: Moment) -> Clock {
        Clock { terms, left: [whole(terms).unwrap_or(0); 2], running: None, since: at }
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

    /// When the turn began.
    pub(crate) fn since(&self) -> Moment {
        self.since
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
    }

    /// Stops the clocks for good.
    pub(crate) fn stop(&mut self, at: Moment) {
        if let Some(left) = self.left(at) {
            self.left = left;
        }
        self.running = None;
    }

    /// Leaves out a time during which the server was down.
    pub(crate) fn leave_out(&mut self, from: Moment, to: Moment) {
        let from = from.max(self.since);
        self.since = self.since.plus(to.since(from));
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
pub(crate) fn playable(terms: ClockTerms) -> bool {
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
