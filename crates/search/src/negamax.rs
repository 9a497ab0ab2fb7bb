//! Negamax in its plainest form: what every search must agree with.

use crate::Mind;
use crate::score::{DRAW, INFINITE, Score, win_at};
use galet_core::{Game, Outcome, Side};
use std::ops::ControlFlow;

/// The value of a position `depth` plies deep, by looking at everything.
pub fn negamax<M: Mind>(mind: &M, position: &M::Game, depth: u32, ply: usize) -> Score {
    if let Some(outcome) = position.outcome() {
        return outcome_score(outcome, position.turn(), ply);
    }
    if depth == 0 {
        return mind.evaluate(position, &mind.accumulator(position));
    }
    let mut best = -INFINITE;
    let _ = position.visit_moves(|m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        best = best.max(-negamax(mind, &next, depth - 1, ply + 1));
        ControlFlow::Continue(())
    });
    best
}

/// The score of a finished position, `ply` plies from the root, for `side`.
pub fn outcome_score(outcome: Outcome, side: Side, ply: usize) -> Score {
    match outcome.winner {
        Some(winner) if winner == side => win_at(ply),
        Some(_) => -win_at(ply),
        None => DRAW,
    }
}
