//! Beginnings for games: random moves that leave both sides with equal chances.

use crate::player::GameSoFar;
use crate::seed_of;
use galet_core::MonotonicTime;
use galet_core::random::SplitMix64;
use galet_engine::{AnyEngine, Request};
use galet_games::AnyGame;
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
    /// Positions of a second, deeper look: with it no opening is played that does not stand it, while without it the
    /// most balanced of many is taken where none is balanced.
    pub check: Option<u64>,
    /// The chances of the side to move may be so far from one half.
    pub imbalance: f64,
}

impl Default for OpeningPlan {
    fn default() -> Self {
        OpeningPlan { plies: 4, nodes: 3_000, check: None, imbalance: 0.1 }
    }
}

/// Openings tried before the most balanced of them is taken.
const ATTEMPTS: u64 = 60;
/// Moves to draw among: a position can have millions.
const MOVES: usize = 5_000;
/// Memory of the judge, in megabytes.
const JUDGE_HASH: usize = 1;
/// The same where it looks deeper.
const CHECKING_HASH: usize = 8;

/// Makes openings and judges their balance.
pub struct Openings {
    judge: Box<dyn AnyEngine>,
    plan: OpeningPlan,
}

/// There is nothing to play from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoOpening {
    /// No opening could be found that is not decided already.
    #[error("{plies} random moves from here always decide the game: ask for fewer")]
    Decided {
        /// So many were asked for.
        plies: usize,
    },
    /// No opening stood the deeper look.
    #[error(
        "no opening of {plies} random moves leaves both sides with equal chances when looked at deeper: ask for \
         another number of moves, or for a wider margin"
    )]
    Unbalanced {
        /// So many moves were asked for.
        plies: usize,
    },
}

impl Openings {
    /// Openings of a game.
    pub fn new(game: &'static dyn AnyGame, plan: OpeningPlan) -> Self {
        let mut judge =
            galet_engine::new(game.name(), Arc::new(MonotonicTime)).expect("every game has a mind");
        judge.set_table_size(if plan.check.is_some() { CHECKING_HASH } else { JUDGE_HASH });
        Openings { judge, plan }
    }

    /// The opening of a pair of games in a match with that seed, always the same. The starts come one after the
    /// other, in an order that the seed decides; one that has no balanced opening leaves its turn to the next.
    pub fn of_pair(
        &mut self,
        starts: &[GameSoFar],
        seed: u64,
        pair: u64,
    ) -> Result<GameSoFar, NoOpening> {
        let mut refused = NoOpening::Decided { plies: self.plan.plies };
        let count = starts.len() as u64;
        let order = order(starts.len(), seed_of(&[seed, pair / count.max(1)]));
        for turn in 0..count {
            let start = order[((pair + turn) % count) as usize];
            match self.make(&starts[start], seed_of(&[seed, pair])) {
                Ok(opening) => return Ok(opening),
                Err(why) => refused = why,
            }
        }
        Err(refused)
    }

    /// The opening with that seed from a start, always the same.
    pub fn make(&mut self, start: &GameSoFar, seed: u64) -> Result<GameSoFar, NoOpening> {
        let plies = self.plan.plies;
        if plies == 0 {
            let stands = self.stands(start);
            return stands.then(|| start.clone()).ok_or(NoOpening::Unbalanced { plies });
        }
        let mut best: Option<(f64, GameSoFar)> = None;
        for attempt in 0..ATTEMPTS {
            let mut random = SplitMix64::new(seed_of(&[seed, attempt]));
            let Some(game) = self.random_plies(start, &mut random) else { continue };
            let Some(imbalance) = self.imbalance(&game, self.plan.nodes) else { continue };
            if imbalance <= self.plan.imbalance && self.stands(&game) {
                return Ok(game);
            }
            if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                best = Some((imbalance, game));
            }
        }
        match (best, self.plan.check) {
            (Some((_, game)), None) => Ok(game),
            (Some(_), Some(_)) => Err(NoOpening::Unbalanced { plies }),
            (None, _) => Err(NoOpening::Decided { plies }),
        }
    }

    /// Whether an opening stands the deeper look, if one is asked for.
    fn stands(&mut self, game: &GameSoFar) -> bool {
        let Some(nodes) = self.plan.check else { return true };
        self.imbalance(game, nodes).is_some_and(|imbalance| imbalance <= self.plan.imbalance)
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
    fn imbalance(&mut self, game: &GameSoFar, nodes: u64) -> Option<f64> {
        self.judge.forget();
        self.judge.set_game(game.progress()).ok()?;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let analysis = self.judge.analyse(&Request::new(limits), &mut |_| {});
        let score = analysis.lines.first()?.score;
        let won = analysis.solved.is_some_and(|solved| solved.winner.is_some());
        if won || forced_in(score).is_some() {
            return None;
        }
        Some((self.judge.expectation(score) - 0.5).abs())
    }
}

/// The numbers below `count` in an order that the seed decides.
fn order(count: usize, seed: u64) -> Vec<usize> {
    let mut random = SplitMix64::new(seed);
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, random.below(last + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_each_number_once_and_depends_on_its_seed() {
        let mut sorted = order(60, 3);
        assert_eq!(sorted, order(60, 3));
        assert_ne!(sorted, order(60, 4));
        sorted.sort_unstable();
        assert_eq!(sorted, (0..60).collect::<Vec<_>>());
        assert!(order(0, 1).is_empty());
    }
}
