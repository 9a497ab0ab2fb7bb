//! The command line: the commands, and the options that several of them share.

use crate::commands::{
    analyse, arena, backup, bench, check, check_data, convert, datagen, engine, engine_test, games,
    move_data, moves, perft, play, puzzle, puzzles, review, serve, show, solve, tune, verify,
    worker,
};
use crate::console::{Complaint, Console};
use crate::excerpt;
use crate::failure::Failure;
use crate::said::Wrong;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ColorChoice, Parser, Subcommand};
use galet_games::{AnyProgress, MoveError, SetupText, StartError};
use galet_scene::{Language, Phrase, ToPhrase};

/// Exact rules of abstract board games: play them in the browser or here, look at them, count
/// them, convert their records.
///
/// Without a command it serves them to your browser, as `galet serve` does.
#[derive(Parser, Debug)]
#[command(name = "galet", version, after_help = TOP_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) manner: Manner,
}

const TOP_HELP: &str = "\
Examples:
  galet                                     in the browser: play, learn, analyse
  galet play abalone                        two people at this terminal
  galet play avalam --level 3               against the computer
  galet show avalam --svg board.svg         a picture of the start
  galet perft qawale 4                      count move sequences
  galet help show                           all about one command

Exit codes:
  0  all went well
  1  the input was wrong: an unknown game, a bad position, move or record
  2  the command line was wrong
  3  a file could not be read or written";

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Serve(Box<serve::Args>),
    Backup(backup::Args),
    CheckData(check_data::Args),
    MoveData(move_data::Args),
    Worker(worker::Args),
    Games(games::Args),
    Show(show::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Convert(convert::Args),
    Check(check::Args),
    Analyse(analyse::Args),
    Play(play::Args),
    Puzzle(puzzle::Args),
    Puzzles(puzzles::Args),
    Engine(engine::Args),
    EngineTest(engine_test::Args),
    Bench(bench::Args),
    Arena(Box<arena::Args>),
    Review(review::Args),
    Tune(tune::Args),
    Datagen(datagen::Args),
    Solve(solve::Args),
    Verify(verify::Args),
}

/// In the help these options stand behind those of the command.
const LAST: usize = 900;

/// How the program talks, whatever the command.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// The language of sentences and prompts: en or fr [default: from LC_ALL, LC_MESSAGES, LANG]
    #[arg(
        long,
        global = true,
        display_order = LAST,
        value_name = "LANG",
        hide_possible_values = true,
        value_parser = PossibleValuesParser::new(["en", "fr"]).try_map(|text| text.parse::<Language>())
    )]
    pub(crate) lang: Option<Language>,
    /// When to use colour: auto, always or never; NO_COLOR is respected
    #[arg(
        long,
        global = true,
        display_order = LAST,
        value_name = "WHEN",
        hide_possible_values = true,
        default_value = "auto",
        hide_default_value = true
    )]
    pub(crate) color: ColorChoice,
}

/// How a game begins: the same options for every command that takes a game.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Start {
    /// The start layout, by its name in `galet games`
    #[arg(long, value_name = "NAME")]
    pub(crate) setup: Option<String>,
    /// A rule option, as in `galet games`; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub(crate) options: Vec<(String, String)>,
    /// Begin from this position instead of a layout
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) fen: Option<String>,
    /// Play these moves first; move numbers are skipped
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

impl Start {
    /// The game `name`, begun as these options say. Oddities of the position are told.
    pub(crate) fn begin(
        &self,
        name: &str,
        console: &Console,
    ) -> Result<Box<dyn AnyProgress>, Failure> {
        let setup = SetupText {
            layout: self.setup.clone(),
            options: self.options.clone(),
            position: self.fen.clone(),
        };
        let mut game = galet_games::find(name)?.start(&setup).map_err(|error| match error {
            StartError::Position(fault) => {
                let text = setup.position.as_deref().unwrap_or_default();
                let shown = excerpt::point_at(text, &fault.at);
                Failure::wrong(
                    format!("the position is wrong: {}\n{shown}", fault.why.en),
                    format!("la position est fausse\u{a0}: {}\n{shown}", fault.why.fr),
                )
            }
            StartError::Setup(error) => {
                let Phrase { en, fr } = error.to_phrase();
                Failure::wrong(
                    format!("{en}\n(galet games {name} lists layouts and options)"),
                    format!("{fr}\n(galet games {name} montre les dispositions et les options)"),
                )
            }
        })?;
        for (english, said) in game.warnings().iter().zip(game.say_warnings()) {
            let warning = Phrase::new(english.clone(), said.fr.clone());
            console.complain(Complaint::Warning, warning.get(console.language));
        }
        for text in self.moves.iter().flat_map(|moves| move_texts(moves)) {
            game.play(text).map_err(|refused| move_failure(&refused, game.plies() + 1))?;
        }
        Ok(game)
    }
}

/// A move of a list that cannot be played, as an error.
pub(crate) fn move_failure(refused: &MoveError, number: usize) -> Failure {
    match refused {
        MoveError::Illegal { text, fault, said } => {
            let shown = excerpt::point_at(text, &fault.at);
            Failure::wrong(
                format!("move {number} cannot be played: {}\n{shown}", fault.why),
                format!("le coup {number} n’est pas jouable\u{a0}: {}\n{shown}", said.fr),
            )
        }
        MoveError::GameOver(_) => Failure::wrong(
            format!("move {number} comes too late: {refused}"),
            format!("le coup {number} vient trop tard\u{a0}: la partie est terminée"),
        ),
    }
}

/// The moves in a text as people paste it: separated by spaces or commas, perhaps numbered.
pub(crate) fn move_texts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .map(without_number)
        .filter(|t| !t.is_empty())
}

/// `12.a1b2` and `12...a1b2` without their number; a number alone leaves nothing.
fn without_number(token: &str) -> &str {
    let digits = token.len() - token.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = &token[digits..];
    if digits > 0 && rest.starts_with('.') { rest.trim_start_matches('.') } else { token }
}

pub(crate) fn key_and_value(text: &str) -> Result<(String, String), Wrong> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err(Wrong::new("an option is written key=value", "une option s’écrit clé=valeur")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn pasted_moves_lose_their_numbers() {
        let texts: Vec<_> = move_texts("1. a1b2 i9h8, 2.b2c3\n2...h8g7 12").collect();
        assert_eq!(texts, ["a1b2", "i9h8", "b2c3", "h8g7", "12"]);
    }
}
