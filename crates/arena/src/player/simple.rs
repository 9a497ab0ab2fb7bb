//! The fixed weak opponents: one plays any move, the other looks one move ahead.

use super::{Fault, Follower, GameSoFar, Player};
use crate::clock::Clocks;
use galet_core::conformance::random_move;
use galet_core::random::SplitMix64;
use galet_core::{Game, Notation, Side};
use galet_minds::baseline::Baseline;
use galet_search::score::{DRAW, Score, WIN};
use std::ops::ControlFlow;

/// Plays a random one of all moves or, if it looks, of those that look best after being played:
/// a win at once, otherwise the best plain evaluation. It sees no answer of the opponent.
pub(super) struct OneMoveAhead<G: Game> {
    game: Follower<G>,
    looks: bool,
    random: SplitMix64,
}

impl<G: Baseline + Notation> OneMoveAhead<G> {
    pub(super) fn new(looks: bool) -> Self {
        OneMoveAhead { game: Follower::new(), looks, random: SplitMix64::new(0) }
    }
}

impl<G: Baseline + Notation> Player for OneMoveAhead<G> {
    fn begin(&mut self, game: &GameSoFar, seed: u64) -> Result<(), Fault> {
        self.game.begin(game);
        self.random = SplitMix64::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &GameSoFar, _clocks: &Clocks) -> Result<String, Fault> {
        let position = self.game.follow(game).position();
        let chosen = if self.looks {
            best_looking(position, &mut self.random)
        } else {
            random_move(position, &mut self.random)
        };
        chosen.map(|m| position.move_text(m)).ok_or(Fault::NoMove)
    }
}

/// One of the moves that look best, each with the same chance.
fn best_looking<G: Baseline>(position: &G, random: &mut SplitMix64) -> Option<G::Move> {
    let mut best: Option<(Score, G::Move)> = None;
    let mut equals = 0;
    let _ = position.visit_moves(|m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        let score = looks(&next, position.turn());
        match best {
            Some((known, _)) if score < known => return ControlFlow::Continue(()),
            Some((known, _)) if score == known => equals += 1,
            _ => equals = 1,
        }
        // The n-th equal takes the place with a chance of one in n.
        if random.below(equals) == 0 {
            best = Some((score, m));
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, m)| m)
}

fn looks<G: Baseline>(position: &G, side: Side) -> Score {
    match position.outcome() {
        Some(outcome) => match outcome.winner {
            Some(winner) if winner == side => WIN,
            Some(_) => -WIN,
            None => DRAW,
        },
        None if position.turn() == side => position.baseline_evaluation(),
        None => -position.baseline_evaluation(),
    }
}
