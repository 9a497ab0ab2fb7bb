//! `galet show`: a position as a picture, as data, as text or in words.

use crate::args::Start;
use crate::console::{Console, QUIET};
use crate::failure::{Deed, Failure};
use crate::picture;
use galet_games::AnyProgress;
use galet_scene::Highlights;
use galet_scene::svg::{self, ColourScheme, Letters, Options};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Show a position: here, as a picture, as data or in words.
#[derive(clap::Args, Debug)]
#[command(
    group(clap::ArgGroup::new("picture").args(["svg", "png", "film"]).multiple(true)),
    after_help = "\
Examples:
  galet show abalone --setup belgian-daisy
  galet show avalam --moves \"c9d8 b8c7\" --svg board.svg --theme dark
  galet show avalam --moves \"c9d8 b8c7\" --png board.png --film moves.svg
  galet show qawale --say --lang fr
  galet show qawale --moves a1nne --text"
)]
pub(crate) struct Args {
    /// The game, by its name in `galet games`
    game: String,
    #[command(flatten)]
    start: Start,
    /// Write an SVG picture to this file; - is the standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG picture to this file; - is the standard output
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write the last moves as an SVG picture that moves to this file; - is the standard output
    #[arg(long, value_name = "FILE")]
    film: Option<PathBuf>,
    /// How many moves the picture that moves shows
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        requires = "film",
        value_parser = clap::value_parser!(u16).range(1..=100)
    )]
    last: u16,
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
    /// The colours of the picture's table; a PNG picture is light or dark
    #[arg(long, value_enum, default_value_t = Theme::Auto, requires = "picture")]
    theme: Theme,
    /// The width of the picture in pixels; a PNG picture has at most 4096 on each side
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 720,
        requires = "picture",
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
    let (scene, theme) = (game.scene(), game.game().theme());
    let options = options(args, &*game, console);
    if let Some(path) = &args.svg {
        write(svg::draw(&scene, theme, &options).as_bytes(), path, console)?;
    }
    if let Some(path) = &args.png {
        // There are no fonts there, and no reader's wish for dark colours.
        let scheme = match options.scheme {
            ColourScheme::Auto => ColourScheme::Light,
            wished => wished,
        };
        let options = Options { scheme, letters: Letters::Drawn, ..options.clone() };
        let png = galet_raster::png(&svg::draw(&scene, theme, &options));
        write(&png.map_err(|error| Failure::input(&error))?, path, console)?;
    }
    if let Some(path) = &args.film {
        let moves = galet_games::last_moves(&*game, usize::from(args.last));
        write(svg::draw_moves(&moves, &scene, theme, &options).as_bytes(), path, console)?;
    }
    if args.json {
        let json = serde_json::to_string_pretty(&game.scene());
        writeln!(
            console,
            "{}",
            json.map_err(|error| Failure::io(
                "cannot write",
                "impossible d’écrire",
                &error.into()
            ))?
        )?;
    } else if args.say {
        writeln!(console, "{}", game.say_position().get(console.language))?;
    } else if args.text {
        writeln!(console, "{}", game.position_text())?;
    } else if args.svg.is_none() && args.png.is_none() && args.film.is_none() {
        let painted = picture::terminal(&scene, theme, &Highlights::default(), args.flip, console);
        writeln!(console, "{painted}")?;
        writeln!(console, "{QUIET}{}{QUIET:#}", game.position_text())?;
    }
    Ok(())
}

fn options(args: &Args, game: &dyn AnyProgress, console: &Console) -> Options {
    let scheme = match args.theme {
        Theme::Light => ColourScheme::Light,
        Theme::Dark => ColourScheme::Dark,
        Theme::Auto => ColourScheme::Auto,
    };
    Options {
        scheme,
        language: console.language,
        flipped: args.flip,
        width: args.width,
        description: Some(game.say_position().get(console.language).to_owned()),
        ..Options::default()
    }
}

fn write(picture: &[u8], path: &Path, console: &mut Console) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(console.write_all(picture)?);
    }
    std::fs::write(path, picture).map_err(|error| Failure::file(Deed::Write, path, &error))
}
