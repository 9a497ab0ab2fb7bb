//! `galet review`: what reviews say about players, and what scores mean to reviews.

use super::records::Source;
use crate::console::{Complaint, Console};
use crate::failure::{Deed, Failure};
use galet_arena::review::{HEAD, MOVES_HEAD, Measured, Played, fit, measure};
use galet_scene::Phrase;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Measure how accurately players played, and refit what scores mean.
///
/// Both read the records of matches, as `galet arena --save` writes them. The random moves of an opening are
/// left out.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet review measure random.pgn level9.pgn
  galet review fit avalam games.pgn -o crates/minds/src/avalam/fitted.rs")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    Measure(MeasureArgs),
    Fit(FitArgs),
}

/// Review every game of matches, and print the accuracy of the first player of each match beside the
/// points that it made, with 95 % error bars.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet arena --game avalam --first random --second level:5 --games 200 --save random.pgn
  galet review measure random.pgn level3.pgn level9.pgn")]
struct MeasureArgs {
    /// Files of records, one match in each
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only the first games of each match
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Write every move with its figures to this file, as a table
    #[arg(long, value_name = "FILE")]
    moves: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// Fit what a score means in chances and on the board to the results of games, by maximum likelihood.
///
/// To be done when the evaluation of a game changes. Games of middling and of strong players belong into it.
/// Writes the file `fitted.rs` of the game's mind.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet review fit avalam games/*.pgn -o crates/minds/src/avalam/fitted.rs")]
struct FitArgs {
    /// The game, by its name in `galet games`
    game: String,
    /// Files of records
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Positions to look at in each game
    #[arg(long, value_name = "N", default_value_t = 6)]
    positions: usize,
    /// Write to this file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

#[derive(clap::Args, Debug)]
struct Threads {
    /// On how many threads, at most 256 [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Threads {
    fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    match &args.what {
        What::Measure(args) => run_measure(args, console),
        What::Fit(args) => run_fit(args, console),
    }
}

fn run_measure(args: &MeasureArgs, console: &mut Console) -> Result<(), Failure> {
    let mut matches = Vec::new();
    for path in &args.files {
        let mut games = read(path)?;
        games.truncate(args.games.unwrap_or(usize::MAX));
        matches.push((path, games));
    }
    let bar = bar(matches.iter().map(|(_, games)| games.len()).sum());
    let mut table = String::from(MOVES_HEAD);
    writeln!(console, "{HEAD}")?;
    for (path, games) in &matches {
        let reviewed = measure(games, args.threads.count(), &|| bar.inc(1));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        for (number, (played, review)) in games.iter().zip(&reviewed).enumerate() {
            review.list_moves(&mut table, &name, number + 1, played);
        }
        if let Some(measured) = Measured::of(games, &reviewed) {
            writeln!(console, "{}", measured.row())?;
            console.flush()?;
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &args.moves {
        std::fs::write(path, table).map_err(|error| Failure::file(Deed::Write, path, &error))?;
    }
    Ok(())
}

fn run_fit(args: &FitArgs, console: &mut Console) -> Result<(), Failure> {
    let mut games = Vec::new();
    for path in &args.files {
        games.extend(read(path)?);
    }
    let bar = bar(games.len());
    let found = fit(&args.game, &games, args.positions, args.threads.count(), &|| bar.inc(1));
    bar.finish_and_clear();
    let found = found.map_err(|error| Failure::input(&error))?;
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = found.to_rust(&args.files.iter().map(name).collect::<Vec<_>>());
    match &args.output {
        Some(path) => {
            std::fs::write(path, text).map_err(|error| Failure::file(Deed::Write, path, &error))?;
        }
        None => console.write_all(text.as_bytes())?,
    }
    console.flush()?;
    let [before, after] = found.log_loss;
    let positions = found.positions;
    let note = Phrase::new(
        format!("{positions} positions: log loss {before:.5} before, {after:.5} after"),
        format!(
            "{positions} positions\u{a0}: perte logarithmique {before:.5} avant, {after:.5} après"
        ),
    );
    console.complain(Complaint::Note, note.get(console.language));
    Ok(())
}

/// The games of a file that have a result.
fn read(path: &Path) -> Result<Vec<Played>, Failure> {
    let source = Source::read(path)?;
    let mut games = Vec::new();
    for record in source.records(None) {
        let record = record.map_err(|error| Failure::Input(source.told(&error)))?;
        games.extend(Played::read(&record));
    }
    if games.is_empty() {
        return Err(Failure::Input(source.told_nothing()));
    }
    Ok(games)
}

fn bar(games: usize) -> ProgressBar {
    let watched = std::io::stderr().is_terminal();
    let target = if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(games as u64), target);
    let template = "{bar:36} {pos}/{len} games, {elapsed}, about {eta} left";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
