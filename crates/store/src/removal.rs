//! What is deleted, and with it everything that hangs on it.
//!
//! Deleted rows leave free pages in the file, which later rows use: it does not shrink by itself.

use crate::query::{Statement, Value, signed};
use crate::token::TokenHash;
use galet_table::GuestId;

/// Something to delete.
#[derive(Clone, Debug)]
pub enum Removal {
    /// A table with its events.
    Table {
        /// Its name.
        id: String,
        /// Only if nothing has happened there since; whatever happened if not given.
        at: Option<u64>,
    },
    /// Guests who sit at no table, and whom nobody has seen for long: with their tokens.
    IdleGuests {
        /// Those numbered above this.
        after: i64,
        /// Up to this one.
        upto: i64,
        /// Since this moment nobody has seen them.
        unseen_since: u64,
    },
    /// A guest: name, links, and tokens, which count as signed out.
    Guest {
        /// Which.
        guest: GuestId,
        /// When their tokens were signed out.
        at: u64,
    },
    /// A token is signed out: one row if it was good.
    Token {
        /// Which.
        hash: TokenHash,
        /// When.
        at: u64,
    },
    /// What is known of tokens that were signed out long ago.
    SignedOut {
        /// Before this moment.
        before: u64,
    },
    /// Outages that no clock can have to leave out any more: tables wake up long before.
    OldOutages {
        /// Ended before this moment.
        before: u64,
    },
    /// Nodes that went down, or were found to be gone, long ago.
    OldNodes {
        /// Not heard of since this moment.
        before: u64,
    },
}

/// A statement about the guests of [`Removal::IdleGuests`].
macro_rules! idle {
    ($statement:literal) => {
        concat!(
            $statement,
            " IN (SELECT id FROM guests WHERE id > $1 AND id <= $2 AND created < $3
              AND NOT EXISTS (SELECT 1 FROM tokens WHERE guest = guests.id AND seen >= $3)
              AND NOT EXISTS (SELECT 1 FROM tables WHERE first = guests.id)
              AND NOT EXISTS (SELECT 1 FROM tables WHERE second = guests.id))"
        )
    };
}

impl Removal {
    /// What does it, in one transaction. The rows of the last one are those of what was asked for,
    /// without what hangs on them.
    pub(crate) fn statements(&self) -> Vec<Statement> {
        match self {
            Removal::Table { id, at } => {
                let values = [Value::from(&**id), Value::from(at.map(signed))];
                each(&[LOCK_TABLE, DELETE_EVENTS, DELETE_TABLE], &values)
            }
            Removal::IdleGuests { after, upto, unseen_since } => each(
                &[
                    idle!("DELETE FROM links WHERE guest"),
                    idle!("DELETE FROM tokens WHERE guest"),
                    idle!("DELETE FROM guests WHERE id"),
                ],
                &[Value::from(*after), Value::from(*upto), Value::from(*unseen_since)],
            ),
            Removal::Guest { guest, at } => {
                let guest = Value::from(guest.0 as i64);
                let sign_out = "INSERT INTO signed_out (hash, at)
                     SELECT hash, $2 FROM tokens WHERE guest = $1 ON CONFLICT DO NOTHING";
                let mut all = each(&[sign_out], &[guest.clone(), Value::from(*at)]);
                let deletions = [
                    "DELETE FROM tokens WHERE guest = $1",
                    "DELETE FROM links WHERE guest = $1",
                    "DELETE FROM guests WHERE id = $1",
                ];
                all.extend(each(&deletions, &[guest]));
                all
            }
            Removal::Token { hash, at } => {
                let sign_out = "INSERT INTO signed_out (hash, at)
                     SELECT hash, $2 FROM tokens WHERE hash = $1 ON CONFLICT DO NOTHING";
                let mut all = each(&[sign_out], &[Value::from(*hash), Value::from(*at)]);
                all.extend(each(&["DELETE FROM tokens WHERE hash = $1"], &[Value::from(*hash)]));
                all
            }
            Removal::SignedOut { before } => {
                each(&["DELETE FROM signed_out WHERE at < $1"], &[Value::from(*before)])
            }
            Removal::OldOutages { before } => {
                each(&["DELETE FROM outages WHERE ended < $1"], &[Value::from(*before)])
            }
            Removal::OldNodes { before } => each(
                &["DELETE FROM nodes
                   WHERE at < $1 AND (left_at IS NOT NULL OR noted_at IS NOT NULL)"],
                &[Value::from(*before)],
            ),
        }
    }
}

/// Where other nodes write, too, nothing happens at the table from here on.
const LOCK_TABLE: &str = "UPDATE tables SET wake = NULL WHERE id = $1 AND at = coalesce($2, at)";
const DELETE_EVENTS: &str = "DELETE FROM events WHERE tab IN
    (SELECT id FROM tables WHERE id = $1 AND at = coalesce($2, at))";
const DELETE_TABLE: &str = "DELETE FROM tables WHERE id = $1 AND at = coalesce($2, at)";

fn each(texts: &[&'static str], values: &[Value]) -> Vec<Statement> {
    let one = |text: &&'static str| {
        values.iter().fold(Statement::new(text), |statement, value| statement.bind(value.clone()))
    };
    texts.iter().map(one).collect()
}
