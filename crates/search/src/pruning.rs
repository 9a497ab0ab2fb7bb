//! What is searched less deeply, or not at all: pure functions of the tuning.

use crate::mind::Tuning;
use crate::ordering::log2_in_16ths;
use crate::score::Score;

/// The depth up to which a node may be cut by its evaluation alone.
const REVERSE_FUTILITY_DEPTH: i32 = 6;
/// The depth up to which quiet moves may be left out.
const MOVE_PRUNING_DEPTH: i32 = 4;
/// Less than this is too shallow for a null move.
const NULL_MOVE_DEPTH: i32 = 3;
/// From this depth on a node without a known best move is searched a ply less deeply.
const INTERNAL_REDUCTION_DEPTH: i32 = 5;
/// Moves that are never reduced, and the depth below which none is.
const UNREDUCED_MOVES: usize = 3;
const REDUCTION_DEPTH: i32 = 3;
/// The history that takes a ply off a reduction.
const HISTORY_PER_PLY: i32 = 6_000;

impl Tuning {
    /// Reverse futility pruning: the score of a node that is so far above the window that it
    /// will stay above.
    pub(crate) fn reverse_futility(
        &self,
        depth: i32,
        evaluation: Score,
        beta: Score,
    ) -> Option<Score> {
        if self.reverse_futility == 0 || depth > REVERSE_FUTILITY_DEPTH {
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
        let tried = self.null_move && depth >= NULL_MOVE_DEPTH && evaluation >= beta;
        tried.then_some(depth - 3 - depth / 4)
    }

    /// Internal iterative reduction: a node about which nothing is known is searched less
    /// deeply; the next iteration will know its best move.
    pub(crate) fn depth_without_best_move(&self, depth: i32) -> i32 {
        depth - i32::from(!self.is_exact() && depth >= INTERNAL_REDUCTION_DEPTH)
    }

    /// Late move pruning: whether the quiet moves from number `n` on are left out.
    pub(crate) fn prunes_late_move(&self, depth: i32, n: usize) -> bool {
        self.late_move_pruning > 0
            && depth <= MOVE_PRUNING_DEPTH
            && n >= self.late_move_pruning * (depth * depth) as usize
    }

    /// Futility pruning: the score that quiet moves are taken to have at most, where that does
    /// not reach the window.
    pub(crate) fn futility(&self, depth: i32, evaluation: Score, alpha: Score) -> Option<Score> {
        if self.futility == 0 || depth > MOVE_PRUNING_DEPTH {
            return None;
        }
        let score = evaluation + self.futility * depth;
        (score <= alpha).then_some(score)
    }

    /// Late move reduction: how many plies less deeply quiet move number `n` is searched first,
    /// before its history is looked at; `None` where moves are not reduced.
    pub(crate) fn base_reduction(&self, depth: i32, n: usize) -> Option<i32> {
        if self.late_move_reduction == 0 || depth < REDUCTION_DEPTH || n < UNREDUCED_MOVES {
            return None;
        }
        let product = log2_in_16ths(depth as usize) * log2_in_16ths(n);
        Some(product * self.late_move_reduction / (256 * 100))
    }
}

/// A reduction corrected by what is known of the node and of the move: principal nodes and
/// moves that did well are reduced less, moves that did badly more.
pub(crate) fn corrected_reduction(base: i32, depth: i32, is_principal: bool, history: i32) -> i32 {
    (base - i32::from(is_principal) - history / HISTORY_PER_PLY).clamp(0, depth - 2)
}
