//! What a mind offers beyond the search: proven results, and an evaluation that can be explained
//! and tuned.

use crate::net::NetError;
use galet_core::{Game, Progress, Side};
use galet_scene::Phrase;
use galet_search::score::{Score, forced_in};
use galet_search::{Mind, Stop};

/// A mind that can also solve, explain and be tuned.
pub trait Expert: Mind + Sized {
    /// The hand-made evaluation that means three chances in four for the side that has it: what
    /// one side must be ahead by to be clearly winning.
    const CLEAR_LEAD: Score;

    /// How strong the levels 1 to 9 are.
    const LEVELS: [LevelSpec; 9];

    /// The mind with the weights and networks that ship with Galet.
    fn new() -> Self;

    /// What is proven about the game from its default start and the mind plays by, as a sentence in
    /// English and in French.
    const PROVEN: Option<(&'static str, &'static str)> = None;

    /// The mind without a network: what levels below full strength know, and what is tuned.
    fn by_hand() -> Self {
        Self::new()
    }

    /// The mind without stored replies: levels below full strength find their own moves.
    #[must_use]
    fn without_book(self) -> Self {
        self
    }

    /// The mind with another network, from its file.
    fn with_net(&self, _bytes: &[u8]) -> Result<Self, NetError> {
        Err(NetError::Unwanted(<Self::Game as Game>::NAME))
    }

    /// The evaluation of this mind that means three chances in four.
    fn clear_lead(&self) -> Score {
        Self::CLEAR_LEAD
    }

    /// The board as the training of networks reads it, seen by the side to move; always of the
    /// same length. `None` where no network learns the game.
    fn board(_position: &Self::Game) -> Option<Vec<u8>> {
        None
    }

    /// Proves the value of a game as it stands, if it can within the budget.
    fn solve(
        &self,
        game: &Progress<Self::Game>,
        budget: &Budget,
    ) -> Option<Solution<<Self::Game as Game>::Move>>;

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

    /// The hand-made evaluation taken apart, for the side to move: the scores of the terms add up to it.
    fn terms(&self, position: &Self::Game) -> Vec<Term>;

    /// The weights of the evaluation.
    fn weights(&self) -> Vec<Weight>;

    /// The same mind with other weights, in the order of [`Expert::weights`].
    #[must_use]
    fn with_weights(&self, weights: &[Score]) -> Self;
}

/// The chances, from 0 (lost) to 1 (won), that a score means to a mind with this clear lead.
pub fn chances(score: Score, clear_lead: Score) -> f64 {
    match forced_in(score) {
        Some(_) => f64::from(u8::from(score > 0)),
        // 3 : 1 at a clear lead, 9 : 1 at twice that.
        None => 1.0 / (1.0 + 3_f64.powf(-f64::from(score) / f64::from(clear_lead.max(1)))),
    }
}

/// How a level below full strength plays: it looks at so many positions, and then draws among
/// the moves that look good to it. It never throws a move away blindly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelSpec {
    /// Positions that the search looks at.
    pub nodes: u64,
    /// The search looks no deeper than this.
    pub depth: u32,
    /// How many of the best moves it draws among.
    pub candidates: usize,
    /// A move that looks worse than the best by this much is drawn half as often; 0 plays the
    /// best move always.
    pub spread: Score,
    /// Positions that the exact solver may look at; 0 leaves it out.
    pub solver_nodes: u64,
}

/// What a solver may spend.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Positions to look at.
    pub nodes: u64,
    /// Ends it at once.
    pub stop: Stop,
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

/// A term of an evaluation with its share in the score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// What it looks at.
    pub name: &'static str,
    /// Its share, for the side to move.
    pub score: Score,
}

/// A weight of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weight {
    /// Its name.
    pub name: &'static str,
    /// What it says, in a line.
    pub about: &'static str,
    /// Its value.
    pub value: Score,
}
