//! `galet backup`: a copy of everything that the server keeps.

use super::serve::Data;
use crate::console::Console;
use crate::failure::Failure;
use crate::words;
use galet_server::BackupError;
use std::io::Write;
use std::path::PathBuf;

/// Copy everything that `galet serve` keeps to one file, also while it runs.
///
/// What was acknowledged before is in the copy. To go back to it, stop the server and put the
/// file in the place of galet.db in the data folder.
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
    copied.map_err(|error| match error {
        BackupError::Nothing(_) | BackupError::Exists(_) => Failure::Input(error.to_string()),
        BackupError::Store(_) => Failure::Io(error.to_string()),
    })?;
    let size = std::fs::metadata(&args.file).map_or(0, |metadata| metadata.len());
    let words = words::BACKED_UP.get(console.language);
    Ok(writeln!(console, "{words} {} ({size} B)", args.file.display())?)
}
