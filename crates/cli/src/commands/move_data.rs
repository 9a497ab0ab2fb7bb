//! `galet move-data`: an installation goes to another place.

use crate::console::Console;
use crate::failure::Failure;
use crate::long_work::{ProgressView, interrupt};
use crate::said::Said;
use crate::words;
use galet_server::{Place, StoreError, TransferError};
use std::io::Write;
use std::sync::atomic::Ordering;

/// Copy everything that `galet serve` keeps to another folder or database.
///
/// The source stays as it is. No server may run on either meanwhile. A copy that breaks off goes on with the
/// same command; until it is whole nobody can serve from it. In the end both are compared, every
/// table by a hash over its events.
#[derive(clap::Args, Clone)]
#[command(after_help = "\
Examples:
  galet move-data --from /var/lib/galet --to postgres://galet@10.0.0.5/galet
  galet move-data --from postgres://galet@10.0.0.5/galet --to ./games")]
pub(crate) struct Args {
    /// The data folder, or the PostgreSQL database, to copy
    #[arg(long, value_name = "DIR|URL")]
    from: String,
    /// The empty folder or database that it goes to
    #[arg(long, value_name = "DIR|URL")]
    to: String,
}

/// Secrets stay out of logs.
impl std::fmt::Debug for Args {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [from, to] = [&self.from, &self.to].map(|text| Place::read(text));
        f.debug_struct("Args").field("from", &from).field("to", &to).finish()
    }
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let (from, to) = (Place::read(&args.from), Place::read(&args.to));
    let language = console.language;
    let stop = interrupt()?;
    let [copying, comparing] = words::moving(language);
    let mut view = ProgressView::new(copying.to_owned());
    let mut compares = false;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let moved = runtime.block_on(galet_server::transfer(&from, &to, |progress| {
        if progress.comparing && !std::mem::replace(&mut compares, true) {
            view = ProgressView::new(comparing.to_owned());
        }
        view.show(progress.done as usize, progress.all as usize, 0, 1, "");
        !stop.load(Ordering::Relaxed)
    }));
    drop(view);
    let moved = moved.map_err(|error| match error {
        TransferError::Store(StoreError::InUse { .. } | StoreError::NoPostgres) => {
            Failure::input(&error)
        }
        TransferError::Store(_) | TransferError::Stopped => Failure::Io(error.said()),
        _ => Failure::input(&error),
    })?;
    let words = words::moved(language, moved.tables, moved.events, moved.guests);
    Ok(writeln!(console, "{to} {words}")?)
}
