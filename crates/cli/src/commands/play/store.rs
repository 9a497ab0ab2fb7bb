//! Games kept in files.

use super::table::{Agreed, Table};
use crate::commands::records;
use crate::failure::Failure;
use galet_core::Side;
use galet_games::record::{self, GameResult, Record};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// The tag that tells how a game ended that the rules did not end.
const TERMINATION: &str = "Termination";
const RESIGNATION: &str = "resignation";
const AGREEMENT: &str = "agreement";
const TIME: &str = "time forfeit";

/// Why a game is not saved.
pub(super) enum SaveError {
    /// There is such a file already.
    Exists,
    /// The file cannot be written.
    Failed(Failure),
}

/// Writes the game to a file, which is overwritten only if that is wanted. `clocks` is what the
/// movers had left after each move, if there was a clock.
pub(super) fn save(
    table: &Table,
    clocks: &[Duration],
    path: &Path,
    overwrite: bool,
) -> Result<(), SaveError> {
    let text = record::write(&recorded(table, clocks));
    let mut options = OpenOptions::new();
    let options = options.write(true).create(true).truncate(true).create_new(!overwrite);
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => SaveError::Exists,
        _ => SaveError::Failed(Failure::file("write", path, &error)),
    })
}

fn recorded(table: &Table, clocks: &[Duration]) -> Record {
    let mut record = Record::from_progress(table.game());
    let moves: Vec<_> = record.main_line().collect();
    for (id, left) in moves.into_iter().zip(clocks) {
        let milliseconds = left.as_millis().try_into().unwrap_or(u64::MAX);
        record.set_clock(id, Some(record::ClockComment { milliseconds }));
    }
    let termination = match table.agreed() {
        Some(Agreed::Resigned(_)) => RESIGNATION,
        Some(Agreed::OutOfTime(_)) => TIME,
        Some(Agreed::Draw) => AGREEMENT,
        None => return record,
    };
    record.set_result(table.result()).expect("the rules did not end what the players ended");
    record.set_tag(TERMINATION, termination).expect("the tag is a free one");
    record
}

/// Reads the game of that number (from 1) in a file of records.
pub(super) fn load(path: &Path, number: usize) -> Result<Table, Failure> {
    let source = records::Source::read(path)?;
    let mut count = 0;
    for found in source.records(None) {
        count += 1;
        if count == number {
            let record = found.map_err(|error| Failure::Input(source.tell(&error)))?;
            return Ok(table(&record));
        }
    }
    Err(Failure::Input(match count {
        0 => format!("{} holds no game", path.display()),
        1 => format!("{} holds one game", path.display()),
        n => format!("{} holds {n} games", path.display()),
    }))
}

fn table(record: &Record) -> Table {
    let mut table = Table::new(record.final_game());
    if table.is_over() {
        return table;
    }
    match (record.result(), record.tag(TERMINATION)) {
        (GameResult::FirstWins, Some(RESIGNATION)) => table.agree(Agreed::Resigned(Side::Second)),
        (GameResult::SecondWins, Some(RESIGNATION)) => table.agree(Agreed::Resigned(Side::First)),
        (GameResult::FirstWins, Some(TIME)) => table.agree(Agreed::OutOfTime(Side::Second)),
        (GameResult::SecondWins, Some(TIME)) => table.agree(Agreed::OutOfTime(Side::First)),
        (GameResult::Draw, Some(AGREEMENT)) => table.agree(Agreed::Draw),
        _ => {}
    }
    table
}
