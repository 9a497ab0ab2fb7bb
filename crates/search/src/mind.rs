//! What a player of one game knows, as far as the search asks.

use crate::score::Score;
use crate::tuning::Tuning;
use galet_core::Game;
use std::ops::ControlFlow;

/// The knowledge of one game that turns the search into a player of it.
///
/// A mind is shared by all threads and never changes while they think.
pub trait Mind: Send + Sync {
    /// The game.
    type Game: Game;

    /// What the evaluation carries from a position to the next, for instance the accumulators
    /// of a network; `()` if it looks at each position afresh.
    type Accumulator: Clone + Send;

    /// What the order of a position's moves depends on, worked out once for all of them.
    type OrderingContext;

    /// How many different moves [`Mind::history_index`] tells apart.
    const HISTORY_SIZE: usize;

    /// Whether positions can come back, so that the search has to look for repetitions.
    const REPEATS: bool;

    /// The accumulator of a position that a search begins from.
    fn accumulator(&self, position: &Self::Game) -> Self::Accumulator;

    /// The accumulator after a move; `after` is the position that it led to.
    fn advance(
        &self,
        accumulator: &Self::Accumulator,
        before: &Self::Game,
        m: <Self::Game as Game>::Move,
        after: &Self::Game,
    ) -> Self::Accumulator;

    /// The accumulator after doing nothing; `after` is the position with the other side to move.
    fn advance_by_passing(
        &self,
        _accumulator: &Self::Accumulator,
        after: &Self::Game,
    ) -> Self::Accumulator {
        self.accumulator(after)
    }

    /// How good a position that is not finished is for the side to move, between ±
    /// [`crate::score::LIMIT`].
    fn evaluate(&self, position: &Self::Game, accumulator: &Self::Accumulator) -> Score;

    /// What the verdict at the move limit looks at, for the side to move, in points of
    /// evaluation: the search counts it the more, the nearer the limit is.
    fn lead(&self, _position: &Self::Game) -> Score {
        0
    }

    /// Where the history of a move is remembered: moves that are alike in different positions
    /// share an index. Below [`Mind::HISTORY_SIZE`].
    fn history_index(m: <Self::Game as Game>::Move) -> usize;

    /// How many different moves [`Mind::continuation_index`] tells apart: few, since what is
    /// remembered grows with its square.
    const CONTINUATION_SIZE: usize = 1;

    /// Where it is remembered what a move was worth after another. Below
    /// [`Mind::CONTINUATION_SIZE`].
    fn continuation_index(_m: <Self::Game as Game>::Move) -> usize {
        0
    }

    /// What a position is made of, in two parts that few moves change, any bits: where searches have found
    /// positions with the same part to be misjudged, this one is judged accordingly. `None` where that does not help.
    #[inline]
    fn structures(_position: &Self::Game) -> Option<[u64; 2]> {
        None
    }

    /// What [`Mind::tactical_score`] and [`Mind::is_late`] look at.
    fn ordering_context(&self, position: &Self::Game) -> Self::OrderingContext;

    /// How promising a move looks before anything is searched: above 0 for moves that take or
    /// threaten something, 0 for a quiet one, below 0 for one that looks bad.
    fn tactical_score(&self, context: &Self::OrderingContext, m: <Self::Game as Game>::Move)
    -> i32;

    /// Whether a move is never to be reduced or left out; its tactical score is above 0. Other
    /// moves that take or threaten something come before quiet ones and are searched as they are.
    fn is_urgent(&self, context: &Self::OrderingContext, m: <Self::Game as Game>::Move) -> bool {
        self.tactical_score(context, m) > 0
    }

    /// Whether a move is hardly ever good: such moves are ranked, after all others, only where
    /// these did not suffice. None of them is tactical.
    fn is_late(&self, _context: &Self::OrderingContext, _m: <Self::Game as Game>::Move) -> bool {
        false
    }

    /// Hands over the moves that must be looked at before a position can be judged at rest;
    /// none unless the game has such moves.
    fn visit_noisy(
        &self,
        _position: &Self::Game,
        _visit: impl FnMut(<Self::Game as Game>::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Whether the side to move can win with its next move, if the mind can tell without
    /// trying; `None` if it cannot tell.
    fn wins_at_once(&self, _position: &Self::Game) -> Option<bool> {
        None
    }

    /// The position with the other side to move, where doing nothing is never better than the
    /// best move, so that a search may assume it; `None` where moving can hurt.
    fn pass(&self, _position: &Self::Game) -> Option<Self::Game> {
        None
    }

    /// The parameters of the search that suit this game.
    fn tuning(&self) -> &Tuning;
}
