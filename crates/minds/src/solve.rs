//! Proven results.

use galet_core::{Game, Phrase, Progress, Side, StopSignal};
use galet_search::{Mind, Stop};

/// A mind that can prove things; one that proves nothing keeps to the defaults.
pub trait Solve: Mind {
    /// What is proven about the game from its default start, and the mind plays by if it was made
    /// with the certificate: a sentence in English and in French.
    const PROVEN: Option<Phrase> = None;

    /// Proves the value of a game that is not finished, if that is possible within the budget.
    fn solve(
        &self,
        _game: &Progress<Self::Game>,
        _budget: &Budget,
    ) -> Option<Solution<<Self::Game as Game>::Move>> {
        None
    }

    /// A move that is known not to lose, where the value itself takes too long to prove; when the budget
    /// ends first, the move that such a proof would have been about. `None` where nothing is known;
    /// without any budget only what is stored is.
    fn safe_move(
        &self,
        _game: &Progress<Self::Game>,
        _budget: &Budget,
    ) -> Option<<Self::Game as Game>::Move> {
        None
    }
}

/// What a solver may spend.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Positions to look at.
    pub nodes: u64,
    /// Ends it at once.
    pub stop: Stop,
}

impl StopSignal for Budget {
    #[inline]
    fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }
}

/// A proven result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// Who wins with best play; `None` is a draw.
    pub winner: Option<Side>,
    /// By how much, for the winner, in a unit of the game that grows with the margin; 0 for a
    /// draw.
    pub margin: u32,
    /// The result in words, for the side to move: "loss by 2 towers", "perte de 2 tours".
    pub words: Phrase,
    /// The same for the winner: "win by 2 towers", "gain de 2 tours".
    pub for_winner: Phrase,
    /// Best play, at least one move.
    pub line: Vec<M>,
    /// Positions looked at.
    pub nodes: u64,
}
