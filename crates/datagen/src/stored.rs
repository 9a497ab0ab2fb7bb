//! A game as it is stored: which of the legal moves was made, and what the search said.

use crate::bytes::{Cursor, put_number};
use galet_core::{Outcome, Side};

/// A game from its layout to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// How it was made, by its place in the header.
    pub source: u32,
    /// Which of the games of that source.
    pub number: u64,
    /// The layout, by its place in the header.
    pub layout: u32,
    /// The random moves that it began with: each by its place among the legal moves, in the order
    /// of [`galet_core::Game::visit_moves`].
    pub opening: Vec<u32>,
    /// The moves that were thought about.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub ending: Ending,
}

/// A move that was thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move by its place among the legal moves.
    pub choice: u32,
    /// What the search said, for the side that moves: see [`galet_search::score`].
    pub score: i16,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The first player won.
    FirstWins,
    /// Nobody won.
    Draw,
    /// The second player won.
    SecondWins,
    /// It was cut off as too long: nobody knows.
    CutOff,
}

impl Ending {
    /// All of them, in the order of their codes.
    pub const ALL: [Ending; 4] =
        [Ending::FirstWins, Ending::Draw, Ending::SecondWins, Ending::CutOff];

    /// How a game ended by the rules, or that it did not.
    pub fn of(outcome: Option<Outcome>) -> Ending {
        match outcome.map(|outcome| outcome.winner) {
            Some(Some(Side::First)) => Ending::FirstWins,
            Some(None) => Ending::Draw,
            Some(Some(Side::Second)) => Ending::SecondWins,
            None => Ending::CutOff,
        }
    }

    /// What a side got: 0, a half or 1; `None` where nobody knows.
    pub fn points(self, side: Side) -> Option<f64> {
        let first = match self {
            Ending::FirstWins => 1.0,
            Ending::Draw => 0.5,
            Ending::SecondWins => 0.0,
            Ending::CutOff => return None,
        };
        Some(if side == Side::First { first } else { 1.0 - first })
    }
}

/// No stored game is longer, in bytes: a game of ten thousand plies fits.
pub(crate) const LONGEST: usize = 1 << 17;

impl StoredGame {
    /// The game as bytes, without length and checksum.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(16 + self.opening.len() * 2 + self.plies.len() * 4);
        put_number(&mut out, self.source.into());
        put_number(&mut out, self.number);
        put_number(&mut out, self.layout.into());
        put_number(&mut out, self.opening.len() as u64);
        for &choice in &self.opening {
            put_number(&mut out, choice.into());
        }
        put_number(&mut out, self.plies.len() as u64);
        for ply in &self.plies {
            put_number(&mut out, ply.choice.into());
            out.extend(ply.score.to_le_bytes());
        }
        out.push(self.ending as u8);
        out
    }

    /// The reverse; `None` if the bytes are no game.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<StoredGame> {
        let mut cursor = Cursor(bytes);
        let (source, number, layout) = (cursor.small()?, cursor.number()?, cursor.small()?);
        let count = cursor.count(1)?;
        let opening = (0..count).map(|_| cursor.small()).collect::<Option<_>>()?;
        let count = cursor.count(3)?;
        let mut ply = || Some(Ply { choice: cursor.small()?, score: cursor.score()? });
        let plies = (0..count).map(|_| ply()).collect::<Option<_>>()?;
        let ending = *Ending::ALL.get(usize::from(cursor.byte()?))?;
        let game = StoredGame { source, number, layout, opening, plies, ending };
        cursor.0.is_empty().then_some(game)
    }
}
