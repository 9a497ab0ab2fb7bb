//! Sets of cells.

use crate::board::{Cell, Direction};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells, as one machine word.
///
/// ```
/// use galet_abalone::{Cell, Cells};
/// let pair: Cells = ["a1", "b2"].into_iter().filter_map(Cell::named).collect();
/// assert_eq!(pair.len(), 2);
/// assert!(pair.contains(Cell::named("b2").unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(u64);

impl Cells {
    /// No cell.
    pub const NONE: Cells = Cells(0);
    /// The whole board.
    pub const ALL: Cells = Cells((1 << Cell::COUNT) - 1);

    /// One cell.
    pub const fn only(cell: Cell) -> Cells {
        Cells(1 << cell.number())
    }

    /// Whether a cell is in the set.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.number() & 1 == 1
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The cells in the order of [`Cell::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::ALL.into_iter().filter(move |&cell| self.contains(cell))
    }

    /// The set as bits. Which bit is which cell is told by [`Cells::only`].
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set with these bits; bits that are no cell are dropped.
    pub const fn from_bits(bits: u64) -> Cells {
        Cells(bits & Cells::ALL.0)
    }

    /// The cells from which one step in `direction` leads into this set: the set moved one
    /// step back.
    #[inline(always)]
    pub const fn behind(self, direction: Direction) -> Cells {
        Cells(rotated(self.0, direction.opposite()) & NOT_AT_EDGE[direction as usize].0)
    }

    /// The cells from which a step in `direction` leads off the board.
    #[inline(always)]
    pub const fn edge(direction: Direction) -> Cells {
        Cells(Cells::ALL.0 ^ NOT_AT_EDGE[direction as usize].0)
    }
}

/// The set moved one step, without care for the edges: there, and above bit 60, it is nonsense.
#[inline(always)]
const fn rotated(bits: u64, direction: Direction) -> u64 {
    match direction {
        // No cell that can step east or west needs the bits that wrap around.
        Direction::East => bits << 1,
        Direction::West => bits >> 1,
        Direction::NorthEast => bits << 14 | bits >> 47,
        Direction::NorthWest => bits << 13 | bits >> 48,
        Direction::SouthWest => bits << 47 | bits >> 14,
        Direction::SouthEast => bits << 48 | bits >> 13,
    }
}

/// The cells that have a neighbour, by direction.
const NOT_AT_EDGE: [Cells; 6] = {
    let mut sets = [Cells::NONE; 6];
    let mut d = 0;
    while d < 6 {
        let mut number = 0;
        while number < Cell::COUNT {
            if Cell::numbered(number as u8).neighbour(Direction::ALL[d]).is_some() {
                sets[d].0 |= 1 << number;
            }
            number += 1;
        }
        d += 1;
    }
    sets
};

impl BitAnd for Cells {
    type Output = Cells;
    #[inline(always)]
    fn bitand(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }
}

impl BitOr for Cells {
    type Output = Cells;
    #[inline(always)]
    fn bitor(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }
}

impl BitXor for Cells {
    type Output = Cells;
    #[inline(always)]
    fn bitxor(self, other: Cells) -> Cells {
        Cells(self.0 ^ other.0)
    }
}

impl Not for Cells {
    type Output = Cells;
    #[inline(always)]
    fn not(self) -> Cells {
        Cells(!self.0 & Cells::ALL.0)
    }
}

impl From<Cell> for Cells {
    #[inline]
    fn from(cell: Cell) -> Cells {
        Cells::only(cell)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Cells {
        cells.into_iter().fold(Cells::NONE, |set, cell| set | Cells::only(cell))
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_steps_back_like_each_of_its_cells() {
        let mut random = galet_core::random::SplitMix64::new(1);
        for _ in 0..2000 {
            let set = Cells::from_bits(random.next());
            for d in Direction::ALL {
                let expected: Cells = Cell::ALL
                    .into_iter()
                    .filter(|c| c.neighbour(d).is_some_and(|next| set.contains(next)))
                    .collect();
                assert_eq!(set.behind(d), expected, "{set:?} {d:?}");
                let edge: Cells =
                    Cell::ALL.into_iter().filter(|c| c.neighbour(d).is_none()).collect();
                assert_eq!(Cells::edge(d), edge);
                assert_eq!(edge.len(), 9);
            }
        }
    }
}
