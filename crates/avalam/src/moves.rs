//! Which moves the rules allow.
//!
//! A tower may be moved onto a neighbouring tower if both together have at most five counters.
//! Whether two towers may be joined does not depend on which of them moves, nor on the colours,
//! nor on whose turn it is: each pair of neighbours that may be joined gives two moves.

use crate::board::{AXES, Axis};
use crate::{Cell, Cells, MoveFault, Position, Tower};
use galet_core::Game;
use std::ops::ControlFlow;

/// A tower moved from one hole onto another.
///
/// ```
/// use galet_avalam::{Cell, Game, Move, Position};
///
/// let position = Position::default();
/// let cell = |name| Cell::named(name).unwrap();
/// assert!(position.is_legal(Move::new(cell("c9"), cell("d8"))));
/// assert!(!position.is_legal("c9e7".parse()?)); // no neighbours
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Cell,
    to: Cell,
}

impl Move {
    /// The move of the tower on `from` onto the tower on `to`, legal or not.
    #[inline]
    pub const fn new(from: Cell, to: Cell) -> Move {
        Move { from, to }
    }

    /// The hole that becomes free.
    #[inline]
    pub const fn from(self) -> Cell {
        self.from
    }

    /// The hole where the joined tower stands.
    #[inline]
    pub const fn to(self) -> Cell {
        self.to
    }
}

/// The rule that a move breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Broken {
    /// There is no tower to move.
    NothingToMove,
    /// A tower of five is not moved any more.
    FiveNeverMoves,
    /// A tower is moved onto another one.
    StaysInPlace,
    /// A tower goes to an adjacent hole only.
    NotNeighbours,
    /// Never onto an empty hole.
    OntoNothing,
    /// A tower has at most five counters.
    TooTall {
        /// The height of the moved tower.
        moved: u8,
        /// The height of the tower it would stand on.
        covered: u8,
    },
}

impl Broken {
    /// The same as the fault of a text.
    pub(crate) fn fault(self, from: Cell, to: Cell) -> MoveFault {
        match self {
            Broken::NothingToMove => MoveFault::NothingToMove { cell: from },
            Broken::FiveNeverMoves => MoveFault::FiveNeverMoves { cell: from },
            Broken::StaysInPlace => MoveFault::StaysInPlace { cell: to },
            Broken::NotNeighbours => MoveFault::NotNeighbours { from, to },
            Broken::OntoNothing => MoveFault::OntoNothing { cell: to },
            Broken::TooTall { moved, covered } => MoveFault::TooTall { moved, covered },
        }
    }
}

impl Position {
    /// The rule that `m` breaks, if it breaks one.
    pub(crate) fn forbids(&self, m: Move) -> Option<Broken> {
        let Some(moved) = self.tower(m.from()) else { return Some(Broken::NothingToMove) };
        if m.from() == m.to() {
            return Some(Broken::StaysInPlace);
        }
        if moved.height() == Tower::TALLEST {
            return Some(Broken::FiveNeverMoves);
        }
        if !m.from().neighbours().contains(m.to()) {
            return Some(Broken::NotNeighbours);
        }
        let Some(covered) = self.tower(m.to()) else { return Some(Broken::OntoNothing) };
        let (moved, covered) = (moved.height(), covered.height());
        (moved + covered > Tower::TALLEST).then_some(Broken::TooTall { moved, covered })
    }

    /// The towers that the tower on `cell` may be joined with, by moving either.
    pub fn partners(&self, cell: Cell) -> Cells {
        let height = self.tower(cell).map_or(Tower::TALLEST, Tower::height);
        let low_enough = (1..=Tower::TALLEST - height)
            .fold(Cells::NONE, |low, height| low | self.of_height(height));
        cell.neighbours() & low_enough
    }

    /// The towers that will never change: they have nobody to be joined with. As towers only grow
    /// and free holes stay free, they never will have.
    pub fn safe(&self) -> Cells {
        let up_to = self.up_to();
        let live = AXES.iter().fold(Cells::NONE, |live, axis| {
            let pairs = joinable(&up_to, *axis);
            live | pairs | axis.forwards(pairs)
        });
        self.occupied() & !live
    }

    /// For each of [`Axis::ALL`], the holes whose tower may be joined with that of the next hole
    /// on this line.
    #[inline]
    pub fn pairs(&self) -> [Cells; 4] {
        let up_to = self.up_to();
        AXES.map(|axis| joinable(&up_to, axis))
    }

    /// The game goes on as long as there are towers to join.
    pub(crate) fn is_over(&self) -> bool {
        let up_to = self.up_to();
        AXES.iter().all(|axis| joinable(&up_to, *axis).is_empty())
    }

    /// Twice the number of pairs that may be joined.
    #[inline]
    pub(crate) fn count_joins(&self) -> u64 {
        let up_to = self.up_to();
        AXES.iter().map(|axis| 2 * joinable(&up_to, *axis).len() as u64).sum()
    }

    /// Both moves of each pair that may be joined.
    #[inline]
    pub(crate) fn visit_joins(
        &self,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let up_to = self.up_to();
        for axis in AXES {
            for cell in joinable(&up_to, axis).unordered() {
                let next = axis.next(cell);
                visit(Move::new(cell, next))?;
                visit(Move::new(next, cell))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The holes with a tower of at most one, two, three, four counters.
    #[inline]
    fn up_to(&self) -> [Cells; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|height| self.of_height(height));
        [one, one | two, one | two | three, one | two | three | four]
    }
}

/// The holes whose tower may be joined with that of the next hole on `axis`: it has at most one
/// counter and the next at most four, or at most two and the next at most three, and so on.
#[inline]
fn joinable(up_to: &[Cells; 4], axis: Axis) -> Cells {
    let [one, two, three, four] = *up_to;
    let next = |cells| axis.unmasked_backwards(cells);
    axis.clean(one & next(four) | two & next(three) | three & next(two) | four & next(one))
}

const _: () = assert!(size_of::<<Position as Game>::Move>() == 2);
