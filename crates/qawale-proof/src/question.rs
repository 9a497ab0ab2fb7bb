//! What is asked: can this side force a line from this position by this ply?

use crate::board::{Board, Pebble};
use crate::geometry::CELLS;
use crate::search::MAX_ATTACKS;
use crate::text::{Player, Position};

/// A question the prover answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    start: Position,
    attacker: Player,
    by: u32,
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// The ply is not one still to be played.
    #[error(
        "by ply {by}: the position has {played} plies behind it and the game ends after ply {last}"
    )]
    Ply {
        /// The ply asked for.
        by: u32,
        /// Plies played already.
        played: u32,
        /// The last ply of the game.
        last: u32,
    },
    /// There is a line on the board.
    #[error("the game is over: there is a line on the board")]
    Over,
}

impl Question {
    /// Can `attacker` force a line by the end of ply `by`, counted from the first move of the game? A
    /// defender forced to line up the attacker's colour counts as well.
    pub fn new(start: Position, attacker: Player, by: u32) -> Result<Self, QuestionError> {
        let question = Self { start, attacker, by };
        let played = question.played();
        let last = played + question.start.left.iter().sum::<u32>();
        if by <= played || by > last || question.attacks(0) > MAX_ATTACKS {
            return Err(QuestionError::Ply { by, played, last });
        }
        let board = &question.start.board;
        if crate::geometry::has_line(board.attacker.tops)
            || crate::geometry::has_line(board.defender.tops)
        {
            return Err(QuestionError::Over);
        }
        Ok(question)
    }

    /// Plies played before the position: the coloured pebbles on the board.
    pub fn played(&self) -> u32 {
        let coloured =
            |cell| self.start.board.stack(cell).iter().filter(|&&p| p != Pebble::Neutral).count();
        (0..CELLS).map(coloured).sum::<usize>() as u32
    }

    /// The start with the attacker as the board's attacker.
    pub fn board(&self) -> Board {
        match self.attacker {
            Player::Light => self.start.board,
            Player::Dark => self.start.board.swapped(),
        }
    }

    /// Whether the attacker moves after `depth` plies from the start.
    pub fn attacker_moves(&self, depth: u32) -> bool {
        (self.start.turn == self.attacker) == depth.is_multiple_of(2)
    }

    /// The attacker's moves left after `depth` plies from the start. A last move of the defender's is not
    /// looked at: it cannot be forced to line up the attacker (see [`crate::forced`]).
    pub fn attacks(&self, depth: u32) -> usize {
        (depth..self.by - self.played()).filter(|&ply| self.attacker_moves(ply)).count()
    }

    /// The position text of a board that arises after `depth` plies from the start.
    pub fn text(&self, board: &Board, depth: u32) -> String {
        let light = if self.attacker == Player::Light { *board } else { board.swapped() };
        let mut left = self.start.left;
        let mut turn = self.start.turn;
        for _ in 0..depth {
            left[usize::from(turn == Player::Dark)] -= 1;
            turn = turn.other();
        }
        Position { board: light, turn, left }.text()
    }

    /// The text of the position with this board (the first word of the text) in a game from the start;
    /// none if no such position has this board.
    pub(crate) fn position_with(&self, board: &str) -> Option<String> {
        let pebbles = |text: &str, letter| text.chars().filter(|&c| c == letter).count() as u32;
        let start = self.start.board.ranks('o', 'x');
        let [light, dark] = ['o', 'x'].map(|c| pebbles(board, c).checked_sub(pebbles(&start, c)));
        let (light, dark) = (light?, dark?);
        let turn = if (light + dark).is_multiple_of(2) {
            self.start.turn
        } else {
            self.start.turn.other()
        };
        let [light_left, dark_left] = self.start.left;
        let left = [light_left.checked_sub(light)?, dark_left.checked_sub(dark)?];
        Some(format!("{board} {} {} {}", turn.letter(), left[0], left[1]))
    }

    /// The position the question begins with.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The question in one line: start, attacker, ply.
    pub fn line(&self) -> String {
        format!("{}\t{}\t{}", self.start.text(), self.attacker.letter(), self.by)
    }

    /// The side that tries to force a line.
    pub fn attacker(&self) -> Player {
        self.attacker
    }

    /// The ply by which the line must be there.
    pub fn by(&self) -> u32 {
        self.by
    }
}
