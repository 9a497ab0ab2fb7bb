//! What can be changed, and what lists know of a table.

use crate::nodes::NodeId;
use crate::query::{Pieces, Statement};
use crate::removal::Removal;
use crate::token::TokenHash;
use galet_core::Side;
use serde::Serialize;

/// A change of the database.
#[derive(Clone, Debug)]
pub enum StoreChange {
    /// What lists know of a table: a new one, or new facts. It comes with the table's events.
    Summary(Box<Summary>),
    /// How a table ended that was finished before this was kept.
    Ended {
        /// Which.
        table: String,
        /// How.
        ended: Ended,
    },
    /// An event of a table, which comes with a summary of it. If its number is not the next one, or the table has been deleted
    /// meanwhile, the whole job is [`Overtaken`](crate::StoreError::Overtaken).
    Event {
        /// Which table.
        table: String,
        /// Its number: one more than that of the event before, from 1 on.
        seq: u32,
        /// Itself, as JSON.
        body: String,
    },
    /// The player on a seat is at this node.
    Attended {
        /// Which table.
        table: String,
        /// Which seat.
        side: Side,
    },
    /// A new guest.
    Guest {
        /// A random number.
        id: i64,
        /// The name that they chose; empty when none.
        name: String,
        /// When they came.
        at: u64,
    },
    /// Another name.
    Rename {
        /// Which guest.
        id: i64,
        /// The name.
        name: String,
    },
    /// A browser that carries an identity.
    Token {
        /// The hash of its token.
        hash: TokenHash,
        /// Whose.
        guest: i64,
        /// A public random number.
        device: i64,
        /// Browser and system in a few words.
        about: String,
        /// When it came.
        at: u64,
    },
    /// A browser was seen: one row if its token is still good.
    Seen {
        /// The hash of its token.
        hash: TokenHash,
        /// When, to the day.
        at: u64,
    },
    /// Browsers are connected: those of them that were last seen before a moment are seen now.
    Connected {
        /// The hashes of their tokens.
        hashes: Vec<TokenHash>,
        /// When.
        at: u64,
        /// Who was seen since then is left alone: nearly everybody.
        unless_since: u64,
    },
    /// A link that carries an identity to another device.
    Link {
        /// The hash of its token.
        hash: TokenHash,
        /// Whose.
        guest: i64,
        /// Until when it is good.
        expires: u64,
    },
    /// The link is used: one row is gone if it was still good.
    UseLink {
        /// The hash of its token.
        hash: TokenHash,
        /// When.
        now: u64,
    },
    /// Links that nobody used in time are forgotten.
    ForgetLinks {
        /// What is not good at this moment any more.
        now: u64,
    },
    /// Something is deleted.
    Removal(Removal),
    /// This node runs. Every other change tells that, too.
    Heartbeat,
    /// This node goes down in good order: nobody need miss it.
    NodeLeft,
    /// A node was down, or could not write; what begins when an earlier one of the same node ended goes on with it.
    Outage {
        /// Which.
        node: NodeId,
        /// Since when.
        began: u64,
        /// Until when.
        ended: u64,
    },
    /// The time is earlier than was thought: no outage ends later than this.
    ForgetFuture {
        /// The time.
        now: u64,
    },
    /// Takes up some room on disk, to see whether there is any.
    FillRoom {
        /// How much.
        bytes: usize,
    },
    /// Gives it back.
    EmptyRoom,
}

/// What lists know of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// Its name.
    pub id: String,
    /// The name of its game.
    pub game: &'static str,
    /// The guest on the seat that begins.
    pub first: Option<i64>,
    /// The guest on the other seat.
    pub second: Option<i64>,
    /// The guest who is to move.
    pub turn: Option<i64>,
    /// How many moves were played.
    pub ply: u32,
    /// How many events it has.
    pub seq: u32,
    /// Whether it is over.
    pub ended: bool,
    /// When something last happened there, in ms since 1970.
    pub at: u64,
    /// When it wants to be loaded by itself.
    pub wake: Option<u64>,
    /// The level of the computer, if it plays.
    pub level: Option<u8>,
    /// How it ended, if it did.
    pub result: Option<&'static str>,
    /// When it ended.
    pub over: Option<u64>,
    /// Whether the table is known, and goes on with the same players: nearly always.
    #[serde(skip)]
    pub goes_on: bool,
}

/// How a table ended, as lists know it: see [`Summary`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The level of the computer, if it played.
    pub level: Option<u8>,
    /// How.
    pub result: &'static str,
    /// When.
    pub over: u64,
}

impl StoreChange {
    /// What does it in a transaction; the rows of the last statement are those of the change.
    /// Nothing for what is gathered instead: events, summaries, and that this node runs.
    pub(crate) fn statements(&self, node: NodeId) -> Vec<Statement> {
        let statement = match self {
            StoreChange::Event { .. }
            | StoreChange::Summary(_)
            | StoreChange::Heartbeat
            | StoreChange::NodeLeft => return Vec::new(),
            StoreChange::Removal(removal) => return removal.statements(),
            StoreChange::Attended { table, side } => Statement::new(match side {
                Side::First => "UPDATE tables SET first_node = $1 WHERE id = $2",
                Side::Second => "UPDATE tables SET second_node = $1 WHERE id = $2",
            })
            .bind(node.0)
            .bind(&**table),
            StoreChange::Ended { table, ended } => {
                Statement::new("UPDATE tables SET level = $1, result = $2, over = $3 WHERE id = $4")
                    .bind(ended.level.map(i64::from))
                    .bind(ended.result)
                    .bind(ended.over)
                    .bind(&**table)
            }
            StoreChange::Guest { id, name, at } => {
                Statement::new("INSERT INTO guests (id, name, created) VALUES ($1, $2, $3)")
                    .bind(*id)
                    .bind(&**name)
                    .bind(*at)
            }
            StoreChange::Rename { id, name } => {
                Statement::new("UPDATE guests SET name = $1 WHERE id = $2").bind(&**name).bind(*id)
            }
            StoreChange::Token { hash, guest, device, about, at } => Statement::new(
                "INSERT INTO tokens (hash, guest, created, seen, device, about)
                 VALUES ($1, $2, $3, $3, $4, $5)",
            )
            .bind(*hash)
            .bind(*guest)
            .bind(*at)
            .bind(*device)
            .bind(&**about),
            StoreChange::Seen { hash, at } => Statement::new(
                "UPDATE tokens SET seen = CASE WHEN seen < $1 THEN $1 ELSE seen END WHERE hash = $2",
            )
            .bind(*at)
            .bind(*hash),
            StoreChange::Connected { hashes, at, unless_since } => {
                let mut text = Pieces::default();
                text.push("UPDATE tokens SET seen = ").bind(*at);
                text.push(" WHERE seen < ").bind(*unless_since).push(" AND hash IN (");
                for (n, hash) in hashes.iter().enumerate() {
                    text.push(if n > 0 { ", " } else { "" }).bind(*hash);
                }
                text.push(")");
                text.build()
            }
            StoreChange::Link { hash, guest, expires } => {
                Statement::new("INSERT INTO links (hash, guest, expires) VALUES ($1, $2, $3)")
                    .bind(*hash)
                    .bind(*guest)
                    .bind(*expires)
            }
            StoreChange::UseLink { hash, now } => {
                Statement::new("DELETE FROM links WHERE hash = $1 AND expires > $2")
                    .bind(*hash)
                    .bind(*now)
            }
            StoreChange::ForgetLinks { now } => {
                Statement::new("DELETE FROM links WHERE expires <= $1").bind(*now)
            }
            StoreChange::Outage { node, began, ended } => {
                // One that begins where another ended goes on with it: a node writes piece by piece what it does not see
                // the end of.
                let written = |text| Statement::new(text).bind(node.0).bind(*began).bind(*ended);
                return vec![
                    written("UPDATE outages SET ended = $3 WHERE node = $1 AND ended = $2"),
                    written(
                        "INSERT INTO outages (node, began, ended) SELECT $1, $2, $3
                         WHERE NOT EXISTS (SELECT 1 FROM outages
                             WHERE node = $1 AND began <= $2 AND ended = $3)",
                    ),
                ];
            }
            StoreChange::ForgetFuture { now } => Statement::new(
                "UPDATE outages SET ended = $1, began = CASE WHEN began < $1 THEN began ELSE $1 END
                 WHERE ended > $1",
            )
            .bind(*now),
            StoreChange::FillRoom { bytes } => Statement::new(
                "INSERT INTO room (id, filler) VALUES ($1, $2)
                 ON CONFLICT (id) DO UPDATE SET filler = excluded.filler",
            )
            .bind(1_i64)
            .bind(vec![0; *bytes]),
            StoreChange::EmptyRoom => Statement::new("DELETE FROM room"),
        };
        vec![statement]
    }

    /// Whether the events and summaries before it must be written before it: what is deleted is
    /// deleted with all that was written before, and other facts of a table are newer ones.
    pub(crate) fn comes_after_events(&self) -> bool {
        matches!(
            self,
            StoreChange::Removal(_) | StoreChange::Ended { .. } | StoreChange::Attended { .. }
        )
    }
}
