//! What a player of Abalone knows: keep the marbles together and near the centre, and push.

mod evaluation;
mod fitted;
mod network;
mod prospects;
mod weights;

use crate::calibration::three_to_one;
use crate::resources::refuse;
use crate::tuning::Weights;
use crate::{
    Calibrated, Equipment, FromResources, LevelSpec, Presence, ResourceError, Resources, Solve,
    Term, Trainable, Tunable, Weight,
};
use evaluation::COUNTS;
use galet_abalone::{Cell, Move, Position};
use galet_core::Game;
use galet_search::score::Score;
use galet_search::{Mind, Tuning};
use network::HIDDEN;
use std::ops::ControlFlow;
use std::sync::Arc;

pub use network::{Accumulators, Network};

/// A player of Abalone.
pub struct Abalone {
    weights: Weights<COUNTS>,
    tuning: Tuning,
    /// The network; without one the evaluation is the hand-made one.
    network: Option<Arc<Network<HIDDEN>>>,
}

/// How the search is set for the hand-made evaluation, which the levels below full strength play
/// by: first guesses. Pushes are urgent.
const BY_HAND: Tuning = Tuning {
    aspiration: 30,
    late_move_reduction: 45,
    late_move_pruning: 12,
    reverse_futility: 60,
    futility: 90,
    null_move: 1,
    ..Tuning::EXACT
};

/// How it is set for a network: only ejections are urgent, and late moves near the leaves are
/// left out. Matches have chosen each group of these, SPSA the values (`docs/strength.md`).
const TUNING: Tuning = Tuning {
    aspiration: 22,
    unfinished_iterations: 1,
    continuation_history: 125,
    promising_bonus: 8_000,
    late_move_reduction: 30,
    principal_reduction: 115,
    worsening_reduction: 90,
    cut_reduction: 168,
    history_per_ply: 3_500,
    history_bonus: 9,
    late_move_pruning: 2,
    late_move_pruning_base: 5,
    late_move_pruning_worsening: 64,
    move_pruning_depth: 6,
    futility: 66,
    reverse_futility: 50,
    reverse_futility_improving: 11,
    reverse_futility_depth: 7,
    internal_reduction_depth: 4,
    limit_horizon: 60,
    correction_history: 200,
    ..BY_HAND
};

/// What a marble more is worth where the move limit is near.
const MARBLE_AT_LIMIT: Score = 400;

/// How far each cell is from the centre, 0 to 4.
static RING: [u8; Cell::COUNT] = {
    let mut ring = [0; Cell::COUNT];
    let mut row = 0;
    while row < 9 {
        let mut diagonal = 1;
        while diagonal <= 9 {
            if let Some(cell) = Cell::at(row, diagonal) {
                let (r, d) = (row - 4, diagonal - 5);
                // Along a row or a diagonal a step is one; across both it is one as well.
                let across = if (r < 0) == (d < 0) { 0 } else { d };
                let far = if r.abs() > d.abs() { r.abs() } else { d.abs() };
                ring[cell.index()] =
                    if across == 0 { far as u8 } else { (r.abs() + d.abs()) as u8 };
            }
            diagonal += 1;
        }
        row += 1;
    }
    ring
};

impl Mind for Abalone {
    type Game = Position;
    type Accumulator = Option<Accumulators<HIDDEN>>;
    type OrderingContext = ();
    const HISTORY_SIZE: usize = Cell::COUNT * 6 * 3 * 2;
    const REPEATS: bool = true;

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

    /// Both sides see the same marbles, whoever is to move.
    fn advance_by_passing(
        &self,
        accumulator: &Self::Accumulator,
        _after: &Position,
    ) -> Self::Accumulator {
        accumulator.clone()
    }

    fn evaluate(&self, position: &Position, accumulator: &Option<Accumulators<HIDDEN>>) -> Score {
        match self.network.as_ref().zip(accumulator.as_ref()) {
            Some((network, accumulators)) => network.score(position, accumulators),
            None => evaluation::evaluate(&self.weights, position),
        }
    }

    /// Whoever has ejected more marbles wins at the move limit.
    fn lead(&self, position: &Position) -> Score {
        let me = position.turn();
        let ejected = |side| position.ejected_by(side) as Score;
        MARBLE_AT_LIMIT * (ejected(me) - ejected(me.other()))
    }

    fn ordering_context(&self, _position: &Position) {}

    fn history_index(m: Move) -> usize {
        let place = m.cell().index() * 6 + m.direction() as usize;
        (place * 3 + usize::from(m.marbles()) - 1) * 2 + usize::from(m.is_broadside())
    }

    const CONTINUATION_SIZE: usize = Cell::COUNT * 6;

    fn continuation_index(m: Move) -> usize {
        m.cell().index() * 6 + m.direction() as usize
    }

    /// The marbles of each side.
    #[inline]
    fn structures(position: &Position) -> Option<[u64; 2]> {
        let me = position.turn();
        Some([me, me.other()].map(|side| position.marbles(side).bits()))
    }

    fn is_urgent(&self, (): &(), m: Move) -> bool {
        m.ejects()
    }

    /// Ejections first, then pushes; of the quiet moves those that go inwards.
    fn tactical_score(&self, (): &(), m: Move) -> i32 {
        if m.ejects() {
            return 1_000 + i32::from(m.marbles());
        }
        if m.pushed() > 0 {
            return 100 * i32::from(m.pushed()) + i32::from(m.marbles());
        }
        let from = m.cell();
        let inwards = m
            .cell()
            .neighbour(m.direction())
            .map_or(0, |to| i32::from(RING[from.index()]) - i32::from(RING[to.index()]));
        // Never above 0, which would make a quiet move tactical.
        (inwards * i32::from(m.marbles()) - 3) * 300
    }

    fn visit_noisy(
        &self,
        position: &Position,
        visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        position.visit_ejections(visit)
    }

    /// The last marble that is missing.
    fn wins_at_once(&self, position: &Position) -> Option<bool> {
        let missing = position.marbles_to_win() - position.ejected_by(position.turn());
        Some(missing == 1 && position.visit_ejections(|_| ControlFlow::Break(())).is_break())
    }

    fn pass(&self, position: &Position) -> Option<Position> {
        Some(position.passed())
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

impl FromResources for Abalone {
    fn by_hand() -> Self {
        Abalone { weights: weights::TUNED, tuning: BY_HAND, network: None }
    }

    fn from_resources(resources: &Resources<'_>) -> Result<Self, ResourceError> {
        refuse(Position::NAME, "certificate", resources.certificate)?;
        match resources.network {
            Some(bytes) => Abalone::by_hand().with_network(bytes),
            None => Ok(Abalone::by_hand()),
        }
    }

    fn with_network(&self, bytes: &[u8]) -> Result<Self, ResourceError> {
        let network = Some(Arc::new(Network::read(bytes)?));
        Ok(Abalone { network, tuning: TUNING, ..self.without_network() })
    }

    fn without_network(&self) -> Self {
        Abalone { network: None, tuning: BY_HAND, ..*self }
    }

    fn equipment(&self) -> Equipment {
        let network = Presence::of(self.network.as_ref());
        Equipment { network, certificate: Presence::Unused }
    }
}

impl Calibrated for Abalone {
    const CLEAR_LEAD: Score = 200;

    const LEVELS: [LevelSpec; 9] = weights::LEVELS;
    const EXPERTS: &'static [LevelSpec] = weights::EXPERTS;
    const ELO: &'static [u32] = weights::ELO;

    fn clear_lead(&self) -> Score {
        self.network.as_ref().map_or(Self::CLEAR_LEAD, |network| three_to_one(network.score_unit()))
    }
}

/// Abalone is not solved by anything here: forced ejections are found by the search.
impl Solve for Abalone {}

impl Tunable for Abalone {
    fn terms(&self, position: &Position) -> Vec<Term> {
        self.weights.terms(&evaluation::counts(position))
    }

    fn weights(&self) -> Vec<Weight> {
        self.weights.list()
    }

    fn with_weights(&self, weights: &[Score]) -> Self {
        Abalone { weights: self.weights.with(weights), ..self.without_network() }
    }
}

impl Trainable for Abalone {
    fn board(position: &Position) -> Option<Vec<u8>> {
        Some(network::board(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_have_as_many_cells_as_they_should() {
        let mut sizes = [0; 5];
        for ring in RING {
            sizes[usize::from(ring)] += 1;
        }
        assert_eq!(sizes, [1, 6, 12, 18, 24]);
    }

    #[test]
    fn training_sees_the_board_of_the_side_to_move() {
        galet_core::random::walk::<Position>(20, 60, 2, |position, _| {
            let board = Abalone::board(position).expect("a network learns it");
            let me = position.turn();
            assert_eq!(board.len(), 18);
            for cell in Cell::ALL {
                let on = |set: &[u8]| set[cell.index() / 8] >> (cell.index() % 8) & 1 == 1;
                let held = position.at(cell);
                assert_eq!(on(&board[..8]), held == Some(me), "{cell:?}");
                assert_eq!(on(&board[8..16]), held == Some(me.other()), "{cell:?}");
            }
            let taken = [position.ejected_by(me.other()), position.ejected_by(me)];
            assert_eq!(taken.map(|n| n as u8), board[16..]);
        });
    }

    #[test]
    fn the_last_marble_is_seen_before_it_is_ejected() {
        let (mind, mut wins, mut others) = (Abalone::by_hand(), 0, 0);
        galet_core::random::walk::<Position>(60, 400, 4, |position, _| {
            let wins_by = |m| {
                let after = position.play(m).expect("a legal move");
                after.outcome().is_some_and(|o| o.winner == Some(position.turn()))
            };
            let truth = position.outcome().is_none() && position.moves().into_iter().any(wins_by);
            assert_eq!(mind.wins_at_once(position), Some(truth));
            wins += u32::from(truth);
            others += u32::from(!truth && position.ejected_by(position.turn()) == 5);
        });
        assert!(wins > 10 && others > 10, "too easy: {wins} won, {others} not");
    }

    #[test]
    fn whoever_is_ahead_wins_at_the_move_limit() {
        let (mind, mut ahead) = (Abalone::by_hand(), 0);
        galet_core::random::walk::<Position>(60, 200, 3, |position, _| {
            let winner = match mind.lead(position).signum() {
                0 => None,
                1 => Some(position.turn()),
                _ => Some(position.turn().other()),
            };
            assert_eq!(position.verdict_at_move_limit().winner, winner);
            ahead += u32::from(winner.is_some());
        });
        assert!(ahead > 100, "only {ahead}");
    }

    #[test]
    fn history_indices_are_within_bounds() {
        galet_core::random::walk::<Position>(60, 60, 1, |position, _| {
            for m in position.moves() {
                assert!(Abalone::history_index(m) < Abalone::HISTORY_SIZE);
                assert!(Abalone::continuation_index(m) < Abalone::CONTINUATION_SIZE);
            }
        });
    }
}
