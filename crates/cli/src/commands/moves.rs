//! `galet moves`: the legal moves of a position.

use crate::args::Start;
use crate::console::{Complaint, Console, QUIET};
use crate::failure::Failure;
use crate::words;
use std::io::Write;

/// List the legal moves, one on a line.
///
/// The standard output holds the moves and nothing else; how many are left out is told on the
/// standard error.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet moves abalone --setup belgian-daisy
  galet moves avalam --say --lang fr
  galet moves qawale --moves \"a1nne d4sws\" --count")]
pub(crate) struct Args {
    /// The game, by its name in `galet games`
    game: String,
    #[command(flatten)]
    start: Start,
    /// Say each move as a sentence, too
    #[arg(long)]
    say: bool,
    /// List at most this many moves: a position can have millions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    limit: usize,
    /// Only the number of moves
    #[arg(long, conflicts_with = "say")]
    count: bool,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let game = args.start.begin(&args.game, console)?;
    let language = console.language;
    let list = game.legal_moves(if args.count { 0 } else { args.limit });
    if args.count {
        writeln!(console, "{}", list.total)?;
        return Ok(());
    }
    let width = list.texts.iter().map(String::len).max().unwrap_or(0);
    for text in &list.texts {
        if args.say {
            let said = game.say_move(text).map_err(|refused| Failure::input(&refused))?;
            writeln!(console, "{text:width$}  {QUIET}{}{QUIET:#}", said.get(language))?;
        } else {
            writeln!(console, "{text}")?;
        }
    }
    console.flush()?;
    let listed = list.texts.len() as u64;
    if let Some(ending) = game.say_outcome() {
        console.complain(Complaint::Note, ending.get(language));
    } else if listed < list.total {
        console.complain(Complaint::Note, &words::left_out(language, listed, list.total));
    }
    Ok(())
}
