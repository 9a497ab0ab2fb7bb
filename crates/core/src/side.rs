//! The two players.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// A player, by who moves first in the game (not by colour: a game maps its colours to sides).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The player who makes the first move of the game; `1-0` means this side won.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides, the first player first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

impl Not for Side {
    type Output = Side;
    #[inline]
    fn not(self) -> Side {
        self.other()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "first player",
            Side::Second => "second player",
        })
    }
}

/// One thing for each side, indexed by [`Side`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PerSide<T> {
    /// What belongs to the first player.
    pub first: T,
    /// What belongs to the second player.
    pub second: T,
}

impl<T> PerSide<T> {
    /// Pairs what belongs to the first with what belongs to the second player.
    pub const fn new(first: T, second: T) -> Self {
        PerSide { first, second }
    }

    /// The same two things with the owners exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        PerSide { first: self.second, second: self.first }
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
