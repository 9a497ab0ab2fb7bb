//! What the writing task needs of a database.

use crate::change::StoreChange;
use crate::health::StorageFault;
use crate::query::{Row, Statement};
use galet_table::Moment;

/// The place where the writing task writes: the one connection that does it, opened again if need
/// be.
pub(crate) trait Desk: Send + 'static {
    /// Everything that some jobs change, in one transaction: all or nothing. For each job the
    /// number of rows that its last change touched.
    fn commit(
        &mut self,
        jobs: &[&[StoreChange]],
    ) -> impl Future<Output = Result<Vec<u64>, Failure>> + Send;

    /// A statement that is a transaction of its own.
    fn ask(
        &mut self,
        statement: &Statement,
    ) -> impl Future<Output = Result<Vec<Row>, Failure>> + Send;

    /// The database's time.
    fn now(&mut self) -> impl Future<Output = Result<Moment, Failure>> + Send;

    /// Where it is, for whoever reads the log.
    fn place(&self) -> String;

    /// Closes it in good order.
    fn close(self) -> impl Future<Output = ()> + Send;
}

/// Why a transaction is not on disk.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nothing can be written, whatever it is.
    Fault(StorageFault, Option<sqlx::Error>),
    /// A part of the file cannot be read.
    Damage(sqlx::Error),
    /// An event has a number that is not the next one, or belongs to a table that is gone.
    Overtaken,
    /// This cannot be written.
    Refused(sqlx::Error),
}
