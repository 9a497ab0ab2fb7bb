//! Tables as the database knows them.

use super::check::Known;
use super::{Store, StoreError};
use galet_table::{Moment, Opponent, TableFilter};
use galet_wire::guest::MyResult;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row};

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) at: u64,
}

impl Store {
    /// The events of a table, the first first; none if there is no such table.
    pub(crate) async fn events(&self, table: &str) -> Result<Vec<String>, StoreError> {
        self.events_from(table, 1, u32::MAX).await
    }

    /// The events of a table from a number on.
    pub(crate) async fn events_from(
        &self,
        table: &str,
        from: u32,
        at_most: u32,
    ) -> Result<Vec<String>, StoreError> {
        const EVENTS: &str =
            "SELECT body FROM events WHERE tab = ? AND seq >= ? ORDER BY seq LIMIT ?";
        let rows = sqlx::query(EVENTS)
            .bind(table.to_owned())
            .bind(from)
            .bind(at_most)
            .fetch_all(&self.reads)
            .await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// What lists know of a table.
    pub(crate) async fn known(&self, table: &str) -> Result<Option<Known>, StoreError> {
        let row = sqlx::query("SELECT seq, ply FROM tables WHERE id = ?").bind(table.to_owned());
        let row = row.fetch_optional(&self.reads).await?;
        row.map(|row| Ok(Known { seq: row.try_get(0)?, ply: row.try_get(1)? })).transpose()
    }

    /// The tables at which a guest sits, those where something happened last first.
    pub(crate) async fn tables_of(
        &self,
        guest: i64,
        filter: &TableFilter,
    ) -> Result<Vec<Listed>, StoreError> {
        let mut query = QueryBuilder::new("SELECT id, at FROM tables WHERE (first = ");
        query.push_bind(guest).push(" OR second = ").push_bind(guest).push(")");
        if let Some(ended) = filter.ended {
            query.push(" AND ended = ").push_bind(ended);
        }
        if let Some(game) = filter.game {
            query.push(" AND game = ").push_bind(game);
        }
        if let Some(result) = filter.result {
            let sides = match result {
                MyResult::Won => ["first", "second"],
                MyResult::Lost => ["second", "first"],
                MyResult::Drawn => ["draw", "draw"],
            };
            query.push(" AND (first IS NOT second) AND result = CASE WHEN first = ");
            query.push_bind(guest).push(" THEN ").push_bind(sides[0]);
            query.push(" ELSE ").push_bind(sides[1]).push(" END");
        }
        match filter.opponent {
            // The level of a game is known once it has ended.
            Some(Opponent::Level(level)) => {
                query.push(" AND ended = 1 AND level = ").push_bind(level);
            }
            Some(Opponent::People) => {
                query.push(" AND ended = 1 AND level IS NULL AND first IS NOT second");
            }
            None => {}
        }
        if let Some((at, id)) = &filter.before {
            query.push(" AND (at, id) < (").push_bind(*at as i64);
            query.push(", ").push_bind(id.clone()).push(")");
        }
        query.push(" ORDER BY at DESC, id DESC LIMIT ").push_bind(filter.at_most);
        let rows = query.build().fetch_all(&self.reads).await?;
        rows.iter().map(listed).collect()
    }

    /// How many tables wait for a move of a guest.
    pub(crate) async fn turns_of(&self, guest: i64) -> Result<u32, StoreError> {
        let row = sqlx::query(
            "SELECT count(*) FROM tables
             WHERE (first = ?1 OR second = ?1) AND ended = 0 AND turn = ?1",
        )
        .bind(guest);
        Ok(row.fetch_one(&self.reads).await?.try_get(0)?)
    }

    /// How many unfinished tables a guest sits at.
    pub(crate) async fn running_of(&self, guest: i64) -> Result<u32, StoreError> {
        let row = sqlx::query(
            "SELECT count(*) FROM tables WHERE (first = ?1 OR second = ?1) AND ended = 0",
        )
        .bind(guest);
        Ok(row.fetch_one(&self.reads).await?.try_get(0)?)
    }

    /// The tables that want to be loaded before a moment.
    pub(crate) async fn waking_before(&self, at: Moment) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT id FROM tables WHERE wake IS NOT NULL AND wake <= ?")
            .bind(at.0 as i64)
            .fetch_all(&self.reads)
            .await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// When the server was last known to run.
    pub(crate) async fn heartbeat(&self) -> Result<Option<u64>, StoreError> {
        let row = sqlx::query("SELECT at FROM heartbeat").fetch_optional(&self.reads).await?;
        row.map(|row| Ok(row.try_get::<i64, _>(0)? as u64)).transpose()
    }

    /// The times since a moment when the server was down: from, until.
    pub(crate) async fn outages_since(&self, at: u64) -> Result<Vec<(u64, u64)>, StoreError> {
        let rows = sqlx::query("SELECT began, ended FROM outages WHERE ended > ? ORDER BY ended")
            .bind(at as i64)
            .fetch_all(&self.reads)
            .await?;
        let times = |row: &SqliteRow| {
            Ok((row.try_get::<i64, _>(0)? as u64, row.try_get::<i64, _>(1)? as u64))
        };
        rows.iter().map(times).collect()
    }
}

fn listed(row: &SqliteRow) -> Result<Listed, StoreError> {
    Ok(Listed { id: row.try_get(0)?, at: row.try_get::<i64, _>(1)? as u64 })
}
