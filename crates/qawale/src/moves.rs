//! A move: the cell of a stack and the steps of the walk that sows it.

use crate::board::{Cell, Direction};
use crate::pebbles::MAX_PEBBLES;
use std::fmt;

/// A move in one word: the cell of the stack in the four lowest bits, then two bits a step, the
/// first step lowest, then a sentinel bit.
///
/// Any walk of 1 to 28 steps is a move; whether it is legal is the position's business
/// ([`galet_core::Game::is_legal`]).
///
/// ```
/// use galet_qawale::{Cell, Direction, Move};
/// let a1 = Cell::named("a1").unwrap();
/// let m = Move::new(a1, [Direction::North, Direction::North, Direction::East]).unwrap();
/// assert_eq!(m.to_string(), "a1nne");
/// assert_eq!("a1nne".parse(), Ok(m));
/// assert_eq!(Move::from_bits(m.bits()), Some(m));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

/// The bits of the cell.
const ORIGIN_BITS: u32 = 4;

impl Move {
    /// The walk from a cell by these steps, if they are 1 to 28.
    pub fn new(origin: Cell, steps: impl IntoIterator<Item = Direction>) -> Option<Move> {
        let (mut bits, mut count) = (0, 0);
        for step in steps {
            if count == u32::from(MAX_PEBBLES) {
                return None;
            }
            bits |= (step as u64) << (ORIGIN_BITS + 2 * count);
            count += 1;
        }
        (count > 0).then(|| Move(Move::begun(origin, count).0 | bits))
    }

    /// A walk of so many steps, all of them still to be set by [`Move::with_step`].
    #[inline]
    pub(crate) const fn begun(origin: Cell, steps: u32) -> Move {
        Move(origin.index() as u64 | 1 << (ORIGIN_BITS + 2 * steps))
    }

    /// The walk with its n-th step (from 0), so far unset, set to the two lowest bits.
    #[inline]
    #[must_use]
    pub(crate) const fn with_step(self, n: u32, direction: u64) -> Move {
        Move(self.0 | (direction & 3) << (ORIGIN_BITS + 2 * n))
    }

    /// The word that the move is.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The move that a word is, if it is one.
    pub const fn from_bits(bits: u64) -> Option<Move> {
        if bits < 1 << (ORIGIN_BITS + 2) || bits >> (ORIGIN_BITS + 2 * MAX_PEBBLES as u32 + 1) != 0
        {
            return None;
        }
        // The sentinel stands above whole steps.
        if (bits.ilog2() - ORIGIN_BITS).is_multiple_of(2) { Some(Move(bits)) } else { None }
    }

    /// The cell of the stack.
    #[inline]
    pub const fn origin(self) -> Cell {
        Cell::from_bits(self.0)
    }

    /// How many steps the walk has: the pebbles it drops.
    pub const fn step_count(self) -> u32 {
        (self.0.ilog2() - ORIGIN_BITS) / 2
    }

    /// The steps, in order.
    pub fn steps(self) -> impl DoubleEndedIterator<Item = Direction> + ExactSizeIterator {
        (0..self.step_count()).map(move |n| Direction::from_bits(self.step_bits() >> (2 * n)))
    }

    /// The cells where the pebbles fall, in order; the walk ends where the board does.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        self.steps().scan(self.origin(), |cell, step| {
            *cell = cell.neighbour(step)?;
            Some(*cell)
        })
    }

    /// The steps, two bits each, the first one lowest, and the sentinel.
    #[inline]
    pub(crate) const fn step_bits(self) -> u64 {
        self.0 >> ORIGIN_BITS
    }

    /// The neighbour by the two lowest bits of `steps`. Beyond the edge it is some cell.
    #[inline]
    pub(crate) const fn stepped(cell: Cell, steps: u64) -> Cell {
        // What a step adds to the number of the cell, four bits each: +4, +1, −4, −1.
        let added = 0xfc14 >> (4 * (steps & 3));
        Cell::from_bits(cell.index() as u64 + added)
    }
}

/// The move text: `a1nne`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.origin())?;
        self.steps().try_for_each(|step| write!(f, "{}", step.letter()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_move_are_told_apart() {
        for cell in Cell::ALL {
            for n in 0..=30 {
                let steps = Direction::ALL.into_iter().cycle().skip(n % 3).take(n);
                let m = Move::new(cell, steps.clone());
                assert_eq!(m.is_some(), (1..=28).contains(&n));
                let Some(m) = m else { continue };
                assert_eq!((m.origin(), m.step_count()), (cell, n as u32));
                assert!(m.steps().eq(steps));
                assert_eq!(Move::from_bits(m.bits()), Some(m));
            }
        }
        for bits in [0, 1, 15, 16, 31, 32, 63, 1 << 5, 1 << 61, 1 << 62, 1 << 63, u64::MAX] {
            assert_eq!(Move::from_bits(bits), None, "{bits:#x}");
        }
    }

    #[test]
    fn the_quick_step_is_the_step_wherever_there_is_a_neighbour() {
        for cell in Cell::ALL {
            for direction in Direction::ALL {
                if let Some(next) = cell.neighbour(direction) {
                    assert_eq!(Move::stepped(cell, direction as u64), next);
                }
            }
        }
    }
}
