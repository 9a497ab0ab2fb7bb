//! Positions as text: `nn,,,nn/,,,/,,,/nn,,,nn o 8 8`.
//!
//! Four ranks from 4 to 1 separated by `/`, four cells each separated by `,`, a cell being its
//! stack from bottom to top; then the side to move, then the pebbles left for light and dark.

use crate::board::Cell;
use crate::move_text::MoveFault;
use crate::moves::Move;
use crate::pebbles::{MAX_PEBBLES, Pebble, Stack};
use crate::position::{Position, Unplayable};
use crate::setup::{self, NEUTRAL_PEBBLES, Setup};
use galet_core::{Checked, Fault, Notation, PerSide, Shown, Side};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

impl Notation for Position {
    type PositionFault = PositionFault;
    type Warning = Warning;
    type MoveFault = MoveFault;

    fn position_text(&self) -> String {
        let ranks: Vec<String> = (0..4).rev().map(|rank| self.rank_text(rank)).collect();
        let [light, dark] = Side::BOTH.map(|side| self.left[side]);
        format!("{} {} {light} {dark}", ranks.join("/"), Pebble::of(self.turn).letter())
    }

    fn parse_position(text: &str, setup: &Setup) -> Result<Checked<Self>, Fault<PositionFault>> {
        let position = read(text)?;
        Ok(Checked { position, warnings: position.warnings(setup) })
    }

    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault<MoveFault>> {
        self.read_move(text)
    }
}

/// The position text, as [`Notation::position_text`] has it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.position_text())
    }
}

/// Reads a position text. [`Notation::parse_position`] also tells what is odd about a position of
/// a game with these options that can be played all the same.
impl FromStr for Position {
    type Err = Fault<PositionFault>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Position::parse_position(text, &Setup::default()).map(|checked| checked.position)
    }
}

/// Why a position text is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionFault {
    /// The text ends too early.
    #[error("{0} is missing: a position looks like nn,,,nn/,,,/,,,/nn,,,nn o 8 8")]
    Missing(Part),
    /// The text goes on after its end.
    #[error("nothing follows the pebbles left for dark")]
    TooLong,
    /// Not four ranks.
    #[error("the board has four ranks, 4 to 1, separated by '/', not {found}")]
    Ranks {
        /// How many there are.
        found: usize,
    },
    /// Not four cells in a rank.
    #[error("rank {rank} has four cells, separated by ',', not {found}")]
    Cells {
        /// The rank, as the board has it.
        rank: u8,
        /// How many there are.
        found: usize,
    },
    /// A letter that is no pebble.
    #[error(
        "'{}' is no pebble: a stack is made of n (neutral), o (light) and x (dark)",
        .letter.escape_debug()
    )]
    NoPebble {
        /// The letter.
        letter: char,
    },
    /// Nobody's turn.
    #[error("'{}' is no side to move: o (light) or x (dark)", Shown(.found))]
    NoSide {
        /// What stands there.
        found: String,
    },
    /// Not a number of pebbles left.
    #[error("'{}' is no number of pebbles left: a number from 0 to {MAX_PEBBLES}", Shown(.found))]
    NoCount {
        /// What stands there.
        found: String,
    },
    /// The text is right, but the rules cannot play what it says.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
}

/// A part of the position text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The stacks.
    Board,
    /// The side to move.
    Turn,
    /// The pebbles left for a side.
    Left(Side),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Board => f.write_str("the board"),
            Part::Turn => f.write_str("the side to move"),
            Part::Left(side) => write!(f, "the number of pebbles left for {}", colour(*side)),
        }
    }
}

/// What no game from the start could have led to, though it can be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Warning {
    /// Not eight neutral pebbles.
    #[error("neutral pebbles on the board: {on_board}; a game has {NEUTRAL_PEBBLES}")]
    NeutralPebbles {
        /// How many there are.
        on_board: u32,
    },
    /// A player's pebbles do not add up.
    #[error(
        "pebbles of {}: {on_board} on the board and {left} left; a player has {pebbles} in all",
        colour(*.side)
    )]
    PlayerPebbles {
        /// Whose pebbles.
        side: Side,
        /// How many are on the board.
        on_board: u32,
        /// How many are left.
        left: u8,
        /// How many the setup gives to each player.
        pebbles: u8,
    },
    /// The pebbles left do not fit the side to move.
    #[error(
        "{} to move with {} left for light and {} for dark: the players take turns, light first",
        colour(*.turn), .left.first, .left.second
    )]
    Turns {
        /// The side to move.
        turn: Side,
        /// The pebbles left.
        left: PerSide<u8>,
    },
    /// The side to move has no pebble, the other one has.
    #[error(
        "{} is to move without a pebble while {} has {left}: nobody ever passes, so this is a draw",
        colour(*.turn), colour(.turn.other())
    )]
    NothingToPlay {
        /// The side to move.
        turn: Side,
        /// The pebbles of the other side.
        left: u8,
    },
    /// Nobody has played, but the neutral pebbles are not where they begin.
    #[error("no pebble is played yet, but there are not two neutral pebbles on each corner")]
    NoStart,
    /// The pebble dropped last should be visible.
    #[error("{} has just moved, but no pebble of that colour is visible", colour(*.mover))]
    LastPebbleHidden {
        /// The side that moved last.
        mover: Side,
    },
}

/// A side as the rules name it in texts.
fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "light",
        Side::Second => "dark",
    }
}

impl Position {
    fn rank_text(&self, rank: u8) -> String {
        let cells = Cell::ALL.into_iter().filter(|cell| cell.rank() == rank);
        cells.map(|cell| self.stack(cell).to_string()).collect::<Vec<_>>().join(",")
    }

    /// What no game with this setup could have led to.
    fn warnings(&self, setup: &Setup) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let on_board = self.on_board(Pebble::Neutral);
        if on_board != u32::from(NEUTRAL_PEBBLES) {
            warnings.push(Warning::NeutralPebbles { on_board });
        }
        for side in Side::BOTH {
            let (on_board, left) = (self.on_board(Pebble::of(side)), self.left[side]);
            let pebbles = setup.pebbles();
            if on_board + u32::from(left) != u32::from(pebbles) {
                warnings.push(Warning::PlayerPebbles { side, on_board, left, pebbles });
            }
        }
        let (turn, left) = (self.turn, self.left);
        let lights_turn = left.first == left.second;
        let darks_turn = left.first + 1 == left.second;
        if !(lights_turn && turn == Side::First || darks_turn && turn == Side::Second) {
            warnings.push(Warning::Turns { turn, left });
        }
        if left[turn] == 0 && left[turn.other()] > 0 {
            warnings.push(Warning::NothingToPlay { turn, left: left[turn.other()] });
        }
        let played: u32 = Side::BOTH.map(|side| self.on_board(Pebble::of(side))).iter().sum();
        if played == 0 && self.stacks != setup::start(setup).stacks {
            warnings.push(Warning::NoStart);
        }
        if played > 0 && self.tops(turn.other()) == 0 {
            warnings.push(Warning::LastPebbleHidden { mover: turn.other() });
        }
        warnings
    }
}

/// Reads a position text; white space around it and more than one space within do no harm.
fn read(text: &str) -> Result<Position, Fault<PositionFault>> {
    let mut parts = Parts { text, at: 0 };
    let board = parts.next(Part::Board)?;
    let stacks = read_board(text, board.clone())?;
    let turn = parts.next(Part::Turn)?;
    let turn = match &text[turn.clone()] {
        "o" => Side::First,
        "x" => Side::Second,
        found => {
            return Err(Fault::new(turn, PositionFault::NoSide { found: found.to_owned() }));
        }
    };
    let mut left = PerSide::default();
    let mut counts = board.clone();
    for side in Side::BOTH {
        let count = parts.next(Part::Left(side))?;
        left[side] = read_count(text, count.clone())?;
        counts = board.start..count.end;
    }
    let rest = text[parts.at..].trim_start();
    if !rest.is_empty() {
        let start = text.len() - rest.len();
        return Err(Fault::new(start..text.trim_end().len(), PositionFault::TooLong));
    }
    Position::new(stacks, turn, left).map_err(|why| {
        let at = match why {
            Unplayable::NoStack => board,
            Unplayable::TooManyPebbles { .. } => counts,
        };
        Fault::new(at, why.into())
    })
}

/// The parts of a text that are separated by white space, as ranges of its bytes.
struct Parts<'a> {
    text: &'a str,
    at: usize,
}

impl Parts<'_> {
    fn next(&mut self, part: Part) -> Result<Range<usize>, Fault<PositionFault>> {
        let rest = self.text[self.at..].trim_start();
        let start = self.text.len() - rest.len();
        if rest.is_empty() {
            return Err(Fault::new(start..start, PositionFault::Missing(part)));
        }
        self.at = start + rest.find(char::is_whitespace).unwrap_or(rest.len());
        Ok(start..self.at)
    }
}

fn read_board(
    text: &str,
    board: Range<usize>,
) -> Result<[Stack; Cell::COUNT], Fault<PositionFault>> {
    let mut stacks = [Stack::EMPTY; Cell::COUNT];
    let ranks = text[board.clone()].split('/').count();
    if ranks != 4 {
        return Err(Fault::new(board, PositionFault::Ranks { found: ranks }));
    }
    let mut at = board.start;
    let mut pebbles = 0;
    for (rank, rank_text) in (0..4).rev().zip(text[board.clone()].split('/')) {
        let cells = rank_text.split(',').count();
        if cells != 4 {
            let here = at..at + rank_text.len();
            return Err(Fault::new(here, PositionFault::Cells { rank: rank + 1, found: cells }));
        }
        for (file, stack_text) in (0..4).zip(rank_text.split(',')) {
            let mut stack = Stack::EMPTY;
            for (within, letter) in stack_text.char_indices() {
                let here = at + within..at + within + letter.len_utf8();
                let pebble = Pebble::from_letter(letter)
                    .ok_or_else(|| Fault::new(here, PositionFault::NoPebble { letter }))?;
                pebbles += 1;
                // A stack holds no more than a game has; the rest is only counted.
                if pebbles <= u32::from(MAX_PEBBLES) {
                    stack = stack.with(pebble);
                }
            }
            if let Some(cell) = Cell::at(file, rank) {
                stacks[cell.index()] = stack;
            }
            at += stack_text.len() + 1;
        }
    }
    if pebbles > MAX_PEBBLES.into() {
        return Err(Fault::new(board, Unplayable::TooManyPebbles { pebbles }.into()));
    }
    Ok(stacks)
}

fn read_count(text: &str, at: Range<usize>) -> Result<u8, Fault<PositionFault>> {
    let found = &text[at.clone()];
    // Digits only: the standard parser would take a leading `+` too.
    let digits = found.bytes().all(|b| b.is_ascii_digit());
    match found.parse() {
        Ok(count) if digits && count <= MAX_PEBBLES => Ok(count),
        _ => Err(Fault::new(at, PositionFault::NoCount { found: found.to_owned() })),
    }
}
