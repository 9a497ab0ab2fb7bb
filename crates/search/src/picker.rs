//! The moves of a node, best first, listed only as far as they are needed.
//!
//! Most nodes are cut by the move that was best before: the others are listed and ranked only
//! when it has failed, and those that are hardly ever good only after all others.

use crate::mind::Mind;
use crate::ordering::{Candidate, TACTICAL, bring_best_to_front};
use crate::worker::{Worker, remembered};
use galet_core::Game;
use std::ops::ControlFlow;

/// The work of listing and ranking a move, in about nanoseconds.
const LISTING_WORK: u64 = 16;
/// Longer lists are sorted as a whole. To look for the best move that is left again and again is
/// quicker where few are wanted, but takes seconds for all of tens of thousands.
const LONG_LIST: usize = 2_048;
/// The work of sorting a move of such a list.
const SORTING_WORK: u64 = 32;
/// More moves of a node are not looked at. They could not be numbered in the table, and there
/// are positions with more moves than fit the memory; no sensible game leads there.
pub(crate) const MAX_MOVES: usize = u16::MAX as usize;

/// Which moves are listed: see [`Mind::is_late`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Early,
    Late,
}

/// Hands out the moves of one node. Its candidates lie in [`Worker::moves`], from `first` on.
pub(crate) struct MovePicker<M: Mind> {
    context: M::OrderingContext,
    pub(crate) first: usize,
    /// How many moves were handed out.
    picked: usize,
    /// The number of the table's move, which is listed already.
    table_move: Option<u16>,
    /// Whether what is left is in order already.
    sorted: bool,
    stages: std::array::IntoIter<Stage, 2>,
}

impl<M: Mind> Worker<'_, M> {
    /// Begins with the table's move, if there is one.
    #[inline]
    pub(crate) fn picker(&mut self, position: &M::Game, table_move: Option<u16>) -> MovePicker<M> {
        let first = self.moves.len();
        let context = self.shared.mind.ordering_context(position);
        let table_move =
            table_move.filter(|&index| self.list_table_move(position, &context, index));
        let stages = [Stage::Early, Stage::Late].into_iter();
        MovePicker { context, first, picked: 0, table_move, sorted: false, stages }
    }

    /// The best move that is left, and how many were handed out before it.
    #[inline]
    pub(crate) fn pick(
        &mut self,
        picker: &mut MovePicker<M>,
        position: &M::Game,
        ply: usize,
    ) -> Option<(usize, Candidate<<M::Game as Game>::Move>)> {
        let n = picker.picked;
        let place = picker.first + n;
        while place == self.moves.len() {
            let stage = picker.stages.next()?;
            self.list(position, &picker.context, stage, picker.table_move, ply);
            picker.sorted = self.moves.len() - place > LONG_LIST;
            if picker.sorted {
                self.work += (self.moves.len() - place) as u64 * SORTING_WORK;
                self.moves[place..].sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
            }
        }
        picker.picked += 1;
        if !picker.sorted {
            self.work += (self.moves.len() - place) as u64;
            bring_best_to_front(&mut self.moves[place..]);
        }
        Some((n, self.moves[place]))
    }

    /// Lists the move that was best before, and says whether there is such a move.
    fn list_table_move(
        &mut self,
        position: &M::Game,
        context: &M::OrderingContext,
        index: u16,
    ) -> bool {
        let mut left = index;
        let Worker { moves, shared, .. } = self;
        position
            .visit_moves(|m| {
                if left > 0 {
                    left -= 1;
                    return ControlFlow::Continue(());
                }
                let mind = shared.mind;
                let tactical = mind.tactical_score(context, m) > 0
                    && (shared.tuning.promising_bonus == 0 || mind.is_urgent(context, m));
                moves.push(Candidate { m, index, tactical, rank: 0 });
                ControlFlow::Break(())
            })
            .is_break()
    }

    /// Lists the moves of a stage, all but the one that was listed before, with what decides
    /// their order.
    fn list(
        &mut self,
        position: &M::Game,
        context: &M::OrderingContext,
        stage: Stage,
        but: Option<u16>,
        ply: usize,
    ) {
        let mind = self.shared.mind;
        let tuning = self.shared.tuning;
        let earlier = self.earlier(ply);
        let Worker { moves, killers, learned, .. } = self;
        let first = moves.len();
        // Listing and ranking are two small loops: one large one is slower.
        let (late, but) = (stage == Stage::Late, but.unwrap_or(u16::MAX));
        let mut next_index = 0_u16;
        let _ = position.visit_moves(|m| {
            let index = next_index;
            if usize::from(index) == MAX_MOVES {
                return ControlFlow::Break(());
            }
            next_index += 1;
            if (mind.is_late(context, m) == late) & (index != but) {
                moves.push(Candidate { m, index, tactical: false, rank: 0 });
            }
            ControlFlow::Continue(())
        });
        let killers = killers.at(ply);
        let figures = learned.figures(position.turn(), earlier, tuning.continuation_history);
        for candidate in &mut moves[first..] {
            let m = candidate.m;
            let tactical_score = mind.tactical_score(context, m);
            let urgent =
                tactical_score > 0 && (tuning.promising_bonus == 0 || mind.is_urgent(context, m));
            let promising = i32::from(tactical_score > 0) * tuning.promising_bonus;
            let quiet_rank = killers.bonus(m) + figures.of(remembered::<M>(m)) + promising;
            candidate.tactical = urgent;
            candidate.rank = tactical_score + if urgent { TACTICAL } else { quiet_rank };
        }
        self.work += (self.moves.len() - first) as u64 * LISTING_WORK;
    }
}
