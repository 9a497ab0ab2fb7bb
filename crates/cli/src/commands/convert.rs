//! `galet convert`: records in and out.

use super::records::{Reading, Source};
use crate::console::{Complaint, Console};
use crate::failure::{Deed, Failure};
use crate::words;
use galet_games::record::{self, Record};
use galet_scene::Phrase;
use std::io::Write;
use std::path::PathBuf;

/// Convert files of game records.
///
/// Games that cannot be read are told on the standard error, with file, line and column; the
/// others are converted all the same, and the exit code is 1.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet convert games.pgn                              tidy up
  galet convert club.apgn -o club.pgn                  from another program
  galet convert games.pgn --to moves                   a game on each line
  galet convert old.txt --game abalone --notation nacre")]
pub(crate) struct Args {
    /// Files of records; - is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write to this file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, value_name = "FORM", default_value_t = To::Record)]
    to: To,
    #[command(flatten)]
    reading: Reading,
}

/// What a record becomes.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum To {
    /// Canonical records
    Record,
    /// The moves of the game as it was played, one game on each line
    Moves,
    /// One JSON object on each line
    Json,
}

static CONVERTED: Phrase = Phrase::fixed("converted", "conversion faite");

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    // All is read before anything is written: the output may be one of the inputs.
    let sources =
        args.files.iter().map(|path| Source::read(path)).collect::<Result<Vec<_>, _>>()?;
    let mut kept = Vec::new();
    let (mut converted, mut refused) = (0, 0);
    for source in &sources {
        let records = source.records(Some(&args.reading));
        if let Some(place) = records.invalid_utf8() {
            console.complain(Complaint::Warning, &source.tell_no_text(place, console.language));
        }
        let before = converted + refused;
        for found in records {
            match found {
                Ok(record) => {
                    let text = written(&record, args.to, converted == 0);
                    match args.output {
                        Some(_) => kept.extend_from_slice(text.as_bytes()),
                        None => console.write_all(text.as_bytes())?,
                    }
                    converted += 1;
                }
                Err(error) => {
                    console.complain(Complaint::Error, &source.tell(&error, console.language));
                    refused += 1;
                }
            }
        }
        if converted + refused == before {
            console.complain(Complaint::Error, &source.tell_nothing(console.language));
            refused += 1;
        }
    }
    if let Some(path) = &args.output {
        std::fs::write(path, kept).map_err(|error| Failure::file(Deed::Write, path, &error))?;
    }
    console.flush()?;
    if refused > 0 {
        let sum = words::went_through(console.language, &CONVERTED, converted, refused);
        console.complain(Complaint::Note, &sum);
        return Err(Failure::Told);
    }
    Ok(())
}

fn written(record: &Record, to: To, first: bool) -> String {
    match to {
        // An empty line between records, as the format has it.
        To::Record if first => record::write(record),
        To::Record => format!("\n{}", record::write(record)),
        To::Moves => format!("{}\n", main_line(record).join(" ")),
        To::Json => format!("{}\n", as_json(record)),
    }
}

fn main_line(record: &Record) -> Vec<&str> {
    record.main_line().map(|id| record.node(id).text()).collect()
}

fn as_json(record: &Record) -> serde_json::Value {
    let setup = record.setup();
    let end = record.final_game();
    let text = |(key, value): &(String, String)| (key.clone(), value.clone().into());
    serde_json::json!({
        "game": record.game().name(),
        "setup": setup.layout,
        "options": setup.options.iter().map(text).collect::<serde_json::Map<_, _>>(),
        "fen": setup.position,
        "tags": record.tags().iter().map(text).collect::<serde_json::Map<_, _>>(),
        "moves": main_line(record),
        "result": record.result().to_string(),
        "reason": end.outcome().map(|outcome| outcome.reason.name()),
        "position": end.position_text(),
    })
}
