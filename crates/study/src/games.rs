//! The games, their layouts and pictures.

use crate::StudyError;
use crate::look::replay;
use galet_core::{OptionSpec, Phrase, Values};
use galet_games::{AnyGame, SetupText, all, find};
use galet_scene::Scene;
use galet_scene::svg::{self, Options};
use galet_wire::setup::{GameInfo, RuleOption, RuleValues, RuleWord, Setup};
use galet_wire::study::GameLine;

/// The games, as the page that begins one needs them. `proven` says what is proven about the game
/// with a name, `experts` how many expert levels it has, and `elo` how strong its levels are, as the
/// engine knows it.
pub fn games_info(
    proven: impl Fn(&str) -> Option<Phrase>,
    experts: impl Fn(&str) -> u8,
    elo: impl Fn(&str) -> &'static [u32],
) -> Vec<GameInfo> {
    let info = |&game: &&'static dyn AnyGame| {
        let name = game.name();
        GameInfo {
            proven: proven(name),
            experts: experts(name),
            elo: elo(name).to_vec(),
            ..info(game)
        }
    };
    all().iter().map(info).collect()
}

/// What the game itself says.
fn info(game: &'static dyn AnyGame) -> GameInfo {
    let about = game.about();
    let position = Some(about.position.to_owned());
    let players = start_scene(game).players;
    let options = game.options().iter().zip(game.default_values());
    let names = game.layouts().iter().map(|layout| layout.name);
    GameInfo {
        name: game.name().to_owned(),
        title: game.title().to_owned(),
        about: about.words,
        glimpse: GameLine {
            game: game.name().to_owned(),
            setup: Setup { position, ..Setup::default() },
            moves: vec![about.played.to_owned()],
        },
        players,
        theme: game.theme().clone(),
        layouts: names.clone().map(str::to_owned).collect(),
        layout_names: names
            .filter_map(|name| Some((name.to_owned(), game.say_layout(name)?)))
            .collect(),
        options: options
            .map(|(option, default)| RuleOption {
                key: option.key.to_owned(),
                label: option.meaning.clone(),
                default,
                values: values(game, option),
            })
            .collect(),
        lessons: game.lessons().len() as u32,
        proven: None,
        experts: 0,
        elo: Vec::new(),
    }
}

fn start_scene(game: &'static dyn AnyGame) -> Scene {
    game.start(&SetupText::default()).expect("every game has a default setup").scene()
}

fn values(game: &dyn AnyGame, option: &OptionSpec) -> RuleValues {
    match option.values {
        Values::OneOf(words) => {
            let words = words.iter().map(|&word| RuleWord {
                word: word.to_owned(),
                label: game.say_value(option.key, word),
            });
            RuleValues::OneOf { words: words.collect() }
        }
        Values::Number { min, max } => RuleValues::Number { min, max, off: false },
        Values::NumberOrOff { min, max } => RuleValues::Number { min, max, off: true },
    }
}

/// A layout of a game as a picture (SVG), small and without a table under it, for choosing one;
/// on the board with this name, else on the set's own.
pub fn layout_picture(game: &str, layout: &str, board: &str) -> Result<String, StudyError> {
    let setup = SetupText { layout: Some(layout.to_owned()), ..SetupText::default() };
    let start = find(game)?.start(&setup)?;
    let options = Options {
        coordinates: false,
        table: false,
        width: 240,
        id_prefix: format!("{game}-{layout}"),
        description: Some(layout.to_owned()),
        board: board.to_owned(),
        ..Options::default()
    };
    Ok(svg::draw(&start.scene(), start.game().theme(), &options))
}

/// The game of a line as it stands as a picture (SVG). The description for people who do not see
/// it is the spoken position, unless `options` have one.
pub fn line_picture(line: &GameLine, options: &Options) -> Result<String, StudyError> {
    let game = replay(line)?;
    let mut options = options.clone();
    let spoken = || game.say_position().get(options.language).to_owned();
    options.description = options.description.or_else(|| Some(spoken()));
    Ok(svg::draw(&game.scene(), game.game().theme(), &options))
}
