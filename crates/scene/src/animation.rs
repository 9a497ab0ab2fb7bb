//! Moves as they are seen: pieces travelling, step by step.

use crate::{CellId, Owner, Piece};
use serde::{Deserialize, Serialize};

/// A move as steps that follow each other. Carried out on the stacks of the scene before the
/// move, they give the stacks of the scene after it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Animation {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// What happens at the same time.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The pieces that travel. All are taken off before any is put down.
    pub travels: Vec<Travel>,
}

/// Pieces that travel together, keeping their order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Travel {
    /// The place they leave. From a cell they are the topmost, from the hand the lowest pieces.
    pub from: Place,
    /// The place they go to; they end on top there.
    pub to: Place,
    /// The pieces, bottom first.
    pub pieces: Vec<Piece>,
}

/// Where pieces can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// On a cell.
    Cell(CellId),
    /// In the supply of a player, beside the board, not yet played.
    Supply(Owner),
    /// In the tray of pieces lost by a player.
    Lost(Owner),
    /// In the hand that is sowing, above the cell where it is now.
    Hand(CellId),
}
