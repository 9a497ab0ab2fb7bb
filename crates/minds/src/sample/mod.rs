//! What a player of the sample game knows: stones, and how far they have come. It is here for the
//! tests of the house, so it uses everything that a mind can tell the search.

mod prospects;

use crate::baseline::Baseline;
use crate::resources::refuse;
use crate::tuning::Weights;
use crate::{
    Calibrated, Equipment, FromResources, LevelSpec, Presence, ResourceError, Resources, Solve,
    Term, Trainable, Tunable, Weight,
};
use galet_core::{Game, Side};
use galet_sample::{Cell, Move, Position};
use galet_search::score::Score;
use galet_search::{Mind, Tuning};
use std::ops::ControlFlow;

/// A player of the sample game.
pub struct Sample {
    weights: Weights<3>,
    tuning: Tuning,
}

/// What the evaluation counts.
const COUNTED: [(&str, &str); 3] = [
    ("stones", "Stones on the board, less those of the opponent."),
    ("steps", "Steps that the stones have come, less those of the opponent."),
    ("en-prise", "Stones of the opponent that can be taken now."),
];
/// Twelve stones and thirty-six steps with weights of 400 stay within the limit of evaluations.
const WEIGHTS: Weights<3> = Weights::new(&COUNTED, 400, [100, 15, 20]);

/// Every way of pruning there is, so that the tests of the search meet them all.
const TUNING: Tuning = Tuning {
    aspiration: 20,
    unfinished_iterations: 1,
    continuation_history: 100,
    late_move_reduction: 60,
    worsening_reduction: 50,
    cut_reduction: 100,
    late_move_pruning: 3,
    late_move_pruning_worsening: 60,
    history_pruning: 500,
    reverse_futility: 60,
    reverse_futility_improving: 20,
    futility: 60,
    null_move: 1,
    limit_horizon: 20,
    correction_history: 100,
    ..Tuning::EXACT
};

impl Mind for Sample {
    type Game = Position;
    type Accumulator = ();
    /// The position itself: whether a move takes something depends on it.
    type OrderingContext = Position;
    const HISTORY_SIZE: usize = Cell::COUNT * Cell::COUNT;
    const REPEATS: bool = true;

    fn accumulator(&self, _position: &Position) {}

    fn advance(&self, (): &(), _before: &Position, _m: Move, _after: &Position) {}

    fn evaluate(&self, position: &Position, (): &()) -> Score {
        self.weights.sum(&counts(position))
    }

    /// A pass is a step from a cell to itself, which nothing else is.
    fn history_index(m: Move) -> usize {
        match m {
            Move::Step { from, to } => from.index() * Cell::COUNT + to.index(),
            Move::Pass => 0,
        }
    }

    const CONTINUATION_SIZE: usize = Self::HISTORY_SIZE;

    fn continuation_index(m: Move) -> usize {
        Self::history_index(m)
    }

    fn lead(&self, position: &Position) -> Score {
        300 * stones(position)
    }

    /// The stones of each side.
    fn structures(position: &Position) -> Option<[u64; 2]> {
        let me = position.turn();
        Some([me, me.other()].map(|side| u64::from(position.stones(side))))
    }

    fn ordering_context(&self, position: &Position) -> Position {
        *position
    }

    /// Captures, then steps; to pass is a last resort.
    fn tactical_score(&self, position: &Position, m: Move) -> i32 {
        match m {
            Move::Pass => -1,
            Move::Step { .. } => i32::from(position.takes(m)),
        }
    }

    fn is_late(&self, _position: &Position, m: Move) -> bool {
        m == Move::Pass
    }

    fn visit_noisy(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        position.visit_moves(
            |m| {
                if position.takes(m) { visit(m) } else { ControlFlow::Continue(()) }
            },
        )
    }

    fn wins_at_once(&self, position: &Position) -> Option<bool> {
        Some(position.can_win_at_once())
    }

    fn pass(&self, position: &Position) -> Option<Position> {
        Some(position.passed())
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

/// It is played without files.
impl FromResources for Sample {
    fn by_hand() -> Self {
        Sample { weights: WEIGHTS, tuning: TUNING }
    }

    fn from_resources(resources: &Resources<'_>) -> Result<Self, ResourceError> {
        refuse(Position::NAME, "network", resources.network)?;
        refuse(Position::NAME, "certificate", resources.certificate)?;
        Ok(Sample::by_hand())
    }

    fn with_network(&self, _bytes: &[u8]) -> Result<Self, ResourceError> {
        Err(ResourceError::Unused { game: Position::NAME, file: "network" })
    }

    fn without_network(&self) -> Self {
        Sample { weights: self.weights, tuning: self.tuning.clone() }
    }

    fn equipment(&self) -> Equipment {
        Equipment { network: Presence::Unused, certificate: Presence::Unused }
    }
}

impl Calibrated for Sample {
    const CLEAR_LEAD: Score = 150;

    const LEVELS: [LevelSpec; 9] = [
        level(1, 200),
        level(1, 100),
        level(2, 100),
        level(2, 60),
        level(3, 60),
        level(3, 30),
        level(4, 30),
        level(5, 20),
        level(6, 10),
    ];

    /// Without a network an expert plays by hand.
    const EXPERTS: &'static [LevelSpec] =
        &[LevelSpec::expert(3_000, 8), LevelSpec::expert(9_000, 8)];

    const ELO: &'static [u32] = &[];
}

const fn level(depth: u32, spread: Score) -> LevelSpec {
    LevelSpec::new(20_000, depth, 6, spread)
}

/// Nothing is proven about it.
impl Solve for Sample {}

impl Tunable for Sample {
    fn terms(&self, position: &Position) -> Vec<Term> {
        self.weights.terms(&counts(position))
    }

    fn weights(&self) -> Vec<Weight> {
        self.weights.list()
    }

    fn with_weights(&self, weights: &[Score]) -> Self {
        Sample { weights: self.weights.with(weights), tuning: self.tuning.clone() }
    }
}

/// No network learns it.
impl Trainable for Sample {}

impl Baseline for Position {
    fn baseline_evaluation(&self) -> Score {
        100 * stones(self)
    }
}

/// What the evaluation counts for the side to move.
fn counts(position: &Position) -> [Score; 3] {
    let me = position.turn();
    let steps = steps(position, me) - steps(position, me.other());
    [stones(position), steps, position.en_prise().count_ones() as Score]
}

/// How many stones the side to move is ahead.
fn stones(position: &Position) -> Score {
    let (score, me) = (position.score(), position.turn());
    score[me] as Score - score[me.other()] as Score
}

/// How many steps the stones of a side have come from their bank.
fn steps(position: &Position, side: Side) -> Score {
    let own = Cell::ALL.into_iter().filter(|&cell| position.at(cell) == Some(side));
    own.map(|cell| match side {
        Side::First => Score::from(cell.rank()),
        Side::Second => 3 - Score::from(cell.rank()),
    })
    .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::Symmetric;
    use galet_core::random::walk;

    #[test]
    fn the_evaluation_knows_no_colour_or_corner_and_is_the_sum_of_its_terms() {
        let mind = Sample::by_hand();
        walk::<Position>(100, 60, 1, |position, _| {
            let score = mind.evaluate(position, &());
            assert_eq!(mind.evaluate(&position.transform(1), &()), score);
            assert_eq!(mind.evaluate(&position.swap_colours(), &()), score);
            let terms = mind.terms(position);
            assert_eq!(terms.iter().map(|term| term.score).sum::<Score>(), score);
        });
    }

    #[test]
    fn history_indices_are_within_bounds_and_tell_moves_apart() {
        let mut seen = std::collections::HashMap::new();
        walk::<Position>(100, 60, 2, |position, _| {
            for m in position.moves() {
                let index = Sample::history_index(m);
                assert!(index < Sample::HISTORY_SIZE);
                assert_eq!(*seen.entry(index).or_insert(m), m);
            }
        });
        assert!(seen.len() > 30);
    }

    #[test]
    fn other_weights_give_another_evaluation_within_its_limits() {
        let wild = Sample::by_hand().with_weights(&[Score::MAX, Score::MIN]);
        let values: Vec<Score> = wild.weights().iter().map(|weight| weight.value).collect();
        assert_eq!(values, [400, -400, 20]);
        walk::<Position>(40, 60, 3, |position, _| {
            assert!(wild.evaluate(position, &()).abs() <= galet_search::score::LIMIT);
        });
    }
}
