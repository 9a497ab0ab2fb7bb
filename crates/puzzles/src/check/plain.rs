//! A plain search to the end of the game: every move is played by the rules until somebody has won.

use galet_core::{Game, Side};
use galet_minds::baseline::Baseline;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Positions that are looked at for one question, at most.
const NODES: u64 = 8_000_000;
/// Positions that are remembered, at most.
const REMEMBERED: usize = 8_000_000;

/// What was found out about positions: whether a side can force a win.
pub(super) struct Plain<G> {
    known: [HashMap<Whole<G>, bool, BuildHasherDefault<ByKey>>; 2],
    left: u64,
}

impl<G: Game> Default for Plain<G> {
    fn default() -> Self {
        Plain { known: [HashMap::default(), HashMap::default()], left: 0 }
    }
}

/// A position that is looked up by its key and compared as a whole: no answer rests on a key.
#[derive(PartialEq, Eq)]
struct Whole<G>(G);

impl<G: Game> Hash for Whole<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key());
    }
}

/// A hasher for keys, which are good hashes themselves.
#[derive(Default)]
struct ByKey(u64);

impl Hasher for ByKey {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl<G: Baseline> Plain<G> {
    /// Whether a side can force a win from a position that is not finished; `None` if that takes too long.
    pub(super) fn forces_win(&mut self, position: &G, side: Side) -> Option<bool> {
        self.left = NODES;
        self.search(Whole(position.clone()), side)
    }

    fn search(&mut self, position: Whole<G>, side: Side) -> Option<bool> {
        if let Some(&known) = self.known[side.index()].get(&position) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let attacks = position.0.turn() == side;
        let mut next: Vec<(i32, Whole<G>)> = Vec::new();
        let mut decided = false;
        for m in position.0.moves() {
            let mut after = position.0.clone();
            after.play_unchecked(m);
            let result = match after.outcome() {
                Some(outcome) => Some(outcome.winner == Some(side)),
                None => {
                    let score = after.baseline_evaluation();
                    let after = Whole(after);
                    let known = self.known[side.index()].get(&after).copied();
                    if known.is_none() {
                        next.push((score, after));
                    }
                    known
                }
            };
            // A move that is as good as it gets for whoever makes it ends the question.
            if result == Some(attacks) {
                decided = true;
                break;
            }
        }
        if !decided {
            // What looks worst for the opponent first.
            next.sort_by_key(|(score, _)| *score);
            for (_, after) in next {
                if self.search(after, side)? == attacks {
                    decided = true;
                    break;
                }
            }
        }
        let forced = decided == attacks;
        let known = &mut self.known[side.index()];
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(position, forced);
        Some(forced)
    }
}
