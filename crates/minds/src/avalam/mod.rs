//! What a player of Avalam knows.
//!
//! | to find | look in |
//! |---|---|
//! | what a position looks worth to the network | `network.rs` |
//! | what it looks worth by hand, and why | `evaluation.rs`, `weights.rs` |
//! | which moves to try first | [`Avalam`]'s `tactical_score`, here, and `ordering.rs` |
//! | exact play at the end | `solver/` |
//! | what a move costs, in chances and in towers | `prospects.rs`, `fitted.rs` |

mod evaluation;
mod fitted;
mod network;
mod ordering;
mod prospects;
mod solver;
mod weights;

use crate::calibration::three_to_one;
use crate::resources::refuse;
use crate::tuning::Weights;
use crate::{
    Budget, Calibrated, Equipment, FromResources, LevelSpec, Presence, ResourceError, Resources,
    Solution, Solve, Term, Trainable, Tunable, Weight,
};
use galet_avalam::{Cell, Cells, Move, Position};
use galet_core::{Game, Progress, Side};
use galet_search::score::Score;
use galet_search::{Mind, Tuning};
use network::HIDDEN;
use ordering::{OrderingContext, STEPS};
use std::sync::Arc;

pub use network::{Accumulators, Network};

/// The mind of Avalam.
pub struct Avalam {
    weights: Weights<{ weights::COUNT }>,
    tuning: Tuning,
    /// The network; without one the evaluation is the hand-made one.
    network: Option<Arc<Network<HIDDEN>>>,
}

impl Mind for Avalam {
    type Game = Position;
    type Accumulator = Option<Accumulators<HIDDEN>>;
    type OrderingContext = OrderingContext;
    const HISTORY_SIZE: usize = 64 * 8;
    /// Every move makes a tower less.
    const REPEATS: bool = false;

    fn accumulator(&self, position: &Position) -> Option<Accumulators<HIDDEN>> {
        self.network.as_ref().map(|network| network.refresh(position))
    }

    fn advance(
        &self,
        accumulator: &Option<Accumulators<HIDDEN>>,
        before: &Position,
        _m: Move,
        after: &Position,
    ) -> Option<Accumulators<HIDDEN>> {
        let (network, accumulators) = self.network.as_ref().zip(accumulator.as_ref())?;
        Some(network.update(accumulators, before, after))
    }

    fn evaluate(&self, position: &Position, accumulator: &Option<Accumulators<HIDDEN>>) -> Score {
        match self.network.as_ref().zip(accumulator.as_ref()) {
            Some((network, accumulators)) => network.score(position, accumulators),
            None => evaluation::evaluate(&self.weights, position),
        }
    }

    #[inline]
    fn history_index(m: Move) -> usize {
        let (from, to) = (hole_of(m.from()), hole_of(m.to()));
        from * 8 + usize::from(STEPS[to.wrapping_sub(from) % 64])
    }

    const CONTINUATION_SIZE: usize = Self::HISTORY_SIZE;

    #[inline]
    fn continuation_index(m: Move) -> usize {
        Self::history_index(m)
    }

    #[inline]
    fn ordering_context(&self, position: &Position) -> OrderingContext {
        OrderingContext::of(position)
    }

    /// To cover an enemy tower with one's own so that it settles is tactical. Other ways to cover
    /// an enemy tower are quiet; to cover one's own looks bad.
    #[inline]
    fn tactical_score(&self, context: &OrderingContext, m: Move) -> i32 {
        let (from, to) = (hole_of(m.from()), hole_of(m.to()));
        // By table: which of them it is cannot be guessed by a processor.
        let kind = context.settles(from, to) << 2
            | (context.mine >> from & 1) << 1
            | context.mine >> to & 1;
        TACTICAL_SCORE[kind as usize % 8]
    }

    /// To cover one's own towers.
    #[inline]
    fn is_late(&self, context: &OrderingContext, m: Move) -> bool {
        context.mine >> hole_of(m.to()) & 1 != 0
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

/// By whether the tower that moves is mine and whether the one that it covers is; the last four
/// for joined towers that settle.
const TACTICAL_SCORE: [i32; 8] = {
    const ENEMY_ONTO_ENEMY: i32 = -1_000;
    const ENEMY_ONTO_MINE: i32 = -30_000;
    const MINE_ONTO_ENEMY: i32 = 0;
    const MINE_ONTO_MINE: i32 = -12_000;
    [ENEMY_ONTO_ENEMY, ENEMY_ONTO_MINE, MINE_ONTO_ENEMY, MINE_ONTO_MINE, 1, 1, 1, 1]
};

/// The number of a hole's bit.
#[inline]
fn hole_of(cell: Cell) -> usize {
    Cells::from(cell).bits().trailing_zeros() as usize % 64
}

impl FromResources for Avalam {
    fn by_hand() -> Self {
        Avalam { weights: weights::FITTED, tuning: BY_HAND, network: None }
    }

    fn from_resources(resources: &Resources<'_>) -> Result<Self, ResourceError> {
        refuse(Position::NAME, "certificate", resources.certificate)?;
        match resources.network {
            Some(bytes) => Avalam::by_hand().with_network(bytes),
            None => Ok(Avalam::by_hand()),
        }
    }

    fn with_network(&self, bytes: &[u8]) -> Result<Self, ResourceError> {
        let network = Some(Arc::new(Network::read(bytes)?));
        Ok(Avalam { network, tuning: TUNING, ..self.without_network() })
    }

    fn without_network(&self) -> Self {
        Avalam { network: None, tuning: BY_HAND, ..*self }
    }

    fn equipment(&self) -> Equipment {
        let network = Presence::of(self.network.as_ref());
        Equipment { network, certificate: Presence::Unused }
    }
}

/// A twentieth of what makes three chances in four by the network.
const EXPERT_SPREAD: Score = 5;

impl Calibrated for Avalam {
    /// Final leads differ from the evaluation by a tower, as a standard deviation: two thirds of
    /// that are three chances in four.
    const CLEAR_LEAD: Score = 70;

    /// Each 65 to 80 % against the one below (`docs/strength.md`). The first three look one move
    /// ahead and draw among all moves, the weaker the more evenly; the others look further and
    /// further ahead and are choosier at the same depth.
    const LEVELS: [LevelSpec; 9] = [
        LevelSpec::new(ALL_MOVES, 1, 300, 50),
        LevelSpec::new(ALL_MOVES, 1, 300, 37),
        LevelSpec::new(ALL_MOVES, 1, 300, 26),
        LevelSpec::new(80_000, 2, 40, 25),
        LevelSpec::new(80_000, 2, 30, 15),
        LevelSpec::new(80_000, 3, 16, 14),
        LevelSpec::new(100_000, 3, 12, 8),
        LevelSpec::new(60_000, 4, 4, 14),
        LevelSpec::new(150_000, 5, 3, 17).with_solver(2_000),
    ];

    /// The same further up, by the network.
    const EXPERTS: &'static [LevelSpec] = &[
        LevelSpec::expert(1_400, EXPERT_SPREAD).with_solver(500),
        LevelSpec::expert(4_000, EXPERT_SPREAD).with_solver(1_400),
        LevelSpec::expert(11_000, EXPERT_SPREAD).with_solver(4_000),
        LevelSpec::expert(30_000, EXPERT_SPREAD).with_solver(10_000),
        LevelSpec::expert(85_000, EXPERT_SPREAD).with_solver(28_000),
    ];

    /// The scores of the ladder in `docs/strength.md`, step by step (400 log10(p / (1 - p))), full
    /// strength by its 300,000 nodes.
    const ELO: &'static [u32] =
        &[0, 131, 242, 438, 633, 781, 949, 1_135, 1_298, 1_490, 1_647, 1_816, 1_939, 2_054, 2_173];

    fn clear_lead(&self) -> Score {
        self.network.as_ref().map_or(Self::CLEAR_LEAD, |network| three_to_one(network.score_unit()))
    }
}

impl Solve for Avalam {
    const PROVES: bool = true;

    fn solve(&self, game: &Progress<Position>, budget: &Budget) -> Option<Solution<Move>> {
        let position = game.position();
        let within_reach = solver::is_within_reach(position, budget.positions(solver::A_SECOND));
        if within_reach { solver::solve(position, budget) } else { None }
    }

    fn winner(&self, game: &Progress<Position>, budget: &Budget) -> Option<Option<Side>> {
        let position = game.position();
        let within_reach = solver::is_within_reach(position, budget.positions(solver::A_SECOND));
        if within_reach { solver::winner(position, budget) } else { None }
    }
}

impl Tunable for Avalam {
    fn terms(&self, position: &Position) -> Vec<Term> {
        let (counts, decided) = evaluation::count(position);
        let shares = self.weights.shares(&counts);
        let share = |places: std::ops::Range<usize>| shares[places].iter().sum();
        let term = |name, score| Term { name, score };
        vec![
            term("settled towers", share(weights::SETTLED..weights::FIVE)),
            term("towers of five", share(weights::FIVE..weights::SHELTERED)),
            term("sheltered towers", share(weights::SHELTERED..weights::EXPOSED)),
            term("exposed towers", share(weights::EXPOSED..weights::BESIEGED)),
            term("besieged towers", share(weights::BESIEGED..weights::SUPPORTED)),
            term("supported towers", share(weights::SUPPORTED..weights::PAIR)),
            term("friendly pairs", share(weights::PAIR..weights::CONTESTED)),
            term("contested pairs", share(weights::CONTESTED..weights::MOVE)),
            term("the move", share(weights::MOVE..weights::COUNT)),
            term("decided", decided),
        ]
    }

    fn weights(&self) -> Vec<Weight> {
        self.weights.list()
    }

    fn with_weights(&self, weights: &[Score]) -> Self {
        Avalam { weights: self.weights.with(weights), ..self.without_network() }
    }
}

impl Trainable for Avalam {
    fn board(position: &Position) -> Option<Vec<u8>> {
        Some(network::board(position))
    }
}

/// Enough to give every move a line of its own at depth 1.
const ALL_MOVES: u64 = 150_000;

/// How the search is set for the hand-made evaluation. Late-move and reverse-futility pruning won 58.2 %
/// (± 6.8) of 200 games against none; their values, and all others, are guesses that matches could not tell
/// from other values (`docs/strength.md`).
const BY_HAND: Tuning = Tuning {
    aspiration: 30,
    late_move_reduction: 40,
    late_move_pruning: 12,
    reverse_futility: 60,
    ..Tuning::EXACT
};

/// How it is set for a network: values by SPSA, which won +286 =58 −228 against those by hand at 4,000
/// nodes (`docs/strength.md`).
const TUNING: Tuning = Tuning {
    aspiration: 26,
    unfinished_iterations: 1,
    continuation_history: 108,
    late_move_reduction: 37,
    principal_reduction: 113,
    worsening_reduction: 72,
    cut_reduction: 65,
    history_per_ply: 7_500,
    late_move_pruning: 3,
    late_move_pruning_base: 5,
    late_move_pruning_worsening: 54,
    reverse_futility_improving: 19,
    ..BY_HAND
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn training_sees_the_board_of_the_side_to_move() {
        galet_core::random::walk::<Position>(20, 60, 2, |position, _| {
            let board = Avalam::board(position).expect("a network learns it");
            assert_eq!(board.len(), 24);
            let holes = Cell::ALL.iter().filter(|cell| **cell != Cell::CENTRE);
            for (n, &cell) in holes.enumerate() {
                let code = board[n / 2] >> (4 * (n % 2)) & 15;
                let tower = position.tower(cell);
                assert_eq!(code % 8, tower.map_or(0, galet_avalam::Tower::height), "{cell:?}");
                let others = tower.is_some_and(|tower| tower.colour() != position.to_move());
                assert_eq!(code >= 8, others, "{cell:?}");
            }
        });
    }
}
