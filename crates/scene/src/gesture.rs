//! Moves as a person makes them: cell after cell.

use crate::{CellId, Piece};
use serde::{Deserialize, Serialize};

/// What can follow a prefix of taps.
///
/// A position can have millions of moves, so they are never all listed: each tap is answered
/// by the next few choices.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Continuations<M> {
    /// The cells that can be tapped next, each once.
    pub choices: Vec<Choice>,
    /// The move that these taps make, when they make one. There may be choices all the same.
    pub complete: Option<M>,
    /// The cells that are lifted or selected so far.
    pub selected: Vec<CellId>,
    /// The selected cells by which the selection can be dragged: a tap on one of them takes hold
    /// of it there, and the choices after that are where this cell can go. Moves are made without,
    /// too: whoever only taps needs none of them.
    pub grabs: Vec<CellId>,
    /// The pieces in hand, the next one to drop first.
    pub hand: Vec<Piece>,
    /// The pieces dropped so far, in order.
    pub dropped: Vec<Dropped>,
}

impl<M> Continuations<M> {
    /// The same with another notion of a move, for instance its text.
    pub fn map<N>(self, f: impl FnOnce(M) -> N) -> Continuations<N> {
        Continuations {
            choices: self.choices,
            complete: self.complete.map(f),
            selected: self.selected,
            grabs: self.grabs,
            hand: self.hand,
            dropped: self.dropped,
        }
    }
}

/// A cell that can be tapped next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The cell.
    pub cell: CellId,
    /// What tapping it does.
    pub role: Role,
    /// The cell next to it from which a piece steps there, where the direction is worth showing.
    pub from: Option<CellId>,
}

impl Choice {
    /// A choice that shows no direction.
    pub const fn new(cell: CellId, role: Role) -> Choice {
        Choice { cell, role, from: None }
    }
}

/// What tapping a cell does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Selects what stands there to move with.
    Select,
    /// Extends the selection up to there.
    Extend,
    /// Drops the next piece there and goes on.
    Drop,
    /// Finishes the move there.
    Finish,
}

/// A piece dropped on a cell by a half-made move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dropped {
    /// The cell.
    pub cell: CellId,
    /// The piece.
    pub piece: Piece,
}

/// Why a sequence of taps is no beginning of a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("tap {} of this gesture begins no legal move", .tap + 1)]
pub struct GestureFault {
    /// The first tap that cannot follow those before it, counted from 0.
    pub tap: usize,
}
