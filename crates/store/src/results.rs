//! How a guest's finished games ended.

use crate::query::{Row, Statement};
use crate::{Store, StoreError};
use galet_table::results::Finished;
use galet_wire::guest::MyResult;

impl Store {
    /// How all finished games of a guest ended, the earliest first. Those at one screen and those
    /// that were called off do not count.
    pub async fn finished_of(&self, guest: i64) -> Result<Vec<Finished>, StoreError> {
        let query = Statement::new(
            "SELECT game, level, CASE WHEN result = 'draw' THEN 'draw'
               WHEN result = CASE WHEN first = $1 THEN 'first' ELSE 'second' END THEN 'won'
               ELSE 'lost' END
             FROM tables
             WHERE (first = $1 OR second = $1) AND first IS DISTINCT FROM second
               AND ended = 1 AND result IN ('first', 'second', 'draw')
             ORDER BY over, id",
        );
        let rows = self.reads.all(query.bind(guest)).await?;
        rows.iter().map(finished).collect()
    }

    /// The finished tables of a guest of which lists do not know how they ended: those of earlier
    /// versions.
    pub async fn unknown_results_of(
        &self,
        guest: i64,
        at_most: u32,
    ) -> Result<Vec<String>, StoreError> {
        let query = Statement::new(
            "SELECT id FROM tables
             WHERE (first = $1 OR second = $1) AND ended = 1 AND result IS NULL
             ORDER BY at DESC LIMIT $2",
        );
        let rows = self.reads.all(query.bind(guest).bind(at_most)).await?;
        rows.iter().map(|row| Ok(row.text(0)?)).collect()
    }
}

fn finished(row: &Row) -> Result<Finished, StoreError> {
    let result = match &*row.text(2)? {
        "won" => MyResult::Won,
        "lost" => MyResult::Lost,
        _ => MyResult::Drawn,
    };
    let level = row.number_if_any(1)?;
    let level = level.map(u8::try_from).transpose();
    let level = level.map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok(Finished { game: row.text(0)?, level, result })
}
