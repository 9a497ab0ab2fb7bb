//! A plain search to the end of the game: every move is played by the rules until somebody has won.

use galet_core::{Game, Side};
use galet_minds::baseline::Baseline;
use std::collections::HashMap;

/// Positions that are looked at for one question, at most.
const NODES: u64 = 3_000_000;

/// What was found out about positions. They are compared as a whole: no answer rests on a key.
pub(super) struct Plain<G> {
    known: HashMap<(G, Side), bool>,
    left: u64,
}

impl<G> Default for Plain<G> {
    fn default() -> Self {
        Plain { known: HashMap::new(), left: 0 }
    }
}

impl<G: Baseline + Game> Plain<G> {
    /// Whether a side can force a win from a position that is not finished; `None` if that takes too long.
    pub(super) fn forces_win(&mut self, position: &G, side: Side) -> Option<bool> {
        self.left = NODES;
        if self.known.len() as u64 > NODES {
            self.known.clear();
        }
        self.search(position, side)
    }

    fn search(&mut self, position: &G, side: Side) -> Option<bool> {
        if let Some(&known) = self.known.get(&(position.clone(), side)) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let attacks = position.turn() == side;
        let mut next: Vec<(i32, G)> = Vec::new();
        let mut decided = false;
        for m in position.moves() {
            let mut after = position.clone();
            after.play_unchecked(m);
            match after.outcome() {
                // A move that is as good as it gets for whoever makes it ends the question.
                Some(outcome) if (outcome.winner == Some(side)) == attacks => {
                    decided = true;
                    break;
                }
                Some(_) => {}
                None => next.push((after.baseline_evaluation(), after)),
            }
        }
        if !decided {
            // What looks worst for the opponent first.
            next.sort_by_key(|(score, _)| *score);
            for (_, after) in next {
                if self.search(&after, side)? == attacks {
                    decided = true;
                    break;
                }
            }
        }
        let forced = decided == attacks;
        self.known.insert((position.clone(), side), forced);
        Some(forced)
    }
}
