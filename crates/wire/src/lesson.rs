//! The courses: one small lesson for each sentence of the leaflet that says must, may or never.

use crate::setup::Setup;
use galet_scene::Phrase;
use serde::{Deserialize, Serialize};

/// A lesson (`GET /api/games/{name}/lessons` gives all of a game).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LessonView {
    /// Its name, stable.
    pub id: String,
    /// Its title, a few words.
    pub title: Phrase,
    /// The rule that it teaches.
    pub rule: Phrase,
    /// What to do.
    pub task: Phrase,
    /// The position.
    pub setup: Setup,
    /// Whether it is one of the three tasks at the end.
    pub task_at_end: bool,
}

/// The answer to an attempt (`POST /api/games/{name}/lessons/{id}` with an [`Attempt`]).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LessonAnswer {
    /// Whether the task is done.
    pub done: bool,
    /// Whether the attempt was wrong: the position goes back to where the lesson began.
    pub wrong: bool,
    /// What to say about it.
    pub words: Phrase,
    /// Moves that the other side answers with, to be played on the board.
    pub replies: Vec<String>,
}

/// An attempt at a lesson: either the moves so far, or taps that begin no legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Attempt {
    /// The moves so far, replies included; the last one is the learner's.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Names of the cells tapped after them, when they make no legal move.
    #[serde(default)]
    pub taps: Vec<String>,
}
