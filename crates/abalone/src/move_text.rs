//! Moves as players write them: Aba-Pro notation.
//!
//! In line, with or without a push: the rear marble, then the cell it moves to: `a1b2`.
//! Broadside: one end, the other end, the destination of the first-named end: `c3c5d4`. Written
//! with the smaller end first, read in both orders.

use crate::board::Cell;
use crate::legality::Forbidden;
use crate::moves::Move;
use crate::position::Position;
use galet_core::{Fault, Shown};
use std::ops::Range;

/// Why a move text is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveFault {
    /// No cell of the board has this name.
    #[error(
        "'{}' is not a cell: a1–a5 b1–b6 c1–c7 d1–d8 e1–e9 f2–f9 g3–g9 h4–h9 i5–i9",
        Shown(.found)
    )]
    NotACell {
        /// What stands there.
        found: String,
    },
    /// Neither two nor three cells.
    #[error(
        "a move is two cells in line (a1b2: the rear marble and where it goes) or three \
         broadside (c3c5d4: both ends and where the first goes), not {found}"
    )]
    Cells {
        /// How many cells the text names.
        found: usize,
    },
    /// A marble moves one step.
    #[error("a marble moves one step, and {to} is not next to {from}")]
    NotNext {
        /// The marble.
        from: Cell,
        /// Where it is said to go.
        to: Cell,
    },
    /// The cells are fine, but a rule forbids the move.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// Two-cell form: the two cells fit no move.
    #[error(
        "no move of one to three marbles leads one end from {from} so that the other arrives \
         at {to}"
    )]
    NoSuchArrival {
        /// One end.
        from: Cell,
        /// The arrival of the other end.
        to: Cell,
    },
    /// Two-cell form: as many marbles as the text says do not move from there.
    #[error("from {from} to {to} would be {said} in line, but {there} would move")]
    OtherCount {
        /// The rear marble.
        from: Cell,
        /// The arrival of the front marble.
        to: Cell,
        /// The marbles that would move.
        said: u8,
        /// The marbles in the line.
        there: u8,
    },
}

/// The cells of a move text with their places in it.
pub(crate) struct Named {
    pub(crate) cells: Vec<(Cell, Range<usize>)>,
    /// The whole move, without the white space around it.
    pub(crate) at: Range<usize>,
}

impl Named {
    /// Reads names of two letters each.
    pub(crate) fn read(text: &str) -> Result<Named, Fault<MoveFault>> {
        let start = text.len() - text.trim_start().len();
        let at = start..start + text.trim().len();
        let letters: Vec<(usize, char)> = text[at.clone()].char_indices().collect();
        let mut cells = Vec::new();
        for pair in letters.chunks(2) {
            let from = start + pair[0].0;
            let to = pair.last().map_or(from, |&(last, letter)| start + last + letter.len_utf8());
            let Some(cell) = Cell::named(&text[from..to]) else {
                let found = text[from..to].to_owned();
                return Err(Fault::new(from..to, MoveFault::NotACell { found }));
            };
            cells.push((cell, from..to));
            if cells.len() > 3 {
                break;
            }
        }
        Ok(Named { cells, at })
    }

    /// A rule forbids the move: the cell that it is about, or else the whole text.
    pub(crate) fn forbidden(&self, why: Forbidden) -> Fault<MoveFault> {
        let culprit = match why {
            Forbidden::NotYours { cell, .. }
            | Forbidden::SingleNeverPushes { cell }
            | Forbidden::Occupied { cell } => Some(cell),
            _ => None,
        };
        let place = self.cells.iter().find(|(cell, _)| Some(*cell) == culprit);
        Fault::new(place.map_or(&self.at, |(_, at)| at).clone(), why.into())
    }

    /// The number of cells does not fit.
    pub(crate) fn wrong_number(self) -> Fault<MoveFault> {
        Fault::new(self.at, MoveFault::Cells { found: self.cells.len() })
    }
}

impl Position {
    pub(crate) fn read_aba_pro(&self, text: &str) -> Result<Move, Fault<MoveFault>> {
        let named = Named::read(text)?;
        let ((from, _), (to, to_at)) = match &named.cells[..] {
            [rear, to] => (rear, to),
            [end, _, to] => (end, to),
            _ => return Err(named.wrong_number()),
        };
        let Some((direction, 1)) = from.straight_to(*to) else {
            return Err(Fault::new(to_at.clone(), MoveFault::NotNext { from: *from, to: *to }));
        };
        let made = match &named.cells[..] {
            [(end, _), (other_end, _), _] => self.broadside_move(*end, *other_end, direction),
            _ => self.in_line_move(*from, direction),
        };
        made.map_err(|why| named.forbidden(why))
    }
}
