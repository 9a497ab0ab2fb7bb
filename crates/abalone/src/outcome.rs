//! How a game ends.

use crate::position::Position;
use galet_core::{Outcome, Reason, Side};

/// Why a game of Abalone ends, besides [`Reason::REPETITION`] (a draw).
pub mod reason {
    use galet_core::Reason;

    /// A side has ejected as many of the opponent's marbles as it takes to win.
    pub const MARBLES_EJECTED: Reason = Reason::new("marbles-ejected");
    /// The side to move has no legal move: a draw.
    pub const NO_LEGAL_MOVE: Reason = Reason::new("no-legal-move");
    /// The move limit is reached and one side has ejected more marbles. With equal scores the
    /// game is drawn by [`Reason::MOVE_LIMIT`].
    pub const MOVE_LIMIT_SCORE: Reason = Reason::new("move-limit-score");
}

/// The end of the game that this position is, if it is one.
pub(crate) fn of(position: &Position) -> Option<Outcome> {
    for side in Side::BOTH {
        if position.has_won(side) {
            return Some(Outcome::win(side, reason::MARBLES_EJECTED));
        }
    }
    (!position.has_legal_move()).then(|| Outcome::draw(reason::NO_LEGAL_MOVE))
}

/// The verdict when the game is stopped here: more ejections win, equal is a draw.
pub(crate) fn at_move_limit(position: &Position) -> Outcome {
    Outcome::by_points(
        i32::from(position.ejected[0]),
        i32::from(position.ejected[1]),
        reason::MOVE_LIMIT_SCORE,
        Reason::MOVE_LIMIT,
    )
}
