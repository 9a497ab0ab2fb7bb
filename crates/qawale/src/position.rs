//! A position: the stacks, whose turn it is, and the pebbles left.

use crate::board::Cell;
use crate::keys;
use crate::pebbles::{MAX_PEBBLES, Pebble, Stack};
use crate::setup::Setup;
use galet_core::{Game, PerSide, Side};
use std::hash::{Hash, Hasher};

/// A position of Qawale.
///
/// ```
/// use galet_qawale::{Cell, Pebble, PerSide, Position, Side, Stack};
///
/// let mut stacks = [Stack::EMPTY; Cell::COUNT];
/// let b2 = Cell::named("b2").unwrap();
/// stacks[b2.index()] = Stack::new(&[Pebble::Neutral, Pebble::Dark]).unwrap();
/// let position = Position::new(stacks, Side::First, PerSide::new(3, 2))?;
/// assert_eq!(position.stack(b2).to_string(), "nx");
/// assert_eq!(position.tops(Side::Second), 1 << b2.index());
/// assert_eq!(position.left(Side::First), 3);
/// assert_eq!(position.to_string().parse(), Ok(position));
/// # Ok::<(), galet_qawale::Unplayable>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) stacks: [Stack; Cell::COUNT],
    pub(crate) tops: Tops,
    pub(crate) turn: Side,
    pub(crate) left: PerSide<u8>,
    /// Kept up to date by every move; see `keys.rs`.
    pub(crate) key: u64,
}

// Positions are copied for every move of a search: they should stay small.
const _: () = assert!(size_of::<Position>() <= 144);

impl Position {
    /// A position with these stacks (in the order of [`Cell::ALL`]), this side to move and these
    /// pebbles left, if the rules can play it. Finished positions are fine.
    pub fn new(
        stacks: [Stack; Cell::COUNT],
        turn: Side,
        left: PerSide<u8>,
    ) -> Result<Position, Unplayable> {
        let on_board: u32 = stacks.iter().map(|s| s.height()).sum();
        let pebbles = on_board + u32::from(left.first) + u32::from(left.second);
        if pebbles > MAX_PEBBLES.into() {
            return Err(Unplayable::TooManyPebbles { pebbles });
        }
        if on_board == 0 && left[turn] > 0 {
            return Err(Unplayable::NoStack);
        }
        Ok(Position::assembled(stacks, turn, left))
    }

    /// The position with its tops and key worked out.
    pub(crate) fn assembled(
        stacks: [Stack; Cell::COUNT],
        turn: Side,
        left: PerSide<u8>,
    ) -> Position {
        let mut tops = Tops::default();
        for cell in Cell::ALL {
            tops.show(cell, stacks[cell.index()].code_at(0));
        }
        let mut position = Position { stacks, tops, turn, left, key: 0 };
        position.key = position.key_from_scratch();
        position
    }

    /// What stands on a cell.
    #[inline]
    pub const fn stack(&self, cell: Cell) -> Stack {
        self.stacks[cell.index()]
    }

    /// The stacks, in the order of [`Cell::ALL`].
    pub const fn stacks(&self) -> &[Stack; Cell::COUNT] {
        &self.stacks
    }

    /// The cells where a player's pebble is visible, as a set: bit n is the n-th cell.
    #[inline]
    pub const fn tops(&self, side: Side) -> u16 {
        self.tops.of(side)
    }

    /// The pebbles that a player has not played yet.
    #[inline]
    pub fn left(&self, side: Side) -> u8 {
        self.left[side]
    }

    /// How many pebbles of a colour are on the board.
    pub fn on_board(&self, colour: Pebble) -> u32 {
        self.stacks.iter().map(|s| s.count(colour)).sum()
    }

    /// The key, worked out stack by stack.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let turn = if self.turn == Side::Second { keys::DARK_TO_MOVE } else { 0 };
        let left = Side::BOTH.map(|side| keys::left(side, self.left[side]));
        let stacks = Cell::ALL.into_iter().map(|c| keys::restacked(c, Stack::EMPTY, self.stack(c)));
        left.into_iter().chain(stacks).fold(turn, u64::wrapping_add)
    }
}

/// The start of the leaflet's game.
impl Default for Position {
    fn default() -> Self {
        Position::start(&Setup::default())
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// The visible pebbles of both players: light's in the lower, dark's in the upper half.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tops(u32);

impl Tops {
    /// The cells where a player's pebble is visible.
    #[inline]
    pub(crate) const fn of(self, side: Side) -> u16 {
        match side {
            Side::First => self.0 as u16,
            Side::Second => (self.0 >> 16) as u16,
        }
    }

    /// Takes away what is visible on a cell.
    #[inline]
    pub(crate) fn clear(&mut self, cell: Cell) {
        self.0 &= !(0x1_0001 << cell.index());
    }

    /// Shows the pebble with that code of two bits on a cell, or nothing for 1.
    #[inline]
    pub(crate) fn show(&mut self, cell: Cell, code: u64) {
        /// The halves that a visible pebble belongs to, by its code.
        const HALVES: [u32; 4] = [0, 0, 0x0000_ffff, 0xffff_0000];
        let bits = 0x1_0001 << cell.index();
        self.0 ^= (self.0 ^ HALVES[code as usize & 3]) & bits;
    }
}

/// Why the rules cannot play a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unplayable {
    /// More pebbles than any game has.
    #[error(
        "{pebbles} pebbles on the board and still to play: there are at most {MAX_PEBBLES} \
         (8 neutral ones and 10 a player)"
    )]
    TooManyPebbles {
        /// How many there are.
        pebbles: u32,
    },
    /// A player should move, but there is nothing to put a pebble on.
    #[error("the board is empty: there must be a stack to put a pebble on")]
    NoStack,
}
