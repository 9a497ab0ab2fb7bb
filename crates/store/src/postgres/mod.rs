//! A PostgreSQL database that several nodes share.
//!
//! - writing: [`desk`], the connection that does it; [`batch`], what nearly all commits are
//! - what its errors mean: [`blame`]
//!
//! No wait is without an end: the database gives a statement up, and after a while more so do we,
//! with the connection. A cut between here and there never hangs a table.

mod batch;
mod blame;
pub(crate) mod check;
mod desk;
#[cfg(all(test, target_os = "linux"))]
mod tests;

use crate::clock::WallClock;
use crate::health::{StorageFault, StorageHealth};
use crate::nodes::NodeId;
use crate::place::PostgresUrl;
use crate::query::{Reads, Row, Statement};
use crate::writer::Writer;
use crate::{Store, StoreError};
use blame::Blame;
use desk::PostgresDesk;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, SqlStr};
use std::borrow::Cow;
use std::str::FromStr;
use std::time::Duration;
use tokio::time::timeout;

const READERS: u32 = 8;
/// PostgreSQL's name for a database that is not there.
const NO_DATABASE: &str = "3D000";

/// How long anything may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waits {
    /// So long the database works on one statement, and keeps what a node that stands still has
    /// locked.
    statement: Duration,
    /// So long we wait for it: longer, so that mostly the database has given up what we give up. Over a line that stalls
    /// it may be written all the same, and later.
    answer: Duration,
    /// So long a connection may take to be opened or to become free.
    connect: Duration,
}

/// For servers.
const SERVING: Waits = Waits {
    statement: Duration::from_secs(5),
    answer: Duration::from_secs(7),
    connect: Duration::from_secs(3),
};

/// For commands, and for bringing a database up to date, while other nodes wait for it.
const PATIENT: Waits = Waits {
    statement: Duration::from_secs(600),
    answer: Duration::from_secs(600),
    connect: Duration::from_secs(10),
};

/// Opens the database and brings it up to date.
pub(crate) async fn open(
    url: &PostgresUrl,
    clock: WallClock,
    node: NodeId,
    name: &str,
) -> Result<Store, StoreError> {
    bring_up_to_date(url).await?;
    open_with(url, SERVING, clock, node, name)
}

/// Opens the database for a command.
pub(crate) async fn open_patiently(
    url: &PostgresUrl,
    clock: WallClock,
) -> Result<Store, StoreError> {
    bring_up_to_date(url).await?;
    open_with(url, PATIENT, clock, NodeId::EVERYBODY, "command")
}

fn open_with(
    url: &PostgresUrl,
    waits: Waits,
    clock: WallClock,
    node: NodeId,
    name: &str,
) -> Result<Store, StoreError> {
    let options = options(url, waits)?.application_name(&format!("galet {name}"));
    let reads = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(waits.connect)
        .connect_lazy_with(options.clone());
    let health = StorageHealth::default();
    let desk = PostgresDesk::new(options, waits, url.to_string(), node, name);
    let writer = Writer::start(desk, node, clock.clone(), health.clone());
    let reads = Reads::Postgres(reads, waits.answer);
    Ok(Store { reads, writer, health, file: None, clock, node })
}

/// How every connection is opened.
fn options(url: &PostgresUrl, waits: Waits) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(url.reveal());
    let options = options.map_err(|error| fail(url, &error.to_string()))?;
    let statement = format!("{}ms", waits.statement.as_millis());
    Ok(options
        .options([
            ("statement_timeout", &statement),
            // What a node that stands still has locked is free again.
            ("idle_in_transaction_session_timeout", &statement),
        ])
        .disable_statement_logging())
}

fn fail(url: &PostgresUrl, why: &str) -> StoreError {
    StoreError::Connect { place: url.to_string(), why: why.to_owned() }
}

/// Why a database lets nobody in: in its own words, without the line of its source where it says so.
fn refused(url: &PostgresUrl, error: &sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::Database(error) if error.code().as_deref() == Some(NO_DATABASE) => {
            StoreError::NoDatabase { place: url.to_string() }
        }
        sqlx::Error::Database(error) => fail(url, error.message()),
        error => fail(url, &error.to_string()),
    }
}

/// A connection of its own, for commands that are no server.
pub(crate) async fn connect(url: &PostgresUrl) -> Result<PgConnection, StoreError> {
    let options = options(url, PATIENT)?;
    let connecting = PgConnection::connect_with(&options);
    let connecting = timeout(PATIENT.connect, connecting).await;
    let opened = connecting.map_err(|_| fail(url, "it does not answer"))?;
    opened.map_err(|error| refused(url, &error))
}

/// Several nodes may start at once: the first to come does it, under a lock of the database.
pub(crate) async fn bring_up_to_date(url: &PostgresUrl) -> Result<(), StoreError> {
    let mut connection = connect(url).await?;
    let brought = migrator().run_direct(None, &mut connection, false).await;
    brought.map_err(|error| fail(url, &error.to_string()))?;
    let _ = connection.close().await;
    Ok(())
}

/// The steps that make a database, and bring an older one up to date.
fn migrator() -> Migrator {
    let steps = [
        (1, "first", include_str!("../../migrations/postgres/0001_first.sql")),
        (2, "secret", include_str!("../../migrations/postgres/0002_secret.sql")),
    ];
    let migrations = steps
        .map(|(version, name, sql)| {
            let (name, sql) = (Cow::Borrowed(name), SqlStr::from_static(sql));
            Migration::new(version, name, MigrationType::Simple, sql, false)
        })
        .to_vec();
    Migrator { migrations: Cow::Owned(migrations), ..Migrator::DEFAULT }
}

/// Reads, within a time. A connection that does not answer is thrown away.
pub(crate) async fn rows(
    pool: &PgPool,
    within: Duration,
    statement: Statement,
) -> Result<Vec<Row>, StoreError> {
    let failed = |error: sqlx::Error| match Blame::of(&error) {
        Blame::Database(fault) => StoreError::Failing(fault),
        _ => StoreError::Query(error),
    };
    let mut connection = pool.acquire().await.map_err(failed)?;
    match timeout(within, statement.for_postgres().fetch_all(&mut *connection)).await {
        Ok(rows) => Ok(rows.map_err(failed)?.into_iter().map(Row::Postgres).collect()),
        Err(_) => {
            drop(connection.detach());
            Err(StoreError::Failing(StorageFault::Failing))
        }
    }
}
