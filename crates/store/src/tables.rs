//! Tables as the database knows them.

use crate::nodes::NodeId;
use crate::query::{Pieces, Statement, json};
use crate::{Store, StoreError};
use galet_table::{Moment, Opponent, TableFilter};
use galet_wire::guest::MyResult;

/// What lists know of a table, as far as its events must agree with it, and where its players are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// How many events it has.
    pub seq: u32,
    /// How many moves were played.
    pub ply: u32,
    /// Where the player on each seat was last seen.
    pub nodes: [Option<NodeId>; 2],
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its name.
    pub id: String,
    /// When something last happened there.
    pub at: u64,
}

impl Store {
    /// The events of a table, the first first; none if there is no such table.
    pub async fn events(&self, table: &str) -> Result<Vec<String>, StoreError> {
        self.events_from(table, 1, u32::MAX).await
    }

    /// The events of a table from a number on.
    pub async fn events_from(
        &self,
        table: &str,
        from: u32,
        at_most: u32,
    ) -> Result<Vec<String>, StoreError> {
        let query = Statement::new(
            "SELECT body FROM events WHERE tab = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
        );
        let rows = self.reads.all(query.bind(table).bind(from).bind(at_most)).await?;
        rows.iter().map(|row| Ok(row.text(0)?)).collect()
    }

    /// How many events some tables have; nothing of those that are not there.
    pub async fn seqs_of(&self, tables: &[&str]) -> Result<Vec<(String, u32)>, StoreError> {
        if !self.is_shared() {
            let mut seqs = Vec::with_capacity(tables.len());
            for &table in tables {
                seqs.extend(self.known(table).await?.map(|known| (table.to_owned(), known.seq)));
            }
            return Ok(seqs);
        }
        let query = Statement::new(
            "SELECT id, seq FROM tables WHERE id IN
               (SELECT name FROM jsonb_array_elements_text($1::text::jsonb) AS name)",
        );
        let rows = self.reads.all(query.bind(json(tables))).await?;
        let seq = |row: &crate::query::Row| Ok((row.text(0)?, row.number(1)? as u32));
        rows.iter().map(seq).collect()
    }

    /// What lists know of a table.
    pub async fn known(&self, table: &str) -> Result<Option<Known>, StoreError> {
        let query =
            Statement::new("SELECT seq, ply, first_node, second_node FROM tables WHERE id = $1");
        let Some(row) = self.reads.first(query.bind(table)).await? else { return Ok(None) };
        let nodes = [row.number_if_any(2)?, row.number_if_any(3)?].map(|node| node.map(NodeId));
        Ok(Some(Known { seq: row.count(0)?, ply: row.count(1)?, nodes }))
    }

    /// The tables at which a guest sits, those where something happened last first.
    pub async fn tables_of(
        &self,
        guest: i64,
        filter: &TableFilter,
    ) -> Result<Vec<Listed>, StoreError> {
        let mut query = Pieces::default();
        query.push("SELECT id, at FROM tables WHERE (first = ").bind(guest);
        query.push(" OR second = ").bind(guest).push(")");
        if let Some(ended) = filter.ended {
            query.push(" AND ended = ").bind(ended);
        }
        if let Some(game) = filter.game {
            query.push(" AND game = ").bind(game);
        }
        if let Some(result) = filter.result {
            let sides = match result {
                MyResult::Won => ["first", "second"],
                MyResult::Lost => ["second", "first"],
                MyResult::Drawn => ["draw", "draw"],
            };
            query.push(" AND first IS DISTINCT FROM second AND result = CASE WHEN first = ");
            query.bind(guest).push(" THEN ").bind(sides[0]);
            query.push(" ELSE ").bind(sides[1]).push(" END");
        }
        match filter.opponent {
            // The level of a game is known once it has ended.
            Some(Opponent::Level(level)) => {
                query.push(" AND ended = 1 AND level = ").bind(u32::from(level));
            }
            Some(Opponent::People) => {
                query.push(" AND ended = 1 AND level IS NULL AND first IS DISTINCT FROM second");
            }
            None => {}
        }
        if let Some((at, id)) = &filter.before {
            query.push(" AND (at, id) < (").bind(*at);
            query.push(", ").bind(id.clone()).push(")");
        }
        query.push(" ORDER BY at DESC, id DESC LIMIT ").bind(filter.at_most);
        let rows = self.reads.all(query.build()).await?;
        rows.iter().map(|row| Ok(Listed { id: row.text(0)?, at: row.moment(1)? })).collect()
    }

    /// How many tables wait for a move of a guest.
    pub async fn turns_of(&self, guest: i64) -> Result<u32, StoreError> {
        let query = Statement::new(
            "SELECT count(*) FROM tables
             WHERE (first = $1 OR second = $1) AND ended = 0 AND turn = $1",
        );
        Ok(self.reads.one(query.bind(guest)).await?.count(0)?)
    }

    /// How many unfinished tables a guest sits at.
    pub async fn running_of(&self, guest: i64) -> Result<u32, StoreError> {
        let query = Statement::new(
            "SELECT count(*) FROM tables WHERE (first = $1 OR second = $1) AND ended = 0",
        );
        Ok(self.reads.one(query.bind(guest)).await?.count(0)?)
    }

    /// The tables that want to be loaded before a moment.
    pub async fn waking_before(&self, at: Moment) -> Result<Vec<String>, StoreError> {
        let query = Statement::new("SELECT id FROM tables WHERE wake IS NOT NULL AND wake <= $1");
        let rows = self.reads.all(query.bind(at.0)).await?;
        rows.iter().map(|row| Ok(row.text(0)?)).collect()
    }
}
