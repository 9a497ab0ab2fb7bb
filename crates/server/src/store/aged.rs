//! What has lain about for long, found a part at a time.

use super::{Store, StoreError};
use galet_table::GuestId;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

/// So many rows are looked at in one go.
const STEP: u32 = 500;

/// The moments before which something counts as old; 0 for never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AgeLimits {
    /// For games that nobody began.
    pub(crate) unstarted: u64,
    /// For games that nobody goes on with.
    pub(crate) abandoned: u64,
}

/// A table that nobody wants any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OldTable {
    pub(crate) id: String,
    /// When something last happened there.
    pub(crate) at: u64,
    /// Whose move it waits for.
    pub(crate) turn: Option<GuestId>,
}

/// Some of what was looked for, and where to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part<T, K> {
    pub(crate) found: Vec<T>,
    /// The last one that was looked at; `None` at the end.
    pub(crate) last: Option<K>,
}

/// A table that somebody who leaves for good leaves behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableToLeave {
    pub(crate) id: String,
    /// Whether no other person sits there.
    pub(crate) alone: bool,
    /// When something last happened there.
    pub(crate) at: u64,
}

impl Store {
    /// The old tables among the next few after a name.
    ///
    /// Finished games never are, nor is one whose clock runs or whose computer thinks: those have
    /// a time to wake. Nobody began a game with no event after its opening, or with one where
    /// the computer was first: then the guest is to move at once.
    pub(crate) async fn old_tables(
        &self,
        after: &str,
        limits: AgeLimits,
    ) -> Result<Part<OldTable, String>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, at, turn, ended = 0 AND wake IS NULL AND (at < ?2 OR at < ?3 AND seq <=
               CASE WHEN turn IS NOT NULL AND (first IS NULL OR second IS NULL)
               THEN 2 ELSE 1 END)
             FROM tables WHERE id > ?1 ORDER BY id LIMIT ?4",
        )
        .bind(after.to_owned())
        .bind(limits.abandoned as i64)
        .bind(limits.unstarted as i64)
        .bind(STEP)
        .fetch_all(&self.reads)
        .await?;
        let last = rows.last().map(|row| row.try_get(0)).transpose()?;
        let mut found = Vec::new();
        for row in &rows {
            if row.try_get::<Option<bool>, _>(3)? == Some(true) {
                let turn: Option<i64> = row.try_get(2)?;
                found.push(OldTable {
                    id: row.try_get(0)?,
                    at: row.try_get::<i64, _>(1)? as u64,
                    turn: turn.map(|guest| GuestId(guest as u64)),
                });
            }
        }
        Ok(Part { found, last })
    }

    /// The number of the last of the next few guests after one; `None` at the end.
    pub(crate) async fn guests_after(&self, after: i64) -> Result<Option<i64>, StoreError> {
        let row = sqlx::query(
            "SELECT max(id) FROM (SELECT id FROM guests WHERE id > ? ORDER BY id LIMIT ?)",
        )
        .bind(after)
        .bind(STEP)
        .fetch_one(&self.reads)
        .await?;
        Ok(row.try_get(0)?)
    }

    /// The next few tables after a name that a guest who leaves for good leaves behind, and
    /// whether they are alone there: unfinished ones, and those where no other person sits.
    pub(crate) async fn tables_to_leave(
        &self,
        guest: GuestId,
        after: &str,
    ) -> Result<Vec<TableToLeave>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, alone, at FROM (SELECT id, ended, at, NOT EXISTS (SELECT 1 FROM guests
               WHERE guests.id IN (first, second) AND guests.id <> ?1) AS alone
             FROM tables WHERE (first = ?1 OR second = ?1) AND id > ?2)
             WHERE alone OR ended = 0 ORDER BY id LIMIT ?3",
        )
        .bind(guest.0 as i64)
        .bind(after.to_owned())
        .bind(STEP)
        .fetch_all(&self.reads)
        .await?;
        let to_leave = |row: &SqliteRow| {
            let at = row.try_get::<i64, _>(2)? as u64;
            Ok(TableToLeave { id: row.try_get(0)?, alone: row.try_get(1)?, at })
        };
        rows.iter().map(to_leave).collect()
    }
}
