//! Positions as text: nine rows from 9 to 1 separated by `/`, then the side to move.
//!
//! A tower is a letter, `a` to `e` for light and `A` to `E` for dark ones of one to five
//! counters; a digit is a run of empty holes; the side to move is `o` (light) or `x` (dark).

use crate::board::ROWS;
use crate::{Cell, Colour, Position, Setup, Tower};
use galet_core::{Fault, Game, Shown, Side};
use std::fmt;
use std::ops::Range;
use thiserror::Error;

/// Why a position text is refused: the rules could not be played from there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionFault {
    /// There is no text.
    #[error("a position is nine rows from 9 to 1 separated by '/', then o or x for who is to move")]
    Empty,
    /// Rows are missing at the end.
    #[error("the board has nine rows and only {found} {} given", if *.found == 1 { "is" } else { "are" })]
    TooFewRows {
        /// The number of rows given.
        found: usize,
    },
    /// There are more than nine rows.
    #[error("the board has nine rows and {found} are given")]
    TooManyRows {
        /// The number of rows given.
        found: usize,
    },
    /// A row does not reach its end.
    #[error("row {row} has {holes} holes and only {found} of them {} given", if *.found == 1 { "is" } else { "are" })]
    RowTooShort {
        /// The row, as the board numbers it.
        row: u8,
        /// The number of holes it has.
        holes: u8,
        /// The number of holes given.
        found: u8,
    },
    /// A row goes on beyond its end.
    #[error("row {row} has {holes} holes and more are given")]
    RowTooLong {
        /// The row, as the board numbers it.
        row: u8,
        /// The number of holes it has.
        holes: u8,
    },
    /// A letter that would mean more than five counters.
    #[error(
        "'{letter}' would be a tower of {counters} counters and five is the most: \
         a to e are light, A to E dark towers of one to five"
    )]
    TowerTooTall {
        /// The letter.
        letter: char,
        /// The height it would mean.
        counters: u8,
    },
    /// Something that is neither a tower nor a run of empty holes.
    #[error(
        "'{}' means nothing here: a to e are light towers of one to five counters, \
         A to E dark ones, 1 to 9 empty holes", .letter.escape_debug()
    )]
    UnknownLetter {
        /// What is there.
        letter: char,
    },
    /// A run of no holes.
    #[error("a run of empty holes is 1 to 9 long")]
    EmptyRun,
    /// The side to move is missing.
    #[error("who is to move is missing: o for light or x for dark, after a blank")]
    MissingSide,
    /// The side to move is something else.
    #[error("'{}' is nobody to move: o is light, x is dark", Shown(.found))]
    UnknownSide {
        /// What is there.
        found: String,
    },
    /// There is more after the side to move.
    #[error("nothing follows who is to move")]
    TooMuch,
}

/// What is odd about a position that can be played all the same: no game leads to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Warning {
    /// A game always has 48 counters.
    Counters {
        /// The number of counters on the board.
        found: u32,
    },
    /// Each colour has 24 counters, so no more tops than that.
    TooManyTops {
        /// The colour.
        colour: Colour,
        /// Its towers.
        towers: u32,
    },
    /// The centre begins empty and nothing ever moves onto an empty hole. A tower there can be
    /// played with all the same, since the centre is a hole with eight neighbours as any other.
    CentreOccupied,
    /// A single counter never moved, so it has the colour that its hole began with.
    StrangeSingle {
        /// Its hole, the first of these in reading order.
        cell: Cell,
    },
    /// Each move frees a hole, so the number of towers tells whose turn it is.
    WrongTurn {
        /// The colour that should be to move.
        expected: Colour,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Counters { found: 1 } => write!(f, "there is 1 counter; a game has 48"),
            Warning::Counters { found } => write!(f, "there are {found} counters; a game has 48"),
            Warning::TooManyTops { colour, towers } => {
                write!(f, "there are {towers} {colour} towers and only 24 {colour} counters")
            }
            Warning::CentreOccupied => write!(f, "the centre e5 is empty in every game"),
            Warning::StrangeSingle { cell } => {
                let began = cell.start_colour();
                write!(f, "a single counter has never moved, and the one on {cell} began {began}")
            }
            Warning::WrongTurn { expected } => {
                write!(f, "with this many towers it is {expected} to move")
            }
        }
    }
}

pub(crate) fn write(position: &Position) -> String {
    let mut text = String::new();
    for (row, (first, last)) in (0..).zip(ROWS) {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for column in first..=last {
            match Cell::at(row, column).and_then(|cell| position.tower(cell)) {
                None => empty += 1,
                Some(tower) => {
                    push_run(&mut text, &mut empty);
                    text.push(tower.letter());
                }
            }
        }
        push_run(&mut text, &mut empty);
    }
    text.push(' ');
    text.push(position.to_move().letter());
    text
}

/// Writes the run of empty holes so far, if there is one. No row has more than nine holes.
fn push_run(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

/// Reads a position. White space around it and between its two parts does not matter.
pub(crate) fn read(text: &str, setup: &Setup) -> Result<Position, Fault<PositionFault>> {
    let mut words = words(text);
    let end = text.trim_end().len();
    let board = words.next().ok_or(Fault::new(0..0, PositionFault::Empty))?;
    // The towers are read first, so that faults are told from left to right.
    let towers = read_rows(text, board)?;
    let side = words.next().ok_or(Fault::new(end..end, PositionFault::MissingSide))?;
    let to_move = match &text[side.clone()] {
        "o" => Colour::Light,
        "x" => Colour::Dark,
        found => {
            let why = PositionFault::UnknownSide { found: found.to_owned() };
            return Err(Fault::new(side, why));
        }
    };
    if let Some(more) = words.next() {
        return Err(Fault::new(more.start..end, PositionFault::TooMuch));
    }
    let mut position = Position::empty(to_move, setup);
    for (cell, tower) in towers {
        position.place(cell, tower);
    }
    Ok(position)
}

/// The ranges of bytes between white space.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    })
}

fn read_rows(text: &str, board: Range<usize>) -> Result<Vec<(Cell, Tower)>, Fault<PositionFault>> {
    let mut towers = Vec::new();
    let found = text[board.clone()].split('/').count();
    let mut start = board.start;
    for (row, line) in (0..).zip(text[board.clone()].split('/')) {
        if usize::from(row) == ROWS.len() {
            // The rows up to here are all right; the slash before this one is one too many.
            return Err(Fault::new(start - 1..board.end, PositionFault::TooManyRows { found }));
        }
        read_row(line, start, row, &mut towers)?;
        start += line.len() + 1;
    }
    if found < ROWS.len() {
        return Err(Fault::new(board.end..board.end, PositionFault::TooFewRows { found }));
    }
    Ok(towers)
}

/// Reads one row, whose text begins at byte `start`.
fn read_row(
    line: &str,
    start: usize,
    row: u8,
    towers: &mut Vec<(Cell, Tower)>,
) -> Result<(), Fault<PositionFault>> {
    let (first, last) = ROWS[usize::from(row)];
    let (name, holes) = (9 - row, last - first + 1);
    let mut column = first;
    for (offset, letter) in line.char_indices() {
        let at = start + offset..start + offset + letter.len_utf8();
        let (width, tower) = read_letter(letter).map_err(|why| Fault::new(at.clone(), why))?;
        if column + width > last + 1 {
            let why = PositionFault::RowTooLong { row: name, holes };
            return Err(Fault::new(at.start..start + line.len(), why));
        }
        if let (Some(tower), Some(cell)) = (tower, Cell::at(row, column)) {
            towers.push((cell, tower));
        }
        column += width;
    }
    if column <= last {
        let end = start + line.len();
        let why = PositionFault::RowTooShort { row: name, holes, found: column - first };
        return Err(Fault::new(end..end, why));
    }
    Ok(())
}

/// What a letter of a row means: how many holes, and the tower on them if it is one.
fn read_letter(letter: char) -> Result<(u8, Option<Tower>), PositionFault> {
    let (first, colour) = match letter {
        '0' => return Err(PositionFault::EmptyRun),
        '1'..='9' => return Ok((letter as u8 - b'0', None)),
        'a'..='z' => (b'a', Colour::Light),
        'A'..='Z' => (b'A', Colour::Dark),
        _ => return Err(PositionFault::UnknownLetter { letter }),
    };
    let counters = letter as u8 - first + 1;
    match Tower::new(counters, colour) {
        Some(tower) => Ok((1, Some(tower))),
        None => Err(PositionFault::TowerTooTall { letter, counters }),
    }
}

/// What shows that no game leads to `position`.
pub(crate) fn warnings(position: &Position) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let counters = position.occupied().iter().filter_map(|cell| position.tower(cell));
    let found = counters.map(|tower| u32::from(tower.height())).sum();
    if found != 48 {
        warnings.push(Warning::Counters { found });
    }
    for colour in Colour::BOTH {
        let towers = position.towers(colour);
        if towers > 24 {
            warnings.push(Warning::TooManyTops { colour, towers });
        }
    }
    if position.tower(Cell::CENTRE).is_some() {
        warnings.push(Warning::CentreOccupied);
    }
    let strange = |cell: &Cell| {
        *cell != Cell::CENTRE
            && position.tower(*cell).is_some_and(|t| t.colour() != cell.start_colour())
    };
    if let Some(cell) = position.of_height(1).iter().find(strange) {
        warnings.push(Warning::StrangeSingle { cell });
    }
    // Without the 48 counters of a game the number of towers does not tell how many moves it is old.
    let side = if position.occupied().len().is_multiple_of(2) { Side::First } else { Side::Second };
    if found == 48 && position.turn() != side {
        warnings.push(Warning::WrongTurn { expected: position.colour_of(side) });
    }
    warnings
}
