//! The board: three columns, four rows, and which cells touch.

use galet_core::Side;
use std::fmt;

/// The number of columns.
pub(crate) const FILES: u8 = 3;
/// The number of rows.
pub(crate) const RANKS: u8 = 4;

/// One of the twelve cells: `a1` is light's left corner, `c4` the opposite one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The number of cells.
    pub const COUNT: usize = (FILES * RANKS) as usize;

    /// Every cell: `a1`, `b1`, `c1`, `a2`, … `c4`.
    pub const ALL: [Cell; Cell::COUNT] = {
        let mut all = [Cell(0); Cell::COUNT];
        let mut n = 0;
        while n < Cell::COUNT {
            all[n] = Cell(n as u8);
            n += 1;
        }
        all
    };

    /// The cell in a column and a row, both counted from 0, if the board reaches that far.
    pub const fn at(file: u8, rank: u8) -> Option<Cell> {
        if file < FILES && rank < RANKS { Some(Cell(rank * FILES + file)) } else { None }
    }

    /// The cell with that place in [`Cell::ALL`].
    pub const fn from_index(index: usize) -> Option<Cell> {
        if index < Cell::COUNT { Some(Cell(index as u8)) } else { None }
    }

    /// The cell with that name.
    pub fn named(name: &str) -> Option<Cell> {
        let &[file, rank] = name.as_bytes() else { return None };
        Cell::at(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
    }

    /// Its place in [`Cell::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column, 0 for `a`.
    pub const fn file(self) -> u8 {
        self.0 % FILES
    }

    /// Its row, 0 for the bank where light begins.
    pub const fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// The set of this cell alone: bit n is the n-th cell.
    pub(crate) const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The cells above, to the right, below and to the left, as a set.
    pub(crate) const fn neighbours(self) -> u16 {
        grown(self.bit()) & !self.bit()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// The cells of a set, the first first.
pub(crate) fn cells(set: u16) -> impl Iterator<Item = Cell> {
    Cell::ALL.into_iter().filter(move |cell| set & cell.bit() != 0)
}

/// The bank that a side wants to reach, as a set.
pub(crate) const fn far_bank(side: Side) -> u16 {
    match side {
        Side::First => 0b111 << (FILES * (RANKS - 1)),
        Side::Second => 0b111,
    }
}

/// A set and whatever is one step away from it.
pub(crate) const fn grown(set: u16) -> u16 {
    const BOARD: u16 = (1 << Cell::COUNT) - 1;
    const LEFT_FILE: u16 = 0b001_001_001_001;
    let (left, right) = ((set & !LEFT_FILE) >> 1, (set << 1) & !LEFT_FILE);
    (set | left | right | set << FILES | set >> FILES) & BOARD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_step_away() {
        for a in Cell::ALL {
            for b in Cell::ALL {
                let steps = a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank());
                assert_eq!(a.neighbours() & b.bit() != 0, steps == 1, "{a} {b}");
            }
        }
    }

    #[test]
    fn names_read_back() {
        assert!(Cell::ALL.into_iter().all(|cell| Cell::named(&cell.to_string()) == Some(cell)));
        assert!(["", "a", "a0", "a5", "d1", "A1", "a11", "é"].map(Cell::named) == [None; 8]);
    }
}
