//! The board: 61 cells in a hexagon of side 5, and the six directions.
//!
//! Rows are `a` (bottom) to `i` (top), diagonals 1 to 9, the centre is `e5`.
//!
//! Inside, cells are numbered so that a step in one direction always adds the same number,
//! modulo 61: east 1, north-west 13, north-east 14. That works because hexagons of this size
//! tile the plane: numbers that leave the board at one edge are those of the next copy. So a
//! set of cells fits into 64 bits and takes a step as a whole by one rotation; cells that would
//! enter the next copy are masked out.

use std::fmt;

/// The number that stands for "off the board" in tables of cells.
pub(crate) const OFF: u8 = Cell::COUNT as u8;

/// A cell of the board.
///
/// ```
/// use galet_abalone::{Cell, Direction};
/// let centre = Cell::named("e5").unwrap();
/// assert_eq!(centre.neighbour(Direction::NorthEast), Cell::named("f6"));
/// assert_eq!(Cell::named("a6"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// How many cells the board has.
    pub const COUNT: usize = 61;

    /// Every cell in the order of the names: a1, a2, … i9.
    pub const ALL: [Cell; Cell::COUNT] = {
        let mut all = [Cell(0); Cell::COUNT];
        let (mut n, mut row) = (0, 0);
        while row < 9 {
            let mut diagonal = 1;
            while diagonal <= 9 {
                if let Some(cell) = Cell::at(row, diagonal) {
                    all[n] = cell;
                    n += 1;
                }
                diagonal += 1;
            }
            row += 1;
        }
        assert!(n == Cell::COUNT);
        all
    };

    /// The cell in a row (0 is `a`, 8 is `i`) and on a diagonal (1 to 9), if the board has it.
    pub const fn at(row: i8, diagonal: i8) -> Option<Cell> {
        let on_board = 0 <= row
            && row <= 8
            && 1 <= diagonal
            && diagonal <= 9
            && row - diagonal <= 3
            && diagonal - row <= 5;
        if !on_board {
            return None;
        }
        // Counted from e1: 13 for each row, 1 for each diagonal.
        let number = (row as i32 - 4) * 13 + diagonal as i32 - 1;
        Some(Cell(((number + 61) % 61) as u8))
    }

    /// The cell with that name, such as `e5`. Small or capital letters.
    pub fn named(name: &str) -> Option<Cell> {
        let &[letter, digit] = name.as_bytes() else { return None };
        let row = letter.to_ascii_lowercase().checked_sub(b'a')?;
        let diagonal = digit.checked_sub(b'0')?;
        Cell::at(i8::try_from(row).ok()?, i8::try_from(diagonal).ok()?)
    }

    /// The cell at that place in [`Cell::ALL`].
    pub const fn from_index(index: usize) -> Option<Cell> {
        if index < Cell::COUNT { Some(Cell::ALL[index]) } else { None }
    }

    /// The place in [`Cell::ALL`].
    pub const fn index(self) -> usize {
        INDEX[self.0 as usize] as usize
    }

    /// The row, 0 for `a` to 8 for `i`.
    pub const fn row(self) -> i8 {
        PLACE[self.0 as usize].0
    }

    /// The diagonal, 1 to 9.
    pub const fn diagonal(self) -> i8 {
        PLACE[self.0 as usize].1
    }

    /// The next cell in a direction, unless the board ends here.
    pub const fn neighbour(self, direction: Direction) -> Option<Cell> {
        self.steps(direction, 1)
    }

    /// The cell `steps` further on (5 at most), unless the board ends before it.
    pub(crate) const fn steps(self, direction: Direction, steps: u8) -> Option<Cell> {
        match stepped(self.0, direction as u8, steps) {
            OFF => None,
            number => Some(Cell(number)),
        }
    }

    /// The direction and the number of steps that lead straight to another cell.
    pub(crate) fn straight_to(self, other: Cell) -> Option<(Direction, u8)> {
        let rows = other.row() - self.row();
        let diagonals = other.diagonal() - self.diagonal();
        let steps = rows.abs().max(diagonals.abs());
        let direction = Direction::ALL.into_iter().find(|d| {
            let (row, diagonal) = d.vector();
            steps > 0 && (row * steps, diagonal * steps) == (rows, diagonals)
        })?;
        Some((direction, steps as u8))
    }

    /// The inner number, 0 to 60.
    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    /// The cell with an inner number, which must be below 61.
    pub(crate) const fn numbered(number: u8) -> Cell {
        Cell(number)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row() as u8), self.diagonal())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the six directions, counter-clockwise from east. Row `i` is in the north.
///
/// ```
/// use galet_abalone::Direction;
/// assert_eq!(Direction::East.turned(1), Direction::NorthEast);
/// assert_eq!(Direction::East.opposite(), Direction::West);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Along the row, to the higher diagonal.
    East,
    /// One row up, one diagonal up.
    NorthEast,
    /// One row up on the same diagonal.
    NorthWest,
    /// Along the row, to the lower diagonal.
    West,
    /// One row down, one diagonal down.
    SouthWest,
    /// One row down on the same diagonal.
    SouthEast,
}

impl Direction {
    /// All six, counter-clockwise from east.
    pub const ALL: [Direction; 6] = [
        Direction::East,
        Direction::NorthEast,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::SouthEast,
    ];

    /// The three in which the names of cells grow: each stands for one of the three axes.
    pub const AXES: [Direction; 3] = [Direction::East, Direction::NorthEast, Direction::NorthWest];

    /// The direction after `sixths` sixths of a turn counter-clockwise.
    pub const fn turned(self, sixths: usize) -> Direction {
        Direction::ALL[(self as usize + sixths) % 6]
    }

    /// The way back.
    pub const fn opposite(self) -> Direction {
        self.turned(3)
    }

    /// The one of [`Direction::AXES`] that runs along this direction.
    pub const fn axis(self) -> Direction {
        Direction::ALL[self as usize % 3]
    }

    /// By how much a step changes the row and the diagonal.
    pub const fn vector(self) -> (i8, i8) {
        [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)][self as usize]
    }
}

/// The number of the cell `steps` (0 to 5) further on, or [`OFF`].
#[inline]
pub(crate) const fn stepped(number: u8, direction: u8, steps: u8) -> u8 {
    STEPS[(direction & 7) as usize][(steps & 7) as usize][(number & 63) as usize]
}

/// Row and diagonal by inner number.
const PLACE: [(i8, i8); Cell::COUNT] = {
    let mut place = [(0, 0); Cell::COUNT];
    let mut row = 0;
    while row < 9 {
        let mut diagonal = 1;
        while diagonal <= 9 {
            if let Some(cell) = Cell::at(row, diagonal) {
                place[cell.0 as usize] = (row, diagonal);
            }
            diagonal += 1;
        }
        row += 1;
    }
    place
};

/// The place in [`Cell::ALL`], by inner number.
const INDEX: [u8; Cell::COUNT] = {
    let mut index = [0; Cell::COUNT];
    let mut n = 0;
    while n < Cell::COUNT {
        index[Cell::ALL[n].0 as usize] = n as u8;
        n += 1;
    }
    index
};

/// By direction, number of steps and inner number: the number of the cell reached, or [`OFF`].
/// All sizes are powers of two so that masked indices need no check.
static STEPS: [[[u8; 64]; 8]; 8] = {
    let mut steps = [[[OFF; 64]; 8]; 8];
    let mut d = 0;
    while d < 6 {
        let (rows, diagonals) = Direction::ALL[d].vector();
        let mut k = 0;
        while k < 6 {
            let mut number = 0;
            while number < Cell::COUNT {
                let (row, diagonal) = PLACE[number];
                if let Some(cell) = Cell::at(row + rows * k as i8, diagonal + diagonals * k as i8) {
                    steps[d][k][number] = cell.0;
                }
                number += 1;
            }
            k += 1;
        }
        d += 1;
    }
    steps
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_those_of_the_rules() {
        let names: Vec<String> = Cell::ALL.into_iter().map(|c| c.to_string()).collect();
        let rows = [
            ('a', 1..=5),
            ('b', 1..=6),
            ('c', 1..=7),
            ('d', 1..=8),
            ('e', 1..=9),
            ('f', 2..=9),
            ('g', 3..=9),
            ('h', 4..=9),
            ('i', 5..=9),
        ];
        let expected: Vec<String> = rows
            .into_iter()
            .flat_map(|(row, diagonals)| diagonals.map(move |d| format!("{row}{d}")))
            .collect();
        assert_eq!(names, expected);
        for (n, cell) in Cell::ALL.into_iter().enumerate() {
            assert_eq!(cell.index(), n);
            assert_eq!(Cell::named(&cell.to_string()), Some(cell));
        }
    }

    #[test]
    fn a_step_adds_the_same_number_everywhere() {
        let adds = [1, 14, 13, 60, 47, 48];
        for cell in Cell::ALL {
            for direction in Direction::ALL {
                if let Some(next) = cell.neighbour(direction) {
                    let sum = (cell.0 + adds[direction as usize]) % 61;
                    assert_eq!(next.0, sum, "{cell} {direction:?}");
                    assert_eq!(next.neighbour(direction.opposite()), Some(cell));
                    assert_eq!(cell.straight_to(next), Some((direction, 1)));
                }
            }
        }
    }

    #[test]
    fn names_that_are_no_cells() {
        for name in ["", "a", "a0", "a6", "b7", "f1", "i4", "j5", "e10", "5e", "é1", "e5 "] {
            assert_eq!(Cell::named(name), None, "{name:?}");
        }
    }
}
