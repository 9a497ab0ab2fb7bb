//! What a table wants done by itself.

use crate::Table;
use crate::away::Presence;
use crate::event::{Moment, Seat};
use galet_core::Side;
use galet_core::random::SplitMix64;
use galet_wire::table::ClockTerms;

/// What a table wants done. Ask again after every event and when somebody comes or goes: what is
/// not asked for any more is to be cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// The computer is to choose a move.
    pub think: Option<Think>,
    /// A flag falls at this moment unless something happens: call [`Table::tick`] then.
    pub flag_at: Option<Moment>,
    /// From this moment on the game may be claimed: send everybody their state then.
    pub claim_at: Option<Moment>,
}

/// A move that the computer is to choose, answered by [`Table::answer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Think {
    /// What the answer must carry. The same ticket is the same task.
    pub ticket: Ticket,
    /// For which side.
    pub side: Side,
    /// How strong it is: the number of a [`galet_core::Level`].
    pub level: u8,
    /// How many moves are played.
    pub ply: u32,
    /// What its choice is drawn with.
    pub seed: u64,
    /// The time it has, if its clock runs.
    pub time: Option<TimeLeft>,
}

/// The time that the computer has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// The milliseconds left now.
    pub left: u64,
    /// The milliseconds that come with each move.
    pub increment: u64,
}

/// A position at a table, once: it does not come back, even if the same moves are played again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket(pub u32);

impl Table {
    /// What is to be done by itself from now on.
    pub fn effects(&self, presence: &Presence, now: Moment) -> Effects {
        let now = self.no_earlier(now);
        let claim_at = self.absence(presence).map(|(_, from)| from).filter(|&from| from > now);
        Effects { think: self.think(now), flag_at: self.clock.flag_at(), claim_at }
    }

    /// What the computer is to think about.
    pub(crate) fn think(&self, now: Moment) -> Option<Think> {
        let side = self.turn()?;
        let Seat::Computer { level } = self.seats[side] else { return None };
        let time = self.clock.running().and_then(|_| {
            let left = self.clock.left(now)?[side.index()];
            let increment = match self.clock.terms() {
                ClockTerms::Fischer { increment, .. } => increment,
                _ => 0,
            };
            Some(TimeLeft { left, increment })
        });
        let seed = SplitMix64::new(self.seed.wrapping_add(u64::from(self.revision))).next();
        Some(Think { ticket: Ticket(self.revision), side, level, ply: self.ply(), seed, time })
    }
}
