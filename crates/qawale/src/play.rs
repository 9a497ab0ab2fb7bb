//! Playing a move: a pebble on top of a stack, then the whole stack sown along its walk.

use crate::keys;
use crate::moves::Move;
use crate::pebbles::{Pebble, Stack};
use crate::position::Position;

impl Position {
    /// Plays a legal move. Any other move leaves a position that means nothing, but every index
    /// stays in range.
    #[inline]
    pub(crate) fn sow(&mut self, m: Move) {
        let side = self.turn;
        let origin = m.origin();
        let own = Pebble::of(side);

        // "Places a pebble of their color on top": it is lifted again at once, so it is only in
        // the hand, but the loop below takes every pebble of the hand out of the key.
        let stack = self.stack(origin);
        let hand = stack.with(own);
        let mut key = self.key ^ keys::pebble(origin, stack.sentinel(), own as u64);
        let mut tops = self.tops;
        self.stacks[origin.index()] = Stack::EMPTY;
        tops.clear(origin);

        // "One at a time, starting with the pebble at the bottom": it lies this far from the top.
        let bottom = stack.sentinel();
        let mut cell = origin;
        let mut steps = m.step_bits();
        for below in (0..=bottom).step_by(2) {
            cell = Move::stepped(cell, steps);
            steps >>= 2;
            let pebble = hand.code_at(bottom - below);
            let target = self.stack(cell);
            key ^=
                keys::pebble(origin, below, pebble) ^ keys::pebble(cell, target.sentinel(), pebble);
            tops.show(cell, pebble);
            self.stacks[cell.index()] = target.with_code(pebble);
        }

        let left = self.left[side];
        self.left[side] = left.wrapping_sub(1);
        key ^= keys::left(side, left) ^ keys::left(side, left.wrapping_sub(1));
        self.key = key ^ keys::DARK_TO_MOVE;
        self.tops = tops;
        self.turn = side.other();
    }
}
