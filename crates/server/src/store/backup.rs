//! A copy of the database, also while the server runs.

use super::{StoreError, connect};
use sqlx::Connection;
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
    /// The copy could not be made.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Copies the database to a new file. What was acknowledged before the call is in it; a server
/// that runs meanwhile is not held up, because readers do not lock writers out.
pub(crate) async fn copy(database: &Path, to: &Path) -> Result<(), BackupError> {
    if !database.exists() {
        return Err(BackupError::Nothing(database.to_owned()));
    }
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let mut connection = connect(database).await?;
    sqlx::query("VACUUM INTO ?")
        .bind(to.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await
        .map_err(StoreError::Query)?;
    connection.close().await.map_err(StoreError::Query)?;
    // The copy is a promise, too: it is on disk when the command returns.
    let sync = std::fs::File::open(to).and_then(|file| file.sync_all());
    sync.map_err(|error| StoreError::Query(sqlx::Error::Io(error)))?;
    Ok(())
}
