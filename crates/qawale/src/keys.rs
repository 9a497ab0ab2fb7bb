//! The random numbers that a position's key is made of.
//!
//! A key is the exclusive or of one number for each pebble (its cell, how high it lies, its
//! colour), one for the pebbles left to each player, and one if dark is to move.

use crate::board::Cell;
use galet_core::Side;
use galet_core::random::SplitMix64;

static PEBBLES: [u64; 16 * 32 * 4] = {
    let mut random = SplitMix64::new(0x5141_5741_4c45);
    let mut numbers = [0; 16 * 32 * 4];
    let mut i = 0;
    while i < numbers.len() {
        numbers[i] = random.next();
        i += 1;
    }
    numbers
};

static LEFT: [[u64; 32]; 2] = {
    let mut random = SplitMix64::new(0x4741_4c45_5453);
    let mut numbers = [[0; 32]; 2];
    let mut i = 0;
    while i < 64 {
        numbers[i / 32][i % 32] = random.next();
        i += 1;
    }
    numbers
};

/// The number for dark to move.
pub(crate) const DARK_TO_MOVE: u64 = SplitMix64::new(0x4441_524b).next();

/// The number of a pebble with that code which lies on `below / 2` others.
#[inline]
pub(crate) fn pebble(cell: Cell, below: u32, code: u64) -> u64 {
    PEBBLES[cell.index() << 7 | (below as usize & 62) << 1 | code as usize & 3]
}

/// The number of the pebbles left to a player.
#[inline]
pub(crate) fn left(side: Side, pebbles: u8) -> u64 {
    LEFT[side.index()][usize::from(pebbles & 31)]
}
