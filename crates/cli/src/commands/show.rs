//! `galet show`: a position as a picture, as data, as text or in words.

use crate::args::Start;
use crate::console::{Console, QUIET};
use crate::failure::Failure;
use crate::picture;
use galet_games::AnyProgress;
use galet_scene::{Highlights, svg};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Show a position: here, as an SVG picture, as data or in words.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet show abalone --setup belgian-daisy
  galet show avalam --moves \"c9d8 b8c7\" --svg board.svg --theme dark
  galet show qawale --say --lang fr
  galet show qawale --moves a1nne --text")]
pub(crate) struct Args {
    /// The game, by its name in `galet games`
    game: String,
    #[command(flatten)]
    start: Start,
    /// Write an SVG picture to this file; - is the standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the scene as JSON
    #[arg(long, conflicts_with_all = ["say", "text"])]
    json: bool,
    /// Say the position in words
    #[arg(long, conflicts_with = "text")]
    say: bool,
    /// Write the position as one line of text
    #[arg(long)]
    text: bool,
    /// Look from the other side of the table
    #[arg(long)]
    flip: bool,
    /// The colours of the SVG picture's table
    #[arg(long, value_enum, default_value_t = Theme::Auto, requires = "svg")]
    theme: Theme,
    /// The width of the SVG picture in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 720,
        requires = "svg",
        value_parser = clap::value_parser!(u32).range(16..=16384)
    )]
    width: u32,
}

/// The colours of a picture.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Theme {
    Light,
    Dark,
    Auto,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let game = args.start.begin(&args.game, console)?;
    if let Some(path) = &args.svg {
        write_svg(&draw(args, &*game, console), path, console)?;
    }
    if args.json {
        let json = serde_json::to_string_pretty(&game.scene());
        writeln!(console, "{}", json.map_err(|error| Failure::Io(error.to_string()))?)?;
    } else if args.say {
        writeln!(console, "{}", game.say_position().get(console.language))?;
    } else if args.text {
        writeln!(console, "{}", game.position_text())?;
    } else if args.svg.is_none() {
        let (scene, theme) = (game.scene(), game.game().theme());
        let painted = picture::terminal(&scene, theme, &Highlights::default(), args.flip, console);
        writeln!(console, "{painted}")?;
        writeln!(console, "{QUIET}{}{QUIET:#}", game.position_text())?;
    }
    Ok(())
}

fn draw(args: &Args, game: &dyn AnyProgress, console: &Console) -> String {
    let scheme = match args.theme {
        Theme::Light => svg::ColourScheme::Light,
        Theme::Dark => svg::ColourScheme::Dark,
        Theme::Auto => svg::ColourScheme::Auto,
    };
    let options = svg::Options {
        scheme,
        language: console.language,
        flipped: args.flip,
        width: args.width,
        description: Some(game.say_position().get(console.language).to_owned()),
        ..svg::Options::default()
    };
    svg::draw(&game.scene(), game.game().theme(), &options)
}

fn write_svg(picture: &str, path: &Path, console: &mut Console) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(console.write_all(picture.as_bytes())?);
    }
    std::fs::write(path, picture).map_err(|error| Failure::file("write", path, &error))
}
