//! Random numbers for the key of a position, made by the compiler.

use crate::board::Cell;
use galet_core::random::SplitMix64;

/// Sizes are powers of two so that masked indices need no check.
pub(crate) struct Keys {
    /// By side and cell number; 0 for "off the board".
    pub(crate) marble: [[u64; 64]; 2],
    /// By side and number of marbles ejected by it.
    pub(crate) ejected: [[u64; 64]; 2],
    /// By number of marbles to win.
    pub(crate) goal: [u64; 16],
    /// For the second player to move.
    pub(crate) second_to_move: u64,
}

pub(crate) static KEYS: Keys = {
    let mut random = SplitMix64::new(0xaba1_04e5);
    let mut keys =
        Keys { marble: [[0; 64]; 2], ejected: [[0; 64]; 2], goal: [0; 16], second_to_move: 0 };
    let mut side = 0;
    while side < 2 {
        let mut n = 0;
        while n < 64 {
            if n < Cell::COUNT {
                keys.marble[side][n] = random.next();
            }
            keys.ejected[side][n] = random.next();
            n += 1;
        }
        side += 1;
    }
    let mut n = 0;
    while n < 16 {
        keys.goal[n] = random.next();
        n += 1;
    }
    keys.second_to_move = random.next();
    keys
};
