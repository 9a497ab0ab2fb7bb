//! Who a visitor is and what they play.

use crate::table::{Opened, Sitter};
use galet_scene::{Ending, Owner};
use serde::{Deserialize, Serialize};

/// The visitor (`GET /api/me`; `PUT /api/me` with [`Rename`] changes the name).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Me {
    /// The name they chose; empty when they chose none.
    pub name: String,
    /// How many games wait for a move of theirs.
    pub turns: u32,
}

/// Another name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rename {
    /// Free text, 40 characters at most.
    pub name: String,
}

/// A link that carries the identity to another device, once (`POST /api/me/link`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DeviceLink {
    /// The path to open there: `/device/{token}`.
    pub path: String,
    /// The seconds for which it holds.
    pub seconds: u32,
}

/// A browser that carries the visitor's identity (`GET /api/me/devices`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Device {
    /// Its number: `DELETE /api/me/devices/{device}` signs it out.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub device: u64,
    /// Browser and system in a few words, or nothing.
    pub about: String,
    /// Whether it is the one that asks.
    pub here: bool,
    /// Since when it carries the identity, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub since: u64,
    /// When it was last seen, to the day, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub seen: u64,
}

/// Where friends can reach this server (`GET /api/reach`), for the share dialog.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Reach {
    /// Whether only this computer can reach it.
    pub only_here: bool,
    /// Addresses that others can open, the best first: `http://192.168.1.5:4280`. Empty when only
    /// this computer can, or behind a proxy, where the page's own address is the one.
    pub addresses: Vec<String>,
    /// The command that starts it anew, open to the local network, with the same games. Only a
    /// visitor at this computer is told: paths are nobody else's business.
    pub command: Option<String>,
}

/// A table in a list (`GET /api/me/tables` gives [`TablePage`] of those of the visitor; query:
/// `state=running|finished`, `game`, `result=won|drawn|lost`, `level=1…9|full|expert-1…|people`, `before` for the
/// next page).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TableCard {
    /// The table.
    #[serde(flatten)]
    pub table: Opened,
    /// The name of the game.
    pub game: String,
    /// Who plays, the player who begins first.
    pub sitters: [Sitter; 2],
    /// The seats of the visitor.
    pub yours: Vec<Owner>,
    /// How many moves are played.
    pub ply: u32,
    /// Whether the visitor is to move.
    pub your_turn: bool,
    /// How it ended, if it did.
    pub ending: Option<Ending>,
    /// How it ended for the visitor; missing while it runs, where it was called off, and where
    /// both seats are theirs.
    pub result: Option<MyResult>,
    /// When something last happened, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// Where its small picture is: an address that changes with the position.
    pub picture: String,
}

/// A page of tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TablePage {
    /// The tables, the newest first.
    pub tables: Vec<TableCard>,
    /// What to ask for `before` to see the next page.
    pub before: Option<String>,
    /// The names of tables on this page that are damaged on the server's disk.
    #[serde(default)]
    pub unreadable: Vec<String>,
}

/// How a game ended for somebody who played it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MyResult {
    /// They won.
    Won,
    /// Nobody won.
    Drawn,
    /// They lost.
    Lost,
}

/// How the visitor's finished games ended, all of them (`GET /api/me/results`). Games at one
/// screen and those that were called off do not count.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Results {
    /// All games together.
    pub all: Tally,
    /// How many games they have won in a row, up to the last one.
    pub streak: u32,
    /// The most they ever won in a row.
    pub longest: u32,
    /// Game by game, in the order of `GET /api/games`; those never finished are left out.
    pub games: Vec<GameResults>,
}

/// How the visitor's games of one kind ended.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameResults {
    /// The name of the game.
    pub game: String,
    /// All of them together.
    pub all: Tally,
    /// By opponent: people first, then the computer by its level, the weakest first.
    pub opponents: Vec<OpponentResults>,
    /// The number of the level to try next: the last two games against the computer were won on the one below.
    pub next_level: Option<u8>,
}

/// How games against one kind of opponent ended.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OpponentResults {
    /// The level of the computer; missing for people.
    pub level: Option<u8>,
    /// How they ended.
    pub tally: Tally,
}

/// Games counted by how they ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}
