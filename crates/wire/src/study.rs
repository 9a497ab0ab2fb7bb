//! Looking at positions: scenes, analysis, review, records.

use crate::setup::Setup;
use crate::table::Change;
use galet_scene::{CellId, Continuations, MoveReason, Owner, Phrase, Scene};
use serde::{Deserialize, Serialize};

/// A game as it stands: where it began and its moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GameLine {
    /// The name of the game.
    pub game: String,
    /// How it begins.
    #[serde(default)]
    pub setup: Setup,
    /// The moves so far.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A game as it stands, to look at and to play on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Look {
    /// The picture.
    pub scene: Scene,
    /// The position as text.
    pub position: String,
    /// The game in sentences: whose turn it is, or how it ended, and the position.
    pub say: Phrase,
    /// The last move, in its own words, and what it changed in the picture before it.
    pub last: Option<LastMove>,
    /// What can be tapped first; nothing once the game is over.
    pub continuations: Continuations<String>,
    /// What is odd about the position it began from.
    pub warnings: Vec<Phrase>,
}

/// The last move of a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LastMove {
    /// As text.
    pub text: String,
    /// As a sentence.
    pub say: Phrase,
    /// What it changed in the picture before it.
    pub change: Change,
}

/// What is asked of the engine about a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The game as it stands.
    pub line: GameLine,
    /// How many best lines, 1 to 5.
    pub lines: u8,
    /// On how many threads; the server has the last word.
    pub threads: u8,
}

/// What the engine found out so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AnalysisView {
    /// The depth that has been finished.
    pub depth: u32,
    /// Positions looked at.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub nodes: u64,
    /// The milliseconds it took.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub elapsed: u64,
    /// The best lines, the best first.
    pub lines: Vec<LineView>,
    /// The proven result in words, if there is one: "win by 2 towers".
    pub solved: Option<Phrase>,
    /// Whether the engine has stopped: no more will come.
    pub done: bool,
}

/// A line of best play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LineView {
    /// How good it is, for the player who began the game.
    pub score: ScoreView,
    /// The moves as text.
    pub moves: Vec<String>,
    /// The taps that make the first move: for an arrow.
    pub gesture: Vec<CellId>,
}

/// How good a position is, for the player who began the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScoreView {
    /// The chances of the player who began, 0 (lost) to 1 (won).
    pub chances: f64,
    /// In words as short as they get: `+1.3`, `win in 5`, `draw`.
    pub words: Phrase,
    /// Whether it is proven.
    pub proven: bool,
}

/// A finished game as the engine sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReviewView {
    /// How good each position was: one more than there are moves.
    pub scores: Vec<ScoreView>,
    /// The moves.
    pub moves: Vec<MoveReviewView>,
    /// How each side played, the one who began first.
    pub sides: [SideReviewView; 2],
}

/// How a side played.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SideReviewView {
    /// How close its moves came to the best ones, from 0 to 1; nothing without a move.
    pub accuracy: Option<f64>,
    /// The share of its chances that a move kept, on average.
    pub kept: Option<f64>,
    /// What its moves cost on the board together, in words: "about 3 towers".
    pub cost_words: Option<Phrase>,
}

/// A move as the engine sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MoveReviewView {
    /// Who played it.
    pub by: Owner,
    /// The chances that it gave away, 0 to 1.
    pub loss: f64,
    /// What it cost on the board, in the unit of the game.
    pub cost: f64,
    /// The same in words, if it is worth saying: "2 towers", "about 0.5 marbles".
    pub cost_words: Option<Phrase>,
    /// `!!`, `!`, `?!`, `?` or `??`.
    pub mark: Option<String>,
    /// The better line, if it was not the best.
    pub better: Option<Vec<String>>,
    /// The taps that make the first move of the better line: for an arrow.
    pub better_gesture: Vec<CellId>,
    /// Whether the game changed hands here.
    pub turning_point: bool,
    /// Why a move that was not the best is worse, in words.
    pub why: Option<Phrase>,
    /// What speaks for the first move of the better line, or for the move itself where it was the
    /// best; at most three facts, the most telling first.
    pub reasons: Vec<MoveReason>,
}

/// The engine's judgement on a second try of a mistake.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// Whether it is as good as the best, nearly.
    pub good: bool,
    /// Whether it is the engine's own choice.
    pub best: bool,
    /// How good the position is after it.
    pub score: ScoreView,
    /// Why it is not good, in words; this never tells the better move.
    pub why: Option<Phrase>,
}

/// A hint: a good move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Hint {
    /// As text.
    pub text: String,
    /// As a sentence.
    pub say: Phrase,
    /// The taps that make it.
    pub gesture: Vec<CellId>,
    /// What moves: the cells of the piece or the pieces.
    pub piece: Vec<CellId>,
    /// What speaks for it; at most three facts, the most telling first, and none where none fits.
    pub reasons: Vec<MoveReason>,
}

/// A record as a tree (`POST /api/records/write` takes one and gives its text).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordTree {
    /// The name of the game.
    pub game: String,
    /// How it begins.
    #[serde(default)]
    pub setup: Setup,
    /// Names and values of its tags: players, date, event.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(default)]
    pub result: Option<String>,
    /// The nodes; the first is the start and has no move. Children come after their parents.
    pub nodes: Vec<RecordNode>,
}

/// A move in a tree of variations.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordNode {
    /// The node before it, by its place; none for the start.
    pub parent: Option<u32>,
    /// The move as text; empty at the start.
    pub text: String,
    /// The marks, as numbers (NAGs).
    #[serde(default)]
    pub nags: Vec<u8>,
    /// A remark in front of the first move of a variation.
    #[serde(default)]
    pub before: Option<String>,
    /// A remark.
    #[serde(default)]
    pub comment: Option<String>,
}

/// Texts to be read as records (`POST /api/records/read`, answered by [`RecordsRead`]).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordsText {
    /// One or more records.
    pub text: String,
    /// The game of records that do not say which they are of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub game: Option<String>,
    /// What the name of the file ended in, for forms that other programs write: `apgn`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub extension: Option<String>,
}

/// The records of a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RecordsRead {
    /// Those that could be read, the ones with a bad move as far as that.
    pub records: Vec<RecordTree>,
    /// What is wrong with the text, and where.
    pub faults: Vec<Phrase>,
}

/// A position put together by hand, to become a text (`POST /api/positions`, answered by
/// [`Arranged`]).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Arrangement {
    /// The name of the game.
    pub game: String,
    /// Its options; layout and position play no part.
    #[serde(default)]
    pub setup: Setup,
    /// The stack on each cell, bottom first, in the order of the scene's cells.
    pub stacks: Vec<Vec<galet_scene::Piece>>,
    /// Whose turn it is.
    pub turn: Owner,
}

/// What an arrangement is as text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Arranged {
    /// The position.
    pub position: String,
    /// What is odd about it.
    pub warnings: Vec<Phrase>,
}
