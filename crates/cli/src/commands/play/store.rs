//! Games kept in files.

use super::local::LocalGame;
use crate::commands::records;
use crate::failure::{Deed, Failure};
use galet_games::record::{self, Record};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// Why a game is not saved.
pub(super) enum SaveError {
    /// There is such a file already.
    Exists,
    /// The file cannot be written.
    Failed(Failure),
}

/// Writes the game to a file, which is overwritten only if that is wanted.
pub(super) fn save(game: &LocalGame, path: &Path, overwrite: bool) -> Result<(), SaveError> {
    // Nobody at a terminal has a name.
    let text = record::write(&game.table().record(&|_| String::new()));
    let mut options = OpenOptions::new();
    let options = options.write(true).create(true).truncate(true).create_new(!overwrite);
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => SaveError::Exists,
        _ => SaveError::Failed(Failure::file(Deed::Write, path, &error)),
    })
}

/// Reads the game of that number (from 1) in a file of records.
pub(super) fn load(path: &Path, number: usize) -> Result<Record, Failure> {
    let source = records::Source::read(path)?;
    let mut count = 0;
    for found in source.records(None) {
        count += 1;
        if count == number {
            return found.map_err(|error| Failure::Input(source.told(&error)));
        }
    }
    let path = path.display();
    Err(match count {
        0 => Failure::wrong(
            format!("{path} holds no game"),
            format!("{path} ne contient aucune partie"),
        ),
        1 => {
            Failure::wrong(format!("{path} holds one game"), format!("{path} contient une partie"))
        }
        n => Failure::wrong(
            format!("{path} holds {n} games"),
            format!("{path} contient {n} parties"),
        ),
    })
}
