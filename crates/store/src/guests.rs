//! Guests and their devices as the database knows them.

use crate::query::{Row, Statement, json};
use crate::token::TokenHash;
use crate::{Store, StoreError};
use galet_table::GuestId;
use std::collections::HashMap;

/// Who holds a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holder {
    /// The guest.
    pub guest: GuestId,
    /// When the token was last seen, to the day.
    pub seen: u64,
}

/// A browser that carries a guest's identity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredDevice {
    /// The hash of its token.
    pub hash: TokenHash,
    /// A public random number.
    pub device: i64,
    /// Browser and system in a few words.
    pub about: String,
    /// When it first came, in ms since 1970.
    pub created: u64,
    /// When it was last seen, to the day.
    pub seen: u64,
}

impl Store {
    /// The guest whose browser holds a token.
    pub async fn holder_of(&self, hash: TokenHash) -> Result<Option<Holder>, StoreError> {
        let query = Statement::new("SELECT guest, seen FROM tokens WHERE hash = $1").bind(hash);
        let row = self.reads.first(query).await?;
        row.map(|row| Ok(Holder { guest: guest(&row, 0)?, seen: row.moment(1)? })).transpose()
    }

    /// Those of some tokens that somebody holds, and who.
    pub async fn holders_of(
        &self,
        hashes: &[TokenHash],
    ) -> Result<Vec<(TokenHash, GuestId)>, StoreError> {
        let mut holders = Vec::with_capacity(hashes.len());
        if !self.is_shared() {
            for &hash in hashes {
                holders.extend(self.holder_of(hash).await?.map(|holder| (hash, holder.guest)));
            }
            return Ok(holders);
        }
        let named: HashMap<String, TokenHash> =
            hashes.iter().map(|hash| (hex(hash), *hash)).collect();
        let query = Statement::new(
            "SELECT encode(hash, 'hex'), guest FROM tokens WHERE hash IN
               (SELECT decode(name, 'hex') FROM jsonb_array_elements_text($1::text::jsonb) AS name)",
        );
        let names: Vec<&String> = named.keys().collect();
        for row in self.reads.all(query.bind(json(&names))).await? {
            if let Some(hash) = named.get(&row.text(0)?) {
                holders.push((*hash, guest(&row, 1)?));
            }
        }
        Ok(holders)
    }

    /// Whether a token was signed out.
    pub async fn is_signed_out(&self, hash: TokenHash) -> Result<bool, StoreError> {
        let query = Statement::new("SELECT at FROM signed_out WHERE hash = $1").bind(hash);
        Ok(self.reads.first(query).await?.is_some())
    }

    /// The name that a guest chose; empty when none.
    pub async fn guest_name(&self, guest: GuestId) -> Result<String, StoreError> {
        let query = Statement::new("SELECT name FROM guests WHERE id = $1").bind(guest.0 as i64);
        let row = self.reads.first(query).await?;
        Ok(row.map(|row| row.text(0)).transpose()?.unwrap_or_default())
    }

    /// The browsers of a guest, the one that was seen last first.
    pub async fn devices_of(&self, guest: GuestId) -> Result<Vec<StoredDevice>, StoreError> {
        let query = Statement::new(
            "SELECT hash, device, about, created, seen FROM tokens WHERE guest = $1
             ORDER BY seen DESC, created DESC, device",
        );
        let rows = self.reads.all(query.bind(guest.0 as i64)).await?;
        let read = |row: &Row| {
            let hash = row.bytes(0)?.try_into().map_err(|_| sqlx::Error::RowNotFound)?;
            Ok(StoredDevice {
                hash: TokenHash(hash),
                device: row.number(1)?,
                about: row.text(2)?,
                created: row.moment(3)?,
                seen: row.moment(4)?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// The guest to whom a link that is still good leads.
    pub async fn guest_of_link(
        &self,
        hash: TokenHash,
        now: u64,
    ) -> Result<Option<GuestId>, StoreError> {
        let query = Statement::new("SELECT guest FROM links WHERE hash = $1 AND expires > $2");
        let row = self.reads.first(query.bind(hash).bind(now)).await?;
        row.map(|row| Ok(guest(&row, 0)?)).transpose()
    }
}

fn guest(row: &Row, column: usize) -> Result<GuestId, sqlx::Error> {
    Ok(GuestId(row.number(column)? as u64))
}

fn hex(hash: &TokenHash) -> String {
    hash.0.iter().map(|byte| format!("{byte:02x}")).collect()
}
