//! What nearly all commits are: events of tables, and what lists know of those tables.

use crate::change::StoreChange;
use crate::gathered::Gathered;
use crate::nodes::{ALONE, NodeId};
use crate::query::signed;
use crate::wakes::LEASE;
use serde::Serialize;
use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqliteQueryResult};
use sqlx::{Connection, Sqlite, query::Query};

/// Who writes, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamp<'n> {
    pub(super) name: &'n str,
    pub(super) now: u64,
}

/// A new table, or everything that lists know of one. One that has been deleted is not made again.
macro_rules! whole {
    () => {
        "INSERT INTO tables (id, game, first, second, turn, ply, seq, ended, at, wake, level,
            result, over, lease_node, lease_until)
          SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
            value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11,
            value ->> 12, iif(value ->> 9 IS NULL, NULL, $4), iif(value ->> 9 IS NULL, NULL, $7)
            FROM json_each($1)
            WHERE value ->> 13 OR EXISTS (SELECT 1 FROM tables WHERE id = value ->> 0)
          ON CONFLICT (id) DO UPDATE SET first = excluded.first, second = excluded.second,
            turn = excluded.turn, ply = excluded.ply, seq = excluded.seq,
            ended = excluded.ended, at = excluded.at, wake = excluded.wake,
            level = excluded.level, result = excluded.result, over = excluded.over,
            lease_node = excluded.lease_node, lease_until = excluded.lease_until"
    };
}

/// What a move changes.
macro_rules! short {
    () => {
        "UPDATE tables SET turn = j.value ->> 1, ply = j.value ->> 2, seq = j.value ->> 3,
            at = j.value ->> 4, wake = j.value ->> 5,
            lease_node = iif(j.value ->> 5 IS NULL, NULL, $4),
            lease_until = iif(j.value ->> 5 IS NULL, NULL, $7)
          FROM json_each($2) AS j WHERE tables.id = j.value ->> 0"
    };
}

/// What is written first, as long as tables know how many events they had before. An event that is there already, or does
/// not go on from there, or whose table is gone, ends all of it: nothing is kept for undoing a part.
macro_rules! events {
    () => {
        "INSERT OR ROLLBACK INTO events (tab, seq, body)
          SELECT value ->> 0, value ->> 1,
            CASE WHEN coalesce((SELECT seq FROM tables WHERE id = value ->> 0), 0) = value ->> 3
              THEN value ->> 2 END
          FROM json_each($3)"
    };
}

/// As the clock says it, even if it said something later before: it may have been ahead.
macro_rules! runs {
    () => {
        "INSERT INTO nodes (id, name, at) VALUES ($4, $5, $6)
          ON CONFLICT (id) DO UPDATE SET name = excluded.name, at = excluded.at,
            left_at = NULL, noted_at = NULL"
    };
}

/// The whole commit as one text: every visit to SQLite's own thread is two changes of threads, and
/// they cost more than the work.
const COMMIT: &str = concat!(
    "BEGIN IMMEDIATE; ",
    events!(),
    "; ",
    whole!(),
    "; ",
    short!(),
    "; ",
    runs!(),
    "; COMMIT"
);
/// The same among other changes.
const AMONG_OTHERS: &str = concat!(events!(), "; ", whole!(), "; ", short!());
/// That the node runs, after other changes.
const RUNS: &str = runs!();
/// That it does not any more.
const LEAVES: &str = "INSERT INTO nodes (id, name, at, left_at) VALUES ($4, $5, $6, $6)
    ON CONFLICT (id) DO UPDATE SET at = excluded.at, left_at = excluded.left_at";

/// All changes of some jobs in one transaction; rolled back as a whole if one fails.
pub(super) async fn commit(
    connection: &mut SqliteConnection,
    jobs: &[&[StoreChange]],
    stamp: Stamp<'_>,
) -> Result<Vec<u64>, sqlx::Error> {
    let mut gathered = Gathered::default();
    let simple = jobs.iter().copied().flatten().all(|change| gathered.take(change));
    if simple && gathered.attended.is_empty() {
        let done = statement(COMMIT, gathered, stamp).execute(&mut *connection).await;
        if done.is_err() {
            // SQLite may have done it by itself.
            let _ = sqlx::query("ROLLBACK").execute(connection).await;
        }
        return done.map(|_| vec![0; jobs.len()]);
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut gathered = Gathered::default();
    let mut rows = Vec::with_capacity(jobs.len());
    for job in jobs {
        let mut last = 0;
        for change in *job {
            if !matches!(change, StoreChange::Attended { .. }) && gathered.take(change) {
                continue;
            }
            if change.comes_after_events() {
                flush(&mut transaction, &mut gathered, stamp).await?;
            }
            last = apply(&mut transaction, change, ALONE).await?.rows_affected();
        }
        rows.push(last);
    }
    flush(&mut transaction, &mut gathered, stamp).await?;
    let leaves = jobs.iter().copied().flatten().any(|c| matches!(c, StoreChange::NodeLeft));
    let said = if leaves { LEAVES } else { RUNS };
    statement(said, Gathered::default(), stamp).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(rows)
}

/// Writes the events and summaries that are gathered so far.
async fn flush(
    connection: &mut SqliteConnection,
    gathered: &mut Gathered<'_>,
    stamp: Stamp<'_>,
) -> Result<(), sqlx::Error> {
    let gathered = std::mem::take(gathered);
    if !gathered.is_empty() {
        statement(AMONG_OTHERS, gathered, stamp).execute(connection).await?;
    }
    Ok(())
}

async fn apply(
    connection: &mut SqliteConnection,
    change: &StoreChange,
    node: NodeId,
) -> Result<SqliteQueryResult, sqlx::Error> {
    let mut last = SqliteQueryResult::default();
    for statement in change.statements(node) {
        last = statement.for_sqlite().execute(&mut *connection).await?;
    }
    Ok(last)
}

fn statement(
    text: &'static str,
    mut gathered: Gathered<'_>,
    stamp: Stamp<'_>,
) -> Query<'static, Sqlite, SqliteArguments> {
    gathered.finish();
    let before = |table: &str| gathered.summaries.get(table).map(|newest| newest.before);
    let events: Vec<_> =
        gathered.events.iter().map(|&(tab, seq, body)| (tab, seq, body, before(tab))).collect();
    let events = json(&events);
    let (mut whole, mut short) = (Vec::new(), Vec::new());
    for newest in gathered.summaries.into_values() {
        let s = newest.summary;
        // What does not change need not be written, nor looked up in an index.
        if newest.goes_on && !newest.begins() {
            short.push((&s.id, s.turn, s.ply, s.seq, s.at, s.wake));
        } else {
            let (id, turn, ended, wake) = (&s.id, s.turn, u8::from(s.ended), s.wake);
            let (level, result, over) = (s.level, s.result, s.over);
            let begins = u8::from(newest.begins());
            whole.push((
                id, s.game, s.first, s.second, turn, s.ply, s.seq, ended, s.at, wake, level,
                result, over, begins,
            ));
        }
    }
    sqlx::query(text)
        .bind(json(&whole))
        .bind(json(&short))
        .bind(events)
        .bind(ALONE.0)
        .bind(stamp.name.to_owned())
        .bind(signed(stamp.now))
        .bind(signed(stamp.now + LEASE.as_millis() as u64))
}

fn json<T: Serialize>(rows: &T) -> String {
    serde_json::to_string(rows).expect("rows are made of texts and numbers")
}
