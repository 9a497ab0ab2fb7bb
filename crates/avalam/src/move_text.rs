//! Moves as text: source and destination, `c9d8`.

use crate::moves::Broken;
use crate::{Cell, Move, Position};
use galet_core::Fault;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use thiserror::Error;

/// Why a move text is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveFault {
    /// It is not the names of two holes.
    #[error("a move is two holes, where the tower stands and where it goes, such as c9d8")]
    NotAMove,
    /// The board has no such hole.
    #[error("there is no hole {name}; row {} has {}", row_of(.name), holes_of_row(.name))]
    NoSuchCell {
        /// The name given: a letter from a to i and a digit from 1 to 9.
        name: String,
    },
    /// There is no tower on the source.
    #[error("{cell} is empty: there is no tower to move")]
    NothingToMove {
        /// The source.
        cell: Cell,
    },
    /// The tower on the source is complete.
    #[error("a tower of five, as on {cell}, cannot be moved any more")]
    FiveNeverMoves {
        /// The source.
        cell: Cell,
    },
    /// Source and destination are the same.
    #[error("a tower moves onto another tower, and {cell} is where it stands already")]
    StaysInPlace {
        /// Source and destination.
        cell: Cell,
    },
    /// The destination is not next to the source.
    #[error("a tower moves to an adjacent hole, and {to} is not next to {from}")]
    NotNeighbours {
        /// The source.
        from: Cell,
        /// The destination.
        to: Cell,
    },
    /// There is no tower on the destination.
    #[error("a tower never moves onto an empty hole, and {cell} is empty")]
    OntoNothing {
        /// The destination.
        cell: Cell,
    },
    /// The joined tower would be too tall.
    #[error("the tower would have {} counters ({moved} + {covered}); five is the most",
        counters(.moved + .covered))]
    TooTall {
        /// The height of the moved tower.
        moved: u8,
        /// The height of the tower it would stand on.
        covered: u8,
    },
}

fn counters(height: u8) -> &'static str {
    match height {
        6 => "six",
        7 => "seven",
        8 => "eight",
        _ => "nine",
    }
}

fn row_of(name: &str) -> &str {
    name.get(1..).unwrap_or_default()
}

/// The holes of the row that a name mentions: "c to d".
fn holes_of_row(name: &str) -> String {
    let in_row = |cell: &&Cell| cell.to_string().get(1..) == Some(row_of(name));
    let mut holes = Cell::ALL.iter().filter(in_row).map(|c| char::from(b'a' + c.column()));
    match (holes.next(), holes.next_back()) {
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "none".to_owned(),
    }
}

/// The move text: `c9d8`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

/// Reads a move text without a position: two holes of the board, whatever stands there. White
/// space around it does not matter.
impl FromStr for Move {
    type Err = Fault<MoveFault>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let start = text.len() - text.trim_start().len();
        let looks_right =
            matches!(text.trim().as_bytes(), [b'a'..=b'i', b'1'..=b'9', b'a'..=b'i', b'1'..=b'9']);
        if !looks_right {
            return Err(Fault::new(start..start + text.trim().len(), MoveFault::NotAMove));
        }
        let from = read_cell(text, start..start + 2)?;
        let to = read_cell(text, start + 2..start + 4)?;
        Ok(Move::new(from, to))
    }
}

/// Reads a move and checks that `position` allows it.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, Fault<MoveFault>> {
    let m: Move = text.parse()?;
    let Some(broken) = position.forbids(m) else { return Ok(m) };
    let start = text.len() - text.trim_start().len();
    let at = match broken {
        Broken::NothingToMove | Broken::FiveNeverMoves => start..start + 2,
        Broken::StaysInPlace | Broken::NotNeighbours | Broken::OntoNothing => start + 2..start + 4,
        Broken::TooTall { .. } => start..start + 4,
    };
    Err(Fault::new(at, broken.fault(m.from(), m.to())))
}

fn read_cell(text: &str, at: Range<usize>) -> Result<Cell, Fault<MoveFault>> {
    let name = &text[at.clone()];
    Cell::named(name).ok_or_else(|| Fault::new(at, MoveFault::NoSuchCell { name: name.to_owned() }))
}
