//! `galet` without a command: what can be done, and an offer to play.

use super::play;
use crate::console::{Console, QUIET, STRONG};
use crate::failure::Failure;
use crate::words::{self, Words};
use std::io::{self, Write};

pub(crate) fn run(console: &mut Console) -> Result<(), Failure> {
    overview(console)?;
    if !console.is_dialogue() {
        return Ok(());
    }
    writeln!(console)?;
    play::run(&play::Args::default(), console)
}

fn overview(console: &mut Console) -> io::Result<()> {
    let language = console.language;
    let games: Vec<_> = galet_games::all().iter().map(|game| game.title()).collect();
    writeln!(console, "{STRONG}Galet{STRONG:#}: {}", words::list(language, &games))?;
    writeln!(console)?;
    let first = galet_games::all()[0].name();
    let commands: Vec<_> =
        Words::COMMANDS.iter().map(|(c, meaning)| (c.replace("GAME", first), meaning)).collect();
    let width = commands.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    for (command, meaning) in commands {
        let meaning = meaning.get(language);
        writeln!(console, "  {STRONG}galet {command:width$}{STRONG:#}  {meaning}")?;
    }
    writeln!(console)?;
    writeln!(console, "{QUIET}{}{QUIET:#}", Words::MORE_HELP.get(language))
}
