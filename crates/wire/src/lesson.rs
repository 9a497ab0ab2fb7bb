//! The courses: one small lesson for each sentence of the leaflet that says must, may or never.

use crate::setup::Setup;
use galet_scene::{CellId, Part, Phrase};
use serde::{Deserialize, Serialize};

/// A lesson (`GET /api/games/{name}/lessons` gives all of a game, in order).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LessonView {
    /// Its name, stable.
    pub id: String,
    /// What kind of sentence it teaches, or `task` for the small puzzles at the end.
    pub part: Part,
    /// Its title, a few words.
    pub title: Phrase,
    /// The rule that it teaches.
    pub rule: Phrase,
    /// The position.
    pub setup: Setup,
    /// What to do, one after the other; at least one.
    pub stages: Vec<StageView>,
}

/// One thing to do in a lesson.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StageView {
    /// What to do.
    pub task: Phrase,
    /// The cells to look at.
    pub points: Vec<CellId>,
    /// Whether it is to try what the rules refuse.
    pub forbidden: bool,
    /// Taps that do it, for who wants to be shown.
    pub taps: Vec<CellId>,
    /// The move that they make, if the rules allow it, and the answer of the other side.
    pub moves: Vec<String>,
}

/// An attempt at a stage of a lesson: either the moves so far, or taps that begin no legal move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Attempt {
    /// The stage, counted from 0.
    #[serde(default)]
    pub stage: u32,
    /// The moves so far, replies included; without taps, the last one is the attempt.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The cells tapped after them, when they make no legal move.
    #[serde(default)]
    pub taps: Vec<CellId>,
}

/// The answer to an attempt (`POST /api/games/{name}/lessons/{id}` with an [`Attempt`]).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LessonAnswer {
    /// What came of it.
    pub judged: Judged,
    /// The stage that is next; the number of stages when the lesson is done.
    pub stage: u32,
    /// What to say about it.
    pub words: Phrase,
    /// Moves that the other side answers with, to be played on the board.
    pub replies: Vec<String>,
}

/// What came of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Judged {
    /// The lesson is done.
    Done,
    /// This stage is done, another one follows.
    Onward,
    /// A legal move, but not the one: it is taken back.
    Again,
    /// The rules refuse it; nothing has moved.
    Refused,
}
