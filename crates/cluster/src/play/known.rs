//! What the players of one table know.

use super::Diary;
use galet_test_client::Client;
use galet_wire::table::{ClockTerms, NewTable, SeatRequest};
use std::time::Duration;

/// Who plays whom, and by which clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Two people with a clock.
    Clock,
    /// Two people without one.
    Friends,
    /// Two people with days for each move.
    Days,
    /// Against the computer.
    Computer,
    /// Against the computer with a clock.
    ComputerClock,
    /// Two people, of whom one lets the flag fall.
    Flag,
}

/// The time for a whole game in which somebody lets the flag fall.
pub(crate) const SHORT: u64 = 5_000;

impl Kind {
    /// The kind of a table by its number: as many with clocks as without.
    pub(crate) fn of(number: usize) -> Self {
        [
            Kind::Clock,
            Kind::Computer,
            Kind::Friends,
            Kind::ComputerClock,
            Kind::Days,
            Kind::Clock,
            Kind::Clock,
            Kind::Flag,
        ][number % 8]
    }

    pub(crate) fn terms(self) -> ClockTerms {
        match self {
            Kind::Clock | Kind::ComputerClock => {
                ClockTerms::Fischer { initial: 600_000, increment: 5_000 }
            }
            Kind::Flag => ClockTerms::SuddenDeath { initial: SHORT },
            Kind::Days => ClockTerms::Days { days: 3 },
            Kind::Friends | Kind::Computer => ClockTerms::None,
        }
    }

    /// Whether both seats have a person.
    pub(crate) fn two_people(self) -> bool {
        !matches!(self, Kind::Computer | Kind::ComputerClock)
    }

    pub(crate) fn request(self, game: &str) -> NewTable {
        let other = if self.two_people() {
            SeatRequest::Friend
        } else {
            SeatRequest::Computer { level: 1 }
        };
        NewTable {
            game: game.to_owned(),
            setup: Default::default(),
            moves: Vec::new(),
            seats: [SeatRequest::Me, other],
            clock: self.terms(),
        }
    }
}

/// A move that is there.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// As text.
    pub(crate) text: String,
    /// From when its player was shown the position until the move was sent for the first time;
    /// nothing for moves of the computer.
    pub(crate) thought: Option<Duration>,
}

/// A table as its players know it.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) id: String,
    pub(crate) game: &'static str,
    pub(crate) kind: Kind,
    /// The people, the one who begins first; against the computer one.
    pub(crate) people: Vec<Client>,
    /// What each of them did lately.
    pub(crate) diaries: Vec<Diary>,
    /// What was played. All of it was acknowledged, or shown to its player by the server.
    pub(crate) moves: Vec<Played>,
    /// Offers of a draw that were acknowledged.
    pub(crate) offers: u32,
    /// Offers of which nobody heard what became of them.
    pub(crate) unheard_offers: u32,
    /// Whether it was over when last seen.
    pub(crate) over: bool,
    /// Whether nobody plays there any more.
    pub(crate) left: bool,
    /// Whether it was looked at since then.
    pub(crate) inspected: bool,
}

impl Known {
    /// A new table, before anybody has sat down.
    pub(crate) fn new(id: &str, game: &'static str, kind: Kind) -> Self {
        Known {
            id: id.to_owned(),
            game,
            kind,
            people: Vec::new(),
            diaries: Vec::new(),
            moves: Vec::new(),
            offers: 0,
            unheard_offers: 0,
            over: false,
            left: false,
            inspected: false,
        }
    }

    /// A move more.
    pub(crate) fn played(&mut self, text: &str, thought: Option<Duration>) {
        self.moves.push(Played { text: text.to_owned(), thought });
    }
}
