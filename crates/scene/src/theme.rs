//! How the set of a game looks and sounds, as plain data that the game brings along.
//!
//! A [`Scene`](crate::Scene) states facts and names its theme; the theme itself is the same for
//! every position and travels once per game. Painters, the terminal and the browser interpret it
//! and know no game.

use crate::Tint;
use crate::art::{Gradient, Shape};
use serde::{Deserialize, Serialize};

/// The look and the sound of a set: board, cells, pieces, marks, and how they are written in a
/// terminal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Theme {
    /// The name by which scenes call it: small letters, digits and `-`, unlike that of any other
    /// game's theme.
    pub name: String,
    /// The board under the cells.
    pub board: BoardLook,
    /// The colours of marks and of letters on the board.
    pub marks: MarkColours,
    /// The gradients that shapes name.
    pub gradients: Vec<Gradient>,
    /// An empty cell, around its middle.
    pub cell: Vec<Shape>,
    /// The pieces, one for each tint that the game uses.
    pub pieces: Vec<PieceArt>,
    /// How pieces lie on each other.
    pub pile: PileShape,
    /// What is heard when a piece is put down, all at once.
    pub knock: Vec<Sound>,
    /// The theme of a terminal.
    pub terminal: TerminalLook,
}

impl Theme {
    /// The art of a piece, if the set has pieces of that tint.
    pub fn piece(&self, tint: Tint) -> Option<&PieceArt> {
        self.pieces.iter().find(|piece| piece.tint == tint)
    }
}

/// The surface of a board. Colours are `#rgb` or `#rrggbb`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardLook {
    /// From the lit corner to the one in shade.
    pub surface: [String; 2],
    /// The same for printed pictures on a dark table.
    pub dimmed: [String; 2],
    /// The lines of the grain, for wood.
    pub grain: Option<String>,
}

/// Colours that stand out from the board. They are `#rgb` or `#rrggbb`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkColours {
    /// Marks.
    pub accent: String,
    /// What sets a mark off from whatever is below it.
    pub casing: String,
    /// Coordinates that are written on the board.
    pub label: String,
}

/// A piece of one tint, around its middle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceArt {
    /// The tint.
    pub tint: Tint,
    /// What can be seen of it under another piece, too.
    pub body: Vec<Shape>,
    /// What only a piece on top of a stack shows, painted over the body.
    pub top: Vec<Shape>,
    /// The piece as a character.
    pub glyph: Glyph,
}

/// How pieces lie on each other, in hundredths of the distance between two cells.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PileShape {
    /// From the middle of a piece to its side.
    pub half_width: f64,
    /// From the middle of a piece to its far or near edge, seen slightly from above.
    pub half_depth: f64,
    /// How far the side of a piece shows below its top.
    pub thickness: f64,
    /// How much higher each piece lies, as long as there is room.
    pub step: f64,
    /// How far pieces lie beside the middle, by chance; then they are turned by chance, too.
    pub looseness: f64,
    /// The height of the tallest stack of full-sized pieces.
    pub full_size_up_to: u32,
    /// The height from which on stacks are no slimmer.
    pub slimmest_from: u32,
    /// By which share of their size the slimmest pieces are smaller, from 0 to 1.
    pub slimming: f64,
}

/// A part of a sound. Frequencies are hertz; gains are from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sound {
    /// What kind of sound.
    pub kind: SoundKind,
    /// Its pitch.
    pub frequency: f64,
    /// How loud it begins.
    pub gain: f64,
    /// How long until it has died away.
    pub seconds: f64,
}

/// What a part of a sound is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SoundKind {
    /// A burst of noise around the pitch: two bodies touch.
    Touch,
    /// A tone.
    Ring,
}

impl Sound {
    /// Two bodies touch.
    pub fn touch(frequency: f64, gain: f64, seconds: f64) -> Sound {
        Sound { kind: SoundKind::Touch, frequency, gain, seconds }
    }

    /// A tone that dies away.
    pub fn ring(frequency: f64, gain: f64, seconds: f64) -> Sound {
        Sound { kind: SoundKind::Ring, frequency, gain, seconds }
    }
}

/// A colour of a terminal: red, green, blue.
pub type Rgb = (u8, u8, u8);

/// How a set is written in a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerminalLook {
    /// The board itself.
    pub ground: Rgb,
    /// Lines and free cells on it.
    pub faint: Rgb,
    /// Marks on it.
    pub accent: Rgb,
    /// The ground of cells that the last move touched or that won.
    pub trace: Rgb,
    /// What is written of a stack.
    pub stacks: StackText,
}

/// What is written of a stack on its cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StackText {
    /// Every piece, bottom first: for games where each counts, and where none lies on another.
    Pieces,
    /// The letter of the top piece and the height, on a ground of the piece's colour: for games
    /// where nothing else counts.
    Height,
}

/// A piece as a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Glyph {
    /// In ASCII, for pipes and plain terminals, and before the height of a stack.
    pub letter: char,
    /// Where there are colours. Shapes differ as well as colours do.
    pub sign: char,
    /// Its colour.
    pub ink: Rgb,
    /// The colour of letters on a ground of its colour.
    pub on_ink: Rgb,
}
