//! Whether both sides hold the same: every table by a hash over its events, everything else by one
//! hash over all of it.

use super::sheet::{EVENTS, SHEETS, Sheet};
use super::{Cells, TransferError, TransferProgress, Transferred};
use crate::query::Value;
use crate::{Store, StoreError};
use sha2::{Digest, Sha256};
use std::collections::VecDeque;

/// How far it is is told after so many events.
const TELL: u64 = 500;

/// Compares both sides, and counts.
pub(super) async fn both(
    source: &Store,
    target: &Store,
    tell: &mut impl FnMut(TransferProgress) -> bool,
) -> Result<Transferred, TransferError> {
    let mut all = 0;
    for sheet in &SHEETS {
        all += source.reads.one(sheet.count()).await?.moment(0).map_err(StoreError::Query)?;
    }
    let mut done = 0;
    let mut told = |more: u64| {
        done += more;
        tell(TransferProgress { done, all, comparing: true })
    };
    let mut counted = Transferred::default();
    for sheet in SHEETS.iter().filter(|sheet| sheet.name != EVENTS.name) {
        let here = whole(sheet, source).await?;
        if here != whole(sheet, target).await? {
            return Err(TransferError::Differs { what: sheet.name.to_owned() });
        }
        match sheet.name {
            "guests" => counted.guests = here.1,
            "tables" => counted.tables = here.1,
            _ => {}
        }
        if !told(here.1) {
            return Err(TransferError::Stopped);
        }
    }
    let (mut here, mut there) = (Lists::of(source), Lists::of(target));
    let mut untold = 0;
    loop {
        let (list, copy) = (here.next().await?, there.next().await?);
        if list != copy {
            let what = list.or(copy).map(|list| list.table).unwrap_or_default();
            return Err(TransferError::Differs { what });
        }
        let Some(list) = list else { return Ok(counted) };
        counted.events += list.events;
        untold += list.events;
        if untold >= TELL && !told(std::mem::take(&mut untold)) {
            return Err(TransferError::Stopped);
        }
    }
}

/// A hash over everything in a table of the database, and how many rows it has.
async fn whole(sheet: &Sheet, store: &Store) -> Result<([u8; 32], u64), StoreError> {
    let (mut hash, mut count, mut key) = (Sha256::new(), 0, None);
    loop {
        let rows = sheet.page(store, key).await?;
        let Some(last) = rows.last() else { return Ok((hash.finalize().into(), count)) };
        key = Some(sheet.key_of(last));
        count += rows.len() as u64;
        rows.iter().for_each(|row| add(&mut hash, row));
    }
}

/// The events of one table.
#[derive(PartialEq, Eq, Debug)]
struct List {
    table: String,
    events: u64,
    hash: [u8; 32],
}

/// The event lists of a side, in the order of their tables.
struct Lists<'s> {
    store: &'s Store,
    rows: VecDeque<Cells>,
    key: Option<Cells>,
    ended: bool,
}

impl<'s> Lists<'s> {
    fn of(store: &'s Store) -> Self {
        Lists { store, rows: VecDeque::new(), key: None, ended: false }
    }

    async fn next(&mut self) -> Result<Option<List>, StoreError> {
        let mut list: Option<(List, Sha256)> = None;
        while let Some(row) = self.row().await? {
            let [Value::Text(Some(table)), ..] = &row[..] else { continue };
            match &mut list {
                Some((list, hash)) if list.table == *table => {
                    list.events += 1;
                    add(hash, &row);
                }
                // The first event of the next table.
                Some(_) => {
                    self.rows.push_front(row);
                    break;
                }
                None => {
                    let begun = List { table: table.clone(), events: 1, hash: [0; 32] };
                    let mut hash = Sha256::new();
                    add(&mut hash, &row);
                    list = Some((begun, hash));
                }
            }
        }
        Ok(list.map(|(list, hash)| List { hash: hash.finalize().into(), ..list }))
    }

    async fn row(&mut self) -> Result<Option<Cells>, StoreError> {
        if self.rows.is_empty() && !self.ended {
            self.rows = EVENTS.page(self.store, self.key.take()).await?.into();
            self.key = self.rows.back().map(|row| EVENTS.key_of(row));
            self.ended = self.rows.is_empty();
        }
        Ok(self.rows.pop_front())
    }
}

/// Every cell with its kind and length: nothing else looks the same.
fn add(hash: &mut Sha256, row: &Cells) {
    for cell in row {
        let (kind, bytes): (u8, &[u8]) = match cell {
            Value::Number(None) | Value::Text(None) => (0, &[]),
            Value::Number(Some(number)) => (1, &number.to_be_bytes()),
            Value::Text(Some(text)) => (2, text.as_bytes()),
            Value::Bytes(bytes) => (3, bytes),
        };
        hash.update([kind]);
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    }
}
