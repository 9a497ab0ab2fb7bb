//! Who plays which side, as people ask for it.

use super::local::Seats;
use clap::ValueEnum;
use galet_core::Side;
use galet_core::random::SplitMix64;
use galet_engine::Level;
use galet_table::wire::table::SeatRequest;

/// Two people at one keyboard.
pub(super) const PEOPLE: Seats = [SeatRequest::Me, SeatRequest::Me];

/// A person plays `side` against the computer.
pub(super) fn against(level: Level, side: Side) -> Seats {
    let mut seats = PEOPLE;
    seats[(!side).index()] = SeatRequest::Computer { level: level.number() };
    seats
}

/// The kind of opponent.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Against {
    /// The computer
    Computer,
    /// A second person at this terminal
    Person,
}

/// The side that a person wants to play against the computer.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WantedSide {
    /// You begin
    First,
    /// The computer begins
    Second,
    /// It is drawn
    Random,
}

impl WantedSide {
    /// The side, drawn if it is to be drawn.
    pub(super) fn side(self, seed: u64) -> Side {
        match self {
            WantedSide::First => Side::First,
            WantedSide::Second => Side::Second,
            WantedSide::Random => Side::BOTH[SplitMix64::new(seed).below(2)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_computer_takes_the_other_side() {
        let computer = SeatRequest::Computer { level: 1 };
        assert_eq!(against(Level::LOWEST, Side::Second), [computer.clone(), SeatRequest::Me]);
        assert_eq!(against(Level::LOWEST, Side::First), [SeatRequest::Me, computer]);
    }

    #[test]
    fn a_drawn_side_can_be_either() {
        let drawn: Vec<_> = (0..20).map(|seed| WantedSide::Random.side(seed)).collect();
        assert!(drawn.contains(&Side::First) && drawn.contains(&Side::Second));
    }
}
