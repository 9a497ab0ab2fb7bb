//! Positions and moves as text.

use crate::{ForeignRecords, Game};
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::ops::Range;

/// Text of positions and moves, in both directions.
///
/// Reading is strict about meaning and never panics, whatever the text. Writing is canonical:
/// `parse(write(x)) == x`.
pub trait Notation: Game {
    /// Why a position text is refused.
    type PositionFault: Error + Clone + PartialEq + Send + Sync + 'static;
    /// What is odd about a position that can be played all the same.
    type Warning: Display + Debug + Clone + PartialEq + Send + Sync + 'static;
    /// Why a move text is refused.
    type MoveFault: Error + Clone + PartialEq + Send + Sync + 'static;

    /// Other people's notations of moves, by name. They are read only when asked for: a text
    /// can be legal in two notations and mean two moves.
    const DIALECTS: &'static [&'static str] = &[];

    /// The records that other people write of the game, if they have a form of their own.
    const FOREIGN_RECORDS: Option<&'static ForeignRecords> = None;

    /// The position as one line of text. Options of the setup are not part of it.
    fn position_text(&self) -> String;

    /// Reads a position under the options of `setup`. Only what the rules cannot play is
    /// refused; finished positions are read, unreachable ones come with warnings.
    fn parse_position(
        text: &str,
        setup: &Self::Setup,
    ) -> Result<Checked<Self>, Fault<Self::PositionFault>>;

    /// The text of a move that is legal here. No two legal moves share a text.
    fn move_text(&self, m: Self::Move) -> String;

    /// Reads a move and checks that it is legal here; the fault says which rule forbids it.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Fault<Self::MoveFault>>;

    /// Reads a move in one of the [`Notation::DIALECTS`]; any other name means the game's own
    /// notation.
    fn parse_move_in(
        &self,
        _dialect: &str,
        text: &str,
    ) -> Result<Self::Move, Fault<Self::MoveFault>> {
        self.parse_move(text)
    }
}

/// A position that came from outside and passed the check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked<G: Notation> {
    /// The position.
    pub position: G,
    /// What no game from a start layout could have led to, if anything.
    pub warnings: Vec<G::Warning>,
}

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault<K> {
    /// The bytes of the text that are wrong; empty, at the end of the text, when something is
    /// missing there.
    pub at: Range<usize>,
    /// What is wrong with them.
    pub why: K,
}

impl<K> Fault<K> {
    /// A fault of the bytes `at`.
    pub const fn new(at: Range<usize>, why: K) -> Self {
        Fault { at, why }
    }

    /// The same fault with another description of it, for instance its words.
    pub fn map<L>(self, f: impl FnOnce(K) -> L) -> Fault<L> {
        Fault { at: self.at, why: f(self.why) }
    }
}

impl<K: Display> Display for Fault<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {}: {}", self.at.start + 1, self.why)
    }
}

impl<K: Error> Error for Fault<K> {}
