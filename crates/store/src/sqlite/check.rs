//! Whether everything that is kept can be read: quickly at the start of a server, thoroughly by
//! `galet check-data`.

use super::connect;
use super::desk::Blame;
use crate::StoreError;
use crate::health::StorageHealth;
use crate::tables::Known;
use futures_util::TryStreamExt;
use galet_scene::Phrase;
use galet_table::{Event, Table};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, Row};
use std::path::{Path, PathBuf};

/// What is wrong with a table on disk.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableDamage {
    /// Some of its events are gone.
    #[error("{found} of its {expected} events are there")]
    Short {
        /// How many are there.
        found: u32,
        /// How many there were.
        expected: u32,
    },
    /// It has other moves than lists say.
    #[error("{found} moves are there, {expected} were played")]
    Moves {
        /// How many are there.
        found: u32,
        /// How many were played.
        expected: u32,
    },
    /// Its events make no game.
    #[error("{0}")]
    Events(String),
    /// The disk does not give its events back.
    #[error("its events cannot be read: {0}")]
    Pages(String),
    /// It has events, but lists do not know it.
    #[error("it is in no list")]
    Unlisted,
}

impl TableDamage {
    /// For people.
    pub fn words(&self) -> Phrase {
        let english = self.to_string();
        match self {
            TableDamage::Short { found, expected } => {
                Phrase::new(english, format!("{found} événements sur {expected} sont là"))
            }
            TableDamage::Moves { found, expected } => {
                Phrase::new(english, format!("{found} coups sont là, {expected} avaient été joués"))
            }
            TableDamage::Events(why) => Phrase::new(english, why.clone()),
            TableDamage::Pages(why) => {
                Phrase::new(english, format!("ses événements sont illisibles\u{a0}: {why}"))
            }
            TableDamage::Unlisted => Phrase::new(english, "aucune liste ne la connaît".to_owned()),
        }
    }
}

/// The table that its events on disk make, if they are whole.
pub fn rebuild(id: &str, texts: &[String], known: Option<Known>) -> Result<Table, TableDamage> {
    let found = texts.len() as u32;
    if let Some(known) = known.filter(|known| found < known.seq) {
        return Err(TableDamage::Short { found, expected: known.seq });
    }
    let events: Result<Vec<_>, _> = texts.iter().map(|text| Event::from_json(text)).collect();
    let events = events.map_err(|error| TableDamage::Events(error.to_string()))?;
    let table = Table::replay(id, &events);
    let table = table.map_err(|error| TableDamage::Events(error.to_string()))?;
    match known {
        Some(known) if known.ply != table.ply() => {
            Err(TableDamage::Moves { found: table.ply(), expected: known.ply })
        }
        _ => Ok(table),
    }
}

/// What `galet check-data` found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataReport {
    /// How many tables there are.
    pub tables: u64,
    /// How many events they have, as far as they can be read.
    pub events: u64,
    /// What SQLite says of the file, in its own words.
    pub file: Vec<String>,
    /// The tables that are damaged, and what is wrong with each.
    pub damaged: Vec<(String, TableDamage)>,
}

impl DataReport {
    /// Whether everything is as it should be.
    pub fn is_good(&self) -> bool {
        self.file.is_empty() && self.damaged.is_empty()
    }
}

/// Why data cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is nothing to check.
    #[error("there is no database {}: has `galet serve` ever run with this data folder?", .0.display())]
    Nothing(PathBuf),
    /// The file cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The most that SQLite shall list.
const MOST: u32 = 100;

/// Checks the whole file, and every table in it. A server may run meanwhile: what is checked is the
/// file as it stands at the beginning.
pub async fn everything(database: &Path) -> Result<DataReport, CheckError> {
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
    report.tables += 1;
    let query = sqlx::query("SELECT body FROM events WHERE tab = ? ORDER BY seq").bind(id.clone());
    let rows = query.fetch_all(connection).await;
    let texts =
        rows.and_then(|rows| rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<_>, _>>());
    let found = match texts {
        Ok(texts) => {
            report.events += texts.len() as u64;
            let whole = rebuild(&id, &texts, known).map(|_| ());
            whole.and(known.map(|_| ()).ok_or(TableDamage::Unlisted))
        }
        Err(error) => Err(TableDamage::Pages(error.to_string())),
    };
    if let Err(damage) = found {
        report.damaged.push((id, damage));
    }
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

/// Whether a table cannot be read because of the disk beneath it, not because of haste.
pub fn is_damage(error: &StoreError) -> bool {
    match error {
        StoreError::Query(sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)) => true,
        StoreError::Query(error @ sqlx::Error::Database(_)) => Blame::of(error) == Blame::Damage,
        _ => false,
    }
}
