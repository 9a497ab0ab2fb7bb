//! Whether everything in a file can be read: quickly at the start of a server, thoroughly by
//! `galet check-data`.

use super::connect;
use crate::StoreError;
use crate::check::{CheckError, DataReport};
use crate::health::StorageHealth;
use crate::tables::Known;
use futures_util::TryStreamExt;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, Row};
use std::path::Path;

/// The most that SQLite shall list.
const MOST: u32 = 100;

/// Checks the whole file, and every table in it. A server may run meanwhile: what is checked is the
/// file as it stands at the beginning.
pub(crate) async fn everything(database: &Path) -> Result<DataReport, CheckError> {
    if !database.exists() {
        return Err(CheckError::Nothing(database.to_owned()));
    }
    let mut connection = connect(database).await?;
    // Everything below sees the same state.
    sqlx::raw_sql("BEGIN").execute(&mut connection).await.map_err(StoreError::Query)?;
    let mut report = DataReport::default();
    for pragma in [format!("integrity_check({MOST})"), "foreign_key_check".to_owned()] {
        report.file.extend(complaints(&mut connection, &pragma).await);
    }
    // What one list does not give because of a damaged page, the other may.
    for list in [listed(&mut connection).await, unlisted(&mut connection).await] {
        match list {
            Ok(tables) => {
                for (id, known) in tables {
                    check_table(&mut connection, &mut report, id, known).await;
                }
            }
            Err(error) => report.file.push(error.to_string()),
        }
    }
    connection.close().await.map_err(StoreError::Query)?;
    Ok(report)
}

/// What a pragma that checks has to complain about.
async fn complaints(connection: &mut SqliteConnection, pragma: &str) -> Vec<String> {
    let query = sqlx::query(AssertSqlSafe(format!("PRAGMA {pragma}")));
    let mut rows = query.fetch(connection);
    let mut complaints = Vec::new();
    // It may break off in the middle of its list.
    loop {
        let text = match rows.try_next().await {
            Ok(Some(row)) => row.try_get::<String, _>(0).unwrap_or_default(),
            Ok(None) => return complaints,
            Err(error) => {
                complaints.push(error.to_string());
                return complaints;
            }
        };
        match pragma {
            "foreign_key_check" => {
                complaints.push(format!("{text}: something it refers to is missing"));
            }
            _ if text == "ok" => {}
            _ => complaints.push(text),
        }
    }
}

/// The tables that lists know.
async fn listed(
    connection: &mut SqliteConnection,
) -> Result<Vec<(String, Option<Known>)>, sqlx::Error> {
    // A folder of an earlier version did not count events.
    let counted = "SELECT count(*) FROM pragma_table_info('tables') WHERE name = 'seq'";
    let counted: i64 = sqlx::query(counted).fetch_one(&mut *connection).await?.try_get(0)?;
    let seq = if counted == 0 { "0" } else { "seq" };
    let all = AssertSqlSafe(format!("SELECT id, {seq}, ply FROM tables"));
    let rows = sqlx::query(all).fetch_all(connection).await?;
    let table = |row: &sqlx::sqlite::SqliteRow| {
        let known = Known { seq: row.try_get(1)?, ply: row.try_get(2)?, nodes: [None; 2] };
        Ok((row.try_get(0)?, Some(known)))
    };
    rows.iter().map(table).collect()
}

/// The tables that have events and are in no list.
async fn unlisted(
    connection: &mut SqliteConnection,
) -> Result<Vec<(String, Option<Known>)>, sqlx::Error> {
    let all = "SELECT DISTINCT tab FROM events WHERE tab NOT IN (SELECT id FROM tables)";
    let rows = sqlx::query(all).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, None))).collect()
}

async fn check_table(
    connection: &mut SqliteConnection,
    report: &mut DataReport,
    id: String,
    known: Option<Known>,
) {
    let query = sqlx::query("SELECT body FROM events WHERE tab = ? ORDER BY seq").bind(id.clone());
    let rows = query.fetch_all(connection).await;
    let texts =
        rows.and_then(|rows| rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<_>, _>>());
    report.add(id, known, texts);
}

/// The short check at the start of a server. What it finds turns the server's health red; the
/// tables that are whole are served all the same.
pub(crate) async fn quickly(database: &Path, health: &StorageHealth) {
    let checked = async {
        let mut connection = connect(database).await?;
        let complaints = complaints(&mut connection, &format!("quick_check({MOST})")).await;
        connection.close().await?;
        Ok::<_, StoreError>(complaints)
    };
    match checked.await {
        Ok(complaints) if complaints.is_empty() => {}
        Ok(complaints) => {
            health.damaged();
            let (first, count) = (complaints[0].replace('\n', "; "), complaints.len());
            let path = database.display();
            tracing::error!(%path, count, first, "the database is damaged: `galet check-data` tells more");
        }
        Err(error) => tracing::error!(%error, "the database cannot be checked"),
    }
}
