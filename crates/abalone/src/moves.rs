//! A move: which marbles, and where they go.

use crate::board::{Cell, Direction};
use std::fmt;

/// A move of one, two or three marbles, one step in one direction.
///
/// Two moves are equal when they move the same marbles the same way and push as many. Moves
/// come out of a position ([`crate::Position::in_line_move`],
/// [`crate::Position::broadside_move`], reading a text, listing); the text of a move
/// ([`fmt::Display`]) is its Aba-Pro notation.
///
/// There is no `FromStr`: how many marbles `a1b2` moves and pushes is told by the position alone,
/// so [`galet_core::Notation::parse_move`] reads it.
///
/// ```
/// use galet_abalone::{Notation, Position};
/// let m = Position::default().parse_move("a1b2")?;
/// assert_eq!((m.to_string().as_str(), m.marbles(), m.pushed()), ("a1b2", 3, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// How a move goes, and how many marbles it touches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// Along the line in which the marbles stand (a single marble always moves so).
    InLine {
        /// How many of the opponent's marbles are pushed.
        pushed: u8,
    },
    /// Sideways.
    Broadside {
        /// The line in which the marbles stand: one of [`Direction::AXES`].
        axis: Direction,
    },
}

// The layout of the bits: cell 6, direction 3, marbles 2, pushed 2, and 0 for an in-line move
// or 1 + the axis of a broadside one.
const DIRECTION: u32 = 6;
const MARBLES: u32 = 9;
const PUSHED: u32 = 11;
const AXIS: u32 = 13;

impl Move {
    /// An in-line move from its rear marble.
    #[inline(always)]
    pub(crate) const fn in_line(rear: Cell, direction: Direction, marbles: u8, pushed: u8) -> Move {
        Move::in_line_template(direction, marbles, pushed).of(rear.number())
    }

    /// A broadside move of the marbles from `end` on along `axis`.
    #[inline(always)]
    pub(crate) const fn broadside(
        end: Cell,
        axis: Direction,
        direction: Direction,
        marbles: u8,
    ) -> Move {
        Move::broadside_template(axis, direction, marbles).of(end.number())
    }

    /// An in-line move whose rear marble is still to be filled in by [`Move::of`].
    pub(crate) const fn in_line_template(direction: Direction, marbles: u8, pushed: u8) -> Move {
        Move(
            (direction as u16) << DIRECTION
                | (marbles as u16) << MARBLES
                | (pushed as u16) << PUSHED,
        )
    }

    /// A broadside move whose smaller end is still to be filled in by [`Move::of`].
    pub(crate) const fn broadside_template(
        axis: Direction,
        direction: Direction,
        marbles: u8,
    ) -> Move {
        Move(
            (direction as u16) << DIRECTION
                | (marbles as u16) << MARBLES
                | (axis as u16 + 1) << AXIS,
        )
    }

    /// The template with the cell filled in.
    #[inline(always)]
    pub(crate) const fn of(self, number: u8) -> Move {
        Move(self.0 | number as u16)
    }

    /// The rear marble of an in-line move; the end with the smaller name of a broadside one.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::numbered((self.0 & 63) as u8)
    }

    /// The direction in which everything moves.
    #[inline]
    pub const fn direction(self) -> Direction {
        Direction::ALL[(self.0 >> DIRECTION & 7) as usize]
    }

    /// How many own marbles move: one, two or three.
    #[inline]
    pub const fn marbles(self) -> u8 {
        (self.0 >> MARBLES & 3) as u8
    }

    /// How many of the opponent's marbles are pushed: none, one or two.
    #[inline]
    pub const fn pushed(self) -> u8 {
        (self.0 >> PUSHED & 3) as u8
    }

    /// Whether the marbles move sideways.
    #[inline]
    pub const fn is_broadside(self) -> bool {
        self.0 >> AXIS != 0
    }

    /// In line or broadside.
    pub const fn manner(self) -> Manner {
        match self.0 >> AXIS {
            0 => Manner::InLine { pushed: self.pushed() },
            axis => Manner::Broadside { axis: Direction::AXES[axis as usize - 1] },
        }
    }

    /// The direction from marble to marble, beginning at [`Move::cell`].
    pub const fn line(self) -> Direction {
        match self.manner() {
            Manner::InLine { .. } => self.direction(),
            Manner::Broadside { axis } => axis,
        }
    }

    /// The cells that the own marbles leave, beginning at [`Move::cell`].
    pub fn origins(self) -> impl Iterator<Item = Cell> {
        (0..self.marbles()).filter_map(move |k| self.cell().steps(self.line(), k))
    }

    /// The inner numbers that playing needs: cell, direction, line.
    #[inline(always)]
    pub(crate) const fn numbers(self) -> (u8, u8, u8) {
        let direction = (self.0 >> DIRECTION & 7) as u8;
        let axis = (self.0 >> AXIS) as u8;
        ((self.0 & 63) as u8, direction, if axis == 0 { direction } else { axis - 1 })
    }
}

/// The Aba-Pro text: `a1b2` in line (rear marble, and where it goes), `c3c5d4` broadside (the
/// two ends, and where the first goes).
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = self.cell();
        cell.fmt(f)?;
        if self.is_broadside()
            && let Some(other_end) = self.origins().last()
        {
            other_end.fmt(f)?;
        }
        match cell.neighbour(self.direction()) {
            Some(target) => target.fmt(f),
            None => f.write_str("--"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.manner() {
            Manner::InLine { pushed: 0 } => write!(f, "{self} ({} in line)", self.marbles()),
            Manner::InLine { pushed } => write!(f, "{self} ({} push {pushed})", self.marbles()),
            Manner::Broadside { .. } => write!(f, "{self} ({} broadside)", self.marbles()),
        }
    }
}
