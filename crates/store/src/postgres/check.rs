//! Whether everything in a database can be read.

use super::{connect, fail};
use crate::StoreError;
use crate::check::DataReport;
use crate::place::PostgresUrl;
use crate::tables::Known;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{Connection, Row};

/// So many tables are looked at in one go.
const STEP: i64 = 500;

/// Checks every table. Nodes may run meanwhile: all of it is seen as it stands at the beginning.
pub(crate) async fn everything(url: &PostgresUrl) -> Result<DataReport, StoreError> {
    let mut connection = connect(url).await?;
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    sqlx::raw_sql(begin).execute(&mut connection).await?;
    let made = sqlx::query(
        "SELECT to_regclass('tables') IS NOT NULL AND to_regclass('events') IS NOT NULL",
    );
    if !made.fetch_one(&mut connection).await?.try_get::<bool, _>(0)? {
        return Err(fail(url, "nothing is in it: has `galet serve` ever run with this database?"));
    }
    let mut report = DataReport::default();
    let mut after = String::new();
    loop {
        let rows =
            sqlx::query("SELECT id, seq, ply FROM tables WHERE id > $1 ORDER BY id LIMIT $2")
                .bind(after.clone())
                .bind(STEP)
                .fetch_all(&mut connection)
                .await?;
        let Some(last) = rows.last() else { break };
        after = last.try_get(0)?;
        for row in &rows {
            let (id, known) = listed(row)?;
            let texts = events(&mut connection, &id).await;
            report.add(id, Some(known), texts);
        }
    }
    let unlisted = "SELECT DISTINCT tab FROM events
        WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = tab) ORDER BY tab";
    for row in sqlx::query(unlisted).fetch_all(&mut connection).await? {
        let id: String = row.try_get(0)?;
        let texts = events(&mut connection, &id).await;
        report.add(id, None, texts);
    }
    let _ = connection.close().await;
    Ok(report)
}

fn listed(row: &PgRow) -> Result<(String, Known), sqlx::Error> {
    let count = |column| {
        let number: i64 = row.try_get(column)?;
        u32::try_from(number).map_err(|error| sqlx::Error::Decode(error.into()))
    };
    Ok((row.try_get(0)?, Known { seq: count(1)?, ply: count(2)?, nodes: [None; 2] }))
}

async fn events(connection: &mut PgConnection, id: &str) -> Result<Vec<String>, sqlx::Error> {
    let query = sqlx::query("SELECT body FROM events WHERE tab = $1 ORDER BY seq");
    let rows = query.bind(id.to_owned()).fetch_all(connection).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}
