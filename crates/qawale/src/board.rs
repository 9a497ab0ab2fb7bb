//! The board: sixteen cells, four directions, ten lines.

use std::fmt;

/// A cell of the 4×4 board, files `a`–`d` from the left, ranks `1`–`4` from the bottom.
///
/// ```
/// use galet_qawale::{Cell, Direction};
/// let a1 = Cell::named("a1").unwrap();
/// assert_eq!(a1.neighbour(Direction::North), Cell::named("a2"));
/// assert_eq!(a1.neighbour(Direction::West), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// How many cells there are.
    pub const COUNT: usize = 16;

    /// Every cell: `a1`, `b1`, … `d1`, `a2`, … `d4`.
    pub const ALL: [Cell; Cell::COUNT] = {
        let mut all = [Cell(0); Cell::COUNT];
        let mut n = 0;
        while n < Cell::COUNT {
            all[n] = Cell(n as u8);
            n += 1;
        }
        all
    };

    /// The cell in a file (0 is `a`) and a rank (0 is `1`), if it is on the board.
    pub const fn at(file: u8, rank: u8) -> Option<Cell> {
        if file < 4 && rank < 4 { Some(Cell(rank * 4 + file)) } else { None }
    }

    /// The cell at that place in [`Cell::ALL`].
    pub const fn from_index(index: usize) -> Option<Cell> {
        if index < 16 { Some(Cell(index as u8)) } else { None }
    }

    /// The cell that the lowest four bits stand for.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Cell {
        Cell((bits & 15) as u8)
    }

    /// The cell with that name: a letter `a`–`d` and a digit `1`–`4`.
    pub fn named(name: &str) -> Option<Cell> {
        let &[file, rank] = name.as_bytes() else { return None };
        Cell::at(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
    }

    /// The place in [`Cell::ALL`], below 16.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what is true anyway, so that it checks no bounds.
        (self.0 & 15) as usize
    }

    /// The file: 0 is `a`.
    pub const fn file(self) -> u8 {
        self.0 % 4
    }

    /// The rank: 0 is `1`.
    pub const fn rank(self) -> u8 {
        self.0 / 4
    }

    /// The neighbour in a direction, if the board goes on there.
    #[inline]
    pub const fn neighbour(self, direction: Direction) -> Option<Cell> {
        match direction {
            Direction::North => Cell::at(self.file(), self.rank() + 1),
            Direction::East => Cell::at(self.file() + 1, self.rank()),
            Direction::South => Cell::at(self.file(), self.rank().wrapping_sub(1)),
            Direction::West => Cell::at(self.file().wrapping_sub(1), self.rank()),
        }
    }

    /// Whether this is one of the four corners.
    pub const fn is_corner(self) -> bool {
        (self.file() == 0 || self.file() == 3) && (self.rank() == 0 || self.rank() == 3)
    }

    /// The cell as a bit of a set of cells.
    #[inline]
    pub(crate) const fn bit(self) -> u16 {
        1 << (self.0 & 15)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), char::from(b'1' + self.rank()))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A step from a cell to an orthogonal neighbour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Up the board: `n`.
    North,
    /// To the right: `e`.
    East,
    /// Down the board: `s`.
    South,
    /// To the left: `w`.
    West,
}

impl Direction {
    /// All directions, clockwise from the north.
    pub const ALL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The direction that leads straight back.
    pub const fn opposite(self) -> Direction {
        Direction::from_bits(self as u64 ^ 2)
    }

    /// The letter of the move text.
    pub const fn letter(self) -> char {
        match self {
            Direction::North => 'n',
            Direction::East => 'e',
            Direction::South => 's',
            Direction::West => 'w',
        }
    }

    /// The direction with that letter.
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| d.letter() == letter)
    }

    /// The direction that the lowest two bits stand for.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Direction {
        Direction::ALL[(bits & 3) as usize]
    }
}

/// One of the ten lines: four rows, four columns, two main diagonals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Line(u8);

impl Line {
    /// The cells of each line as a set.
    const SETS: [u16; 10] = [
        0x000f, 0x00f0, 0x0f00, 0xf000, // rows 1 to 4
        0x1111, 0x2222, 0x4444, 0x8888, // columns a to d
        0x8421, 0x1248, // the diagonals a1–d4 and a4–d1
    ];

    /// Every line: the rows from 1, the columns from `a`, the diagonals `a1`–`d4` and `a4`–`d1`.
    pub const ALL: [Line; 10] = {
        let mut all = [Line(0); 10];
        let mut n = 0;
        while n < 10 {
            all[n] = Line(n as u8);
            n += 1;
        }
        all
    };

    /// Its four cells.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        Cell::ALL.into_iter().filter(move |cell| self.set() & cell.bit() != 0)
    }

    /// Its four cells as a set: bit n is the n-th cell.
    pub const fn set(self) -> u16 {
        Line::SETS[self.0 as usize]
    }

    /// How many of its cells are in a set of cells.
    pub const fn count_in(self, cells: u16) -> u32 {
        (self.set() & cells).count_ones()
    }

    /// The place in [`Line::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether a set of cells contains one of the ten lines.
#[inline]
pub(crate) const fn has_line(cells: u16) -> bool {
    let pairs = cells & (cells >> 1);
    let rows = pairs & (pairs >> 2) & 0x1111;
    let pairs = cells & (cells >> 4);
    let columns = pairs & (pairs >> 8);
    rows | columns != 0 || cells & 0x8421 == 0x8421 || cells & 0x1248 == 0x1248
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_seen_in_a_set_exactly_when_it_is_there() {
        for set in 0..=u16::MAX {
            assert_eq!(
                has_line(set),
                Line::ALL.into_iter().any(|l| l.count_in(set) == 4),
                "{set:#06x}"
            );
        }
    }

    #[test]
    fn stepping_there_and_back_is_no_step() {
        for cell in Cell::ALL {
            assert_eq!(Cell::named(&cell.to_string()), Some(cell));
            for direction in Direction::ALL {
                if let Some(next) = cell.neighbour(direction) {
                    assert_eq!(next.neighbour(direction.opposite()), Some(cell));
                }
            }
        }
        let steps: usize = Cell::ALL
            .into_iter()
            .map(|c| Direction::ALL.into_iter().filter(|d| c.neighbour(*d).is_some()).count())
            .sum();
        assert_eq!(steps, 2 * 24);
    }
}
