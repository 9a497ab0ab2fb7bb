//! Guests as the database knows them.

use super::{Store, StoreError};
use crate::token::TokenHash;
use sqlx::Row;

/// A guest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredGuest {
    pub(crate) id: i64,
    pub(crate) name: String,
}

impl Store {
    /// The guest whose browser holds a token.
    pub(crate) async fn guest_with(
        &self,
        hash: TokenHash,
    ) -> Result<Option<StoredGuest>, StoreError> {
        let row = sqlx::query(
            "SELECT guests.id, guests.name FROM tokens JOIN guests ON guests.id = tokens.guest
             WHERE tokens.hash = ?",
        )
        .bind(hash.0.to_vec())
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| Ok(StoredGuest { id: row.try_get(0)?, name: row.try_get(1)? })).transpose()
    }

    /// The name that a guest chose; empty when none.
    pub(crate) async fn guest_name(&self, id: i64) -> Result<String, StoreError> {
        let row = sqlx::query("SELECT name FROM guests WHERE id = ?").bind(id);
        let row = row.fetch_optional(&self.reads).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?.unwrap_or_default())
    }

    /// The guest to whom a link that is still good leads.
    pub(crate) async fn guest_of_link(
        &self,
        hash: TokenHash,
        now: u64,
    ) -> Result<Option<i64>, StoreError> {
        let row = sqlx::query("SELECT guest FROM links WHERE hash = ? AND expires > ?")
            .bind(hash.0.to_vec())
            .bind(now as i64)
            .fetch_optional(&self.reads)
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }
}
