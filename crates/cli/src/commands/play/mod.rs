//! `galet play`: against the computer or a second person, on the whole screen or, for scripts and
//! plain terminals, line by line.
//!
//! | to find | look in |
//! |---|---|
//! | the table and the half-made move at it | [`local`] |
//! | who plays which side | [`seats`] |
//! | how clocks are written and shown | [`clock`] |
//! | what the computer is asked | [`computer`] |
//! | the full screen | [`screen`] |
//! | the conversation line by line | [`dialogue`], [`request`], [`input`] |
//! | files of games | [`store`] |
//!
//! The rules of the table (whose first move is free, what a take-back does) are the web's: see
//! [`galet_table`].

mod advice;
mod clock;
mod computer;
mod dialogue;
mod input;
mod local;
mod request;
mod screen;
mod seats;
mod store;

use crate::args::Start;
use crate::console::{Console, STRONG};
use crate::failure::Failure;
use crate::words;
use dialogue::Dialogue;
use galet_engine::Level;
use galet_server::WallClock;
use galet_table::wire::table::ClockTerms;
use input::{Input, Line};
use local::{LocalGame, Seats};
use request::Request;
use seats::{Against, WantedSide};
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// Play against the computer or with a second person.
///
/// At a terminal the game takes the whole screen: arrow keys or the mouse choose cells, ? shows
/// the other keys. With --plain, and when the input or the output is no terminal, it is a
/// conversation line by line: moves are typed as text, or cell by cell; `help` lists what else
/// can be typed. Reading moves from a pipe, it exits with 1 if it refused any line.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "\
Examples:
  galet play qawale                                      two people at this terminal
  galet play avalam --level 3                            against the computer
  galet play abalone --level 6 --side random --clock 10m+5s
  galet play abalone --setup belgian-daisy --option marbles-to-win=2
  printf 'c9d8\\nsave game.pgn\\n' | galet play avalam")]
pub(crate) struct Args {
    /// The game, by its name in `galet games`; without it you are asked
    game: Option<String>,
    #[command(flatten)]
    start: Start,
    /// Who the opponent is [default: the computer if a level or a side is given]
    #[arg(long, value_name = "WHO")]
    against: Option<Against>,
    /// How strong the computer plays: 1, which a beginner beats, to 9, then expert-1 and up where the
    /// game has experts, and full (full strength) [default: 3]
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true)]
    level: Option<Level>,
    /// Your side against the computer [default: first]
    #[arg(long, value_name = "SIDE")]
    side: Option<WantedSide>,
    /// Time for each player: 10m, or 5m+3s with three seconds more for each move
    #[arg(long, value_name = "TIME", value_parser = clock::terms)]
    clock: Option<ClockTerms>,
    /// Line by line, without taking the screen
    #[arg(long)]
    plain: bool,
    /// The computer draws its moves among good ones; the same number gives the same draws
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The level against which people play who name none.
const USUAL_LEVEL: u8 = 3;

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let seed = args.seed.unwrap_or_else(some_number);
    let seats = args.seats(seed)?;
    let screen = console.is_dialogue() && !args.plain;
    if args.clock.is_some() && !screen {
        return Err(Failure::wrong(
            "the clock needs the whole screen of a terminal: without it, leave --clock out",
            "la pendule demande tout l’écran d’un terminal\u{a0}: sinon, enlevez --clock",
        ));
    }
    let mut input = Input::new();
    let name = match &args.game {
        Some(name) => name.clone(),
        None => match choose(&mut input, console)? {
            Some(name) => name.to_owned(),
            None => return Ok(()),
        },
    };
    let game = args.start.begin(&name, console)?;
    let (terms, clock) = (args.clock.unwrap_or_default(), WallClock::system());
    let game = LocalGame::open(&*game, seats, terms, seed, clock.now())
        .map_err(|error| Failure::input(&error))?;
    if screen {
        // The screen reads the keyboard by itself.
        drop(input);
        return screen::run(game, clock, console);
    }
    Dialogue::new(game, clock, input, console).run()
}

impl Args {
    fn seats(&self, seed: u64) -> Result<Seats, Failure> {
        let about_computer = self.level.is_some() || self.side.is_some();
        match self.against {
            Some(Against::Person) if about_computer => Err(Failure::wrong(
                "--level and --side are for games against the computer: leave them out, or \
                 --against person",
                "--level et --side sont pour les parties contre l’ordinateur\u{a0}: enlevez-les, ou \
                 --against person",
            )),
            None if !about_computer => Ok(seats::PEOPLE),
            Some(Against::Person) => Ok(seats::PEOPLE),
            _ => {
                let usual = Level::new(USUAL_LEVEL).expect("it is a level");
                let side = self.side.unwrap_or(WantedSide::First).side(seed);
                Ok(seats::against(self.level.unwrap_or(usual), side))
            }
        }
    }
}

/// A number that is another one each time.
fn some_number() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}

/// Asks which game to play; `None` when nobody wants to.
fn choose(input: &mut Input, console: &mut Console) -> Result<Option<&'static str>, Failure> {
    let language = console.language;
    for (index, game) in galet_games::all().iter().enumerate() {
        writeln!(console, "  {STRONG}{}{STRONG:#}  {}", index + 1, game.title())?;
    }
    loop {
        let line = match input.ask(words::WHICH_GAME.get(language), console)? {
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
        writeln!(console, "{}", words::NO_SUCH_GAME.get(language))?;
    }
}
