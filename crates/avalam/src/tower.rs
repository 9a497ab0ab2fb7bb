//! What stands on a hole: a tower, and whose it is.

use std::fmt;

/// A colour of counters. Who starts is an option, so a colour is not a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Colour {
    /// The light counters, `o`.
    #[default]
    Light,
    /// The dark counters, `x`.
    Dark,
}

impl Colour {
    /// Light, then dark.
    pub const BOTH: [Colour; 2] = [Colour::Light, Colour::Dark];

    /// The opponent's colour.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Light => Colour::Dark,
            Colour::Dark => Colour::Light,
        }
    }

    /// The letter of the side to move in a position text.
    pub const fn letter(self) -> char {
        match self {
            Colour::Light => 'o',
            Colour::Dark => 'x',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Light => "light",
            Colour::Dark => "dark",
        })
    }
}

/// A tower as the rules see it: how many counters, and the colour of the one on top. A single
/// counter is a tower as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tower {
    height: u8,
    colour: Colour,
}

impl Tower {
    /// A tower has at most this many counters.
    pub const TALLEST: u8 = 5;

    /// A tower of `height` counters, which must be from 1 to 5, topped by `colour`.
    pub const fn new(height: u8, colour: Colour) -> Option<Tower> {
        match height {
            1..=Tower::TALLEST => Some(Tower { height, colour }),
            _ => None,
        }
    }

    /// The number of counters.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The colour of the top counter: the tower is this player's, for now.
    pub const fn colour(self) -> Colour {
        self.colour
    }

    /// The letter of the tower in a position text.
    pub(crate) fn letter(self) -> char {
        let first = match self.colour {
            Colour::Light => b'a',
            Colour::Dark => b'A',
        };
        char::from(first + self.height - 1)
    }
}
