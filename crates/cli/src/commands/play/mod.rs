//! `galet play`: two people at one terminal, or a script.

mod dialogue;
mod input;
mod request;
mod store;
mod table;

use crate::args::Start;
use crate::console::{Console, STRONG};
use crate::failure::Failure;
use crate::words::Words;
use dialogue::Dialogue;
use input::{Input, Line};
use request::Request;
use std::io::Write;

/// Play, two people at one terminal.
///
/// The board is shown after each move. Moves are typed as text, or cell by cell; `help` lists
/// what else can be typed. It also reads moves from a pipe: then it exits with 1 if it refused
/// any line.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "\
Examples:
  galet play qawale
  galet play abalone --setup belgian-daisy --option marbles-to-win=2
  printf 'c9d8\\nsave game.pgn\\n' | galet play avalam")]
pub(crate) struct Args {
    /// The game, by its name in `galet games`; without it you are asked
    game: Option<String>,
    #[command(flatten)]
    start: Start,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let mut input = Input::new();
    let name = match &args.game {
        Some(name) => name.clone(),
        None => match choose(&mut input, console)? {
            Some(name) => name.to_owned(),
            None => return Ok(()),
        },
    };
    let game = args.start.begin(&name, console)?;
    Dialogue::new(game, input, console).run()
}

/// Asks which game to play; `None` when nobody wants to.
fn choose(input: &mut Input, console: &mut Console) -> Result<Option<&'static str>, Failure> {
    let language = console.language;
    for (index, game) in galet_games::all().iter().enumerate() {
        writeln!(console, "  {STRONG}{}{STRONG:#}  {}", index + 1, game.title())?;
    }
    loop {
        let line = match input.ask(Words::WHICH_GAME.get(language), console)? {
            Line::Text(line) => line,
            Line::TooLong => String::new(),
            Line::End => return Ok(None),
        };
        if Request::read(&line) == Request::Quit {
            return Ok(None);
        }
        let number = line.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let by_number = number.and_then(|index| galet_games::all().get(index).copied());
        if let Some(game) = by_number.or_else(|| galet_games::find(line.trim()).ok()) {
            return Ok(Some(game.name()));
        }
        writeln!(console, "{}", Words::NO_SUCH_GAME.get(language))?;
    }
}
