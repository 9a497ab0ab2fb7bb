//! Records: what is written reads back the same, what is wrong is named with its place.

mod apgn;
mod errors;
mod golden;
mod hostile;
mod layout;
mod model;
mod recipe;
mod round_trip;
mod tree;

use galet_games::record::{self, Record, RecordError};

/// All games of a text, the bad ones as errors.
fn read(text: &str) -> Vec<Result<Record, RecordError>> {
    record::read_all(text).collect()
}

/// The only game of a text.
#[track_caller]
fn one(text: &str) -> Record {
    let mut all = read(text);
    assert_eq!(all.len(), 1, "one game in {text:?}");
    all.remove(0).unwrap_or_else(|error| panic!("{error}\nin {text}"))
}

/// The moves of the main line, in one line.
fn main_line(record: &Record) -> String {
    let moves: Vec<_> = record.main_line().map(|id| record.node(id).text()).collect();
    moves.join(" ")
}
