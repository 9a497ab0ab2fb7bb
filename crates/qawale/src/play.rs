//! Playing a move: a pebble on top of a stack, then the whole stack sown along its walk.

use crate::keys;
use crate::moves::Move;
use crate::pebbles::{Pebble, Stack};
use crate::position::Position;
use galet_core::Side;

impl Position {
    /// Plays a legal move. Any other move leaves a position that means nothing, but every index
    /// stays in range.
    #[inline]
    pub(crate) fn sow(&mut self, m: Move) {
        let (side, origin) = (self.turn, m.origin());
        let (mut key, mut tops) = (self.key, self.tops);

        // "Places a pebble of their color on top", "then takes that stack".
        let stack = self.stack(origin);
        let hand = stack.with(Pebble::of(side));
        self.stacks[origin.index()] = Stack::EMPTY;
        key = key.wrapping_add(keys::restacked(origin, stack, Stack::EMPTY));
        tops.clear(origin);

        // "One at a time, starting with the pebble at the bottom".
        let mut from_top = 2 * stack.height();
        let mut cell = origin;
        let mut steps = m.step_bits();
        loop {
            cell = Move::stepped(cell, steps);
            let pebble = hand.code_at(from_top);
            let before = self.stack(cell);
            let after = before.with_code(pebble);
            self.stacks[cell.index()] = after;
            key = key.wrapping_add(keys::restacked(cell, before, after));
            tops.show(cell, pebble);
            if from_top == 0 {
                break;
            }
            from_top -= 2;
            steps >>= 2;
        }

        let left = self.left[side].wrapping_sub(1);
        self.left[side] = left;
        key = key.wrapping_sub(keys::left(side, 1));
        self.key = match side {
            Side::First => key.wrapping_add(keys::DARK_TO_MOVE),
            Side::Second => key.wrapping_sub(keys::DARK_TO_MOVE),
        };
        self.tops = tops;
        self.turn = side.other();
    }
}
