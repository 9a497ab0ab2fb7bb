//! `galet backup`: a copy of everything that the server keeps.

use super::serve::Data;
use crate::console::Console;
use crate::failure::Failure;
use crate::said::Said;
use crate::words;
use galet_server::BackupError;
use std::io::Write;
use std::path::PathBuf;

/// Copy everything that `galet serve` keeps to one file, also while it runs.
///
/// What was acknowledged before is in the copy. Its name appears only when it is whole and has been
/// checked; a backup that fails leaves nothing behind. To go back to it, stop the server and put the
/// file in the place of galet.db in the data folder, without galet.db-wal and galet.db-shm.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  galet backup galet-monday.db
  galet backup /mnt/safe/galet.db --data ./games")]
pub(crate) struct Args {
    /// The file to write; it must not exist yet
    file: PathBuf,
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let copied = runtime.block_on(galet_server::backup(&args.data.folder(), &args.file));
    let copied = copied.map_err(|error| match error {
        BackupError::Nothing(_) | BackupError::Exists(_) | BackupError::Busy(_) => {
            Failure::input(&error)
        }
        BackupError::Write { .. } | BackupError::Wrong(_) | BackupError::Store(_) => {
            Failure::Io(error.said())
        }
    })?;
    let words = words::backed_up(console.language, copied.tables, copied.bytes);
    Ok(writeln!(console, "{} {words}", args.file.display())?)
}
