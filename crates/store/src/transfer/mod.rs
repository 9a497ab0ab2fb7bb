//! An installation is copied to another place: a file, or a PostgreSQL database.
//!
//! It goes in parts, in the order of their keys, so that a copy that broke off goes on where it was.
//! Until it is whole and compared, nobody can serve from it.

mod compare;
mod sheet;

use crate::clock::WallClock;
use crate::file::FolderLock;
use crate::nodes::{ALONE, NodeId};
use crate::place::Place;
use crate::query::{Pieces, Statement, Value};
use crate::{Store, StoreError};
use galet_table::Moment;
use sheet::{SHEETS, Sheet};
use std::path::PathBuf;

/// How far a copy is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TransferProgress {
    /// Rows that are copied, or compared.
    pub done: u64,
    /// Of so many.
    pub all: u64,
    /// Whether it is all there already, and being compared.
    pub comparing: bool,
}

/// What was copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Transferred {
    /// Guests.
    pub guests: u64,
    /// Tables.
    pub tables: u64,
    /// Events of these tables; their lists were compared on both sides.
    pub events: u64,
}

/// Why an installation cannot be copied.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// There is nothing to copy.
    #[error("there is no database {}: has `galet serve` ever run with this data folder?", .0.display())]
    Nothing(PathBuf),
    /// Both are the same place.
    #[error("source and target are the same: {0}")]
    Same(String),
    /// There is something else in the target already.
    #[error("{place} has other data already: copy to an empty one")]
    Occupied {
        /// Which.
        place: String,
    },
    /// The target is half of a copy of something else.
    #[error(
        "{place} is half of a copy of {source_place}: finish that one, or copy to an empty one"
    )]
    OtherSource {
        /// The target.
        place: String,
        /// What was being copied.
        source_place: String,
    },
    /// Somebody serves from a database.
    #[error("the node {node:?} serves from {place}: stop it first")]
    Served {
        /// Which.
        place: String,
        /// Who.
        node: String,
    },
    /// Both sides are not the same in the end.
    #[error(
        "the copy is not the same as what was copied ({what}): did somebody serve from one of them meanwhile?"
    )]
    Differs {
        /// What.
        what: String,
    },
    /// It was told to stop.
    #[error("stopped; the same command goes on")]
    Stopped,
    /// A database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// One of the two places.
struct Side {
    store: Store,
    place: String,
    /// No server is on this folder.
    _lock: Option<FolderLock>,
}

/// Nobody has said for so long that they run: in milliseconds.
const SILENT: u64 = 15_000;

/// Copies everything from one place to another, empty one; a copy that broke off goes on. Both
/// sides are compared in the end: every table by a hash over its events.
///
/// `tell` hears how far it is, and stops it by `false`.
pub async fn transfer(
    from: &Place,
    to: &Place,
    mut tell: impl FnMut(TransferProgress) -> bool,
) -> Result<Transferred, TransferError> {
    if from == to {
        return Err(TransferError::Same(from.to_string()));
    }
    if let Place::File(path) = from
        && !path.exists()
    {
        return Err(TransferError::Nothing(path.clone()));
    }
    let source = Side::open(from).await?;
    let target = Side::open(to).await?;
    let copied = copy(&source, &target, &mut tell).await;
    source.store.close().await;
    target.store.close().await;
    copied
}

async fn copy(
    source: &Side,
    target: &Side,
    tell: &mut impl FnMut(TransferProgress) -> bool,
) -> Result<Transferred, TransferError> {
    source.refuse_served().await?;
    target.refuse_served().await?;
    let began = [source.store.now().await?, target.store.now().await?];
    if target.begin(&source.place).await? {
        let mut done = 0;
        let all = source.count_all().await?;
        for sheet in &SHEETS {
            done += target.count(sheet).await?;
            let mut key = sheet.last(&target.store).await?;
            loop {
                if !tell(TransferProgress { done, all, comparing: false }) {
                    return Err(TransferError::Stopped);
                }
                let rows = sheet.page(&source.store, key).await?;
                let Some(last) = rows.last() else { break };
                key = Some(sheet.key_of(last));
                done += rows.len() as u64;
                sheet.write(&target.store, rows).await?;
            }
        }
        target.take_heartbeat(source).await?;
    }
    let compared = compare::both(&source.store, &target.store, tell).await?;
    // Both are read in parts: whoever served meanwhile may have written behind them.
    for (side, began) in [source, target].into_iter().zip(began) {
        side.refuse_served_since(began).await?;
    }
    target.finish().await?;
    Ok(compared)
}

impl Side {
    async fn open(place: &Place) -> Result<Self, TransferError> {
        let lock = match place {
            Place::File(path) => {
                let folder = path.parent().map(PathBuf::from).unwrap_or_default();
                Some(FolderLock::take(&folder)?)
            }
            Place::Postgres(_) => None,
        };
        let store = Store::open_patiently(place, WallClock::system()).await?;
        Ok(Side { store, place: place.to_string(), _lock: lock })
    }

    /// A folder is locked; in a database that is shared nodes say that they run.
    async fn refuse_served(&self) -> Result<(), TransferError> {
        if !self.store.is_shared() {
            return Ok(());
        }
        let since = self.store.now().await?.0.saturating_sub(SILENT);
        let query = Statement::new(
            "SELECT name FROM nodes WHERE at > $1 AND left_at IS NULL ORDER BY at DESC LIMIT 1",
        );
        self.refuse(query.bind(since)).await
    }

    /// Also who has gone again.
    async fn refuse_served_since(&self, began: Moment) -> Result<(), TransferError> {
        if !self.store.is_shared() {
            return Ok(());
        }
        let query = "SELECT name FROM nodes WHERE at >= $1 ORDER BY at DESC LIMIT 1";
        self.refuse(Statement::new(query).bind(began.0)).await
    }

    async fn refuse(&self, nodes: Statement) -> Result<(), TransferError> {
        match self.store.reads.first(nodes).await? {
            None => Ok(()),
            Some(row) => {
                let node = row.text(0).map_err(StoreError::Query)?;
                Err(TransferError::Served { place: self.place.clone(), node })
            }
        }
    }

    /// Begins a copy here, or goes on with it. Whether anything is left to copy.
    async fn begin(&self, source: &str) -> Result<bool, TransferError> {
        let query = Statement::new("SELECT source, finished FROM transfer");
        if let Some(row) = self.store.reads.first(query).await? {
            let begun = row.text(0).map_err(StoreError::Query)?;
            let finished = row.number_if_any(1).map_err(StoreError::Query)?;
            return match finished {
                None if begun != source => Err(TransferError::OtherSource {
                    place: self.place.clone(),
                    source_place: begun,
                }),
                Some(_) if begun != source => Err(self.occupied()),
                finished => Ok(finished.is_none()),
            };
        }
        if self.count_all().await? > 0 {
            return Err(self.occupied());
        }
        let begin = Statement::new("INSERT INTO transfer (id, source) VALUES ($1, $2)");
        self.store.writer.ask(begin.bind(1_i64).bind(source)).await?;
        Ok(true)
    }

    fn occupied(&self) -> TransferError {
        TransferError::Occupied { place: self.place.clone() }
    }

    async fn finish(&self) -> Result<(), StoreError> {
        let now = self.store.now().await?;
        let finish =
            Statement::new("UPDATE transfer SET finished = coalesce(finished, $1)").bind(now.0);
        self.store.writer.ask(finish).await.map(|_| ())
    }

    /// When a server last ran is known here, too: clocks stand still from then on.
    async fn take_heartbeat(&self, source: &Side) -> Result<(), StoreError> {
        let Some(at) = source.store.heartbeat().await? else { return Ok(()) };
        let mut take = Pieces::default();
        take.push("INSERT INTO nodes (id, name, at, left_at) VALUES (").bind(ALONE.0);
        take.push(", ").bind("moved").push(", ").bind(at).push(", ").bind(at);
        take.push(") ON CONFLICT DO NOTHING");
        self.store.writer.ask(take.build()).await.map(|_| ())
    }

    async fn count(&self, sheet: &Sheet) -> Result<u64, StoreError> {
        Ok(self.store.reads.one(sheet.count()).await?.moment(0)?)
    }

    async fn count_all(&self) -> Result<u64, StoreError> {
        let mut all = 0;
        for sheet in &SHEETS {
            all += self.count(sheet).await?;
        }
        Ok(all)
    }
}

impl Store {
    /// Refuses half of a copy.
    pub(crate) async fn refuse_half_a_copy(&self, place: &Place) -> Result<(), StoreError> {
        let query = Statement::new("SELECT source FROM transfer WHERE finished IS NULL");
        match self.reads.first(query).await? {
            None => Ok(()),
            Some(row) => {
                Err(StoreError::HalfCopy { place: place.to_string(), source_place: row.text(0)? })
            }
        }
    }

    /// The node to whom outages of another place are put down: everybody's, where there are several.
    fn outages_go_to(&self) -> NodeId {
        if self.is_shared() { NodeId::EVERYBODY } else { ALONE }
    }
}

/// A row as both databases have it.
type Cells = Vec<Value>;
