//! A position: the stones of both sides, whose turn it is, and how many stones have to cross.

use crate::board::Cell;
use galet_core::random::SplitMix64;
use galet_core::{PerSide, Side};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A position of Gué.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The cells where each side has a stone, as sets.
    pub(crate) stones: PerSide<u16>,
    pub(crate) turn: Side,
    /// How many stones must stand on the opposite bank to win.
    pub(crate) crossing: u8,
    /// Kept up to date by every move.
    pub(crate) key: u64,
}

/// A move: a step, which may take what stands there, or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone goes to a neighbouring cell.
    Step {
        /// Where it stands.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// Nothing moves; the turn does.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Step { from, to } => write!(f, "{from}{to}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// Why stones that stand somewhere are no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unplayable {
    /// There is no stone at all.
    #[error("the board is empty: somebody must have a stone")]
    NoStones,
}

impl Position {
    /// A position with these stones, if anybody has one. No cell is in both sets.
    pub(crate) fn new(
        stones: PerSide<u16>,
        turn: Side,
        crossing: u8,
    ) -> Result<Position, Unplayable> {
        if stones.first | stones.second == 0 {
            return Err(Unplayable::NoStones);
        }
        Ok(Position::assembled(stones, turn, crossing))
    }

    /// The position with its key worked out.
    pub(crate) fn assembled(stones: PerSide<u16>, turn: Side, crossing: u8) -> Position {
        let mut position = Position { stones, turn, crossing, key: 0 };
        position.key = position.key_from_scratch();
        position
    }

    /// The side whose stone stands on a cell.
    pub fn at(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.stones[side] & cell.bit() != 0)
    }

    /// The cells where a side has a stone, as a set: bit n is the n-th cell of [`Cell::ALL`].
    pub fn stones(&self, side: Side) -> u16 {
        self.stones[side]
    }

    /// How many stones of a side must stand on the opposite bank to win.
    pub const fn crossing(&self) -> u8 {
        self.crossing
    }

    /// Whether a move takes a stone.
    pub fn takes(&self, m: Move) -> bool {
        matches!(m, Move::Step { to, .. } if self.stones[self.turn.other()] & to.bit() != 0)
    }

    /// The same stones with the other side to move: what [`Move::Pass`] leads to.
    #[must_use]
    pub fn passed(&self) -> Position {
        Position { turn: self.turn.other(), key: self.key ^ DARK_TO_MOVE, ..*self }
    }

    pub(crate) fn key_from_scratch(&self) -> u64 {
        let turn = if self.turn == Side::Second { DARK_TO_MOVE } else { 0 };
        let crossing = if self.crossing == 2 { TWO_TO_CROSS } else { 0 };
        let stones = Cell::ALL.into_iter().filter_map(|cell| Some(stone_key(self.at(cell)?, cell)));
        stones.fold(turn ^ crossing, |key, stone| key ^ stone)
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// Random numbers, one for each side's stone on each cell.
static STONES: [[u64; Cell::COUNT]; 2] = {
    let mut random = SplitMix64::new(0x4755_4547_5545);
    let mut keys = [[0; Cell::COUNT]; 2];
    let mut n = 0;
    while n < 2 * Cell::COUNT {
        keys[n % 2][n / 2] = random.next();
        n += 1;
    }
    keys
};
const DARK_TO_MOVE: u64 = SplitMix64::new(0x4441_524b).next();
const TWO_TO_CROSS: u64 = SplitMix64::new(0x0054_574f).next();

/// What a stone adds to the key.
pub(crate) fn stone_key(side: Side, cell: Cell) -> u64 {
    STONES[side.index()][cell.index()]
}
