//! Everything that outlives the process, as one contract: [`Store`].
//!
//! | to find | look in |
//! |---|---|
//! | what can be written, and what lists know of a table | [`writer`], `change` |
//! | the task that writes: group commit, also when the database fails | `scribe`; what it needs of a database: `desk` |
//! | reading: one text for every database | `query`; [`guests`], [`tables`], [`results`], [`aged`] |
//! | deleting | [`removal`] |
//! | who does what a table wants by itself | [`wakes`] |
//! | the programs that serve, and their outages | [`nodes`] |
//! | whether what is written arrives, and what everybody is told if not | [`health`] |
//! | one SQLite file: its folder, its lock, backup | `sqlite` |
//! | PostgreSQL, which several nodes share (feature `postgres`) | `postgres` |
//! | the time, which is handed in | [`WallClock`] |
//! | whether everything can be read | [`check`] |
//! | copying an installation to another place | [`transfer()`] |
//! | what every database must pass | [`conformance`] |
//!
//! An event is written under its table and number. Whoever comes second is told
//! [`StoreError::Overtaken`], reloads and decides anew: nobody owns a table.
#![forbid(unsafe_code)]

pub mod aged;
mod change;
pub mod check;
mod clock;
pub mod conformance;
mod desk;
mod gathered;
pub mod guests;
pub mod health;
pub mod nodes;
mod place;
#[cfg(feature = "postgres")]
mod postgres;
mod query;
pub mod removal;
pub mod results;
mod scribe;
#[cfg(test)]
mod scribe_tests;
mod sqlite;
pub mod tables;
mod token;
mod transfer;
pub mod wakes;
pub mod writer;

pub use aged::{AgeLimits, OldTable, Part, TableToLeave};
pub use change::{Ended, StoreChange, Summary};
pub use clock::{ClockHand, WallClock};
pub use guests::{Holder, StoredDevice};
pub use health::{Condition, StorageFault, StorageHealth};
pub use nodes::{NodeId, NodeState, Outage, STALE};
pub use place::{Place, PostgresUrl, database_in};
pub use removal::Removal;
pub use sqlite::{backup, file};
pub use tables::{Known, Listed};
pub use token::TokenHash;
pub use transfer::{TransferError, TransferProgress, Transferred, transfer};
pub use wakes::LEASE;

use file::DatabaseFile;
use query::Reads;
use std::path::PathBuf;
use writer::Writer;

/// The database: many readers and one task that writes. Its copies are the same.
#[derive(Clone, Debug)]
pub struct Store {
    reads: Reads,
    /// Whatever is written goes through here.
    pub writer: Writer,
    /// Whether what is written arrives.
    pub health: StorageHealth,
    /// Where it is, if it is a file.
    file: Option<DatabaseFile>,
    clock: WallClock,
    node: NodeId,
}

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder or a file in it cannot be made or used.
    #[error("cannot make or use {}: {error}", .path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file cannot be opened or brought up to date.
    #[error("cannot open the database {}: {why}", .path.display())]
    Open {
        /// Which.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The database cannot be reached or brought up to date.
    #[error("cannot use the database {place}: {why}")]
    Connect {
        /// Which, without secrets.
        place: String,
        /// Why.
        why: String,
    },
    /// The server is there, but has no such database.
    #[error("there is no database {place}: make it first, for example with `createdb`")]
    NoDatabase {
        /// Which, without secrets.
        place: String,
    },
    /// What was given is no address of a database. It may hold a secret, so it is not repeated.
    #[error("that is no address of a database: postgres://user:password@host:5432/name is one")]
    NoAddress,
    /// This program knows files only.
    #[error(
        "this galet knows no PostgreSQL: take a release binary, or build it with `cargo build --release \
         -p galet --features cluster`"
    )]
    NoPostgres,
    /// Another server uses the folder.
    #[error(
        "another galet serves from {} already: stop that one first, or choose another folder with \
         --data",
        .folder.display()
    )]
    InUse {
        /// Which.
        folder: PathBuf,
    },
    /// The database is half of a copy.
    #[error("{place} is half of a copy of {source_place}: finish it with `galet move-data` first")]
    HalfCopy {
        /// Which.
        place: String,
        /// Of what.
        source_place: String,
    },
    /// Nothing can be written at the moment.
    #[error("nothing can be written: {0}")]
    Failing(StorageFault),
    /// Somebody else was faster: the number of an event is not the next one, or its table has been deleted.
    /// Nothing of it is written.
    #[error("somebody else was faster")]
    Overtaken,
    /// Something could not be read or written.
    #[error("the database failed: {0}")]
    Query(#[from] sqlx::Error),
    /// The server is going down and writes no more.
    #[error("the server is going down")]
    Closed,
}

impl Store {
    /// Opens a database, makes it if it is missing, and brings it up to date. What a node of the
    /// same number left claimed is free again.
    ///
    /// `node` is the number of whoever opens it, and `name` what people call it; in a file the
    /// number is always 1.
    pub async fn open(
        place: &Place,
        clock: WallClock,
        node: NodeId,
        name: &str,
    ) -> Result<Self, StoreError> {
        let store = match place {
            Place::File(path) => sqlite::open(path, clock, name).await?,
            #[cfg(feature = "postgres")]
            Place::Postgres(url) => postgres::open(url, clock, node, name).await?,
            #[cfg(not(feature = "postgres"))]
            Place::Postgres(_) => {
                let _ = node;
                return Err(StoreError::NoPostgres);
            }
        };
        store.refuse_half_a_copy(place).await?;
        if !store.is_shared() {
            store.release_leases().await?;
        }
        Ok(store)
    }

    /// Opens a database for a command that takes its time.
    async fn open_patiently(place: &Place, clock: WallClock) -> Result<Self, StoreError> {
        match place {
            Place::File(path) => sqlite::open(path, clock, "").await,
            #[cfg(feature = "postgres")]
            Place::Postgres(url) => postgres::open_patiently(url, clock).await,
            #[cfg(not(feature = "postgres"))]
            Place::Postgres(_) => Err(StoreError::NoPostgres),
        }
    }

    /// Whether the database is still where it was: a file can be moved away.
    pub fn is_in_place(&self) -> bool {
        self.file.as_ref().is_none_or(|file| file.check().is_ok())
    }

    /// The short check at the start of a server. What it finds turns [`Store::health`] red; the
    /// tables that are whole are served all the same.
    pub async fn check_quickly(&self) {
        if let Some(file) = &self.file {
            sqlite::check::quickly(&file.path, &self.health).await;
        }
    }

    /// Finishes what is being written and closes the database.
    pub async fn close(&self) {
        // Whoever closes last tidies up, and readers cannot.
        self.reads.close().await;
        self.writer.close().await;
    }
}
