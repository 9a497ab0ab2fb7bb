//! Players who leave.

use crate::Table;
use crate::event::{Moment, Seat};
use galet_core::{PerSide, Side};
use galet_wire::table::ClockTerms;

/// Who is connected, as whoever keeps the table knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// Since when the guest on each seat is away; `None` is connected. After a restart everybody
    /// is away since the restart.
    pub away_since: PerSide<Option<Moment>>,
    /// How many people look on.
    pub watchers: u32,
    /// Whether the computer, which is to move, finds no move: the game may be called off then.
    pub computer_is_lost: bool,
    /// Whether its move comes from a slower engine than usual.
    pub computer_is_slow: bool,
}

/// How long a player whose turn it is may be away before the other may claim the game or call it
/// off: a minute where each side has less than an hour, else five minutes, and with days for
/// each move as long as the clock allows.
pub const fn patience(terms: ClockTerms) -> Option<u64> {
    const MINUTE: u64 = 60_000;
    match terms {
        ClockTerms::SuddenDeath { initial } | ClockTerms::Fischer { initial, .. }
            if initial < 60 * MINUTE =>
        {
            Some(MINUTE)
        }
        ClockTerms::None | ClockTerms::SuddenDeath { .. } | ClockTerms::Fischer { .. } => {
            Some(5 * MINUTE)
        }
        ClockTerms::Days { .. } => None,
    }
}

impl Table {
    /// The player who is away in their turn, and from when on the other may do something about
    /// it. Before both have moved that is always possible and nobody is to be waited for.
    pub(crate) fn absence(&self, presence: &Presence) -> Option<(Side, Moment)> {
        let side = self.turn().filter(|_| self.both_have_moved())?;
        let (Seat::Guest { guest }, Seat::Guest { guest: other }) =
            (self.seats[side], self.seats[!side])
        else {
            return None;
        };
        let away_since = presence.away_since[side].filter(|_| guest != other)?;
        let from = away_since.max(self.clock.since());
        Some((side, from.plus(patience(self.clock.terms())?)))
    }
}
