//! Who plays which side: a person or the computer.

use clap::ValueEnum;
use galet_core::random::SplitMix64;
use galet_core::{PerSide, Side};
use galet_engine::Level;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seat {
    /// Somebody at this terminal.
    Person,
    /// The computer, at that level.
    Computer(Level),
}

/// Both sides. At least one of them is a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seats(PerSide<Seat>);

impl Seats {
    /// Two people.
    pub(super) const PEOPLE: Seats = Seats(PerSide::new(Seat::Person, Seat::Person));

    /// A person plays `side` against the computer.
    pub(super) fn against(level: Level, side: Side) -> Self {
        let mut seats = Seats::PEOPLE;
        seats.0[!side] = Seat::Computer(level);
        seats
    }

    /// The computer's level, where it plays that side.
    pub(super) fn computer(self, side: Side) -> Option<Level> {
        match self.0[side] {
            Seat::Person => None,
            Seat::Computer(level) => Some(level),
        }
    }

    /// Whether a person plays that side.
    pub(super) fn is_person(self, side: Side) -> bool {
        self.0[side] == Seat::Person
    }

    /// The side of the only person; `None` when both are people.
    pub(super) fn only_person(self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| !self.is_person(!side))
    }
}

/// The kind of opponent, as people ask for it.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Against {
    /// The computer
    Computer,
    /// A second person at this terminal
    Person,
}

/// The side that a person wants to play against the computer.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// You begin
    First,
    /// The computer begins
    Second,
    /// It is drawn
    Random,
}

impl Wanted {
    /// The side, drawn if it is to be drawn.
    pub(super) fn side(self, seed: u64) -> Side {
        match self {
            Wanted::First => Side::First,
            Wanted::Second => Side::Second,
            Wanted::Random => Side::BOTH[SplitMix64::new(seed).below(2)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_computer_takes_the_other_side() {
        let seats = Seats::against(Level::LOWEST, Side::Second);
        assert_eq!(seats.computer(Side::First), Some(Level::LOWEST));
        assert!(seats.is_person(Side::Second));
        assert_eq!(seats.only_person(), Some(Side::Second));
        assert_eq!(Seats::PEOPLE.only_person(), None);
    }

    #[test]
    fn a_drawn_side_can_be_either() {
        let drawn: Vec<_> = (0..20).map(|seed| Wanted::Random.side(seed)).collect();
        assert!(drawn.contains(&Side::First) && drawn.contains(&Side::Second));
    }
}
