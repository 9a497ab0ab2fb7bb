//! The one connection that writes into a file, and what its errors mean.

use super::batch::{Stamp, commit};
use super::file::DatabaseFile;
use super::options;
use crate::change::StoreChange;
use crate::clock::WallClock;
use crate::desk::{Desk, Failure};
use crate::health::StorageFault;
use crate::query::{Row, Statement};
use galet_table::Moment;
use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Connection};

pub(crate) struct SqliteDesk {
    pub(crate) file: DatabaseFile,
    /// Missing when it could not be opened again after a failure.
    pub(crate) connection: Option<SqliteConnection>,
    pub(crate) clock: WallClock,
    /// What people call this node.
    pub(crate) name: String,
}

impl Desk for SqliteDesk {
    async fn commit(&mut self, jobs: &[&[StoreChange]]) -> Result<Vec<u64>, Failure> {
        self.ready().await?;
        let Some(connection) = &mut self.connection else { return Err(nothing_open()) };
        let stamp = Stamp { name: &self.name, now: self.clock.now().0 };
        let result = commit(connection, jobs, stamp).await;
        self.settle(result).await
    }

    async fn ask(&mut self, statement: &Statement) -> Result<Vec<Row>, Failure> {
        self.ready().await?;
        let Some(connection) = &mut self.connection else { return Err(nothing_open()) };
        let rows = statement.clone().for_sqlite().fetch_all(connection).await;
        let rows = rows.map(|rows| rows.into_iter().map(Row::Sqlite).collect());
        self.settle(rows).await
    }

    async fn now(&mut self) -> Result<Moment, Failure> {
        Ok(self.clock.now())
    }

    fn place(&self) -> String {
        self.file.path.display().to_string()
    }

    async fn close(mut self) {
        self.drop_connection().await;
    }
}

impl SqliteDesk {
    /// The connection is there, opened again if need be, and its file is still in its place.
    async fn ready(&mut self) -> Result<(), Failure> {
        self.file.check().map_err(|fault| Failure::Fault(fault, None))?;
        if self.connection.is_none() {
            let opened = options(&self.file.path).connect().await;
            self.connection = Some(opened.map_err(|error| match Blame::of(&error) {
                Blame::Disk(fault) => Failure::Fault(fault, None),
                _ => Failure::Fault(StorageFault::Failing, None),
            })?);
        }
        Ok(())
    }

    /// What became of a transaction. After one that failed there is another connection: SQLite may
    /// have rolled back by itself, and the old one does not know.
    async fn settle<T>(&mut self, result: Result<T, sqlx::Error>) -> Result<T, Failure> {
        let error = match result {
            // Nothing counts that went into a file which is no longer there.
            Ok(done) => {
                return self.file.check().map(|()| done).map_err(|f| Failure::Fault(f, None));
            }
            Err(error) => error,
        };
        self.drop_connection().await;
        Err(match Blame::of(&error) {
            Blame::Disk(fault) => Failure::Fault(fault, Some(error)),
            Blame::Damage => Failure::Damage(error),
            Blame::Order => Failure::Overtaken,
            Blame::Change => Failure::Refused(error),
        })
    }

    async fn drop_connection(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if self.file.check().is_err() {
            // Closing would tidy up by name, and the name may be another file's by now.
            std::mem::forget(connection);
        } else if let Err(error) = connection.close().await {
            tracing::error!(%error, "the database was not closed in good order");
        }
    }
}

fn nothing_open() -> Failure {
    Failure::Fault(StorageFault::Failing, None)
}

/// What an error of SQLite means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Blame {
    /// The disk: nothing can be written now.
    Disk(StorageFault),
    /// A part of the file that cannot be read.
    Damage,
    /// An event comes too late.
    Order,
    /// What was to be written.
    Change,
}

impl Blame {
    pub(super) fn of(error: &sqlx::Error) -> Blame {
        let sqlx::Error::Database(error) = error else { return Blame::Disk(StorageFault::Failing) };
        if error.try_downcast_ref::<sqlx::sqlite::SqliteError>().is_none() {
            return Blame::Disk(StorageFault::Failing);
        }
        let code = error.code().and_then(|code| code.parse::<u32>().ok());
        // The last eight bits are the kind of error, those above tell more of it.
        match code.map(|code| code & 0xff) {
            Some(13) => Blame::Disk(StorageFault::Full),
            // A damaged page, or no database at all.
            Some(11 | 26) => Blame::Damage,
            // Its number is taken, or it has no table.
            Some(19) if error.message().contains("events.") => Blame::Order,
            // A wrong statement, a value too large, against a constraint, of a wrong type.
            Some(1 | 18 | 19 | 20 | 25) => Blame::Change,
            _ => Blame::Disk(StorageFault::Failing),
        }
    }
}
