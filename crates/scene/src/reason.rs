//! What speaks for a move: facts that can be shown on the board.

use crate::{CellId, Phrase, Scenic};
use galet_core::Progress;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How many reasons a person is told at most: the most telling ones.
pub const MOST_REASONS: usize = 3;

/// A game that knows facts about its moves.
///
/// A fact follows from the rules alone: whoever doubts it can try every answer. Nothing is said
/// of how good a move is, so the facts of a bad move are true as well; they are told of moves
/// that a search prefers.
pub trait Reasoned: Scenic {
    /// The kinds of facts there are, the most telling first.
    const REASONS: &'static [&'static str];

    /// The facts about a legal move of a game that is not over, the most telling first; each
    /// kind once at most. None is made up where none fits.
    fn reasons(game: &Progress<Self>, m: Self::Move) -> Vec<MoveReason>;
}

/// A fact that speaks for a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveReason {
    /// Which fact it is, as a stable name for programs and tests.
    pub kind: Cow<'static, str>,
    /// The fact as a sentence.
    pub words: Phrase,
    /// The cells where it can be seen; where things move, those after the move unless the
    /// sentence speaks of the past.
    pub cells: Vec<CellId>,
}

impl MoveReason {
    /// A fact of a kind, in words, to be seen on these cells.
    pub fn new(
        kind: &'static str,
        words: Phrase,
        cells: impl IntoIterator<Item = CellId>,
    ) -> MoveReason {
        MoveReason { kind: Cow::Borrowed(kind), words, cells: cells.into_iter().collect() }
    }
}

/// Things in a row as a sentence names them: "a1", "a1 and b2", "a1, b2 et c3".
pub fn listed<T: ToString>(items: impl IntoIterator<Item = T>) -> Phrase {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    let with = |and: &str| match &items[..] {
        [before @ .., last] if !before.is_empty() => format!("{} {and} {last}", before.join(", ")),
        one_or_none => one_or_none.concat(),
    };
    Phrase::new(with("and"), with("et"))
}
