//! What is searched less deeply, or not at all: pure functions of the tuning.

use crate::ordering::log2_in_16ths;
use crate::score::Score;
use crate::tuning::Tuning;

impl Tuning {
    /// Reverse futility pruning: the score of a node that is so far above the window that it
    /// will stay above.
    pub(crate) fn reverse_futility(
        &self,
        depth: i32,
        evaluation: Score,
        beta: Score,
    ) -> Option<Score> {
        if self.reverse_futility == 0 || depth > self.reverse_futility_depth {
            return None;
        }
        let score = evaluation - self.reverse_futility * depth;
        (score >= beta).then_some(score)
    }

    /// The depth of the search after a null move; `None` where it is not tried.
    pub(crate) fn null_move_depth(
        &self,
        depth: i32,
        evaluation: Score,
        beta: Score,
    ) -> Option<i32> {
        let tried = self.null_move > 0 && depth >= self.null_move_depth && evaluation >= beta;
        tried.then_some(depth - self.null_move_reduction - depth / self.null_move_slope)
    }

    /// Internal iterative reduction: a node about which nothing is known is searched less
    /// deeply; the next iteration will know its best move.
    pub(crate) fn depth_without_best_move(&self, depth: i32) -> i32 {
        depth - i32::from(!self.is_exact() && depth >= self.internal_reduction_depth)
    }

    /// Late move pruning: whether the quiet moves from number `n` on are left out.
    pub(crate) fn prunes_late_move(&self, depth: i32, n: usize) -> bool {
        self.late_move_pruning > 0
            && depth <= self.move_pruning_depth
            && n as i32 >= self.late_move_pruning * depth * depth
    }

    /// Futility pruning: the score that quiet moves are taken to have at most, where that does
    /// not reach the window.
    pub(crate) fn futility(&self, depth: i32, evaluation: Score, alpha: Score) -> Option<Score> {
        if self.futility == 0 || depth > self.move_pruning_depth {
            return None;
        }
        let score = evaluation + self.futility * depth;
        (score <= alpha).then_some(score)
    }

    /// Late move reduction: how many plies less deeply quiet move number `n` is searched first,
    /// before its history is looked at; `None` where moves are not reduced.
    pub(crate) fn base_reduction(&self, depth: i32, n: usize) -> Option<i32> {
        if self.late_move_reduction == 0
            || depth < self.reduction_depth
            || (n as i32) < self.unreduced_moves
        {
            return None;
        }
        let product = log2_in_16ths(depth as usize) * log2_in_16ths(n);
        Some(product * self.late_move_reduction / (256 * 100))
    }

    /// A reduction corrected by what is known of the node and of the move: principal nodes and
    /// moves that did well are reduced less, moves that did badly more.
    pub(crate) fn corrected_reduction(
        &self,
        base: i32,
        depth: i32,
        is_principal: bool,
        history: i32,
    ) -> i32 {
        (base - i32::from(is_principal) - history / self.history_per_ply).clamp(0, depth - 2)
    }
}
