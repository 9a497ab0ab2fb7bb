//! The end of the game: lines of four, and the draw when the pebbles are played.

use crate::board::{Line, has_line};
use crate::position::Position;
use galet_core::{Outcome, PerSide, Side};

/// Why a game of Qawale ends.
pub mod reason {
    use galet_core::Reason;

    /// The winner made a line of four visible pebbles of their colour.
    pub const LINE_OF_FOUR: Reason = Reason::new("line-of-four");
    /// The loser's move lined up four visible pebbles of the winner, and none of their own.
    pub const LINE_FOR_THE_OPPONENT: Reason = Reason::new("line-for-the-opponent");
    /// The pebbles are played and nobody has a line: a draw.
    pub const PEBBLES_PLAYED: Reason = Reason::new("pebbles-played");
}

impl Position {
    /// How the game ended, if it has.
    ///
    /// The side not to move is the one that moved last. Its own line counts first, then the line
    /// that it made for the opponent. Nobody ever passes: the game is drawn when the side to
    /// move has no pebble left. In a game from the start that is when both have played all of
    /// theirs; from an edited position the other side may still have some.
    #[inline]
    pub(crate) fn end(&self) -> Option<Outcome> {
        let (to_move, mover) = (self.turn, self.turn.other());
        if has_line(self.tops(mover)) {
            Some(Outcome::win(mover, reason::LINE_OF_FOUR))
        } else if has_line(self.tops(to_move)) {
            Some(Outcome::win(to_move, reason::LINE_FOR_THE_OPPONENT))
        } else if self.left[to_move] == 0 {
            Some(Outcome::draw(reason::PEBBLES_PLAYED))
        } else {
            None
        }
    }

    /// The lines of four that a player has.
    pub fn lines(&self, side: Side) -> impl Iterator<Item = Line> {
        let tops = self.tops(side);
        Line::ALL.into_iter().filter(move |line| line.count_in(tops) == 4)
    }

    /// One point for the winner.
    pub(crate) fn points(&self) -> PerSide<u32> {
        let mut points = PerSide::default();
        if let Some(winner) = self.end().and_then(|end| end.winner) {
            points[winner] = 1;
        }
        points
    }
}
