//! The tables of a database that are copied, with their columns.

use super::Cells;
use crate::query::{Pieces, Row, Statement, Value};
use crate::{Store, StoreError};

/// One table of the database.
pub(super) struct Sheet {
    pub(super) name: &'static str,
    /// Those of its key first.
    columns: &'static [(&'static str, Kind)],
    /// So many columns are its key.
    key: usize,
    /// Rows that go over at once.
    at_once: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Number,
    Text,
    Bytes,
}

use Kind::{Bytes, Number, Text};

/// In an order in which nothing refers to what is not there yet.
pub(super) const SHEETS: [Sheet; 7] = [
    Sheet {
        name: "guests",
        columns: &[("id", Number), ("name", Text), ("created", Number)],
        key: 1,
        at_once: 1_000,
    },
    Sheet {
        name: "tokens",
        columns: &[
            ("hash", Bytes),
            ("guest", Number),
            ("created", Number),
            ("device", Number),
            ("seen", Number),
            ("about", Text),
        ],
        key: 1,
        at_once: 1_000,
    },
    Sheet {
        name: "links",
        columns: &[("hash", Bytes), ("guest", Number), ("expires", Number)],
        key: 1,
        at_once: 1_000,
    },
    Sheet {
        name: "signed_out",
        columns: &[("hash", Bytes), ("at", Number)],
        key: 1,
        at_once: 1_000,
    },
    Sheet {
        name: "outages",
        columns: &[("began", Number), ("ended", Number)],
        key: 2,
        at_once: 1_000,
    },
    EVENTS,
    Sheet {
        name: "tables",
        columns: &[
            ("id", Text),
            ("game", Text),
            ("first", Number),
            ("second", Number),
            ("turn", Number),
            ("ply", Number),
            ("seq", Number),
            ("ended", Number),
            ("at", Number),
            ("wake", Number),
            ("level", Number),
            ("result", Text),
            ("over", Number),
        ],
        key: 1,
        at_once: 500,
    },
];

/// The truth.
pub(super) const EVENTS: Sheet = Sheet {
    name: "events",
    columns: &[("tab", Text), ("seq", Number), ("body", Text)],
    key: 2,
    at_once: 500,
};

impl Sheet {
    /// How many rows there are. Outages at the same time are one.
    pub(super) fn count(&self) -> Statement {
        let mut query = Pieces::default();
        query.push("SELECT count(*) FROM (").push(self.select());
        self.names(&mut query, self.key);
        query.push(" FROM ").push(self.name).push(") AS counted");
        query.build()
    }

    /// Keys are distinct by themselves, where there is more than a key.
    fn select(&self) -> &'static str {
        if self.key < self.columns.len() { "SELECT " } else { "SELECT DISTINCT " }
    }

    /// The last key that is there.
    pub(super) async fn last(&self, store: &Store) -> Result<Option<Cells>, StoreError> {
        let mut query = Pieces::default();
        query.push("SELECT ");
        self.names(&mut query, self.key);
        query.push(" FROM ").push(self.name).push(" ORDER BY ");
        for (index, (name, _)) in self.columns[..self.key].iter().enumerate() {
            query.push(if index == 0 { "" } else { ", " }).push(name).push(" DESC");
        }
        query.push(" LIMIT 1");
        let row = store.reads.first(query.build()).await?;
        row.map(|row| self.cells(&row, self.key)).transpose()
    }

    /// The next rows after a key, from the beginning without one.
    pub(super) async fn page(
        &self,
        store: &Store,
        after: Option<Cells>,
    ) -> Result<Vec<Cells>, StoreError> {
        let mut query = Pieces::default();
        query.push(self.select());
        self.names(&mut query, self.columns.len());
        query.push(" FROM ").push(self.name);
        if let Some(after) = after {
            query.push(" WHERE (");
            self.names(&mut query, self.key);
            query.push(") > (");
            for (index, cell) in after.into_iter().enumerate() {
                query.push(if index == 0 { "" } else { ", " }).bind(cell);
            }
            query.push(")");
        }
        query.push(" ORDER BY ");
        self.names(&mut query, self.key);
        query.push(" LIMIT ").bind(self.at_once);
        let rows = store.reads.all(query.build()).await?;
        rows.iter().map(|row| self.cells(row, self.columns.len())).collect()
    }

    /// Writes rows; those that are there already stay.
    pub(super) async fn write(&self, store: &Store, rows: Vec<Cells>) -> Result<(), StoreError> {
        let mut insert = Pieces::default();
        insert.push("INSERT INTO ").push(self.name).push(" (");
        self.names(&mut insert, self.columns.len());
        let node = (self.name == "outages").then(|| store.outages_go_to());
        insert.push(if node.is_some() { ", node) VALUES " } else { ") VALUES " });
        for (index, row) in rows.into_iter().enumerate() {
            insert.push(if index == 0 { "(" } else { ", (" });
            let cells = row.into_iter().chain(node.map(|node| Value::from(node.0)));
            for (index, cell) in cells.enumerate() {
                insert.push(if index == 0 { "" } else { ", " }).bind(cell);
            }
            insert.push(")");
        }
        insert.push(" ON CONFLICT DO NOTHING");
        store.writer.ask(insert.build()).await.map(|_| ())
    }

    /// The key of a row.
    pub(super) fn key_of(&self, row: &Cells) -> Cells {
        row[..self.key].to_vec()
    }

    fn names(&self, query: &mut Pieces, count: usize) {
        for (index, (name, _)) in self.columns[..count].iter().enumerate() {
            query.push(if index == 0 { "" } else { ", " }).push(name);
        }
    }

    fn cells(&self, row: &Row, count: usize) -> Result<Cells, StoreError> {
        let cell = |(index, (_, kind)): (usize, &(&str, Kind))| {
            Ok(match kind {
                Number => Value::Number(row.number_if_any(index)?),
                Text => Value::Text(row.text_if_any(index)?),
                Bytes => Value::Bytes(row.bytes(index)?),
            })
        };
        self.columns[..count].iter().enumerate().map(cell).collect()
    }
}
