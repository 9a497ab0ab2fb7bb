//! What has lain about for long, found a part at a time.

use crate::query::{Row, Statement};
use crate::{Store, StoreError};
use galet_table::GuestId;

/// So many rows are looked at in one go.
const STEP: u32 = 500;

/// The moments before which something counts as old; 0 for never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgeLimits {
    /// For games that nobody began.
    pub unstarted: u64,
    /// For games that nobody goes on with.
    pub abandoned: u64,
}

/// A table that nobody wants any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OldTable {
    /// Its name.
    pub id: String,
    /// When something last happened there.
    pub at: u64,
    /// Whose move it waits for.
    pub turn: Option<GuestId>,
}

/// Some of what was looked for, and where to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part<T, K> {
    /// What was found.
    pub found: Vec<T>,
    /// The last one that was looked at; `None` at the end.
    pub last: Option<K>,
}

/// A table that somebody who leaves for good leaves behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableToLeave {
    /// Its name.
    pub id: String,
    /// Whether no other person sits there.
    pub alone: bool,
    /// When something last happened there.
    pub at: u64,
}

impl Store {
    /// The old tables among the next few after a name.
    ///
    /// Finished games never are, nor is one whose clock runs or whose computer thinks: those have
    /// a time to wake. Nobody began a game with no event after its opening, or with one where
    /// the computer was first: then the guest is to move at once.
    pub async fn old_tables(
        &self,
        after: &str,
        limits: AgeLimits,
    ) -> Result<Part<OldTable, String>, StoreError> {
        let query = Statement::new(
            "SELECT id, at, turn, CAST(CASE WHEN ended = 0 AND wake IS NULL
               AND (at < $2 OR at < $3 AND seq <=
                 CASE WHEN turn IS NOT NULL AND (first IS NULL OR second IS NULL)
                 THEN 2 ELSE 1 END) THEN 1 ELSE 0 END AS BIGINT)
             FROM tables WHERE id > $1 ORDER BY id LIMIT $4",
        );
        let query = query.bind(after).bind(limits.abandoned).bind(limits.unstarted).bind(STEP);
        let rows = self.reads.all(query).await?;
        let last = rows.last().map(|row| row.text(0)).transpose()?;
        let mut found = Vec::new();
        for row in &rows {
            if row.number(3)? == 1 {
                let turn = row.number_if_any(2)?.map(|guest| GuestId(guest as u64));
                found.push(OldTable { id: row.text(0)?, at: row.moment(1)?, turn });
            }
        }
        Ok(Part { found, last })
    }

    /// The number of the last of the next few guests after one; `None` at the end.
    pub async fn guests_after(&self, after: i64) -> Result<Option<i64>, StoreError> {
        let query = Statement::new(
            "SELECT max(id) FROM
             (SELECT id FROM guests WHERE id > $1 ORDER BY id LIMIT $2) AS next_few",
        );
        Ok(self.reads.one(query.bind(after).bind(STEP)).await?.number_if_any(0)?)
    }

    /// The next few tables after a name that a guest who leaves for good leaves behind, and
    /// whether they are alone there: unfinished ones, and those where no other person sits.
    pub async fn tables_to_leave(
        &self,
        guest: GuestId,
        after: &str,
    ) -> Result<Vec<TableToLeave>, StoreError> {
        let query = Statement::new(
            "SELECT id, alone, at FROM (SELECT id, ended, at,
               CAST(CASE WHEN EXISTS (SELECT 1 FROM guests
                 WHERE (guests.id = first OR guests.id = second) AND guests.id <> $1)
                 THEN 0 ELSE 1 END AS BIGINT) AS alone
             FROM tables WHERE (first = $1 OR second = $1) AND id > $2) AS theirs
             WHERE alone = 1 OR ended = 0 ORDER BY id LIMIT $3",
        );
        let rows = self.reads.all(query.bind(guest.0 as i64).bind(after).bind(STEP)).await?;
        let to_leave = |row: &Row| {
            Ok(TableToLeave { id: row.text(0)?, alone: row.number(1)? == 1, at: row.moment(2)? })
        };
        rows.iter().map(to_leave).collect()
    }
}
