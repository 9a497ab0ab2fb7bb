//! Moves as text: the stack's cell, then the steps `n e s w`: `a1nne`.

use crate::board::{Cell, Direction};
use crate::moves::Move;
use crate::pebbles::MAX_PEBBLES;
use crate::position::Position;
use crate::walks::{Barred, next_cell};
use galet_core::{Fault, Outcome, Shown};
use std::ops::Range;
use std::str::FromStr;

/// Why a move text is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveFault {
    /// The game has ended.
    #[error("the game is over: {0}")]
    GameOver(Outcome),
    /// The text does not begin with a cell.
    #[error(
        "'{}' is no cell: a move begins with the cell of a stack, from a1 to d4, and goes on \
         with its steps, as in a1nne",
        Shown(.found)
    )]
    NoCell {
        /// What stands there.
        found: String,
    },
    /// The cell has no stack.
    #[error("{cell} is empty: a pebble is put on a stack, never on an empty cell")]
    EmptyCell {
        /// The cell.
        cell: Cell,
    },
    /// A letter that is no step.
    #[error("'{}' is no step: the steps are n, e, s and w", .letter.escape_debug())]
    NoStep {
        /// The letter.
        letter: char,
    },
    /// A step beyond the edge.
    #[error("the board ends there: no step {} from {from}", .step.letter())]
    OffTheBoard {
        /// Where the walk was.
        from: Cell,
        /// The step.
        step: Direction,
    },
    /// A step straight back.
    #[error(
        "from {from} back to {to}: a walk never goes straight back over the step just made, \
         only by a loop"
    )]
    StraightBack {
        /// Where the walk was.
        from: Cell,
        /// Where it had come from, perhaps the cell of the stack itself.
        to: Cell,
    },
    /// No stack has so many pebbles. Only a text that is read without a position can have that.
    #[error("{found} steps: a walk has 1 to {MAX_PEBBLES}")]
    NoWalk {
        /// The steps in the text.
        found: usize,
    },
    /// Pebbles are left in the hand.
    #[error("{found} of {needed} steps: with the pebble added the stack has {needed}, one a step")]
    TooFewSteps {
        /// The steps in the text.
        found: u32,
        /// The steps of every walk of this stack.
        needed: u32,
    },
    /// No pebble is left for a step.
    #[error("too many steps: with the pebble added the stack has {needed}, one a step")]
    TooManySteps {
        /// The steps of every walk of this stack.
        needed: u32,
    },
}

/// Reads a move text without a position: a cell and 1 to 28 steps, wherever they lead. White
/// space around it does not matter.
impl FromStr for Move {
    type Err = Fault<MoveFault>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (origin, steps) = read_origin(text)?;
        let read = text[steps.clone()].char_indices().map(|(at, letter)| {
            let here = steps.start + at..steps.start + at + letter.len_utf8();
            let step = Direction::from_letter(letter);
            step.ok_or_else(|| Fault::new(here, MoveFault::NoStep { letter }))
        });
        let walk: Vec<Direction> = read.collect::<Result<_, _>>()?;
        let found = walk.len();
        Move::new(origin, walk).ok_or_else(|| Fault::new(steps, MoveFault::NoWalk { found }))
    }
}

/// The cell that a move text begins with, and where in the text the steps are.
fn read_origin(text: &str) -> Result<(Cell, Range<usize>), Fault<MoveFault>> {
    let start = text.len() - text.trim_start().len();
    let body = text.trim();
    // The name of the cell is the first two characters, whatever their length in bytes.
    let name_end = body.char_indices().nth(2).map_or(body.len(), |(at, _)| at);
    let name = &body[..name_end];
    match Cell::named(name) {
        Some(cell) => Ok((cell, start + name_end..start + body.len())),
        None => {
            let why = MoveFault::NoCell { found: name.to_owned() };
            Err(Fault::new(start..start + name_end, why))
        }
    }
}

impl Position {
    /// Reads a move and follows its walk, so that the fault names the first rule it breaks.
    pub(crate) fn read_move(&self, text: &str) -> Result<Move, Fault<MoveFault>> {
        if let Some(outcome) = self.end() {
            let start = text.len() - text.trim_start().len();
            let whole = start..start + text.trim().len();
            return Err(Fault::new(whole, MoveFault::GameOver(outcome)));
        }
        let (origin, Range { start, end }) = read_origin(text)?;
        let stack = self.stack(origin);
        if stack.is_empty() {
            // A name of a cell has two letters.
            return Err(Fault::new(start - 2..start, MoveFault::EmptyCell { cell: origin }));
        }
        let needed = stack.height() + 1;

        let mut m = Move::begun(origin, needed);
        let (mut cell, mut came, mut found) = (origin, None, 0);
        for (at, letter) in text[start..end].char_indices() {
            let here = start + at..start + at + letter.len_utf8();
            let Some(step) = Direction::from_letter(letter) else {
                return Err(Fault::new(here, MoveFault::NoStep { letter }));
            };
            if found == needed {
                return Err(Fault::new(here.start..end, MoveFault::TooManySteps { needed }));
            }
            cell = next_cell(cell, came, step).map_err(|barred| {
                let why = match (barred, cell.neighbour(step)) {
                    (Barred::StraightBack, Some(to)) => MoveFault::StraightBack { from: cell, to },
                    _ => MoveFault::OffTheBoard { from: cell, step },
                };
                Fault::new(here, why)
            })?;
            m = m.with_step(found, step as u64);
            came = Some(step);
            found += 1;
        }
        if found < needed {
            return Err(Fault::new(end..end, MoveFault::TooFewSteps { found, needed }));
        }
        Ok(m)
    }
}
