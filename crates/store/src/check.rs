//! Whether everything that is kept can be read, and what is wrong if not.

use crate::place::Place;
use crate::tables::Known;
use crate::{StoreError, sqlite};
use galet_scene::Phrase;
use galet_table::{Event, Table};
use std::path::PathBuf;

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
    /// What the database says of itself, in its own words.
    pub file: Vec<String>,
    /// The tables that are damaged, and what is wrong with each.
    pub damaged: Vec<(String, TableDamage)>,
}

impl DataReport {
    /// Looks at one table: what lists know of it, if they do, and its events.
    pub(crate) fn add(
        &mut self,
        id: String,
        known: Option<Known>,
        texts: Result<Vec<String>, sqlx::Error>,
    ) {
        self.tables += 1;
        let found = match texts {
            Ok(texts) => {
                self.events += texts.len() as u64;
                let whole = rebuild(&id, &texts, known).map(|_| ());
                whole.and(known.map(|_| ()).ok_or(TableDamage::Unlisted))
            }
            Err(error) => Err(TableDamage::Pages(error.to_string())),
        };
        if let Err(damage) = found {
            self.damaged.push((id, damage));
        }
    }

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

/// Checks a whole database, and every table in it. Servers may run meanwhile: what is checked is
/// what stands there at the beginning.
pub async fn everything(place: &Place) -> Result<DataReport, CheckError> {
    match place {
        Place::File(path) => sqlite::check::everything(path).await,
        #[cfg(feature = "postgres")]
        Place::Postgres(url) => Ok(crate::postgres::check::everything(url).await?),
        #[cfg(not(feature = "postgres"))]
        Place::Postgres(_) => Err(CheckError::Store(StoreError::NoPostgres)),
    }
}

/// Whether a table cannot be read because of the disk beneath it, not because of haste.
pub fn is_damage(error: &StoreError) -> bool {
    match error {
        StoreError::Query(sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)) => true,
        StoreError::Query(error @ sqlx::Error::Database(_)) => sqlite::is_damage(error),
        _ => false,
    }
}
