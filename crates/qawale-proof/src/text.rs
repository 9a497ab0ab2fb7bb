//! Positions as text, for questions, journals and tests.

use crate::board::{Board, Pebble, Stack};
use crate::geometry::CELLS;

/// The real game's start.
pub const START: &str = "nn,,,nn/,,,/,,,/nn,,,nn o 8 8";

/// One of the two players; light moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The first player, `o`.
    Light,
    /// The second player, `x`.
    Dark,
}

impl Player {
    /// The other player.
    pub fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    /// The letter of the player's pebbles in position text.
    pub fn letter(self) -> char {
        match self {
            Self::Light => 'o',
            Self::Dark => 'x',
        }
    }
}

/// A position as its text says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board, light as the attacker.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Player,
    /// Pebbles left for light and dark.
    pub left: [u32; 2],
}

/// What is wrong with a position text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Not of the shape `ranks turn left left`.
    #[error("expected `ranks turn light-left dark-left`, as in `{START}`; found {0} words")]
    Words(usize),
    /// Not four ranks of four cells.
    #[error("expected four ranks of four cells separated by `/` and `,`; found `{0}`")]
    Shape(String),
    /// A pebble that is not `n`, `o` or `x`.
    #[error("a pebble is `n`, `o` or `x`, not `{0}`")]
    Pebble(char),
    /// A turn that is not `o` or `x`.
    #[error("the side to move is `o` or `x`, not `{0}`")]
    Turn(String),
    /// A number of pebbles left that is not 0–10.
    #[error("pebbles left are 0 to 10, not `{0}`")]
    Left(String),
    /// The side to move has as many pebbles left as the other or (dark) one fewer than nothing.
    #[error("{light} pebbles left for light and {dark} for dark do not fit with `{turn}` to move")]
    Balance {
        /// Pebbles left for light.
        light: u32,
        /// Pebbles left for dark.
        dark: u32,
        /// The side to move.
        turn: char,
    },
    /// More pebbles of a kind than any game has.
    #[error(
        "a game has at most 8 neutral pebbles and 10 of each player, in hand or on the board; found {count} `{pebble}`"
    )]
    TooMany {
        /// The kind of pebble.
        pebble: char,
        /// How many there are.
        count: usize,
    },
}

impl Position {
    /// The start with `pebbles` a player.
    pub fn start(pebbles: u32) -> Self {
        let mut start = Self::parse(START).expect("the start is well-formed");
        start.left = [pebbles; 2];
        start
    }

    /// Reads position text.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[ranks, turn, light, dark] = words.as_slice() else {
            return Err(TextError::Words(words.len()));
        };
        let cells: Vec<Vec<&str>> =
            ranks.split('/').map(|rank| rank.split(',').collect()).collect();
        if cells.len() != 4 || cells.iter().any(|rank| rank.len() != 4) {
            return Err(TextError::Shape(ranks.to_owned()));
        }
        let mut stacks: [Stack; CELLS] = Default::default();
        for (cell, stack) in stacks.iter_mut().enumerate() {
            for letter in cells[3 - cell / 4][cell % 4].chars() {
                stack.push(match letter {
                    'n' => Pebble::Neutral,
                    'o' => Pebble::Attacker,
                    'x' => Pebble::Defender,
                    other => return Err(TextError::Pebble(other)),
                });
            }
        }
        let turn = match turn {
            "o" => Player::Light,
            "x" => Player::Dark,
            other => return Err(TextError::Turn(other.to_owned())),
        };
        let number = |text: &str| match text.parse::<u32>() {
            Ok(number) if number <= 10 => Ok(number),
            _ => Err(TextError::Left(text.to_owned())),
        };
        let left = [number(light)?, number(dark)?];
        let balanced = match turn {
            Player::Light => left[0] == left[1],
            Player::Dark => left[0] + 1 == left[1],
        };
        if !balanced {
            return Err(TextError::Balance { light: left[0], dark: left[1], turn: turn.letter() });
        }
        let kinds = [
            (Pebble::Neutral, 'n', 8, 0),
            (Pebble::Attacker, 'o', 10, left[0]),
            (Pebble::Defender, 'x', 10, left[1]),
        ];
        for (kind, pebble, most, in_hand) in kinds {
            let count = stacks.iter().flatten().filter(|&&p| p == kind).count() + in_hand as usize;
            if count > most {
                return Err(TextError::TooMany { pebble, count });
            }
        }
        Ok(Self { board: Board::new(&stacks), turn, left })
    }

    /// The position text.
    pub fn text(&self) -> String {
        let [light, dark] = self.left;
        format!("{} {} {light} {dark}", self.board.ranks('o', 'x'), self.turn.letter())
    }
}
