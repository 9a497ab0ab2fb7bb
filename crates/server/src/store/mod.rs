//! Everything that outlives the process: one SQLite file.
//!
//! - writing: [`writer`], group commit; [`batch`], what nearly all commits are; [`scribe`], the task
//!   that does it, also when the disk fails
//! - reading: [`guests`], [`tables`], [`results`], [`aged`]
//! - deleting: [`removal`]
//! - [`health`]: whether what is written arrives, and what everybody is told if not
//! - [`mod@file`]: the data folder, its lock, who may read it
//! - [`backup`]: a copy while the server runs
//! - [`check`]: whether everything can be read
//!
//! The file is in WAL mode with `synchronous=FULL`: when a commit returns, its bytes are on disk.

pub(crate) mod aged;
pub(crate) mod backup;
mod batch;
pub(crate) mod check;
pub(crate) mod file;
pub(crate) mod guests;
pub(crate) mod health;
pub(crate) mod removal;
pub(crate) mod results;
mod scribe;
#[cfg(test)]
mod scribe_tests;
pub(crate) mod tables;
pub(crate) mod writer;

use crate::clock::WallClock;
use file::DatabaseFile;
use health::{StorageFault, StorageHealth};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, SqlStr};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;
use writer::Writer;

/// The database: many readers and one writer.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    pub(crate) reads: SqlitePool,
    pub(crate) writer: Writer,
    pub(crate) health: StorageHealth,
    pub(crate) file: DatabaseFile,
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
    /// Nothing can be written at the moment.
    #[error("nothing can be written: {0}")]
    Failing(StorageFault),
    /// Something could not be read or written.
    #[error("the database failed: {0}")]
    Query(#[from] sqlx::Error),
    /// The server is going down and writes no more.
    #[error("the server is going down")]
    Closed,
}

const READERS: u32 = 4;
/// So long one connection waits for another.
const BUSY: Duration = Duration::from_secs(10);

impl Store {
    /// Opens the database, makes it if it is missing, and brings it up to date.
    pub(crate) async fn open(path: &Path, clock: WallClock) -> Result<Self, StoreError> {
        file::make_database(path)
            .map_err(|error| StoreError::Folder { path: path.to_owned(), error })?;
        let fail = |why: String| StoreError::Open { path: path.to_owned(), why };
        let connection = options(path).connect().await;
        let mut connection = connection.map_err(|error| fail(error.to_string()))?;
        let steps = migrator();
        let brought = steps.run_direct(None, &mut connection, false).await;
        brought.map_err(|error| fail(error.to_string()))?;
        let (file, health) = (DatabaseFile::at(path), StorageHealth::default());
        let reads = readers(&file).await.map_err(|error| fail(error.to_string()))?;
        let writer = Writer::start(connection, file.clone(), clock, health.clone());
        Ok(Store { reads, writer, health, file })
    }

    /// Finishes what is being written and closes the file.
    pub(crate) async fn close(&self) {
        // Whoever closes last tidies up, and readers cannot.
        self.reads.close().await;
        self.writer.close().await;
    }
}

/// The connections that read. They are opened now and stay: one that is opened later might find
/// another file under the same name.
async fn readers(file: &DatabaseFile) -> Result<SqlitePool, sqlx::Error> {
    let own = file.clone();
    let reads = SqlitePoolOptions::new()
        .max_connections(READERS)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(move |_, _| {
            let found = own.check();
            Box::pin(async move {
                found.map_err(|fault| sqlx::Error::Io(std::io::Error::other(fault.to_string())))
            })
        })
        .connect_lazy_with(options(&file.path).read_only(true));
    let mut opened = Vec::new();
    for _ in 0..READERS {
        opened.push(reads.acquire().await?);
    }
    Ok(reads)
}

/// How every connection is opened.
fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        // What a statement needs for undoing itself stays in memory: no file for each commit.
        .pragma("temp_store", "memory")
        // Pages that many moves change go back to their place seldom: a log of 32 MB at most.
        .pragma("wal_autocheckpoint", "8000")
        .disable_statement_logging()
}

/// The steps that bring an older file up to date, in the program itself.
fn migrator() -> Migrator {
    let steps = [
        (1, "first", include_str!("../../migrations/0001_first.sql")),
        (2, "devices", include_str!("../../migrations/0002_devices.sql")),
        (3, "whole", include_str!("../../migrations/0003_whole.sql")),
        (4, "lighter", include_str!("../../migrations/0004_lighter.sql")),
        (5, "results", include_str!("../../migrations/0005_results.sql")),
    ];
    let migrations = steps
        .map(|(version, name, sql)| {
            let (name, sql) = (Cow::Borrowed(name), SqlStr::from_static(sql));
            Migration::new(version, name, MigrationType::Simple, sql, false)
        })
        .to_vec();
    Migrator { migrations: Cow::Owned(migrations), ..Migrator::DEFAULT }
}

/// A connection of its own, for commands that are no server. It changes nothing, not even how the
/// file is written: a backup that no server has opened yet is no log-keeping file.
async fn connect(path: &Path) -> Result<SqliteConnection, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .busy_timeout(BUSY)
        .disable_statement_logging();
    SqliteConnection::connect_with(&options)
        .await
        .map_err(|error| StoreError::Open { path: path.to_owned(), why: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Row;

    /// Older ones have a fault that can spoil the log when two connections write.
    #[tokio::test]
    async fn the_bundled_sqlite_is_new_enough() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let row = sqlx::query("SELECT sqlite_version()").fetch_one(&mut connection).await.unwrap();
        let version: String = row.try_get(0).unwrap();
        let numbers: Vec<u32> = version.split('.').map(|part| part.parse().unwrap()).collect();
        assert!(numbers >= vec![3, 51, 3], "{version}");
    }
}
