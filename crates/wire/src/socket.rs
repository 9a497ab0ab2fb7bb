//! What goes over the WebSocket (`/api/socket`), in both directions.
//!
//! Every [`Ask`] has a number of the client's choice and is answered exactly once by an
//! [`Answer`] with that number; pushes come in between whenever something happens.

use crate::puzzle::OwnPuzzles;
use crate::study::{AnalysisRequest, AnalysisView, GameLine, Hint, Judgement, Look, ReviewView};
use crate::table::{Act, Happening, TableState, TableView};
use galet_scene::{CellId, Continuations, Phrase};
use serde::{Deserialize, Serialize};

/// From the browser.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Ask {
    /// The number that the answer carries.
    pub id: u32,
    /// What is asked.
    pub what: Question,
}

/// What can be asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Question {
    /// To see a table and hear of everything that happens there. Answered by `table`.
    Watch {
        /// Which.
        table: String,
    },
    /// To hear no more of it. Answered by `done`.
    Leave {
        /// Which.
        table: String,
    },
    /// To move. Answered by `done` when the move is on disk; everybody hears of it by a push,
    /// which may come first.
    Move {
        /// At which table.
        table: String,
        /// How many moves were played when this one was chosen.
        ply: u32,
        /// The move.
        text: String,
    },
    /// To do something besides moving. Answered by `done` when it is on disk.
    Act {
        /// At which table.
        table: String,
        /// How many moves were played when it was chosen.
        ply: u32,
        /// What.
        act: Act,
    },
    /// What can follow taps at a table. Answered by `continuations`.
    Taps {
        /// At which table.
        table: String,
        /// How many moves were played.
        ply: u32,
        /// The taps so far.
        taps: Vec<CellId>,
    },
    /// A good move, at a table with only this visitor and the computer. Answered by `hint`.
    Hint {
        /// At which table.
        table: String,
        /// How many moves were played.
        ply: u32,
    },
    /// A line to look at. Answered by `look`.
    Look {
        /// The game as it stands.
        line: GameLine,
    },
    /// What can follow taps in a line. Answered by `continuations`.
    LookTaps {
        /// The game as it stands.
        line: GameLine,
        /// The taps so far.
        taps: Vec<CellId>,
    },
    /// The engine's view of a line. It goes on until another is asked for, `stop-analysis` or
    /// its limits. Answered by `done` at once; what it finds comes as pushes `analysis` with this
    /// number.
    Analyse {
        /// What.
        request: AnalysisRequest,
    },
    /// No more analysis. Answered by `done`.
    StopAnalysis,
    /// A review of a finished game or line. Answered by `review`; pushes `review-progress` with
    /// this number tell how far it is.
    Review {
        /// The game.
        line: GameLine,
    },
    /// Puzzles of the mistakes of a game. Answered by `puzzles`; pushes `review-progress` with this number tell how
    /// far it is.
    MakePuzzles {
        /// The game.
        line: GameLine,
        /// The moves that were mistakes, by their place in the line, counted from 0; 12 at most.
        plies: Vec<u32>,
    },
    /// The judgement on another move in place of the last one of the line. Answered by `judgement`.
    Judge {
        /// The game with the attempt as its last move.
        line: GameLine,
    },
}

/// To the browser.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
// Each is serialised once and dropped: its size does not matter.
#[allow(clippy::large_enum_variant)]
pub enum Message {
    /// The answer to what was asked under a number.
    Answer {
        /// The number.
        to: u32,
        /// The answer.
        answer: Answer,
    },
    /// Something happened at a table that is watched.
    Happened {
        /// Where.
        table: String,
        /// What.
        happening: Happening,
        /// How things stand now.
        state: TableState,
    },
    /// The engine found out more.
    Analysis {
        /// The number under which it was asked.
        to: u32,
        /// What it found.
        view: AnalysisView,
    },
    /// How far a review is, or the making of puzzles.
    ReviewProgress {
        /// The number under which it was asked.
        to: u32,
        /// Positions looked at.
        done: u32,
        /// Of how many.
        of: u32,
    },
    /// The number of games that wait for a move of this visitor has changed.
    Turns {
        /// How many.
        turns: u32,
    },
    /// The server can no longer save, or can again. While it cannot, whatever would change a table
    /// is refused, and clocks stand still.
    Storage {
        /// Whether it can.
        working: bool,
        /// In words.
        words: Phrase,
    },
    /// What was asked of the engine takes longer than usual.
    Slow {
        /// In words.
        words: Phrase,
    },
    /// Another number of people look on at a table; nothing else has changed there. Told once a
    /// second at most.
    Watchers {
        /// Where.
        table: String,
        /// How many.
        watchers: u32,
    },
    /// The server goes down in good order; the browser connects again by itself.
    Goodbye,
}

/// An answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[allow(clippy::large_enum_variant)]
pub enum Answer {
    /// It is done.
    Done,
    /// It cannot be done; nothing has changed.
    Refused {
        /// Why.
        error: ErrorInfo,
    },
    /// A table.
    Table {
        /// The table.
        view: TableView,
    },
    /// What can follow.
    Continuations {
        /// The choices.
        continuations: Continuations<String>,
    },
    /// A good move.
    Hint {
        /// The move.
        hint: Hint,
    },
    /// A line to look at.
    Look {
        /// The picture and more.
        look: Look,
    },
    /// A review.
    Review {
        /// The review.
        review: ReviewView,
    },
    /// Puzzles of somebody's own mistakes.
    Puzzles {
        /// The puzzles, and the mistakes that make none.
        made: OwnPuzzles,
    },
    /// A judgement.
    Judgement {
        /// The judgement.
        judgement: Judgement,
    },
}

/// Why something is refused. HTTP answers carry it too, with a fitting status.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ErrorInfo {
    /// A stable name for programs: `not-your-turn`, `stale`, `illegal-move`, `no-such-table`, ….
    pub code: String,
    /// In words that say what to do next.
    pub words: Phrase,
}
