//! `galet engine`: the engine for other programs.

use crate::args::Start;
use crate::console::Console;
use crate::failure::Failure;
use crate::said::Said;
use galet_core::MonotonicTime;
use galet_engine::ugi::{self, Session};
use std::io::{self, Write};
use std::sync::Arc;

/// Let another program drive the engine.
///
/// It reads and writes lines of the Universal Game Interface (UGI); docs/ugi.md describes every line. `quit` or the end of the input ends it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet engine --game avalam
  galet engine --game abalone --setup belgian-daisy --option move-limit=200
  printf 'position startpos\\ngo depth 4\\n' | galet engine --game qawale")]
pub(crate) struct Args {
    /// The game, by its name in `galet games`
    #[arg(long, value_name = "GAME")]
    game: String,
    #[command(flatten)]
    start: Start,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let home = args.start.begin(&args.game, console)?;
    let session = Session::new(home, Arc::new(MonotonicTime), |line| {
        let mut out = io::stdout().lock();
        writeln!(out, "{line}")?;
        out.flush()
    });
    let session = session.map_err(|error| Failure::Io(error.said()))?;
    ugi::serve(io::stdin().lock(), session).map_err(|error| {
        Failure::io("cannot read the input", "impossible de lire l’entrée", &error)
    })
}
