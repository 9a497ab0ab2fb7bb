//! `galet puzzle`: somebody solves a puzzle at the terminal.

mod session;
mod words;

use crate::commands::puzzles;
use crate::console::Console;
use crate::failure::Failure;
use crate::said::Wrong;
use galet_games::AnyGame;
use galet_puzzles::{Puzzle, PuzzleId, PuzzleSet, day_number};
use galet_scene::Phrase;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// Solve a puzzle: a position with one right move.
///
/// Type the move. A wrong one is refuted on the board, and you try again; after a right one the opponent replies, as
/// long as there is something to find.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet puzzle                            one of today's puzzles
  galet puzzle avalam                     some puzzle near a middling strength
  galet puzzle qawale --day               the puzzle of the day, the same for everybody
  galet puzzle abalone --theme ejection --rating 1800
  echo c1nwwnn | galet puzzle qawale --id 0abcf4b5f7a9220d")]
pub(crate) struct Args {
    /// The game, by its name in `galet games` [default: the games take turns by day]
    game: Option<String>,
    /// A puzzle with this theme
    #[arg(long, value_name = "NAME", conflicts_with_all = ["day", "id"])]
    theme: Option<String>,
    /// The puzzle of the day: today's, or that of a date as 2027-01-31
    #[arg(long, value_name = "DATE", num_args = 0..=1, default_missing_value = "today", value_parser = date)]
    day: Option<Day>,
    /// Near this strength; level 1 of the game has 800
    #[arg(long, value_name = "N", default_value_t = 1_200, conflicts_with_all = ["day", "id"])]
    rating: u16,
    /// The puzzle with this name
    #[arg(long, value_name = "NAME", value_parser = name, conflicts_with = "day")]
    id: Option<PuzzleId>,
    /// Draws the puzzle [default: another one every time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Take the puzzles from this file instead of those that ship
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    file: Option<PathBuf>,
}

/// A day, counted from 1970-01-01; `None` is today.
type Day = Option<i64>;

fn date(text: &str) -> Result<Day, Wrong> {
    if text == "today" {
        return Ok(None);
    }
    let wrong = || Wrong::new("a date is written 2027-01-31", "une date s’écrit 2027-01-31");
    let mut parts = text.split('-').map(|part| part.parse::<u32>().ok());
    let (Some(Some(year)), Some(Some(month)), Some(Some(day)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(wrong());
    };
    let year = i32::try_from(year).ok().filter(|year| *year < 10_000).ok_or_else(wrong)?;
    Ok(Some(day_number(year, month, day).ok_or_else(wrong)?))
}

pub(super) fn name(text: &str) -> Result<PuzzleId, Wrong> {
    text.parse().map_err(|()| {
        Wrong::new(
            "the name of a puzzle has sixteen digits and letters a to f",
            "le nom d’un problème a seize chiffres et lettres de a à f",
        )
    })
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let today = today();
    let set = match (&args.file, &args.game) {
        (Some(path), _) => puzzles::read(path)?,
        (None, Some(name)) => shipped(galet_games::find(name)?)?,
        (None, None) => shipped(game_of(today))?,
    };
    let game = galet_games::find(&set.head.game)?;
    // Whoever asks for nothing in particular gets today's.
    let by_day = args.day.or_else(|| args.game.is_none().then_some(None));
    let puzzle = match (args.id, by_day) {
        (Some(id), _) => set.find(id),
        (None, Some(day)) if args.theme.is_none() => set.of_the_day(day.unwrap_or(today)),
        _ => {
            let theme = args.theme.as_deref().map(|theme| known_theme(&set, theme)).transpose()?;
            set.near(args.rating, theme, |_| true, args.seed.unwrap_or_else(some_number))
        }
    };
    let none = || Failure::wrong("there is no such puzzle", "ce problème n’existe pas");
    let puzzle: &Puzzle = puzzle.ok_or_else(none)?;
    session::run(puzzle, &set.head, game, console)
}

/// The theme with that name.
fn known_theme<'a>(set: &'a PuzzleSet, asked: &str) -> Result<&'a str, Failure> {
    let names: Vec<&str> = set.head.themes.iter().map(|theme| theme.name.as_str()).collect();
    let found = names.iter().find(|name| name.eq_ignore_ascii_case(asked));
    found.copied().ok_or_else(|| {
        let Phrase { en, fr } = words::no_theme(asked, &names.join(", "));
        Failure::wrong(en.into_owned(), fr.into_owned())
    })
}

/// Games take turns by day.
fn game_of(day: i64) -> &'static dyn AnyGame {
    let all = galet_games::all();
    all[day.rem_euclid(all.len() as i64) as usize]
}

/// The puzzles of a game that this program carries.
fn shipped(game: &dyn AnyGame) -> Result<PuzzleSet, Failure> {
    let none = || {
        Failure::wrong(
            "this build carries no puzzles; galet puzzle --file FILE takes them from a file",
            "ce programme ne contient pas de problèmes\u{a0}; galet puzzle --file FICHIER les lit d’un fichier",
        )
    };
    #[cfg(feature = "embedded")]
    let text = galet_embedded::puzzles(game.name());
    #[cfg(not(feature = "embedded"))]
    let text: Option<&str> = {
        let _ = game;
        None
    };
    PuzzleSet::read(text.ok_or_else(none)?).map_err(|error| {
        let Phrase { en, fr } = error.words();
        Failure::wrong(en.into_owned(), fr.into_owned())
    })
}

/// The number of the day in UTC, the same for everybody.
fn today() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_secs() / (24 * 60 * 60)) as i64
}

/// A number that is another one every time.
fn some_number() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days() {
        assert_eq!(date("today"), Ok(None));
        assert_eq!(date("1970-01-02"), Ok(Some(1)));
        for wrong in ["2027-02-29", "2027-13-01", "2027-1", "27-1-1-1", "heute", "99999-01-01"] {
            assert!(date(wrong).is_err(), "{wrong}");
        }
    }
}
