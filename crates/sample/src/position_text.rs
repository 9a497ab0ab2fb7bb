//! Positions as text: `xxx/.../.../ooo o`.
//!
//! Four rows from 4 to 1 separated by `/`, a letter for each cell (`o` light, `x` dark, `.` empty),
//! then the side to move.

use crate::board::{Cell, FILES, RANKS};
use crate::move_text::MoveFault;
use crate::position::{Move, Position, Unplayable};
use crate::setup::Setup;
use galet_core::{Checked, Fault, Notation, PerSide, Shown, Side};

impl Notation for Position {
    type PositionFault = PositionFault;
    type Warning = Warning;
    type MoveFault = MoveFault;

    fn position_text(&self) -> String {
        let letter = |cell| self.at(cell).map_or('.', letter);
        let rank = |rank| Cell::ALL.into_iter().filter(|c| c.rank() == rank).map(letter).collect();
        let ranks: Vec<String> = (0..RANKS).rev().map(rank).collect();
        format!("{} {}", ranks.join("/"), self::letter(self.turn))
    }

    fn parse_position(text: &str, setup: &Setup) -> Result<Checked<Self>, Fault<PositionFault>> {
        let position = read(text, setup)?;
        Ok(Checked { position, warnings: position.warnings(setup) })
    }

    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault<MoveFault>> {
        self.read_move(text)
    }
}

/// Why a position text is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionFault {
    /// The text ends too early.
    #[error("a position is a board and a side to move: xxx/.../.../ooo o")]
    Missing,
    /// The text goes on after its end.
    #[error("nothing follows the side to move")]
    TooLong,
    /// Not four rows.
    #[error("the board has four rows, 4 to 1, separated by '/', not {found}")]
    Ranks {
        /// How many there are.
        found: usize,
    },
    /// Not three cells in a row.
    #[error("row {rank} has three cells, not {found}")]
    Cells {
        /// The row, as the board has it.
        rank: u8,
        /// How many there are.
        found: usize,
    },
    /// A letter that stands for nothing.
    #[error("'{}' is no cell: o (light), x (dark) or . (empty)", .letter.escape_debug())]
    NoCell {
        /// The letter.
        letter: char,
    },
    /// Nobody's turn.
    #[error("'{}' is no side to move: o (light) or x (dark)", Shown(.found))]
    NoSide {
        /// What stands there.
        found: String,
    },
    /// The text is right, but the rules cannot play what it says.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
}

/// What is odd about a position that can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Warning {
    /// Stones never come back.
    #[error("{} has {found} stones and begins with {most}", name(*.side))]
    TooManyStones {
        /// Whose they are.
        side: Side,
        /// How many there are.
        found: u32,
        /// How many the layout has.
        most: u32,
    },
    /// The game ended before this side's turn came.
    #[error("{} has crossed already and is to move", name(*.side))]
    CrossedAlready {
        /// The side to move.
        side: Side,
    },
}

/// The letter of a side.
fn letter(side: Side) -> char {
    match side {
        Side::First => 'o',
        Side::Second => 'x',
    }
}

/// A side as the texts name it.
fn name(side: Side) -> &'static str {
    match side {
        Side::First => "light",
        Side::Second => "dark",
    }
}

impl Position {
    /// What no game with this setup could have led to.
    fn warnings(&self, setup: &Setup) -> Vec<Warning> {
        let most = setup.stones();
        let too_many = Side::BOTH.into_iter().filter_map(|side| {
            let found = self.stones[side].count_ones();
            (found > most).then_some(Warning::TooManyStones { side, found, most })
        });
        let crossed = self.has_crossed(self.turn);
        let crossed = crossed.then_some(Warning::CrossedAlready { side: self.turn });
        too_many.chain(crossed).collect()
    }
}

/// Reads a position text; white space around it and more than one space within do no harm.
fn read(text: &str, setup: &Setup) -> Result<Position, Fault<PositionFault>> {
    // Where a word that is a part of the text stands in it.
    let place = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    };
    let end = text.len()..text.len();
    let mut words = text.split_whitespace();
    let missing = || Fault::new(end.clone(), PositionFault::Missing);
    let board = words.next().ok_or_else(missing)?;
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != usize::from(RANKS) {
        return Err(Fault::new(place(board), PositionFault::Ranks { found: ranks.len() }));
    }
    let mut stones = PerSide::new(0, 0);
    for (rank, row) in (0..RANKS).rev().zip(ranks) {
        let found = row.chars().count();
        if found != usize::from(FILES) {
            return Err(Fault::new(place(row), PositionFault::Cells { rank: rank + 1, found }));
        }
        for (file, (at, letter)) in (0..FILES).zip(row.char_indices()) {
            let side = match letter {
                '.' => continue,
                'o' => Side::First,
                'x' => Side::Second,
                _ => {
                    let here = place(&row[at..at + letter.len_utf8()]);
                    return Err(Fault::new(here, PositionFault::NoCell { letter }));
                }
            };
            stones[side] |= Cell::at(file, rank).map_or(0, Cell::bit);
        }
    }
    let turn = words.next().ok_or_else(missing)?;
    let side = match turn {
        "o" => Side::First,
        "x" => Side::Second,
        found => {
            let why = PositionFault::NoSide { found: found.to_owned() };
            return Err(Fault::new(place(turn), why));
        }
    };
    if let Some(more) = words.next() {
        return Err(Fault::new(place(more).start..text.len(), PositionFault::TooLong));
    }
    Position::new(stones, side, setup.crossing())
        .map_err(|why| Fault::new(place(board), why.into()))
}
