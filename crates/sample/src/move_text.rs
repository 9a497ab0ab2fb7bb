//! Moves as text: the cell of the stone and the cell it goes to, `b1b2`; or `pass`.

use crate::board::Cell;
use crate::position::{Move, Position};
use galet_core::{Fault, Game, Outcome, Shown, Side};

/// Why a move is refused, as text or by taps.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveFault {
    /// The game has ended.
    #[error("the game is over: {0}")]
    GameOver(Outcome),
    /// The text is not made like a move.
    #[error(
        "'{}' is no move: a move is the cell of a stone and a cell next to it, as in b1b2, or pass",
        Shown(.found)
    )]
    NoMove {
        /// The text.
        found: String,
    },
    /// Nothing of the mover stands there.
    #[error("{cell} has no stone of yours")]
    NotYours {
        /// The cell.
        cell: Cell,
    },
    /// The cells do not touch.
    #[error("{to} is not next to {from}: a stone goes one step up, down, left or right")]
    TooFar {
        /// Where the stone stands.
        from: Cell,
        /// Where it was to go.
        to: Cell,
    },
    /// The mover has a stone there.
    #[error("{to} is taken by a stone of yours")]
    Occupied {
        /// Where the stone was to go.
        to: Cell,
    },
}

impl Position {
    pub(crate) fn read_move(&self, text: &str) -> Result<Move, Fault<MoveFault>> {
        let start = text.len() - text.trim_start().len();
        let body = text.trim();
        let end = start + body.len();
        if let Some(outcome) = self.outcome() {
            return Err(Fault::new(start..end, MoveFault::GameOver(outcome)));
        }
        if body == "pass" {
            return Ok(Move::Pass);
        }
        let cells = body.split_at_checked(2).map(|(from, to)| (Cell::named(from), Cell::named(to)));
        let Some((Some(from), Some(to))) = cells else {
            let why = MoveFault::NoMove { found: body.to_owned() };
            return Err(Fault::new(start..end, why));
        };
        self.check_from(from).map_err(|why| Fault::new(start..start + 2, why))?;
        self.check_step(from, to).map_err(|why| Fault::new(start + 2..end, why))?;
        Ok(Move::Step { from, to })
    }

    /// Whether the side to move has a stone there.
    pub(crate) fn check_from(&self, cell: Cell) -> Result<(), MoveFault> {
        let yours = self.at(cell) == Some(self.turn);
        yours.then_some(()).ok_or(MoveFault::NotYours { cell })
    }

    /// Whether a stone of the side to move can go there.
    pub(crate) fn check_step(&self, from: Cell, to: Cell) -> Result<(), MoveFault> {
        let own: Option<Side> = Some(self.turn);
        if from.neighbours() & to.bit() == 0 {
            Err(MoveFault::TooFar { from, to })
        } else if self.at(to) == own {
            Err(MoveFault::Occupied { to })
        } else {
            Ok(())
        }
    }
}
