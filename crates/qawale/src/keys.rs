//! The random numbers that a position's key is made of.
//!
//! A stack is one word. Its part of the key is that word times a random number of its cell, the
//! upper and the lower half of the product folded into one: every pebble, however deep, reaches
//! every bit. The key is the sum of the parts. Dropping a pebble takes two products, without
//! asking how high the stack is.

use crate::board::Cell;
use crate::pebbles::Stack;
use galet_core::Side;
use galet_core::random::SplitMix64;

static CELLS: [u64; 16] = odd_numbers(0x5141_5741_4c45);
static MASKS: [u64; 16] = odd_numbers(0x0047_414c_4554);
static LEFT: [u64; 2] = odd_numbers(0x4741_4c45_5453);

/// What is added to the sum when dark is to move.
pub(crate) const DARK_TO_MOVE: u64 = SplitMix64::new(0x4441_524b).next();

const fn odd_numbers<const N: usize>(seed: u64) -> [u64; N] {
    let mut random = SplitMix64::new(seed);
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = random.next() | 1;
        i += 1;
    }
    numbers
}

/// The part of the stack on a cell.
#[inline]
fn part(cell: Cell, stack: Stack) -> u64 {
    // The mask keeps the small words of low stacks from giving small products.
    let word = stack.word() ^ MASKS[cell.index()];
    let product = u128::from(word) * u128::from(CELLS[cell.index()]);
    (product >> 64) as u64 ^ product as u64
}

/// What changes in the key when the stack on a cell changes.
#[inline]
pub(crate) fn restacked(cell: Cell, before: Stack, after: Stack) -> u64 {
    part(cell, after).wrapping_sub(part(cell, before))
}

/// The part of the pebbles left to a player.
#[inline]
pub(crate) fn left(side: Side, pebbles: u8) -> u64 {
    u64::from(pebbles).wrapping_mul(LEFT[side.index()])
}
