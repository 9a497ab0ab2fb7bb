//! The board: 49 holes of a 9×9 frame and which of them are neighbours.
//!
//! A set of holes is one 64-bit word (see [`crate::Cells`]). The hole in column `c` of row `r`,
//! both counted from 0 at the top left, has bit `14 r + c` modulo 64. With this numbering all 49
//! bits differ, and a step in any direction is a rotation of the word by the same distance for
//! every hole; only steps off the board have to be masked out.

use crate::Cells;
use std::fmt;

/// The first and the last column of each row, counted from 0, from row 9 at the top to row 1.
pub(crate) const ROWS: [(u8, u8); 9] =
    [(2, 3), (1, 4), (1, 6), (1, 8), (0, 8), (0, 7), (2, 7), (4, 7), (5, 6)];

/// How far apart the bits of two holes are that lie above each other.
const ROW_STEP: u8 = 14;

/// A hole of the board.
///
/// ```
/// use galet_avalam::Cell;
/// let centre = Cell::named("e5").unwrap();
/// assert_eq!(centre, Cell::CENTRE);
/// assert_eq!(centre.neighbours().len(), 8);
/// assert_eq!(Cell::named("a9"), None); // the corners of the frame have no holes
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// How many holes the board has.
    pub const COUNT: usize = 49;

    /// The hole in the middle, which begins empty and so stays empty.
    pub const CENTRE: Cell = Cell(bit_of(4, 4));

    /// Every hole in reading order: row 9 first, each row from left to right.
    pub const ALL: [Cell; Cell::COUNT] = {
        let mut all = [Cell(0); Cell::COUNT];
        let (mut row, mut n) = (0, 0);
        while row < 9 {
            let mut column = ROWS[row as usize].0;
            while column <= ROWS[row as usize].1 {
                all[n] = Cell(bit_of(row, column));
                n += 1;
                column += 1;
            }
            row += 1;
        }
        assert!(n == Cell::COUNT);
        all
    };

    /// The hole with that name: a column from `a` to `i` and a row from `1` to `9`.
    pub fn named(name: &str) -> Option<Cell> {
        let &[column @ b'a'..=b'i', row @ b'1'..=b'9'] = name.as_bytes() else { return None };
        Cell::at(b'9' - row, column - b'a')
    }

    /// The hole in a row and column counted from 0 at the top left, if there is one.
    pub fn at(row: u8, column: u8) -> Option<Cell> {
        let (first, last) = *ROWS.get(usize::from(row))?;
        (first..=last).contains(&column).then(|| Cell(bit_of(row, column)))
    }

    /// The row, counted from 0 at the top.
    pub fn row(self) -> u8 {
        PLACES[self.bit()].row
    }

    /// The column, counted from 0 at the left.
    pub fn column(self) -> u8 {
        PLACES[self.bit()].column
    }

    /// The hole at that place in [`Cell::ALL`].
    pub const fn from_index(index: usize) -> Option<Cell> {
        if index < Cell::COUNT { Some(Cell::ALL[index]) } else { None }
    }

    /// The place in [`Cell::ALL`].
    pub fn index(self) -> usize {
        usize::from(PLACES[self.bit()].index)
    }

    /// The holes next to this one, diagonals included.
    pub fn neighbours(self) -> Cells {
        AXES.iter().fold(Cells::NONE, |sum, axis| {
            let here = Cells::from(self);
            sum | axis.forwards(here) | axis.backwards(here)
        })
    }

    /// The hole on the opposite side of the centre.
    #[must_use]
    pub fn half_turn(self) -> Cell {
        Cell(HALF_TURN.wrapping_sub(self.0) % 64)
    }

    /// The number of its bit.
    #[inline]
    pub(crate) const fn bit(self) -> usize {
        // The remainder shows the compiler that tables of 64 are never left.
        (self.0 % 64) as usize
    }

    /// The hole that has this bit. The caller took the bit from a set of holes.
    #[inline]
    pub(crate) const fn from_bit(bit: u32) -> Cell {
        Cell((bit % 64) as u8)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), 9 - self.row())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the four lines through a hole on which it can have neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// How far the bit of a neighbour forwards on this line is from that of a hole.
    step: u32,
    /// The holes that have a neighbour forwards.
    has_next: Cells,
}

/// To the right, down, down to the right, down to the left.
pub(crate) const AXES: [Axis; 4] =
    [Axis::new(0, 1), Axis::new(1, 0), Axis::new(1, 1), Axis::new(1, -1)];

impl Axis {
    /// The four lines: to the right, down, down to the right, down to the left.
    pub const ALL: [Axis; 4] = AXES;

    const fn new(down: u8, right: i8) -> Axis {
        let mut has_next = 0;
        let mut row = 0;
        while row + down < 9 {
            let ((first, last), (next_first, next_last)) =
                (ROWS[row as usize], ROWS[(row + down) as usize]);
            let mut column = first;
            while column <= last {
                let next = column.wrapping_add_signed(right);
                if next_first <= next && next <= next_last {
                    has_next |= 1 << bit_of(row, column);
                }
                column += 1;
            }
            row += 1;
        }
        let step = (down * ROW_STEP).wrapping_add_signed(right) as u32;
        Axis { step, has_next: Cells::from_bits(has_next) }
    }

    /// The hole forwards of `cell`. The caller knows that it has one.
    #[inline]
    pub(crate) fn next(self, cell: Cell) -> Cell {
        Cell::from_bit(cell.bit() as u32 + self.step)
    }

    /// The holes forwards of `cells`.
    #[inline]
    pub fn forwards(self, cells: Cells) -> Cells {
        Cells::from_bits((cells & self.has_next).bits().rotate_left(self.step))
    }

    /// The holes backwards of `cells`, that is those whose forward neighbour is one of `cells`.
    #[inline]
    pub fn backwards(self, cells: Cells) -> Cells {
        self.unmasked_backwards(cells) & self.has_next
    }

    /// [`Axis::backwards`] with nonsense for holes at the edge. Several of these can be combined
    /// and then cleaned at once by [`Axis::clean`].
    #[inline]
    pub(crate) fn unmasked_backwards(self, cells: Cells) -> Cells {
        Cells::from_bits(cells.bits().rotate_right(self.step))
    }

    /// Only those of `cells` that have a neighbour forwards.
    #[inline]
    pub(crate) fn clean(self, cells: Cells) -> Cells {
        cells & self.has_next
    }
}

/// The bits of opposite holes add up to this, modulo 64.
pub(crate) const HALF_TURN: u8 = bit_of(8, 8);

/// The bits of all holes.
pub(crate) const BOARD: u64 = {
    let (mut bits, mut n) = (0u64, 0);
    while n < Cell::COUNT {
        bits |= 1 << Cell::ALL[n].0;
        n += 1;
    }
    // Two holes with the same bit would be one too few.
    assert!(bits.count_ones() as usize == Cell::COUNT);
    bits
};

const fn bit_of(row: u8, column: u8) -> u8 {
    (row * ROW_STEP + column) % 64
}

#[derive(Clone, Copy)]
struct Place {
    row: u8,
    column: u8,
    index: u8,
}

/// Where the hole of each bit is.
const PLACES: [Place; 64] = {
    let mut places = [Place { row: 0, column: 0, index: 0 }; 64];
    let (mut row, mut index) = (0, 0);
    while row < 9 {
        let mut column = ROWS[row as usize].0;
        while column <= ROWS[row as usize].1 {
            places[bit_of(row, column) as usize] = Place { row, column, index };
            index += 1;
            column += 1;
        }
        row += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The neighbours of a hole, found by looking at all holes.
    fn touching(cell: Cell) -> Cells {
        let touches = |other: &Cell| {
            *other != cell
                && cell.row().abs_diff(other.row()) <= 1
                && cell.column().abs_diff(other.column()) <= 1
        };
        Cell::ALL.into_iter().filter(touches).collect()
    }

    #[test]
    fn neighbours_touch() {
        for cell in Cell::ALL {
            assert_eq!(cell.neighbours(), touching(cell), "{cell}");
        }
    }

    #[test]
    fn there_are_146_pairs_of_neighbours_besides_the_centre() {
        let pairs: usize = Cell::ALL.iter().map(|c| c.neighbours().len()).sum();
        assert_eq!(pairs / 2 - Cell::CENTRE.neighbours().len(), 146);
    }

    #[test]
    fn names_read_back() {
        for (index, cell) in Cell::ALL.into_iter().enumerate() {
            assert_eq!(Cell::named(&cell.to_string()), Some(cell));
            assert_eq!(cell.index(), index);
            assert_eq!(Cell::at(cell.row(), cell.column()), Some(cell));
        }
        for wrong in ["", "c", "c10", "a9", "i1", "j5", "C9", "5e", "é5", "e0"] {
            assert_eq!(Cell::named(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn the_half_turn_changes_sides() {
        for cell in Cell::ALL {
            let there = Cell::at(8 - cell.row(), 8 - cell.column());
            assert_eq!(Some(cell.half_turn()), there, "{cell}");
        }
    }
}
