//! The picture of a position as plain data.

use crate::Phrase;
use galet_core::Side;
use serde::{Deserialize, Serialize};

/// Everything there is to see of a position, in a plane where neighbouring cells are one unit
/// apart, x grows to the right and y grows downwards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// The name of the game.
    pub game: String,
    /// The name of the [`Theme`](crate::Theme) it is drawn with.
    pub theme: String,
    /// The board under the cells.
    pub board: Board,
    /// Whether pieces may stand on each other.
    pub stacking: bool,
    /// How pieces get from cell to cell.
    pub motion: Motion,
    /// The cells, in the order of their [`CellId`].
    pub cells: Vec<Cell>,
    /// Coordinates written beside the board.
    pub labels: Vec<Label>,
    /// What deserves attention.
    pub markers: Vec<Marker>,
    /// The way the last move took.
    pub trail: Option<Trail>,
    /// Figures beside the board: score, ejected marbles, pebbles left.
    pub counters: Vec<Counter>,
    /// The two players' colours, the first player first.
    pub players: [Player; 2],
    /// Who is to move; nobody when the game is over.
    pub turn: Option<Owner>,
    /// How the game ended.
    pub ending: Option<Ending>,
}

impl Scene {
    /// The cell with that name.
    pub fn cell(&self, name: &str) -> Option<(CellId, &Cell)> {
        let index = self.cells.iter().position(|cell| cell.name == name)?;
        Some((CellId(index as u8), &self.cells[index]))
    }
}

/// A cell, by its place in [`Scene::cells`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct CellId(pub u8);

/// A place on the plane.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// The board: its outline and the shape of its cells.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// The corners, in order.
    pub outline: Vec<Point>,
    /// How round the corners are, in units of the plane.
    pub rounding: f64,
    /// The shape of each cell.
    pub cell: CellShape,
}

/// The line around a cell, in units of the plane.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum CellShape {
    /// A round hollow or hole.
    Round {
        /// From its middle to its edge.
        radius: f64,
    },
    /// A square field.
    Square {
        /// Half its side.
        half: f64,
        /// The radius of its corners.
        rounding: f64,
    },
}

/// How pieces get from cell to cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// Along the board, into the cell beside theirs or off the board: the direction says it all.
    Roll,
    /// Through the air, alone or as a stack.
    Lift,
    /// A stack is taken into the hand and put down piece by piece.
    Sow,
}

/// A cell and what stands on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell {
    /// Its name in the notation of the game: `e5`.
    pub name: String,
    /// Its centre.
    pub at: Point,
    /// The pieces on it, bottom first; empty for a free cell.
    pub stack: Vec<Piece>,
}

/// A piece: how it looks and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// Its colour.
    pub tint: Tint,
    /// Whose it is.
    pub owner: Owner,
}

/// The colour of a piece. Which player has which is another matter: see [`Owner`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Tint {
    /// The light colour of the set: white, cream, bone.
    Light,
    /// The dark colour of the set: black, oxide red, slate.
    Dark,
    /// The colour that belongs to nobody: tan.
    Neutral,
    /// A piece inside a tower whose colour nobody remembers.
    Unknown,
}

/// Whose a piece, a counter or a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// The player who moved first.
    First,
    /// The other player.
    Second,
    /// Nobody.
    Nobody,
}

impl From<Side> for Owner {
    fn from(side: Side) -> Owner {
        match side {
            Side::First => Owner::First,
            Side::Second => Owner::Second,
        }
    }
}

/// A player as the set of the game knows them: by colour.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// The colour of this player's pieces.
    pub tint: Tint,
    /// The player's name by colour, as a sentence begins with it: "Black", "Noir".
    pub name: Phrase,
}

/// A text on the plane, for coordinates.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Label {
    /// The centre of the text.
    pub at: Point,
    /// The text.
    pub text: String,
}

/// Something about a cell that deserves attention.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marker {
    /// The cell.
    pub cell: CellId,
    /// What about it.
    pub kind: MarkerKind,
}

/// What is worth seeing about a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MarkerKind {
    /// The last move left this cell.
    LastFrom,
    /// The last move came to this cell.
    LastTo,
    /// What stands here can never change again.
    Safe,
    /// What stands here can be lost to the next move of the opponent.
    Threatened,
    /// Part of the line that won.
    WinningLine,
}

/// The way a move took, from cell to cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trail {
    /// The points of the way, at least two.
    pub points: Vec<Point>,
}

/// A figure beside the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counter {
    /// What kind of figure it is.
    pub kind: CounterKind,
    /// Whose figure it is.
    pub owner: Owner,
    /// What it counts, in words: "Ejected", "Éjectées".
    pub label: Phrase,
    /// The figure.
    pub value: u32,
    /// The figure to reach or that it began with, if there is one.
    pub of: Option<u32>,
}

/// What a counter counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CounterKind {
    /// Pieces of the opponent that its owner has taken: what has come to
    /// [`Place::Lost`](crate::Place::Lost).
    Captured,
    /// Pieces that its owner has yet to play: what is left in
    /// [`Place::Supply`](crate::Place::Supply).
    Supply,
    /// Anything else: a mere figure.
    Figure,
}

/// How a game ended, as a person is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ending {
    /// The winner; nobody for a draw.
    pub winner: Owner,
    /// The stable name of the reason.
    pub reason: String,
    /// The whole sentence: "Black wins: six marbles ejected."
    pub words: Phrase,
}
