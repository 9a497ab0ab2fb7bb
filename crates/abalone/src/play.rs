//! What a move does to the board.

use crate::board::{OFF, stepped};
use crate::cells::Cells;
use crate::keys::KEYS;
use crate::moves::Move;
use crate::position::Position;

/// Plays a legal move and keeps the key up to date.
#[inline]
pub(crate) fn play(position: &mut Position, m: Move) {
    let us = position.turn.index();
    let them = us ^ 1;
    if m.is_broadside() {
        step_sideways(position, m, us);
    } else {
        let (rear, direction, _) = m.numbers();
        // A line that moves one step looks as if its rear marble had jumped to its front: over
        // the own marbles, and likewise the first pushed marble over the other pushed ones.
        let front = stepped(rear, direction, m.marbles());
        let beyond = stepped(rear, direction, m.marbles() + m.pushed());
        jump(position, us, rear, front);
        // Without a push these two cells are the same and nothing changes.
        jump(position, them, front, beyond);
        if beyond == OFF {
            eject(position, us);
        }
    }
    position.turn = position.turn.other();
    position.key ^= KEYS.second_to_move;
}

#[inline(always)]
fn step_sideways(position: &mut Position, m: Move, us: usize) {
    let (end, direction, axis) = m.numbers();
    for k in 0..m.marbles() {
        let from = stepped(end, axis, k);
        jump(position, us, from, stepped(from, direction, 1));
    }
}

/// Takes a marble from one cell to another; what comes to [`OFF`] is gone.
#[inline(always)]
fn jump(position: &mut Position, side: usize, from: u8, to: u8) {
    let bits = 1u64 << (from & 63) ^ 1u64 << (to & 63);
    position.marbles[side] = position.marbles[side] ^ Cells::from_bits(bits);
    let keys = &KEYS.marble[side];
    position.key ^= keys[usize::from(from & 63)] ^ keys[usize::from(to & 63)];
}

#[inline]
fn eject(position: &mut Position, us: usize) {
    let keys = &KEYS.ejected[us];
    let count = &mut position.ejected[us];
    position.key ^= keys[usize::from(*count & 63)];
    *count = count.saturating_add(1);
    position.key ^= keys[usize::from(*count & 63)];
}
