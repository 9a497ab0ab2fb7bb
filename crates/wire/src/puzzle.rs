//! Puzzles: positions with one right move. Nothing that is sent before the answer tells the move or how good
//! anything is.
//!
//! | asked | of | answered by |
//! |---|---|---|
//! | what there is | `GET /api/games/{game}/puzzles` | [`PuzzleShelf`] |
//! | the puzzle of a day | `GET /api/games/{game}/puzzles/day/{2026-11-16}` | [`PuzzleView`] |
//! | some near a strength | `POST /api/games/{game}/puzzles/near` with [`PuzzlesNear`] | [`PuzzlesFound`] |
//! | those that come back | `POST /api/games/{game}/puzzles/find` with [`PuzzlesWanted`] | a list of [`PuzzleFound`] |
//! | an attempt | `POST /api/games/{game}/puzzles/attempt` with [`PuzzleAttempt`] | [`PuzzleAnswer`] |
//! | the solution | `POST /api/games/{game}/puzzles/solution` with [`PuzzleName`] | [`PuzzleSolution`] |
//! | a rating | `POST /api/puzzles/rating` with [`PuzzleOutcome`] | [`SolverRating`] |
//! | puzzles of one's own mistakes | the question `make-puzzles` | the answer `puzzles` |

use crate::study::GameLine;
use galet_scene::{CellId, MoveReason, Owner, Phrase};
use serde::{Deserialize, Serialize};

/// The puzzles of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleShelf {
    /// How many there are.
    pub puzzles: u32,
    /// The ratings of the easiest and the hardest.
    pub ratings: [u32; 2],
    /// The themes that some of them have, in the order in which people read them.
    pub themes: Vec<PuzzleTheme>,
    /// Where somebody begins who has solved none.
    pub newcomer: SolverRating,
}

/// What puzzles are about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleTheme {
    /// Its name in questions.
    pub name: String,
    /// In words.
    pub words: Phrase,
    /// How many puzzles of the game have it.
    pub puzzles: u32,
}

/// A puzzle as it is set. Whoever is to move in its position solves it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleView {
    /// Its name; it outlives the set that the puzzle is in.
    pub id: String,
    /// The position, without moves: to look at, and to analyse.
    pub line: GameLine,
    /// Who is to move.
    pub solver: Owner,
    /// What is asked, as a sentence.
    pub task: Phrase,
    /// How many moves are to be found.
    pub moves: u32,
    /// How hard it is, from 1 (easy) to 5.
    pub class: u8,
    /// How hard it is, on the scale of [`SolverRating`].
    pub rating: u32,
    /// Whether every other move is proven to be worse.
    pub proven: bool,
    /// How it is known that there is one right move: "proven", "checked by long searches".
    pub judged: Phrase,
}

/// Which puzzle is meant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    try_from = "PuzzleNameFields"
)]
pub enum PuzzleName {
    /// One of the game's own.
    Set {
        /// Its name.
        id: String,
    },
    /// One that the visitor keeps ([`OwnPuzzle`]).
    Own {
        /// The whole puzzle.
        text: String,
    },
}

/// A name as it is read: a choice by its `type` takes a browser several times the bytes.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PuzzleNameFields {
    /// `set` or `own`.
    r#type: String,
    /// The name of one of the game's own.
    #[serde(default)]
    id: Option<String>,
    /// The whole of one that the visitor keeps.
    #[serde(default)]
    text: Option<String>,
}

impl TryFrom<PuzzleNameFields> for PuzzleName {
    type Error = &'static str;
    fn try_from(fields: PuzzleNameFields) -> Result<Self, Self::Error> {
        match (fields.r#type.as_str(), fields.id, fields.text) {
            ("set", Some(id), None) => Ok(PuzzleName::Set { id }),
            ("own", None, Some(text)) => Ok(PuzzleName::Own { text }),
            _ => Err("a puzzle is a set with its id or an own one with its text"),
        }
    }
}

/// Wants puzzles near a strength.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PuzzlesNear {
    /// The solver's rating.
    pub rating: f64,
    /// The theme that they shall have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub theme: Option<String>,
    /// Those that are not wanted again, 3000 at most. Names that the set does not have do no harm.
    #[serde(default)]
    pub seen: Vec<String>,
    /// How many are wanted, 1 to 10.
    pub count: u8,
    /// Draws among those that fit: the same number, the same puzzles.
    pub draw: u32,
}

/// Puzzles near a strength.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PuzzlesFound {
    /// The puzzles; fewer than wanted if there are no more that fit.
    pub puzzles: Vec<PuzzleView>,
    /// Whether everything that fits was seen: these come again.
    pub again: bool,
}

/// Wants puzzles by name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PuzzlesWanted {
    /// Which, 100 at most.
    pub puzzles: Vec<PuzzleName>,
}

/// What became of a puzzle that is wanted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[allow(clippy::large_enum_variant)]
pub enum PuzzleFound {
    /// It is there.
    Here {
        /// The puzzle.
        puzzle: PuzzleView,
    },
    /// The set does not have it any more, or its text makes no puzzle.
    Gone {
        /// Which or what, in words.
        why: Phrase,
    },
}

/// An attempt at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PuzzleAttempt {
    /// Which.
    pub puzzle: PuzzleName,
    /// The moves of the solver so far, without the replies; the last one is judged. At least one.
    pub moves: Vec<String>,
}

/// The answer to an attempt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleAnswer {
    /// What the last move was.
    pub verdict: PuzzleVerdict,
    /// The game with everything that was right, replies included; a wrong move is not in it.
    pub line: GameLine,
    /// The reply to the last move, which the line has already.
    pub reply: Option<String>,
    /// How many moves were found.
    pub found: u32,
    /// Of how many.
    pub of: u32,
}

/// What a move at a puzzle was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleVerdict {
    /// Right, and there is nothing more to find.
    Solved,
    /// Right; after the reply another move is to be found.
    GoesOn,
    /// Legal, and not the move to find.
    Wrong,
}

/// The solution, for whoever has solved it or gives up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleSolution {
    /// The puzzle.
    pub puzzle: PuzzleView,
    /// The moves, the first and every second one after it by the solver.
    pub steps: Vec<SolutionStep>,
    /// What is right about it, as a sentence: "Only this line keeps the win."
    pub claim: Phrase,
    /// What it is about.
    pub themes: Vec<PuzzleTheme>,
    /// Who found it: the levels that tried, the weakest first. None for one of the visitor's own.
    pub solvers: Vec<PuzzleSolver>,
}

/// A move of a solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SolutionStep {
    /// Who plays it.
    pub by: Owner,
    /// As text.
    pub text: String,
    /// As a sentence.
    pub say: Phrase,
    /// The taps that make it: for an arrow.
    pub gesture: Vec<CellId>,
    /// What speaks for it; at most three facts, the most telling first.
    pub reasons: Vec<MoveReason>,
}

/// How a level did at a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleSolver {
    /// The number of the level.
    pub level: u8,
    /// The share of its tries that found it, 0 to 1.
    pub share: f64,
}

/// How strong a solver is, by Glicko-2 against the puzzles' own ratings.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SolverRating {
    /// The strength; level 1 of every game stands at 800.
    pub rating: f64,
    /// How far off it may be.
    pub deviation: f64,
    /// How much it goes up and down.
    pub volatility: f64,
}

/// A solver has tried a puzzle.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PuzzleOutcome {
    /// How strong the solver was.
    pub solver: SolverRating,
    /// The rating of the puzzle.
    pub puzzle: u32,
    /// Whether it was solved at the first try.
    pub solved: bool,
}

/// What became of the mistakes of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OwnPuzzles {
    /// Those with one right move.
    pub puzzles: Vec<OwnPuzzle>,
    /// The others.
    pub left_out: Vec<LeftOut>,
}

/// A puzzle of somebody's own mistake. No set has it: the visitor keeps its text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OwnPuzzle {
    /// The move that was the mistake, counted from 0.
    pub ply: u32,
    /// All of it, the answer included: to be kept, and handed in by [`PuzzleName::Own`].
    pub text: String,
    /// What it is called.
    pub puzzle: OwnPuzzleName,
}

/// What a puzzle of one's own is called.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OwnPuzzleName {
    /// Its name; [`PuzzlesWanted`] gives the puzzle as it is set.
    pub id: String,
}

/// A mistake that makes no puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// The move, counted from 0.
    pub ply: u32,
    /// Why, as a sentence: "Several moves are as good here."
    pub why: Phrase,
}
