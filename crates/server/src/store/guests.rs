//! Guests and their devices as the database knows them.

use super::{Store, StoreError};
use crate::token::TokenHash;
use galet_table::GuestId;
use sqlx::Row;

/// Who holds a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Holder {
    pub(crate) guest: GuestId,
    /// When the token was last seen, to the day.
    pub(crate) seen: u64,
}

/// A browser that carries a guest's identity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredDevice {
    pub(crate) hash: TokenHash,
    /// A public random number.
    pub(crate) device: i64,
    pub(crate) about: String,
    pub(crate) created: u64,
    pub(crate) seen: u64,
}

impl Store {
    /// The guest whose browser holds a token.
    pub(crate) async fn holder_of(&self, hash: TokenHash) -> Result<Option<Holder>, StoreError> {
        let row = sqlx::query("SELECT guest, seen FROM tokens WHERE hash = ?")
            .bind(hash.0.to_vec())
            .fetch_optional(&self.reads)
            .await?;
        let read = |row: sqlx::sqlite::SqliteRow| {
            let guest = GuestId(row.try_get::<i64, _>(0)? as u64);
            Ok(Holder { guest, seen: row.try_get::<i64, _>(1)? as u64 })
        };
        row.map(read).transpose()
    }

    /// Whether a token was signed out.
    pub(crate) async fn is_signed_out(&self, hash: TokenHash) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT 1 FROM signed_out WHERE hash = ?")
            .bind(hash.0.to_vec())
            .fetch_optional(&self.reads)
            .await?;
        Ok(row.is_some())
    }

    /// The name that a guest chose; empty when none.
    pub(crate) async fn guest_name(&self, guest: GuestId) -> Result<String, StoreError> {
        let row = sqlx::query("SELECT name FROM guests WHERE id = ?").bind(guest.0 as i64);
        let row = row.fetch_optional(&self.reads).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?.unwrap_or_default())
    }

    /// The browsers of a guest, the one that was seen last first.
    pub(crate) async fn devices_of(&self, guest: GuestId) -> Result<Vec<StoredDevice>, StoreError> {
        let rows = sqlx::query(
            "SELECT hash, device, about, created, seen FROM tokens WHERE guest = ?
             ORDER BY seen DESC, created DESC, device",
        )
        .bind(guest.0 as i64)
        .fetch_all(&self.reads)
        .await?;
        let read = |row: &sqlx::sqlite::SqliteRow| {
            let hash: Vec<u8> = row.try_get(0)?;
            let hash = hash.try_into().map_err(|_| sqlx::Error::RowNotFound)?;
            Ok(StoredDevice {
                hash: TokenHash(hash),
                device: row.try_get(1)?,
                about: row.try_get(2)?,
                created: row.try_get::<i64, _>(3)? as u64,
                seen: row.try_get::<i64, _>(4)? as u64,
            })
        };
        rows.iter().map(read).collect()
    }

    /// The guest to whom a link that is still good leads.
    pub(crate) async fn guest_of_link(
        &self,
        hash: TokenHash,
        now: u64,
    ) -> Result<Option<GuestId>, StoreError> {
        let row = sqlx::query("SELECT guest FROM links WHERE hash = ? AND expires > ?")
            .bind(hash.0.to_vec())
            .bind(now as i64)
            .fetch_optional(&self.reads)
            .await?;
        row.map(|row| Ok(GuestId(row.try_get::<i64, _>(0)? as u64))).transpose()
    }
}
