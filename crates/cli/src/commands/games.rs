//! `galet games`: the games, their layouts and their options.

use crate::console::{Console, QUIET, STRONG};
use crate::failure::Failure;
use crate::words;
use galet_games::AnyGame;
use std::io::{self, Write};

/// List the games, their start layouts and their rule options.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet games                  all games
  galet games abalone          one game
  galet games --json           the same for programs")]
pub(crate) struct Args {
    /// Only this game
    game: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The width that lists of layouts are wrapped to.
const WIDTH: usize = 78;

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let games = match &args.game {
        Some(name) => vec![galet_games::find(name)?],
        None => galet_games::all().to_vec(),
    };
    if args.json {
        let list: Vec<_> = games.iter().map(|game| as_json(*game)).collect();
        writeln!(console, "{:#}", serde_json::Value::from(list))?;
        return Ok(());
    }
    for (index, game) in games.into_iter().enumerate() {
        if index > 0 {
            writeln!(console)?;
        }
        describe(game, console)?;
    }
    Ok(())
}

fn describe(game: &dyn AnyGame, console: &mut Console) -> io::Result<()> {
    let language = console.language;
    writeln!(console, "{STRONG}{}{STRONG:#} {QUIET}({}){QUIET:#}", game.name(), game.title())?;
    let layouts: Vec<_> = game.layouts().iter().map(|layout| layout.name).collect();
    writeln!(console, "  {}", words::layouts(language, layouts.len()))?;
    for line in wrap(&layouts, WIDTH - 4) {
        writeln!(console, "    {line}")?;
    }
    if !game.options().is_empty() {
        writeln!(console, "  {}", words::OPTIONS.get(language))?;
    }
    for (option, default) in game.options().iter().zip(game.default_values()) {
        let meaning = option.meaning.get(language);
        let values = words::values(language, &option.values);
        writeln!(
            console,
            "    {STRONG}{}={default}{STRONG:#}  {QUIET}{values}{QUIET:#}",
            option.key
        )?;
        writeln!(console, "      {meaning}")?;
    }
    if !game.dialects().is_empty() {
        writeln!(console, "  {}", words::DIALECTS.get(language))?;
        writeln!(console, "    {}", game.dialects().join(", "))?;
    }
    Ok(())
}

fn as_json(game: &dyn AnyGame) -> serde_json::Value {
    let options = game.options().iter().zip(game.default_values());
    serde_json::json!({
        "name": game.name(),
        "title": game.title(),
        "layouts": game.layouts().iter().map(|layout| layout.name).collect::<Vec<_>>(),
        "options": options.map(|(option, default)| serde_json::json!({
            "key": option.key,
            "default": default,
            "values": option.values.to_string(),
            "en": option.meaning.en,
            "fr": option.meaning.fr,
        })).collect::<Vec<_>>(),
        "notations": game.dialects(),
    })
}

/// The names on lines of at most `width` characters.
fn wrap(names: &[&str], width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (index, name) in names.iter().enumerate() {
        let comma = if index + 1 < names.len() { "," } else { "" };
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            *line = format!("{name}{comma}");
        } else if line.len() + 1 + name.len() + comma.len() <= width {
            *line += &format!(" {name}{comma}");
        } else {
            lines.push(format!("{name}{comma}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_wrapped_between_words() {
        assert_eq!(wrap(&["one", "two", "three"], 9), ["one, two,", "three"]);
        assert_eq!(wrap(&["a-very-long-name", "b"], 4), ["a-very-long-name,", "b"]);
        assert_eq!(wrap(&[], 9), [""]);
    }
}
