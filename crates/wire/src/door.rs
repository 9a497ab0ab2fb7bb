//! What a page's workers say to the module that answers them without a server, and what it says back.
//!
//! Two of them run: one keeps the tables and answers at once ([`Call`], [`Told`]); others think
//! ([`Errand`], [`Found`]). Between them stand the page's own scripts, which have what the module has
//! not: storage, workers, and a network.

use crate::guest::TableCard;
use crate::puzzle::OwnPuzzles;
use crate::socket::{Ask, ErrorInfo, Message};
use crate::study::{AnalysisView, GameLine, Hint, Judgement, ReviewView};
use serde::{Deserialize, Serialize};

/// What the module that keeps the tables is told or asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Call {
    /// What a server is asked over HTTP. Answered by [`Told::Reply`], at once or after a [`Told::Write`].
    Request {
        /// The number that the answer carries.
        to: u32,
        /// `GET`, `POST`, `PUT` or `DELETE`.
        method: String,
        /// The address from `/api` on, with its query.
        path: String,
        /// What is sent along: JSON or plain text.
        #[serde(default)]
        body: Option<String>,
    },
    /// What a server is asked over the WebSocket. Answered by messages ([`Told::Say`]).
    Ask {
        /// The question with its number.
        ask: Ask,
    },
    /// The tables that are in storage, as lists need them. Said once at the beginning, and again for
    /// those that another page has changed.
    Known {
        /// Those tables; others stay as they are.
        tables: Vec<StoredCard>,
        /// The name that the person here has chosen, wherever it is kept; `null` leaves it as it is. `PUT /api/me`
        /// changes it too, and its answer has it as it is to be kept.
        #[serde(default)]
        name: Option<String>,
    },
    /// The events of a table as they are in storage: at the beginning when somebody wants it
    /// ([`Told::Fetch`]), and whenever what is here is not what is there. Who watches is told what is new. Where
    /// events that they heard of are gone from storage, they ask for the table anew (`watch`).
    Load {
        /// Its name.
        table: String,
        /// Its events, the first one first; none if there is no such table.
        events: Vec<String>,
        /// Until when a page was here to keep its clocks, in milliseconds since 1970: they stand still from then until
        /// somebody watches the table or moves there. `null` if a page has been here all the time; in a
        /// table that was not here before, they stand since its last event.
        #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
        awake: Option<u64>,
    },
    /// A table is gone from storage.
    Forget {
        /// Its name.
        table: String,
    },
    /// A thinker found something out.
    Found {
        /// What it was sent for.
        errand: u32,
        /// What it found.
        found: Found,
    },
    /// Time has passed: flags may fall, and claims become possible.
    Tick,
}

/// What the module says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[allow(clippy::large_enum_variant)]
pub enum Told {
    /// The answer to a [`Call::Request`].
    Reply {
        /// Its number.
        to: u32,
        /// As in HTTP.
        status: u16,
        /// The kind of the body: `application/json`, `image/svg+xml`, ….
        kind: String,
        /// The body.
        body: String,
    },
    /// A message as it would come over the WebSocket.
    Say {
        /// The message.
        message: Message,
    },
    /// A table must be loaded before a question can be answered; the question is asked again after
    /// [`Call::Load`].
    Fetch {
        /// Its name.
        table: String,
        /// The question: the call as it came.
        again: Box<Call>,
    },
    /// The puzzles of a game must come before a question can be answered: the file of the kind `puzzles` is to be
    /// handed in, and the question asked again.
    FetchPuzzles {
        /// The game.
        game: String,
        /// The question: the call as it came.
        again: Box<Call>,
    },
    /// To be stored under its number, all or nothing. Only then may anybody hear of what follows. A call that is
    /// made meanwhile sees the table as it will be; if it cannot be stored, the table is loaded anew and whoever watches
    /// is told.
    Write {
        /// What is written: one table, two when a rematch is made, all that came with a file.
        writes: Vec<Written>,
        /// What is said when it is stored.
        then: Vec<Told>,
        /// The call that made this. If a number is taken, load the tables and make the call again; if storage
        /// fails, load them, and refuse it.
        again: Box<Call>,
    },
    /// A thinker shall find something out.
    Think {
        /// A number that nothing else has.
        errand: u32,
        /// What.
        what: Task,
    },
    /// Nobody wants to know it any more.
    Drop {
        /// What a thinker was sent for.
        errand: u32,
    },
    /// When to call [`Call::Tick`], in milliseconds since 1970; `null` if nothing is due. The last one counts.
    Wake {
        /// When.
        #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
        at: Option<u64>,
    },
}

/// An event to be stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Written {
    /// The table.
    pub table: String,
    /// The number of the first of the events: the opening has 1.
    pub seq: u32,
    /// The events, as JSON.
    pub events: Vec<String>,
    /// The table as lists have it from then on.
    pub card: StoredCard,
}

/// A table as storage lists it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StoredCard {
    /// As a list shows it; its `table` is the key.
    pub card: TableCard,
    /// How many events there are.
    pub seq: u32,
    /// The computer's level where it plays, for counting results.
    pub level: Option<u8>,
    /// When the game was over, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub over: Option<u64>,
}

/// What the module that thinks is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Errand {
    /// To find something out.
    Begin {
        /// Its number.
        errand: u32,
        /// What.
        what: Task,
    },
    /// To let it be.
    Drop {
        /// Its number.
        errand: u32,
    },
}

/// What a thinker can find out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Task {
    /// The move of a level.
    Play {
        /// The game as it stands.
        line: GameLine,
        /// The number of the level.
        level: u8,
        /// The milliseconds that its clock has left, and those that come with each move.
        #[cfg_attr(feature = "typescript", ts(type = "[number, number] | null"))]
        clock: Option<[u64; 2]>,
        /// What its choice is drawn with, as digits: a page's numbers are too short for it.
        seed: String,
    },
    /// A good move.
    Hint {
        /// The game as it stands.
        line: GameLine,
    },
    /// What the last move of a line is worth.
    Judge {
        /// The game with it.
        line: GameLine,
    },
    /// The best lines, again and again.
    Analyse {
        /// The game as it stands.
        line: GameLine,
        /// How many lines.
        lines: u8,
    },
    /// A review of a whole game.
    Review {
        /// The game.
        line: GameLine,
    },
    /// Puzzles of the mistakes of a game.
    MakePuzzles {
        /// The game.
        line: GameLine,
        /// The moves that were mistakes, by their place in the line, counted from 0; 12 at most.
        plies: Vec<u32>,
    },
}

/// What a thinker found. All but `analysis` that is not the last and `progress` end the errand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[allow(clippy::large_enum_variant)]
pub enum Found {
    /// The move of a level.
    Move {
        /// The move.
        text: String,
    },
    /// A good move.
    Hint {
        /// The move.
        hint: Hint,
    },
    /// What a move is worth.
    Judgement {
        /// The judgement.
        judgement: Judgement,
    },
    /// The best lines so far; the last one says so.
    Analysis {
        /// What it found.
        view: AnalysisView,
    },
    /// How far a review is, or the making of puzzles.
    Progress {
        /// Positions looked at.
        done: u32,
        /// Of how many.
        of: u32,
    },
    /// A review.
    Review {
        /// The review.
        review: ReviewView,
    },
    /// Puzzles of the mistakes of a game.
    Puzzles {
        /// The puzzles, and the mistakes that make none.
        made: OwnPuzzles,
    },
    /// It cannot be found out.
    Failed {
        /// Why.
        error: ErrorInfo,
    },
}

/// Something a thinker says: what it was sent for, and what it found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// What it was sent for.
    pub errand: u32,
    /// What it found.
    pub found: Found,
}

/// What came of a file of games (`POST /api/me/games.json`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GamesTaken {
    /// How many games came.
    pub taken: u32,
    /// How many were here already, with the same moves.
    pub already: u32,
}

/// The events of a game that a browser keeps, on their way to a server or back
/// (`POST` and `GET /api/me/tables/{id}/events`). The seats that are the visitor's have the guest 0.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MirroredEvents {
    /// The number of the first of them: the opening has 1.
    pub from: u32,
    /// The events, as JSON texts.
    pub events: Vec<String>,
}

/// How many events of a game a server has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Mirrored {
    /// So many.
    pub seq: u32,
}
