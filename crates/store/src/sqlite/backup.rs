//! A copy of the database, also while the server runs.

use super::connect;
use super::file::{beside, private, restrict, sync_folder_of};
use crate::StoreError;
use sqlx::{Connection, Row};
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is nothing to copy.
    #[error("there is no database {}: has `galet serve` ever run with this data folder?", .0.display())]
    Nothing(PathBuf),
    /// The copy would overwrite something.
    #[error("{} exists already: name a file that does not exist yet", .0.display())]
    Exists(PathBuf),
    /// Another backup is being written under this name.
    #[error("another backup is being written to {}: wait for it, or name another file", .0.display())]
    Busy(PathBuf),
    /// The copy cannot be written.
    #[error("cannot write {}: {error}", .path.display())]
    Write {
        /// Where.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The copy is not what it should be.
    #[error("the copy cannot be read ({0}): `galet check-data` tells whether the data is damaged")]
    Wrong(String),
    /// The copy could not be made.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is in a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copied {
    /// Its size in bytes.
    pub bytes: u64,
    /// How many tables are in it.
    pub tables: u64,
}

/// What a copy is called until it is whole.
const UNFINISHED: &str = ".unfinished";

/// Copies the database to a new file. What was acknowledged before the call is in it; a server
/// that runs meanwhile is not held up, because readers do not lock writers out. The name appears
/// only when the copy is whole, checked and on disk.
pub async fn copy(database: &Path, to: &Path) -> Result<Copied, BackupError> {
    if !database.exists() {
        return Err(BackupError::Nothing(database.to_owned()));
    }
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let draft = Draft::begin(beside(to, UNFINISHED))?;
    let mut connection = connect(database).await?;
    sqlx::query("VACUUM INTO ?")
        .bind(draft.path.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await
        .map_err(StoreError::Query)?;
    connection.close().await.map_err(StoreError::Query)?;
    let tables = check(&draft.path).await?;
    let bytes = draft.finish(to)?;
    Ok(Copied { bytes, tables })
}

/// Reads a copy as a server would, and counts the tables in it.
async fn check(copy: &Path) -> Result<u64, BackupError> {
    let wrong = |error: sqlx::Error| BackupError::Wrong(error.to_string());
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(copy).read_only(true);
    let mut connection =
        sqlx::SqliteConnection::connect_with(&options.immutable(true)).await.map_err(wrong)?;
    let row = sqlx::query("PRAGMA quick_check(1)").fetch_one(&mut connection).await;
    let said: String = row.and_then(|row| row.try_get(0)).map_err(wrong)?;
    if said != "ok" {
        return Err(BackupError::Wrong(said));
    }
    let row = sqlx::query("SELECT count(*) FROM tables").fetch_one(&mut connection).await;
    let tables: i64 = row.and_then(|row| row.try_get(0)).map_err(wrong)?;
    connection.close().await.map_err(wrong)?;
    Ok(tables.unsigned_abs())
}

/// A copy that is being written. Dropped before it is finished, it leaves nothing behind.
struct Draft {
    path: PathBuf,
    file: File,
}

impl Draft {
    /// Makes the file, or takes over the one that a backup left which was killed.
    fn begin(path: PathBuf) -> Result<Draft, BackupError> {
        let file = private().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|error| BackupError::Write { path: path.clone(), error })?;
        // Where a lock is more than advice it would keep SQLite out, too.
        if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(BackupError::Busy(path));
        }
        restrict(&path, 0o600);
        let draft = Draft { path, file };
        draft.file.set_len(0).map_err(|error| draft.failed(error))?;
        Ok(draft)
    }

    /// Puts it on disk and gives it its name, unless something has that name by now.
    fn finish(self, to: &Path) -> Result<u64, BackupError> {
        let bytes = self.file.sync_all().and_then(|()| self.file.metadata());
        let bytes = bytes.map_err(|error| self.failed(error))?.len();
        // A second name, which unlike renaming never takes the place of another file.
        match std::fs::hard_link(&self.path, to) {
            Ok(()) => {}
            Err(_) if to.exists() => return Err(BackupError::Exists(to.to_owned())),
            // Some file systems know no second names.
            Err(_) => std::fs::rename(&self.path, to).map_err(|error| self.failed(error))?,
        }
        drop(self);
        sync_folder_of(to).map_err(|error| BackupError::Write { path: to.to_owned(), error })?;
        Ok(bytes)
    }

    fn failed(&self, error: io::Error) -> BackupError {
        BackupError::Write { path: self.path.clone(), error }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
