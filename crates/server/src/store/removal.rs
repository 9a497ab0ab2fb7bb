//! What is deleted, and with it everything that hangs on it.
//!
//! Deleted rows leave free pages in the file, which later rows use: it does not shrink by itself.

use crate::token::TokenHash;
use galet_table::GuestId;
use sqlx::sqlite::{SqliteConnection, SqliteQueryResult};

/// Something to delete.
#[derive(Clone, Debug)]
pub(crate) enum Removal {
    /// A table with its events, if nothing has happened there since `at`; whatever happened if
    /// `at` is not given.
    Table { id: String, at: Option<u64> },
    /// Guests numbered above `after` up to `upto` who sit at no table, and whom nobody has seen
    /// since a moment: with their tokens.
    IdleGuests { after: i64, upto: i64, unseen_since: u64 },
    /// A guest: name, links, and tokens, which count as signed out.
    Guest { guest: GuestId, at: u64 },
    /// A token is signed out: one row if it was good.
    Token { hash: TokenHash, at: u64 },
    /// What is known of tokens that were signed out before a moment.
    SignedOut { before: u64 },
}

/// A statement about the guests of [`Removal::IdleGuests`].
macro_rules! idle {
    ($statement:literal) => {
        concat!(
            $statement,
            " IN (SELECT id FROM guests WHERE id > ?1 AND id <= ?2 AND created < ?3
              AND NOT EXISTS (SELECT 1 FROM tokens WHERE guest = guests.id AND seen >= ?3)
              AND NOT EXISTS (SELECT 1 FROM tables WHERE first = guests.id)
              AND NOT EXISTS (SELECT 1 FROM tables WHERE second = guests.id))"
        )
    };
}

impl Removal {
    /// Does it, inside a transaction. The rows are those of what was asked for, without what
    /// hangs on them.
    pub(super) async fn apply(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<SqliteQueryResult, sqlx::Error> {
        let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let mut last = SqliteQueryResult::default();
        match self {
            Removal::Table { id, at } => {
                for statement in [
                    "DELETE FROM events WHERE tab IN
                     (SELECT id FROM tables WHERE id = ?1 AND at = coalesce(?2, at))",
                    "DELETE FROM tables WHERE id = ?1 AND at = coalesce(?2, at)",
                ] {
                    let query = sqlx::query(statement).bind(id).bind(at.map(signed));
                    last = query.execute(&mut *connection).await?;
                }
            }
            Removal::IdleGuests { after, upto, unseen_since } => {
                for statement in [
                    idle!("DELETE FROM links WHERE guest"),
                    idle!("DELETE FROM tokens WHERE guest"),
                    idle!("DELETE FROM guests WHERE id"),
                ] {
                    let query = sqlx::query(statement).bind(after).bind(upto);
                    last = query.bind(signed(*unseen_since)).execute(&mut *connection).await?;
                }
            }
            Removal::Guest { guest, at } => {
                for statement in [
                    "INSERT OR IGNORE INTO signed_out (hash, at)
                     SELECT hash, ?2 FROM tokens WHERE guest = ?1",
                    "DELETE FROM tokens WHERE guest = ?1",
                    "DELETE FROM links WHERE guest = ?1",
                    "DELETE FROM guests WHERE id = ?1",
                ] {
                    let query = sqlx::query(statement).bind(guest.0 as i64).bind(signed(*at));
                    last = query.execute(&mut *connection).await?;
                }
            }
            Removal::Token { hash, at } => {
                for statement in [
                    "INSERT OR IGNORE INTO signed_out (hash, at)
                     SELECT hash, ?2 FROM tokens WHERE hash = ?1",
                    "DELETE FROM tokens WHERE hash = ?1",
                ] {
                    let query = sqlx::query(statement).bind(&hash.0[..]).bind(signed(*at));
                    last = query.execute(&mut *connection).await?;
                }
            }
            Removal::SignedOut { before } => {
                let query = sqlx::query("DELETE FROM signed_out WHERE at < ?");
                last = query.bind(signed(*before)).execute(connection).await?;
            }
        }
        Ok(last)
    }
}
