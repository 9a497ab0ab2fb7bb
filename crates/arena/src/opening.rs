//! Beginnings for games: random moves that leave both sides with equal chances.

use crate::player::GameSoFar;
use crate::seed_of;
use galet_core::MonotonicTime;
use galet_core::random::SplitMix64;
use galet_engine::{AnyEngine, Request};
use galet_games::AnyProgress;
use galet_search::Limits;
use galet_search::score::forced_in;
use std::sync::Arc;

/// How openings are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OpeningPlan {
    /// Random plies. 0 is the start itself, for every game.
    pub plies: usize,
    /// Positions that the search looks at to judge one.
    pub nodes: u64,
    /// The chances of the side to move may be so far from one half.
    pub imbalance: f64,
}

impl Default for OpeningPlan {
    fn default() -> Self {
        OpeningPlan { plies: 4, nodes: 3_000, imbalance: 0.1 }
    }
}

/// Openings tried before the most balanced of them is taken.
const ATTEMPTS: u64 = 60;
/// Moves to draw among: a position can have millions.
const MOVES: usize = 5_000;
/// Memory of the judge, in megabytes.
const JUDGE_HASH: usize = 1;

/// Makes openings and judges their balance.
pub struct Openings {
    judge: Box<dyn AnyEngine>,
    plan: OpeningPlan,
}

/// No opening could be found that is not decided already.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{plies} random moves from here always decide the game: ask for fewer")]
pub struct NoOpening {
    plies: usize,
}

impl Openings {
    /// Openings of a game.
    pub fn new(game: &dyn AnyProgress, plan: OpeningPlan) -> Self {
        let mut judge = galet_engine::new(game.game().name(), Arc::new(MonotonicTime))
            .expect("every game has a mind");
        judge.set_table_size(JUDGE_HASH);
        Openings { judge, plan }
    }

    /// The opening with that seed from a start, always the same.
    pub fn make(&mut self, start: &GameSoFar, seed: u64) -> Result<GameSoFar, NoOpening> {
        if self.plan.plies == 0 {
            return Ok(start.clone());
        }
        let mut best: Option<(f64, GameSoFar)> = None;
        for attempt in 0..ATTEMPTS {
            let mut random = SplitMix64::new(seed_of(&[seed, attempt]));
            let Some(game) = self.random_plies(start, &mut random) else { continue };
            let Some(imbalance) = self.imbalance(&game) else { continue };
            if imbalance <= self.plan.imbalance {
                return Ok(game);
            }
            if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                best = Some((imbalance, game));
            }
        }
        best.map(|(_, game)| game).ok_or(NoOpening { plies: self.plan.plies })
    }

    fn random_plies(&self, start: &GameSoFar, random: &mut SplitMix64) -> Option<GameSoFar> {
        let mut game = start.clone();
        for _ in 0..self.plan.plies {
            let moves = game.progress().legal_moves(MOVES).texts;
            if moves.is_empty() {
                return None;
            }
            game.play(&moves[random.below(moves.len())]).ok()?;
        }
        game.progress().outcome().is_none().then_some(game)
    }

    /// How far the chances of the side to move are from one half; `None` if the game is decided.
    fn imbalance(&mut self, game: &GameSoFar) -> Option<f64> {
        self.judge.forget();
        self.judge.set_game(game.progress()).ok()?;
        let limits = Limits { nodes: Some(self.plan.nodes), ..Limits::default() };
        let analysis = self.judge.analyse(&Request::new(limits), &mut |_| {});
        let score = analysis.lines.first()?.score;
        let won = analysis.solved.is_some_and(|solved| solved.winner.is_some());
        if won || forced_in(score).is_some() {
            return None;
        }
        Some((self.judge.expectation(score) - 0.5).abs())
    }
}
