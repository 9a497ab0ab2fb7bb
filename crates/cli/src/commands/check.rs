//! `galet check`: what is wrong with records, and where.

use super::records::{Reading, Source};
use crate::console::{Complaint, Console};
use crate::failure::Failure;
use crate::words::{self, games};
use galet_scene::Phrase;
use std::io::Write;
use std::path::PathBuf;

/// Check files of game records: every move of every variation is replayed.
///
/// What is wrong is listed as file:line:column, the sum last. The exit code is 1 if anything is
/// wrong.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet check games.pgn
  galet check club.apgn more.apgn
  galet check --game qawale - < moves.txt")]
pub(crate) struct Args {
    /// Files of records; - is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

static NONE_WRONG: Phrase = Phrase::fixed("none wrong", "aucune fausse");

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let language = console.language;
    let (mut all, mut wrong) = (0, 0);
    let mut unread = None;
    for path in &args.files {
        let source = match Source::read(path) {
            Ok(source) => source,
            Err(failure) => {
                // The other files are checked all the same; the last one is told at the end.
                let before: Option<Failure> = unread.replace(failure);
                if let Some(message) = before.and_then(|failure| failure.message(language)) {
                    console.complain(Complaint::Error, &message);
                }
                continue;
            }
        };
        let records = source.records(Some(&args.reading));
        if let Some(place) = records.invalid_utf8() {
            writeln!(console, "{}", source.tell_no_text(place, language))?;
        }
        let before = all;
        for found in records {
            all += 1;
            match found {
                Ok(record) => {
                    let start = record.start();
                    for (english, said) in start.warnings().iter().zip(start.say_warnings()) {
                        let (path, number) = (path.display(), all - before);
                        let warning = Phrase::new(
                            format!("{path}: game {number}: {english}"),
                            format!("{path}\u{a0}: partie {number}\u{a0}: {}", said.fr),
                        );
                        console.complain(Complaint::Warning, warning.get(language));
                    }
                }
                Err(error) => {
                    wrong += 1;
                    writeln!(console, "{}", source.tell(&error, language))?;
                }
            }
        }
        if all == before {
            wrong += 1;
            writeln!(console, "{}", source.tell_nothing(language))?;
        }
    }
    match wrong {
        0 if all == 0 => {}
        0 => writeln!(console, "{}, {}", games(language, all), NONE_WRONG.get(language))?,
        n => writeln!(console, "{}, {n} {}", games(language, all), words::wrong(language, n))?,
    }
    console.flush()?;
    match unread {
        Some(failure) => Err(failure),
        None if wrong > 0 => Err(Failure::Told),
        None => Ok(()),
    }
}
