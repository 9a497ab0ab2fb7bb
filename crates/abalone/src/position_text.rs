//! Positions as text: nine rows from `i` to `a`, the side to move, marbles ejected by Black and
//! by White. `wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0` is the standard start.

use crate::board::Cell;
use crate::cells::Cells;
use crate::move_text::MoveFault;
use crate::moves::Move;
use crate::position::{Position, colour};
use crate::setup::Setup;
use galet_core::{Checked, Fault, ForeignRecords, Notation, PerSide, Shown, Side};
use std::fmt::{self, Write as _};
use std::ops::Range;
use std::str::FromStr;

/// Why a position text is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionFault {
    /// Something other than nine rows.
    #[error("the board has nine rows, i to a, separated by '/', not {found}")]
    Rows {
        /// How many rows the text has.
        found: usize,
    },
    /// A row with too few or too many cells.
    #[error("row {row} has {needed} cells, not {found}")]
    RowLength {
        /// The letter of the row.
        row: char,
        /// The cells that the text gives it.
        found: usize,
        /// The cells that it has.
        needed: usize,
    },
    /// A letter that means nothing in a row.
    #[error(
        "'{}' means nothing in a row: b and w are marbles, 1 to 9 are free cells",
        .found.escape_debug()
    )]
    Letter {
        /// The letter.
        found: char,
    },
    /// The text ends too early.
    #[error("{what} missing, as in '… b 0 0'")]
    Missing {
        /// What should follow.
        what: Part,
    },
    /// The side to move is not one of the two.
    #[error("'{}' is not a side to move: b or w", Shown(.found))]
    Side {
        /// What stands there.
        found: String,
    },
    /// A number of ejected marbles that is no number of marbles.
    #[error("'{}' is not a number of ejected marbles: 0 to {MAX_EJECTED}", Shown(.found))]
    Ejected {
        /// What stands there.
        found: String,
    },
    /// Both sides have reached the goal. The first to do so wins at once, so the rules know no
    /// such position, and nothing in it tells who was first.
    #[error(
        "both sides have ejected {goal} or more marbles, but the first to do so wins at once: \
         only one can have"
    )]
    BothWon {
        /// Marbles to win.
        goal: u32,
    },
    /// Something follows a whole position.
    #[error("'{}' follows a position that is already whole", Shown(.found))]
    TooLong {
        /// What follows.
        found: String,
    },
}

/// A part of the position text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The rows.
    Board,
    /// The side to move.
    Turn,
    /// The marbles that a side has ejected.
    Ejected(Side),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Board => f.write_str("the board"),
            Part::Turn => f.write_str("the side to move (b or w)"),
            Part::Ejected(Side::First) => f.write_str("the marbles ejected by Black"),
            Part::Ejected(Side::Second) => f.write_str("the marbles ejected by White"),
        }
    }
}

/// What no game from the layout could have led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Warning {
    /// Marbles have appeared or vanished.
    #[error(
        "{on_board} on the board and {lost} ejected do not make the {at_start} marbles that {} \
         began with",
        colour(*.side)
    )]
    MarbleCount {
        /// Whose marbles.
        side: Side,
        /// Marbles on the board.
        on_board: usize,
        /// Marbles that the opponent has ejected.
        lost: u32,
        /// Marbles of the start layout.
        at_start: usize,
    },
    /// A side went on after it had won.
    #[error("{} has ejected {ejected} marbles, but {goal} win at once", colour(*.side))]
    BeyondGoal {
        /// Whose score.
        side: Side,
        /// The marbles it has ejected.
        ejected: u32,
        /// Marbles to win.
        goal: u32,
    },
    /// The winning push was the last move, so the loser would be next.
    #[error("{} has won and is to move, but the winner moved last", colour(*.side))]
    WinnerToMove {
        /// Who won.
        side: Side,
    },
}

/// No more marbles than the board has cells can have been ejected.
pub(crate) const MAX_EJECTED: u8 = 61;

/// The rows as a text gives them, from `i` to `a`: the letter and the cells.
fn rows() -> impl Iterator<Item = (char, Vec<Cell>)> {
    (0..9).rev().map(|row| {
        let cells = (1..=9).filter_map(|diagonal| Cell::at(row, diagonal)).collect();
        (char::from(b'a' + row as u8), cells)
    })
}

impl Notation for Position {
    type PositionFault = PositionFault;
    type Warning = Warning;
    type MoveFault = MoveFault;

    const DIALECTS: &'static [&'static str] = &["nacre"];
    const FOREIGN_RECORDS: Option<&'static ForeignRecords> = Some(&crate::apgn::APGN);

    fn position_text(&self) -> String {
        let mut text = String::new();
        for (letter, cells) in rows() {
            let mut free = 0;
            for cell in cells {
                let Some(side) = self.at(cell) else {
                    free += 1;
                    continue;
                };
                push_run(&mut text, &mut free);
                text.push(side_letter(side));
            }
            push_run(&mut text, &mut free);
            if letter != 'a' {
                text.push('/');
            }
        }
        let [black, white] = self.ejected;
        let turn = side_letter(self.turn);
        // Writing to a string cannot fail.
        let _ = write!(text, " {turn} {black} {white}");
        text
    }

    fn parse_position(text: &str, setup: &Setup) -> Result<Checked<Self>, Fault<PositionFault>> {
        let mut words = words(text);
        let missing = |what| Fault::new(text.len()..text.len(), PositionFault::Missing { what });

        let marbles = read_rows(text, words.next().ok_or_else(|| missing(Part::Board))?)?;
        let turn = read_side(text, words.next().ok_or_else(|| missing(Part::Turn))?)?;
        let by_black = words.next().ok_or_else(|| missing(Part::Ejected(Side::First)))?;
        let black = read_ejected(text, by_black.clone())?;
        let by_white = words.next().ok_or_else(|| missing(Part::Ejected(Side::Second)))?;
        let white = read_ejected(text, by_white.clone())?;
        if let Some(more) = words.next() {
            let at = more.start..text.trim_end().len();
            let found = text[at.clone()].to_owned();
            return Err(Fault::new(at, PositionFault::TooLong { found }));
        }

        let goal = setup.marbles_to_win;
        if black >= goal && white >= goal {
            let why = PositionFault::BothWon { goal: u32::from(goal) };
            return Err(Fault::new(by_black.start..by_white.end, why));
        }
        let position = Position::new(marbles, turn, PerSide::new(black, white), goal);
        Ok(Checked { warnings: warnings(&position, setup), position })
    }

    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault<MoveFault>> {
        self.read_aba_pro(text)
    }

    fn parse_move_in(&self, dialect: &str, text: &str) -> Result<Move, Fault<MoveFault>> {
        match dialect {
            "nacre" => self.parse_nacre_move(text),
            _ => self.parse_move(text),
        }
    }
}

/// The position text, as [`Notation::position_text`] has it. Options are not part of it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.position_text())
    }
}

/// Reads a position text under the options of the leaflet's game. [`Notation::parse_position`]
/// takes other options, and tells what is odd about a position that can be played all the same.
impl FromStr for Position {
    type Err = Fault<PositionFault>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Position::parse_position(text, &Setup::default()).map(|checked| checked.position)
    }
}

const fn side_letter(side: Side) -> char {
    match side {
        Side::First => 'b',
        Side::Second => 'w',
    }
}

fn push_run(text: &mut String, free: &mut u8) {
    if *free > 0 {
        text.push(char::from(b'0' + *free));
        *free = 0;
    }
}

/// Where the words are that white space separates.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| {
        let from = word.as_ptr() as usize - start;
        from..from + word.len()
    })
}

fn read_rows(text: &str, board: Range<usize>) -> Result<PerSide<Cells>, Fault<PositionFault>> {
    let found = text[board.clone()].split('/').count();
    if found != 9 {
        return Err(Fault::new(board, PositionFault::Rows { found }));
    }
    let mut marbles = PerSide::new(Cells::NONE, Cells::NONE);
    let mut from = board.start;
    for ((row, cells), written) in rows().zip(text[board].split('/')) {
        let mut found = 0;
        for (at, letter) in written.char_indices() {
            let side = match letter {
                'b' => Some(Side::First),
                'w' => Some(Side::Second),
                '1'..='9' => {
                    found += usize::from(letter as u8 - b'0');
                    None
                }
                _ => {
                    let at = from + at..from + at + letter.len_utf8();
                    return Err(Fault::new(at, PositionFault::Letter { found: letter }));
                }
            };
            if let Some(side) = side {
                if let Some(&cell) = cells.get(found) {
                    marbles[side] = marbles[side] | Cells::only(cell);
                }
                found += 1;
            }
        }
        if found != cells.len() {
            let why = PositionFault::RowLength { row, found, needed: cells.len() };
            return Err(Fault::new(from..from + written.len(), why));
        }
        from += written.len() + 1;
    }
    Ok(marbles)
}

fn read_side(text: &str, at: Range<usize>) -> Result<Side, Fault<PositionFault>> {
    let word = &text[at.clone()];
    let side = Side::BOTH.into_iter().find(|&side| word.chars().eq([side_letter(side)]));
    side.ok_or_else(|| Fault::new(at, PositionFault::Side { found: word.to_owned() }))
}

fn read_ejected(text: &str, at: Range<usize>) -> Result<u8, Fault<PositionFault>> {
    let word = &text[at.clone()];
    // Digits only: the standard parser would take a leading `+` too.
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let count = word.parse().ok().filter(|&n| digits && n <= MAX_EJECTED);
    count.ok_or_else(|| Fault::new(at, PositionFault::Ejected { found: word.to_owned() }))
}

fn warnings(position: &Position, setup: &Setup) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for side in Side::BOTH {
        let on_board = position.marbles(side).len();
        let lost = position.ejected_by(side.other());
        let at_start = setup.marbles_at_start()[side];
        if on_board + lost as usize != at_start {
            warnings.push(Warning::MarbleCount { side, on_board, lost, at_start });
        }
        let (ejected, goal) = (position.ejected_by(side), position.marbles_to_win());
        if ejected > goal {
            warnings.push(Warning::BeyondGoal { side, ejected, goal });
        }
        if position.has_won(side) && position.turn == side {
            warnings.push(Warning::WinnerToMove { side });
        }
    }
    warnings
}
