//! Single replies behind the stored turns: for players, not for the proof.
//!
//! A claim needs no reply behind its last turn, because everything there is solved when it is needed. A player in a
//! hurry cannot wait for that and plays what it takes for best; where that is known to lose, the certificate
//! holds a reply that does not.

use galet_core::{PerSide, Side};
use galet_qawale::{Cell, Move, Pebble, Position, Stack};

use crate::claim::{Claim, played};

/// A reply in a position of the defender behind the stored turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deeper {
    /// The position, a representative ([`crate::canonical()`]).
    pub position: Position,
    /// The reply.
    pub m: Move,
}

/// The end of a stack, among the pebbles.
const END: u64 = 3;
/// Pebbles and ends of stacks that a word holds, two bits each; the end of the last stack is left out.
const SYMBOLS: usize = 32;

/// The board of a position in one word: the stacks in the order of [`Cell::ALL`], each from the bottom up, two bits a
/// pebble (neutral, light, dark), the lowest first; the rest is filled up with ends. None if more than 17 pebbles
/// are on the board.
pub(crate) fn pack(position: &Position) -> Option<u64> {
    let (mut word, mut at) = (u64::MAX, 0);
    let mut write = |symbol: u64| {
        if at < SYMBOLS {
            word &= !(END << (2 * at)) | symbol << (2 * at);
        }
        at += 1;
    };
    for (n, cell) in Cell::ALL.into_iter().enumerate() {
        if n > 0 {
            write(END);
        }
        position.stack(cell).pebbles().for_each(|pebble| write(code(pebble)));
    }
    (at <= SYMBOLS).then_some(word)
}

/// The position of a claim's game with that board, if it can have it.
pub(crate) fn unpack(word: u64, claim: &Claim) -> Option<Position> {
    let mut stacks = [Stack::EMPTY; Cell::COUNT];
    let (mut cell, mut pebbles) = (0, Vec::with_capacity(SYMBOLS));
    for at in 0..SYMBOLS {
        match word >> (2 * at) & END {
            END => {
                if let Some(stack) = stacks.get_mut(cell) {
                    *stack = Stack::new(&pebbles)?;
                }
                cell += 1;
                pebbles.clear();
            }
            _ if cell >= Cell::COUNT => return None,
            code => pebbles.push(pebble(code)),
        }
    }
    if let Some(stack) = stacks.get_mut(cell) {
        *stack = Stack::new(&pebbles)?;
    }
    let start = claim.start();
    let on_board = |colour| stacks.iter().map(|stack| stack.count(colour)).sum::<u32>();
    if on_board(Pebble::Neutral) != start.on_board(Pebble::Neutral) {
        return None;
    }
    let left = Side::BOTH.map(|side| {
        let all = start.on_board(Pebble::of(side)) + u32::from(start.left(side));
        all.checked_sub(on_board(Pebble::of(side)))?.try_into().ok()
    });
    let left = PerSide { first: left[0]?, second: left[1]? };
    let turn = if left.first >= left.second { Side::First } else { Side::Second };
    let position = Position::new(stacks, turn, left).ok()?;
    let follows = left.first == left.second || left.first + 1 == left.second;
    // A word says one thing in one way.
    (follows && played(&position) >= played(start) && pack(&position) == Some(word))
        .then_some(position)
}

fn code(pebble: Pebble) -> u64 {
    match pebble {
        Pebble::Neutral => 0,
        Pebble::Light => 1,
        Pebble::Dark => 2,
    }
}

fn pebble(code: u64) -> Pebble {
    match code {
        0 => Pebble::Neutral,
        1 => Pebble::Light,
        _ => Pebble::Dark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::Game;
    use galet_core::random::SplitMix64;
    use galet_qawale::Setup;

    #[test]
    fn a_word_holds_a_board() {
        let start = Position::start(&Setup::default());
        let claim = Claim::new(start, Side::First, 16).unwrap();
        let mut random = SplitMix64::new(5);
        let mut unlike = 0;
        for _ in 0..40 {
            let mut position = start;
            while position.outcome().is_none() {
                match pack(&position) {
                    Some(word) => {
                        assert_eq!(unpack(word, &claim), Some(position));
                        let other = word ^ 1 << random.below(64);
                        unlike += usize::from(unpack(other, &claim).is_none());
                        assert_ne!(unpack(other, &claim), Some(position));
                    }
                    None => assert!(played(&position) > 9),
                }
                assert!(pack(&position).is_some() == (played(&position) <= 9));
                let moves = position.moves();
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        assert!(unlike > 100, "{unlike} words were refused");
        assert_eq!(unpack(u64::MAX, &claim), None, "no neutral pebbles");
    }
}
