//! A node of the tree: a position with what is asked of it.

use crate::lazy::Lazy;
use crate::mind::Mind;
use crate::score::Score;

/// The scores that matter at a node, both ends excluded. A result inside is exact; one at or
/// below `alpha` is an upper bound, one at or above `beta` a lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const fn new(alpha: Score, beta: Score) -> Self {
        Window { alpha, beta }
    }

    /// The window of a question with two answers: above `alpha` or not.
    pub(crate) const fn zero(alpha: Score) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether scores are distinguished at all: only principal nodes have such windows.
    pub(crate) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same window for the other side.
    pub(crate) const fn for_opponent(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What is asked about a position.
pub(crate) struct Node<'n, M: Mind> {
    pub(crate) position: &'n M::Game,
    pub(crate) accumulator: &'n Lazy<'n, M>,
    /// Plies left to search; quiescence search at 0 and below.
    pub(crate) depth: i32,
    pub(crate) window: Window,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// Whether the move that led here was a null move.
    pub(crate) after_null_move: bool,
    /// Whether a move is expected to be too good for the opponent to allow.
    pub(crate) expects_cut: bool,
}

impl<M: Mind> Node<'_, M> {
    pub(crate) const fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// A node of the principal variation, as far as is known: its exact score is wanted.
    pub(crate) const fn is_principal(&self) -> bool {
        self.window.is_open()
    }
}
