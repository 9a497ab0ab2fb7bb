//! How a guest's finished games ended.

use super::{Store, StoreError};
use galet_table::results::{Finished, count};
use galet_wire::guest::{MyResult, Results};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

impl Store {
    /// How all finished games of a guest ended. Those at one screen and those that were called off
    /// do not count.
    pub(crate) async fn results_of(&self, guest: i64) -> Result<Results, StoreError> {
        let rows = sqlx::query(
            "SELECT game, level, CASE result WHEN 'draw' THEN 'draw'
               WHEN iif(first IS ?1, 'first', 'second') THEN 'won' ELSE 'lost' END
             FROM tables
             WHERE (first = ?1 OR second = ?1) AND first IS NOT second
               AND ended = 1 AND result IN ('first', 'second', 'draw')
             ORDER BY over, id",
        )
        .bind(guest)
        .fetch_all(&self.reads)
        .await?;
        let games = rows.iter().map(finished).collect::<Result<Vec<_>, _>>()?;
        Ok(count(&games, galet_engine::experts))
    }

    /// The finished tables of a guest of which lists do not know how they ended: those of earlier
    /// versions.
    pub(crate) async fn unknown_results_of(
        &self,
        guest: i64,
        at_most: u32,
    ) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM tables
             WHERE (first = ?1 OR second = ?1) AND ended = 1 AND result IS NULL
             ORDER BY at DESC LIMIT ?2",
        )
        .bind(guest)
        .bind(at_most)
        .fetch_all(&self.reads)
        .await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }
}

fn finished(row: &SqliteRow) -> Result<Finished, StoreError> {
    let result = match row.try_get(2)? {
        "won" => MyResult::Won,
        "lost" => MyResult::Lost,
        _ => MyResult::Drawn,
    };
    Ok(Finished { game: row.try_get(0)?, level: row.try_get(1)?, result })
}
