//! Where a database is.

use std::path::{Path, PathBuf};

/// Where a database is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A SQLite file.
    File(PathBuf),
}

/// The database file in a data folder.
pub fn database_in(data: &Path) -> PathBuf {
    data.join("galet.db")
}
