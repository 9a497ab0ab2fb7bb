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
        improving: bool,
        beta: Score,
    ) -> Option<Score> {
        if self.reverse_futility == 0 || depth > self.reverse_futility_depth {
            return None;
        }
        let easier = i32::from(improving) * self.reverse_futility_improving;
        let score = evaluation - (self.reverse_futility * depth - easier).max(0);
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
    pub(crate) fn prunes_late_move(&self, depth: i32, n: usize, improving: bool) -> bool {
        if self.late_move_pruning == 0 || depth > self.move_pruning_depth {
            return false;
        }
        let share = if improving { 100 } else { self.late_move_pruning_worsening };
        let most = self.late_move_pruning_base + self.late_move_pruning * depth * depth;
        n as i32 >= most * share / 100
    }

    /// History pruning: whether a quiet move with this history is left out.
    pub(crate) fn prunes_by_history(&self, depth: i32, history: i32) -> bool {
        self.history_pruning > 0
            && depth <= self.move_pruning_depth
            && history < -self.history_pruning * depth
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

    /// Late move reduction: how many plies less deeply quiet move number `n` is searched first.
    /// Principal nodes and moves that did well are reduced less; moves that did badly, and those
    /// of nodes that get worse or should be cut by an earlier move, more.
    pub(crate) fn reduction(&self, kind: Kind, depth: i32, n: usize, history: i32) -> i32 {
        if self.late_move_reduction == 0
            || depth < self.reduction_depth
            || (n as i32) < self.unreduced_moves
        {
            return 0;
        }
        let by_history = history * 100 / self.history_per_ply;
        let product = log2_in_16ths(depth as usize) * log2_in_16ths(n);
        let hundredths = product * self.late_move_reduction / 256
            - i32::from(kind.principal) * self.principal_reduction
            + i32::from(!kind.improving) * self.worsening_reduction
            + i32::from(kind.expects_cut) * self.cut_reduction
            - by_history;
        (hundredths / 100).clamp(0, depth - 2)
    }
}

/// What kind of node it is whose moves are reduced.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) principal: bool,
    /// Whether its evaluation is better than two plies before.
    pub(crate) improving: bool,
    pub(crate) expects_cut: bool,
}
