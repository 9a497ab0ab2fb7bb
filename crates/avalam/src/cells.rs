//! Sets of holes.

use crate::board::BOARD;
use crate::{Cell, board};
use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

/// A set of holes, as one machine word.
///
/// ```
/// use galet_avalam::{Cell, Cells};
/// let pair: Cells = ["c9", "d9"].into_iter().filter_map(Cell::named).collect();
/// assert_eq!(pair.len(), 2);
/// assert!(pair.contains(Cell::named("d9").unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(u64);

impl Cells {
    /// No hole.
    pub const NONE: Cells = Cells(0);
    /// All 49 holes.
    pub const ALL: Cells = Cells(BOARD);

    /// A set from the bits of its holes (see the module `board` for which is which).
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Cells {
        Cells(bits)
    }

    /// The set as a word: one bit for each of its holes.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of holes in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no hole.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `cell` is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.bit() & 1 != 0
    }

    /// The holes on the opposite side of the centre.
    #[must_use]
    pub const fn half_turn(self) -> Cells {
        // Reversing maps bit i to 63 - i; the half turn maps it to HALF_TURN - i.
        Cells(self.0.reverse_bits().rotate_left(board::HALF_TURN as u32 + 1))
    }

    /// One hole.
    #[inline]
    pub const fn only(cell: Cell) -> Cells {
        Cells(1 << cell.bit())
    }

    /// The holes in the order of their bits: quicker than [`Cells::iter`], where order is of no
    /// matter.
    #[inline]
    pub const fn unordered(self) -> Unordered {
        Unordered(self.0)
    }

    /// The holes in the order of [`Cell::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::ALL.into_iter().filter(move |&cell| self.contains(cell))
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
        cells.into_iter().fold(Cells::NONE, |set, cell| set | cell.into())
    }
}

/// The holes of a set, one after the other, by [`Cells::unordered`].
#[derive(Clone, Debug)]
pub struct Unordered(u64);

impl Iterator for Unordered {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let cell = Cell::from_bit(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

impl BitAnd for Cells {
    type Output = Cells;
    #[inline]
    fn bitand(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }
}

impl BitOr for Cells {
    type Output = Cells;
    #[inline]
    fn bitor(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }
}

/// The other holes of the board.
impl Not for Cells {
    type Output = Cells;
    #[inline]
    fn not(self) -> Cells {
        Cells(!self.0 & BOARD)
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
