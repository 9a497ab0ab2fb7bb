//! One SQLite file in a folder of its own.
//!
//! - writing: [`desk`], the connection that does it; [`batch`], what nearly all commits are
//! - [`mod@file`]: the data folder, its lock, who may read it
//! - [`backup`]: a copy while the server runs
//! - [`check`]: whether everything can be read
//!
//! The file is in WAL mode with `synchronous=FULL`: when a commit returns, its bytes are on disk.

pub mod backup;
mod batch;
pub(crate) mod check;
pub(crate) mod desk;
pub mod file;

use crate::clock::WallClock;
use crate::health::StorageHealth;
use crate::nodes::ALONE;
use crate::query::Reads;
use crate::writer::Writer;
use crate::{Store, StoreError};
use desk::SqliteDesk;
use file::DatabaseFile;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, SqlStr};
use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

const READERS: u32 = 4;
/// So long one connection waits for another.
const BUSY: Duration = Duration::from_secs(10);

/// Opens the file, makes it if it is missing, and brings it up to date.
pub(crate) async fn open(path: &Path, clock: WallClock, name: &str) -> Result<Store, StoreError> {
    file::make_database(path)
        .map_err(|error| StoreError::Folder { path: path.to_owned(), error })?;
    let fail = |why: String| StoreError::Open { path: path.to_owned(), why };
    let connection = options(path).connect().await;
    let mut connection = connection.map_err(|error| fail(error.to_string()))?;
    let brought = migrator().run_direct(None, &mut connection, false).await;
    brought.map_err(|error| fail(error.to_string()))?;
    let (file, health) = (DatabaseFile::at(path), StorageHealth::default());
    let reads = readers(&file).await.map_err(|error| fail(error.to_string()))?;
    let desk = SqliteDesk {
        file: file.clone(),
        connection: Some(connection),
        clock: clock.clone(),
        name: name.to_owned(),
    };
    let writer = Writer::start(desk, ALONE, clock.clone(), health.clone());
    Ok(Store { reads: Reads::Sqlite(reads), writer, health, file: Some(file), clock, node: ALONE })
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
pub(crate) fn options(path: &Path) -> SqliteConnectOptions {
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
        (1, "first", include_str!("../../migrations/sqlite/0001_first.sql")),
        (2, "devices", include_str!("../../migrations/sqlite/0002_devices.sql")),
        (3, "whole", include_str!("../../migrations/sqlite/0003_whole.sql")),
        (4, "lighter", include_str!("../../migrations/sqlite/0004_lighter.sql")),
        (5, "results", include_str!("../../migrations/sqlite/0005_results.sql")),
        (6, "nodes", include_str!("../../migrations/sqlite/0006_nodes.sql")),
        (7, "secret", include_str!("../../migrations/sqlite/0007_secret.sql")),
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

/// Whether an error tells of a damaged file.
pub(crate) fn is_damage(error: &sqlx::Error) -> bool {
    desk::Blame::of(error) == desk::Blame::Damage
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
