//! The trait that a game is.

use crate::{Outcome, PerSide, Reason, Setup, Side};
use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::ControlFlow;

/// A position of a two-player game of perfect information, with its rules.
///
/// The type is the *position*: everything that the rules need to go on, except what needs the
/// history of the game (repetition, move limit), which belongs to [`crate::Progress`]. Options
/// that change the outcome (a tie rule, marbles to win) are part of the position and its key.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The name of the game, as users type it: small letters and dashes.
    const NAME: &'static str;

    /// A move. Small and `Copy`; it means something only together with its position.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The start layout and the rule options.
    type Setup: Setup;

    /// The position before the first move.
    fn start(setup: &Self::Setup) -> Self;

    /// The side to move (also in a finished position: the side that would be).
    fn turn(&self) -> Side;

    /// How the game ended, if this position ends it.
    fn outcome(&self) -> Option<Outcome>;

    /// The points of both players as they count them on the board (ejected marbles, towers);
    /// games without points give one to the winner.
    fn score(&self) -> PerSide<u32>;

    /// Hands each legal move to `visit`, once, in an order that depends on the position alone,
    /// until it breaks. A finished position has no moves.
    fn visit_moves(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Plays a move that is known to be legal. With any other move the position may become
    /// nonsense (but never undefined behaviour).
    fn play_unchecked(&mut self, m: Self::Move);

    /// A hash of the position, kept up to date by `play_unchecked`. Equal positions have equal
    /// keys.
    fn key(&self) -> u64;

    /// The key computed anew from the position: what [`Game::key`] must always equal.
    fn fresh_key(&self) -> u64;

    /// The number of legal moves; games override it where they can count without listing.
    fn count_moves(&self) -> u64 {
        let mut n = 0;
        let _ = self.visit_moves(|_| {
            n += 1;
            ControlFlow::Continue(())
        });
        n
    }

    /// Whether `m` is a legal move here. Games override it where they can tell without listing;
    /// the answer must hold for any value of the move type.
    fn is_legal(&self, m: Self::Move) -> bool {
        self.visit_moves(|legal| {
            if legal == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// Plays `m`, or hands the position back unchanged if the rules forbid it.
    fn play(mut self, m: Self::Move) -> Result<Self, IllegalMove<Self>> {
        if self.is_legal(m) {
            self.play_unchecked(m);
            Ok(self)
        } else {
            Err(IllegalMove { position: Box::new(self), attempted: m })
        }
    }

    /// All legal moves in a list. Convenient where speed and size do not matter: a position of
    /// some games has millions.
    fn moves(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        let _ = self.visit_moves(|m| {
            list.push(m);
            ControlFlow::Continue(())
        });
        list
    }

    /// The verdict when the agreed move limit is reached here; a draw unless the game says
    /// otherwise.
    fn verdict_at_move_limit(&self) -> Outcome {
        Outcome::draw(Reason::MOVE_LIMIT)
    }
}

/// A move that the rules forbid, with the position as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove<G: Game> {
    /// The position, unchanged.
    pub position: Box<G>,
    /// The move that is not legal in it.
    pub attempted: G::Move,
}

impl<G: Game> fmt::Display for IllegalMove<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a legal move of this {} position", self.attempted, G::NAME)
    }
}

impl<G: Game> std::error::Error for IllegalMove<G> {}
