//! The one connection of a node that writes.

use super::Waits;
use super::batch::{Writes, statement};
use super::blame::Blame;
use crate::change::StoreChange;
use crate::desk::{Desk, Failure};
use crate::gathered::Gathered;
use crate::health::StorageFault;
use crate::nodes::NodeId;
use crate::query::{Row, Statement};
use galet_table::Moment;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};
use std::io;
use tokio::time::error::Elapsed;
use tokio::time::timeout;

pub(crate) struct PostgresDesk {
    options: PgConnectOptions,
    waits: Waits,
    /// The address without secrets.
    place: String,
    who: Writes,
    /// Missing before the first commit, and after a failure.
    connection: Option<PgConnection>,
}

/// So often the same is tried when another transaction stands in the way.
const TRIES: u32 = 5;

impl PostgresDesk {
    pub(super) fn new(
        options: PgConnectOptions,
        waits: Waits,
        place: String,
        node: NodeId,
        name: &str,
    ) -> Self {
        let who = Writes { node, name: name.to_owned() };
        PostgresDesk { options, waits, place, who, connection: None }
    }

    /// The connection, opened if need be, and who writes.
    async fn ready(&mut self) -> Result<(&mut PgConnection, &Writes), Failure> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => {
                let opened = timeout(self.waits.connect, open(&self.options)).await;
                let opened = opened.unwrap_or_else(|_| Err(no_answer()));
                let failed = |error| Failure::Fault(StorageFault::Failing, Some(error));
                none.insert(opened.map_err(failed)?)
            }
        };
        Ok((connection, &self.who))
    }

    /// What became of a transaction; nothing yet if another stood in its way.
    ///
    /// What broke off before the answer came may be written all the same. Nobody is told that it
    /// is, and nothing is written a second time: whoever asked reads what the database has before
    /// deciding anew, and an event that is there keeps its number from every other. The connection
    /// is thrown away; mostly the database has given the statement up by then. One that comes out of a
    /// stalled line later still is the next event of its table, or none.
    fn settle<T>(
        &mut self,
        done: Result<Result<T, sqlx::Error>, Elapsed>,
        tries: &mut u32,
    ) -> Option<Result<T, Failure>> {
        let error = match done.unwrap_or_else(|_| Err(no_answer())) {
            Ok(done) => return Some(Ok(done)),
            Err(error) => error,
        };
        *tries += 1;
        Some(Err(match Blame::of(&error) {
            Blame::Haste if *tries < TRIES => return None,
            Blame::Haste => Failure::Fault(StorageFault::Failing, Some(error)),
            Blame::Database(fault) => {
                self.connection = None;
                Failure::Fault(fault, Some(error))
            }
            Blame::Damage => Failure::Damage(error),
            Blame::Order => Failure::Overtaken,
            Blame::Change => Failure::Refused(error),
        }))
    }
}

impl Desk for PostgresDesk {
    async fn commit(&mut self, jobs: &[&[StoreChange]]) -> Result<Vec<u64>, Failure> {
        let mut tries = 0;
        loop {
            let answer = self.waits.answer;
            let (connection, who) = self.ready().await?;
            let done = timeout(answer, commit(connection, jobs, who)).await;
            if let Some(settled) = self.settle(done, &mut tries) {
                return settled;
            }
        }
    }

    async fn ask(&mut self, statement: &Statement) -> Result<Vec<Row>, Failure> {
        let mut tries = 0;
        loop {
            let answer = self.waits.answer;
            let (connection, _) = self.ready().await?;
            let query = statement.clone().for_postgres();
            let done = timeout(answer, query.fetch_all(connection)).await;
            if let Some(settled) = self.settle(done, &mut tries) {
                return settled.map(|rows| rows.into_iter().map(Row::Postgres).collect());
            }
        }
    }

    async fn now(&mut self) -> Result<Moment, Failure> {
        let rows = self.ask(&Statement::new("SELECT galet_now()")).await?;
        let now = rows.first().map(|row| row.moment(0)).transpose();
        now.map(|now| Moment(now.unwrap_or_default())).map_err(Failure::Refused)
    }

    fn place(&self) -> String {
        self.place.clone()
    }

    async fn close(self) {
        if let Some(connection) = self.connection {
            let _ = timeout(self.waits.connect, connection.close()).await;
        }
    }
}

/// A connection whose commits are on disk when they return, whatever the database is set to.
async fn open(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    sqlx::query(
        "SELECT set_config('synchronous_commit', 'on', false)
         WHERE current_setting('synchronous_commit') IN ('off', 'local')",
    )
    .execute(&mut connection)
    .await?;
    Ok(connection)
}

fn no_answer() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "the database does not answer"))
}

/// All changes of some jobs. Nearly always that is one statement; other changes are a transaction,
/// each statement of which is a way there and back.
async fn commit(
    connection: &mut PgConnection,
    jobs: &[&[StoreChange]],
    who: &Writes,
) -> Result<Vec<u64>, sqlx::Error> {
    let mut gathered = Gathered::default();
    if jobs.iter().copied().flatten().all(|change| gathered.take(change)) {
        statement(gathered, who).execute(connection).await?;
        return Ok(vec![0; jobs.len()]);
    }
    let mut transaction = connection.begin().await?;
    let mut gathered = Gathered::default();
    let mut rows = Vec::with_capacity(jobs.len());
    for job in jobs {
        let mut last = 0;
        for change in *job {
            if gathered.take(change) {
                continue;
            }
            if change.comes_after_events() && !gathered.is_empty() {
                let before = std::mem::take(&mut gathered);
                statement(before, who).execute(&mut *transaction).await?;
            }
            for statement in change.statements(who.node) {
                let done = statement.for_postgres().execute(&mut *transaction).await?;
                last = done.rows_affected();
            }
        }
        rows.push(last);
    }
    // Also tells that this node runs.
    statement(gathered, who).execute(&mut *transaction).await?;
    if jobs.iter().copied().flatten().any(|change| matches!(change, StoreChange::NodeLeft)) {
        let left = Statement::new("UPDATE nodes SET left_at = at WHERE id = $1");
        left.bind(who.node.0).for_postgres().execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(rows)
}
