//! The programs that serve from one database: when each was last known to run, and when it was not.

use crate::query::Statement;
use crate::{Store, StoreError};
use galet_table::Moment;
use serde::{Deserialize, Serialize};

/// The number of a program that serves: random, positive, and new at each start. The only one that
/// a file has is always number 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct NodeId(pub i64);

impl NodeId {
    /// Nobody's number: outages that are put down to it are everybody's.
    pub const EVERYBODY: NodeId = NodeId(0);
}

/// A node of which nothing was heard for so many milliseconds counts as dead: it was stopped or cut off.
pub const STALE: u64 = 3_000;

/// The only node that a file has.
pub(crate) const ALONE: NodeId = NodeId(1);

/// What is known of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeState {
    /// What people call it.
    pub name: String,
    /// When it last said that it runs.
    pub at: u64,
    /// When it went down in good order.
    pub left: Option<u64>,
}

/// A time when a node was down, or could not write: clocks stood still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// Which node.
    pub node: NodeId,
    /// Since when.
    pub began: u64,
    /// Until when.
    pub ended: u64,
}

/// Who comes second finds the row locked, waits, and sees that it is noted.
const NOTE_DEAD: &str = "WITH dead AS
      (UPDATE nodes SET noted_at = galet_now()
        WHERE at < $1 AND id <> $2 AND left_at IS NULL AND noted_at IS NULL
        RETURNING id, at)
    INSERT INTO outages (node, began, ended) SELECT id, at, galet_now() FROM dead
    RETURNING node, began, ended";

impl Store {
    /// What is known of a node.
    pub async fn node(&self, node: NodeId) -> Result<Option<NodeState>, StoreError> {
        let query = Statement::new("SELECT name, at, left_at FROM nodes WHERE id = $1");
        let Some(row) = self.reads.first(query.bind(node.0)).await? else { return Ok(None) };
        let left = row.number_if_any(2)?.map(|left| left as u64);
        Ok(Some(NodeState { name: row.text(0)?, at: row.moment(1)?, left }))
    }

    /// When any node was last known to run.
    pub async fn heartbeat(&self) -> Result<Option<u64>, StoreError> {
        let row = self.reads.one(Statement::new("SELECT max(at) FROM nodes")).await?;
        Ok(row.number_if_any(0)?.map(|at| at as u64))
    }

    /// When any other node was last known to run.
    pub async fn last_beat_of_others(&self) -> Result<Option<u64>, StoreError> {
        let query = Statement::new("SELECT max(at) FROM nodes WHERE id <> $1");
        let row = self.reads.one(query.bind(self.node.0)).await?;
        Ok(row.number_if_any(0)?.map(|at| at as u64))
    }

    /// Since when a node is silent that was last heard of between two moments and did not say that it leaves;
    /// of several the first.
    pub async fn silent_since(
        &self,
        after: Moment,
        before: Moment,
    ) -> Result<Option<u64>, StoreError> {
        let query = Statement::new(
            "SELECT min(at) FROM nodes WHERE at > $1 AND at < $2 AND left_at IS NULL",
        );
        let row = self.reads.one(query.bind(after.0).bind(before.0)).await?;
        Ok(row.number_if_any(0)?.map(|at| at as u64))
    }

    /// Notes an outage for every node that was last heard of before a moment and neither said that
    /// it leaves nor was noted before: node, since when, until when. However many ask at once, each
    /// outage is noted, and told, once. A node that comes back can be missed again.
    pub async fn note_dead_nodes(
        &self,
        older_than: Moment,
    ) -> Result<Vec<(NodeId, u64, u64)>, StoreError> {
        if !self.is_shared() {
            // The only node is the one that asks.
            return Ok(Vec::new());
        }
        let note = Statement::new(NOTE_DEAD).bind(older_than.0).bind(self.node.0);
        let rows = self.writer.ask(note).await?;
        rows.iter()
            .map(|row| Ok((NodeId(row.number(0)?), row.moment(1)?, row.moment(2)?)))
            .collect()
    }

    /// The outages that ended after a moment, in the order in which they ended.
    pub async fn outages_since(&self, at: u64) -> Result<Vec<Outage>, StoreError> {
        let query = Statement::new(
            "SELECT node, began, ended FROM outages WHERE ended > $1 ORDER BY ended, began, node",
        );
        let rows = self.reads.all(query.bind(at)).await?;
        let outage = |row: &crate::query::Row| {
            let node = NodeId(row.number(0)?);
            Ok(Outage { node, began: row.moment(1)?, ended: row.moment(2)? })
        };
        rows.iter().map(outage).collect()
    }

    /// What only the nodes of this installation know: the same for all of them. Whoever asks first makes it.
    pub async fn secret(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        let known = self.reads.first(Statement::new("SELECT value FROM secret")).await?;
        let bytes = match known {
            Some(row) => row.bytes(0)?,
            None => {
                let make = Statement::new(
                    "INSERT INTO secret (id, value) VALUES ($1, $2)
                     ON CONFLICT (id) DO UPDATE SET value = secret.value RETURNING value",
                );
                let made = self.writer.ask(make.bind(1_i64).bind(fresh.to_vec())).await?;
                made.first().map_or(Ok(Vec::new()), |row| row.bytes(0))?
            }
        };
        let wrong = |bytes: Vec<u8>| {
            let why = format!("a secret has 32 bytes, not {}", bytes.len());
            StoreError::Query(sqlx::Error::Decode(why.into()))
        };
        bytes.try_into().map_err(wrong)
    }

    /// The database's time.
    pub async fn now(&self) -> Result<Moment, StoreError> {
        if !self.is_shared() {
            return Ok(self.clock.now());
        }
        let row = self.reads.one(Statement::new("SELECT galet_now()")).await?;
        Ok(Moment(row.moment(0)?))
    }

    /// Whether other nodes may use the same database.
    pub fn is_shared(&self) -> bool {
        self.file.is_none()
    }

    /// The number of this node.
    pub fn own_node(&self) -> NodeId {
        self.node
    }
}
