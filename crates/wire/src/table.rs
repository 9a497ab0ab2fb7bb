//! A table as its players and watchers see it.

use crate::setup::Setup;
use galet_scene::{Animation, Continuations, Counter, Ending, Marker, Owner, Phrase, Scene, Trail};
use serde::{Deserialize, Serialize};

/// A request for a new table (`POST /api/tables`, answered by [`Opened`]).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewTable {
    /// The name of the game.
    pub game: String,
    /// How it begins.
    #[serde(default)]
    pub setup: Setup,
    /// Moves already played, for going on from an analysed position.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who sits where, the player who begins first.
    pub seats: [SeatRequest; 2],
    /// The clock.
    #[serde(default)]
    pub clock: ClockTerms,
}

/// Who shall sit on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum SeatRequest {
    /// Whoever opens the table. On both seats: two people at one screen.
    Me,
    /// The first other person who follows the link.
    Friend,
    /// The computer.
    Computer {
        /// From 1 to 9, 10 for full strength, 11 and up for the experts of the game.
        level: u8,
    },
}

/// A table has been opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    /// Its name in addresses: `/t/{id}`.
    pub id: String,
}

/// The time that players have. All amounts are milliseconds, days apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum ClockTerms {
    /// All the time in the world.
    #[default]
    None,
    /// So much for the whole game.
    SuddenDeath {
        /// At the start.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        initial: u64,
    },
    /// So much for the whole game, and some more with every move.
    Fischer {
        /// At the start.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        initial: u64,
        /// With every move.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        increment: u64,
    },
    /// Some days for each move.
    Days {
        /// How many.
        days: u32,
    },
}

/// Everything about a table, as one visitor sees it (`GET /api/tables/{id}`, and the answer to
/// `watch`).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// Its name in addresses.
    pub id: String,
    /// The name of the game.
    pub game: String,
    /// How it began.
    pub setup: Setup,
    /// The moves played.
    pub moves: Vec<MoveView>,
    /// The picture of the game now.
    pub scene: Scene,
    /// What changes all the time.
    pub state: TableState,
}

/// What changes at a table besides the picture, as one visitor sees it. It comes whole with
/// every push.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TableState {
    /// How many events the table has seen: larger is newer.
    pub seq: u32,
    /// How many moves are played.
    pub ply: u32,
    /// The seats, the player who begins first.
    pub seats: [SeatView; 2],
    /// The clocks.
    pub clock: ClockView,
    /// Whose turn it is; nobody before everybody is seated and after the end.
    pub turn: Option<Owner>,
    /// Whether the computer is thinking about its move.
    pub thinking: bool,
    /// Why the game cannot go on as it should, and what can be done about it.
    pub notice: Option<Phrase>,
    /// Offers that wait for an answer.
    pub offers: Vec<Offer>,
    /// How it ended: by the rules, by resignation, by time, by agreement, by a claim, or called
    /// off.
    pub ending: Option<Ending>,
    /// The table of the rematch.
    pub rematch: Option<String>,
    /// What this visitor may do now, moving apart.
    pub may: Vec<Act>,
    /// A player who is away: from when on the game may be claimed or called off.
    pub away: Option<Away>,
    /// What can be tapped first, for a visitor whose turn it is.
    pub continuations: Option<Continuations<String>>,
    /// How many people look on.
    pub watchers: u32,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeatView {
    /// Who sits there.
    pub sitter: Sitter,
    /// Whether it is this visitor.
    pub you: bool,
    /// Whether they are connected; the computer always is.
    pub present: bool,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Sitter {
    /// Nobody yet: the first other person who follows the link.
    Nobody,
    /// A person.
    Guest {
        /// The name they chose, free text; empty when they chose none.
        name: String,
    },
    /// The computer.
    Computer {
        /// From 1 to 9, 10 for full strength, 11 and up for the experts of the game.
        level: u8,
    },
}

/// The clocks at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClockView {
    /// The terms.
    pub terms: ClockTerms,
    /// The milliseconds that both have left now, if there is a clock.
    #[cfg_attr(feature = "typescript", ts(type = "[number, number] | null"))]
    pub left: Option<[u64; 2]>,
    /// Whose clock runs.
    pub running: Option<Owner>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MoveView {
    /// As text.
    pub text: String,
    /// As a sentence.
    pub say: Phrase,
    /// The milliseconds its player had left after it, if there is a clock.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub left: Option<u64>,
}

/// An offer that waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// Of what.
    pub of: OfferKind,
    /// By whom.
    pub by: Owner,
}

/// What can be offered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take the last move of the one who offers back (against the computer: both moves, at
    /// once and without being asked).
    Takeback,
    /// Another game with sides swapped.
    Rematch,
}

/// What a player does besides moving.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Act {
    /// Sits down on the free seat.
    Sit,
    /// Offers something.
    Offer {
        /// What.
        of: OfferKind,
    },
    /// Accepts what the other offered.
    Accept {
        /// What.
        of: OfferKind,
    },
    /// Declines what the other offered.
    Decline {
        /// What.
        of: OfferKind,
    },
    /// Takes the own offer back.
    Withdraw {
        /// What.
        of: OfferKind,
    },
    /// Gives up.
    Resign,
    /// Claims the win: the opponent has been away too long.
    Claim,
    /// Calls the game off, without a result: the opponent has been away too long, or nobody has
    /// sat down or moved yet.
    CallOff,
}

/// A player who is away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Away {
    /// Who.
    pub side: Owner,
    /// The milliseconds until the other may claim the game; 0 when they may.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub claim_in: u64,
}

/// What happened at a table. Everybody there gets it, in order; `state.seq` tells whether one
/// was missed, and then the table is asked for whole.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Happening {
    /// A move was played.
    Moved {
        /// The move.
        played: MoveView,
        /// What it changes in the picture.
        change: Change,
    },
    /// Moves were taken back: the picture is new.
    TookBack {
        /// How many moves.
        plies: u32,
        /// The picture now.
        scene: Scene,
    },
    /// Something else: the state tells.
    Other,
}

/// What a move changes in a picture: the animation, carried out on the stacks of the scene
/// before it, gives the stacks after it; the rest replaces what was there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// How the pieces travel.
    pub animation: Animation,
    /// The markers after the move.
    pub markers: Vec<Marker>,
    /// The trail of the move.
    pub trail: Option<Trail>,
    /// The counters after the move.
    pub counters: Vec<Counter>,
    /// Whose turn it is.
    pub turn: Option<Owner>,
    /// How the game ended.
    pub ending: Option<Ending>,
}

impl Change {
    /// What a move with this animation changes, by the picture after it.
    pub fn new(animation: Animation, after: Scene) -> Change {
        let Scene { markers, trail, counters, turn, ending, .. } = after;
        Change { animation, markers, trail, counters, turn, ending }
    }
}
