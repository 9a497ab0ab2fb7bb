//! Proven results.

use galet_core::{Game, Phrase, Progress, Side, StopSignal};
use galet_search::{Mind, Stop};
use std::sync::atomic::{AtomicU64, Ordering};

/// A mind that can prove things; one that proves nothing keeps to the defaults.
pub trait Solve: Mind {
    /// What is proven about the game from its default start, and the mind plays by if it was made
    /// with the certificate: a sentence in English and in French.
    const PROVEN: Option<Phrase> = None;

    /// Whether it can prove results at all.
    const PROVES: bool = false;

    /// Proves the value of a game that is not finished, if that is possible within the budget.
    fn solve(
        &self,
        _game: &Progress<Self::Game>,
        _budget: &Budget,
    ) -> Option<Solution<<Self::Game as Game>::Move>> {
        None
    }

    /// The soonest win that the side to move can force, `Some(None)` if it is proven that there is none, `None` if the
    /// budget does not suffice to tell. Half of what [`Solve::solve`] does, for whoever must see soon that the opponent
    /// went wrong.
    fn forced_win(
        &self,
        _game: &Progress<Self::Game>,
        _budget: &Budget,
    ) -> Option<Option<Solution<<Self::Game as Game>::Move>>> {
        None
    }

    /// The result where no win can be forced and this move is proven not to lose.
    fn drawn_by(
        &self,
        _m: <Self::Game as Game>::Move,
    ) -> Option<Solution<<Self::Game as Game>::Move>> {
        None
    }

    /// Who wins a game that is not finished, `Some(None)` for a draw, if that can be proven within
    /// the budget. A mind that can tell without the margin and a line of play does so.
    fn winner(&self, game: &Progress<Self::Game>, budget: &Budget) -> Option<Option<Side>> {
        self.solve(game, budget).map(|solution| solution.winner)
    }

    /// Whether a side can force a win in a game that is not finished, by code that shares nothing but the rules
    /// with [`Solve::winner`]; `None` where there is none, or the budget does not suffice.
    fn second_opinion(
        &self,
        _game: &Progress<Self::Game>,
        _side: Side,
        _budget: &Budget,
    ) -> Option<bool> {
        None
    }

    /// What is known about not losing, where the value itself takes too long to prove. Without any budget
    /// only what is stored is known.
    fn safety(
        &self,
        _game: &Progress<Self::Game>,
        _budget: &Budget,
    ) -> Safety<<Self::Game as Game>::Move> {
        Safety::default()
    }

    /// All legal moves that are known to be worth the same as one of these, because they lead to the same position
    /// up to symmetry; these are among them.
    fn with_twins(
        &self,
        _game: &Progress<Self::Game>,
        moves: &[<Self::Game as Game>::Move],
    ) -> Vec<<Self::Game as Game>::Move> {
        moves.to_vec()
    }

    /// Moves that do not lose at once, of those that are the same up to symmetry one, those first that most likely hold.
    /// A mind that cannot tell whether they [hold](Solve::holds) has none.
    fn choices(&self, _game: &Progress<Self::Game>) -> Vec<<Self::Game as Game>::Move> {
        Vec::new()
    }

    /// Whether it is proven within the budget that a move does not lose. Some moves that do not are not known.
    fn holds(
        &self,
        _game: &Progress<Self::Game>,
        _m: <Self::Game as Game>::Move,
        _budget: &Budget,
    ) -> bool {
        false
    }

    /// Of the moves that are proven not to lose one that sets the opponent a harder problem than `safe`, which
    /// is one of them, if the budget suffices to find one.
    fn sharpest(
        &self,
        _game: &Progress<Self::Game>,
        safe: <Self::Game as Game>::Move,
        _budget: &Budget,
    ) -> <Self::Game as Game>::Move {
        safe
    }
}

/// What is known about not losing in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Safety<M> {
    /// A move, if anything speaks for one.
    pub m: Option<M>,
    /// Whether it is proven that this move does not lose. If not, it is a hint and nothing more.
    pub proven: bool,
    /// Whether it is what a stored proof plays: whoever leaves that proof must find proofs of their own from there on.
    pub stored: bool,
    /// Other moves, each of which is proven to lose, and with each all that lead to the same position up to
    /// symmetry.
    pub losing: Vec<M>,
}

impl<M> Safety<M> {
    /// A move that nothing is proven about.
    pub fn hint(m: Option<M>) -> Self {
        Safety { m, proven: false, stored: false, losing: Vec::new() }
    }
}

impl<M> Default for Safety<M> {
    /// Nothing is known.
    fn default() -> Self {
        Safety::hint(None)
    }
}

/// What a solver may spend, and what it has spent.
#[derive(Debug)]
pub struct Budget {
    /// Positions to look at.
    pub nodes: u64,
    /// Ends it at once.
    pub stop: Stop,
    /// Whether a move is wanted that whoever is lost may hope by: see [`Solution::hope`].
    pub wants_hope: bool,
    spent: AtomicU64,
}

impl Budget {
    /// So many positions, ended by this handle.
    pub fn new(nodes: u64, stop: Stop) -> Self {
        Budget { nodes, stop, wants_hope: false, spent: AtomicU64::new(0) }
    }

    /// The same for a move that is to be played, not only to be judged by.
    #[must_use]
    pub fn to_play(self) -> Self {
        Budget { wants_hope: true, ..self }
    }

    /// The positions that a solver which looks at so many in a second can look at.
    pub fn positions(&self, a_second: u64) -> u64 {
        let in_time = |left: std::time::Duration| (left.as_secs_f64() * a_second as f64) as u64;
        self.stop.left().map_or(self.nodes, |left| self.nodes.min(in_time(left)))
    }

    /// Tells that so many positions were looked at.
    pub(crate) fn spend(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The positions that were looked at.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }
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
    /// Whether the margin is proven too: there are wins of unknown size.
    pub sized: bool,
    /// The result in words, for the side to move: "loss by 2 towers", "perte de 2 tours".
    pub words: Phrase,
    /// The same for the winner: "win by 2 towers", "gain de 2 tours".
    pub for_winner: Phrase,
    /// Best play, at least one move. Whoever is lost may begin with a move that is harder to answer than the one
    /// that loses by least.
    pub line: Vec<M>,
    /// Moves of both sides until the end that is proven; the line is shorter where its budget ended first.
    pub plies: usize,
    /// What whoever is lost may hope by: the move that leaves the opponent the fewest winning replies, where that is
    /// another than the first of the line, which keeps the loss small. It costs about as much again as the proof,
    /// and is looked for only if the budget [wants it](Budget::wants_hope).
    pub hope: Option<M>,
    /// Positions looked at.
    pub nodes: u64,
}
