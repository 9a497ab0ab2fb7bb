//! `galet check-data`: whether everything that the server keeps can be read.

use super::serve::{Data, Database};
use crate::console::Console;
use crate::failure::Failure;
use crate::said::Said;
use crate::words;
use galet_server::{CheckError, Place, PostgresUrl, StoreError, database_in};
use std::io::Write;

/// Check everything that `galet serve` keeps, also while it runs.
///
/// The whole file, or database, is read, every game is played through again and compared with what lists say of
/// it. What is wrong is listed, the sum last. The exit code is 1 if anything is wrong.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  galet check-data
  galet check-data --data /srv/galet
  galet check-data --database postgres://galet@10.0.0.5/galet")]
pub(crate) struct Args {
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    database: Database,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let place = match &args.database.url {
        None => Place::File(database_in(&args.data.folder())),
        Some(url) => Place::Postgres(
            PostgresUrl::read(url).ok_or_else(|| Failure::input(&StoreError::NoAddress))?,
        ),
    };
    let report = runtime.block_on(galet_server::check_database(&place));
    let report = report.map_err(|error| match error {
        CheckError::Nothing(_) | CheckError::Store(StoreError::NoPostgres) => {
            Failure::input(&error)
        }
        CheckError::Store(_) => Failure::Io(error.said()),
    })?;
    let language = console.language;
    if report.is_good() {
        let words = words::data_is_good(language, report.tables, report.events);
        return Ok(writeln!(console, "{words}")?);
    }
    for complaint in &report.file {
        writeln!(console, "{place}: {complaint}")?;
    }
    for (table, damage) in &report.damaged {
        writeln!(console, "{table}: {}", damage.words().get(language))?;
    }
    writeln!(console, "{}", words::data_is_bad(language, report.damaged.len(), report.tables))?;
    Err(Failure::Told)
}
