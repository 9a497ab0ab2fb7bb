//! `galet datagen`: games that the engine plays against itself, or one evaluation against another,
//! kept for training.

use crate::console::{Complaint, Console, QUIET, STRONG};
use crate::failure::{Deed, Failure};
use crate::long_work::{self, ProgressView, number};
use crate::said::{Said, Wrong};
use clap::Subcommand;
use galet_arena::read_count;
use galet_datagen::check::{CheckError, check};
use galet_datagen::pack::{PackError, Packer};
use galet_datagen::shuffle::{Pool, ShuffleError};
use galet_datagen::stats::Stats;
use galet_datagen::{
    Ending, GenerateError, OpenError, Openings, Plan, ReadError, Reader, Standing, generate,
};
use galet_engine::Evaluation;
use galet_scene::Phrase;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Games of the engine against itself, kept for training.
///
/// A file of games holds the moves, what the search said of each, and the results: about four
/// bytes a move. docs/datagen.md has the format, docs/training.md what becomes of it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet datagen play avalam --games 10k --out avalam.dat
  galet datagen check avalam.dat
  galet datagen stats avalam.dat
  galet datagen shuffle monday.dat tuesday.dat --out both.dat
  galet datagen pack avalam.dat --out avalam.pos")]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Play(Box<PlayArgs>),
    Check(Files),
    Stats(Files),
    Shuffle(ShuffleArgs),
    Pack(PackArgs),
}

/// Play games and add them to a file.
///
/// A game depends on the seed and its number only: the file holds the same bytes whatever the
/// number of threads. It can be stopped at any moment (Ctrl-C, or harder); the same command goes
/// on where it stopped, and with a larger --games an old file grows.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet datagen play avalam --games 10k --out avalam.dat
  galet datagen play abalone --layouts all --opening 4..30 --imbalance 45 \\
      --option move-limit=150 --games 10k --nodes 2k --seed 7 --out abalone.dat
  galet datagen play avalam --games 500 --net my.net --threads 2 --out mine.dat
  galet datagen play avalam --games 1k --against hand --out styles.dat
  galet datagen play qawale --games 1k --by-hand --out qawale.dat")]
struct PlayArgs {
    /// The game, by its name in `galet games`
    game: String,
    /// How many games the file shall hold
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    games: u64,
    /// Positions to look at for each move, as 3000 or 3k
    #[arg(long, value_name = "N", default_value = "3000", value_parser = count)]
    nodes: u64,
    /// Decides the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played at once [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Begin from these layouts, separated by commas; `all` are all [default: the usual one]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    layouts: Vec<String>,
    /// A rule option, as in `galet games`; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = crate::args::key_and_value)]
    options: Vec<(String, String)>,
    /// Random moves at the beginning, as 4..12 [default: up to a quarter of a game]
    #[arg(long, value_name = "LEAST..MOST", value_parser = range)]
    opening: Option<(u32, u32)>,
    /// After them the chances may be so many percent away from even
    #[arg(long, value_name = "PERCENT", default_value_t = 30, value_parser = clap::value_parser!(u32).range(0..=50))]
    imbalance: u32,
    /// Games of so many plies are cut off; their result counts as unknown
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_plies: u32,
    /// Play with this network instead of the one that ships
    #[arg(long, value_name = "FILE", conflicts_with = "by_hand")]
    net: Option<PathBuf>,
    /// Play without a network
    #[arg(long)]
    by_hand: bool,
    /// Play against this network, or the evaluation made by hand, sides swapped game by game
    #[arg(long, value_name = "FILE|hand")]
    against: Option<String>,
    /// The file: new, or one to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Check files: every move is replayed, every result compared with the rules.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet datagen check avalam.dat
  galet datagen stats monday.dat tuesday.dat")]
struct Files {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Put files together, the games in random order: any part of it is a fair sample.
///
/// Games that several files hold are taken once.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet datagen shuffle monday.dat tuesday.dat --out both.dat
  galet datagen shuffle all.dat --games 10k --seed 7 --out sample.dat")]
struct ShuffleArgs {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Decides the order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Keep only so many games
    #[arg(long, value_name = "N", value_parser = count)]
    games: Option<u64>,
    /// The new file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Write the positions of games as training reads them: boards, chances and results.
///
/// The rows are all of one length and need no rules to be understood.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet datagen pack avalam.dat --out avalam.pos
  cd train && python -m galet_train.train avalam --data ../avalam.pos --out runs/avalam")]
struct PackArgs {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The new file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

static STOPPED: Phrase = Phrase::fixed(
    "stopped; the same command goes on from here",
    "arrêté\u{a0}; la même commande reprend d’ici",
);

fn count(text: &str) -> Result<u64, Wrong> {
    let wrong = || Wrong::new("a count is written 3000 or 3k", "un nombre s’écrit 3000 ou 3k");
    read_count(text).filter(|&n| n > 0).ok_or_else(wrong)
}

fn range(text: &str) -> Result<(u32, u32), Wrong> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|&n| n <= 1_000);
    text.split_once("..")
        .and_then(|(least, most)| Some((number(least)?, number(most)?)))
        .filter(|(least, most)| least <= most)
        .ok_or_else(|| Wrong::new("a range is written 4..12", "un intervalle s’écrit 4..12"))
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    match &args.task {
        Task::Play(args) => play(args, console),
        Task::Check(args) => check_files(&args.files, console),
        Task::Stats(args) => stats(&args.files, console),
        Task::Shuffle(args) => shuffle(args, console),
        Task::Pack(args) => pack(args, console),
    }
}

fn play(args: &PlayArgs, console: &mut Console) -> Result<(), Failure> {
    let plan = plan(args)?;
    let stop = long_work::interrupt()?;
    let view = ProgressView::new(format!("{} games of {}", number(plan.games), plan.game));
    let begun = Instant::now();
    let standing = generate(&plan, &args.out, &stop, &mut |now| {
        if now.games == now.games_before && now.cut > 0 {
            let torn = Phrase::new(
                format!("a torn game of {} bytes was cut off", now.cut),
                format!("une partie déchirée de {} octets a été coupée", now.cut),
            );
            console.complain(Complaint::Note, torn.get(console.language));
        }
        let new = (now.games - now.games_before, now.positions - now.positions_before);
        let seconds = begun.elapsed().as_secs_f64();
        let left = plan.games.saturating_sub(now.games) as f64 * seconds / new.0.max(1) as f64;
        let rate = new.1 as f64 / seconds.max(0.001);
        let more = format!(", {} positions, {rate:.0}/s", number(now.positions));
        let millis = (left * 1e3) as u64;
        // The work of one core is the time left on all of them together.
        let threads = plan.threads;
        view.show(now.games as usize, plan.games as usize, millis * threads as u64, threads, &more);
    });
    drop(view);
    let standing = standing.map_err(|error| generate_failure(&args.out, error))?;
    let Standing { games, positions, games_before, .. } = standing;
    writeln!(
        console,
        "{}: {} games with {} positions, {} of the games new",
        args.out.display(),
        number(games),
        number(positions),
        number(games - games_before)
    )?;
    if stop.load(Ordering::Relaxed) {
        console.flush()?;
        console.complain(Complaint::Note, STOPPED.get(console.language));
    }
    Ok(())
}

fn plan(args: &PlayArgs) -> Result<Plan, Failure> {
    let game = galet_games::find(&args.game)?;
    let layouts = if args.layouts.iter().any(|name| name == "all") {
        game.layouts().iter().map(|layout| layout.name.to_owned()).collect()
    } else {
        args.layouts.clone()
    };
    let evaluation = match &args.net {
        Some(path) => {
            Evaluation::from_file(path.clone()).map_err(|error| Failure::input(&error))?
        }
        None if args.by_hand => Evaluation::ByHand,
        None => Evaluation::Shipped,
    };
    let against = args.against.as_deref().map(Evaluation::read).transpose();
    let against = against.map_err(|error| Failure::input(&error))?;
    let usual = Openings::usual(game);
    let (least, most) = args.opening.unwrap_or((usual.least, usual.most));
    Ok(Plan {
        game: args.game.clone(),
        options: args.options.clone(),
        layouts,
        games: args.games,
        nodes: args.nodes,
        seed: args.seed,
        threads: long_work::threads(args.threads),
        openings: Openings { least, most, imbalance_percent: args.imbalance },
        max_plies: args.max_plies,
        evaluation,
        against,
    })
}

fn check_files(files: &[PathBuf], console: &mut Console) -> Result<(), Failure> {
    let mut wrong = false;
    for path in files {
        match check(open(path)?) {
            Ok(checked) => {
                let (games, moves) = (number(checked.games), number(checked.moves));
                writeln!(console, "{}: {games} games, {moves} moves, all legal", path.display())?;
            }
            Err(error) => {
                wrong = true;
                console.flush()?;
                console.complain(
                    Complaint::Error,
                    &Failure::about(path.display(), &error)
                        .message(console.language)
                        .unwrap_or_default(),
                );
            }
        }
    }
    if wrong { Err(Failure::Told) } else { Ok(()) }
}

fn stats(files: &[PathBuf], console: &mut Console) -> Result<(), Failure> {
    let mut stats = Stats::default();
    for path in files {
        stats.add(open(path)?).map_err(|error| check_failure(path, &error))?;
    }
    let share = |part: u64, all: u64| format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64);
    let mean = |sum: u64| format!("{:.1}", sum as f64 / stats.games.max(1) as f64);
    let (shortest, longest) = stats.lengths.unwrap_or_default();
    let ended =
        |ending| format!("{} ({})", stats.ended(ending), share(stats.ended(ending), stats.games));
    let again = stats.positions - stats.distinct;
    let [won, drawn, lost] = stats.matches;
    let rows = [
        ("games", number(stats.games)),
        ("positions", format!("{}, {} a game", number(stats.positions), mean(stats.positions))),
        ("seen before", format!("{} ({})", number(again), share(again, stats.positions))),
        ("plies", format!("{shortest} to {longest}, of them random {}", mean(stats.opening_plies))),
        ("first player won", ended(Ending::FirstWins)),
        ("drawn", ended(Ending::Draw)),
        ("second player won", ended(Ending::SecondWins)),
        ("cut off", ended(Ending::CutOff)),
        ("proven", format!("{} ({})", number(stats.proven), share(stats.proven, stats.positions))),
        ("proven wrongly", number(stats.proven_wrongly)),
        ("proven, cut off", number(stats.proven_unfinished)),
        ("something is taken", share(stats.unquiet, stats.positions)),
    ];
    let matches = (stats.matches != [0; 3])
        .then(|| ("against another", format!("{won} won, {drawn} drawn, {lost} lost")));
    for (name, value) in rows.into_iter().chain(matches) {
        writeln!(console, "{STRONG}{name:>18}{STRONG:#}  {value}")?;
    }
    writeln!(console, "\n{QUIET}  chances   positions     said      got{QUIET:#}")?;
    for (n, step) in stats.steps.iter().enumerate() {
        let (low, high) = (n * 10, n * 10 + 10);
        let of = |sum: f64| 100.0 * sum / step.positions.max(1) as f64;
        let positions = number(step.positions);
        let (said, got) = (of(step.chances), of(step.points));
        writeln!(console, "{low:>3}–{high:>3} % {positions:>11} {said:>6.1} % {got:>6.1} %")?;
    }
    if let Some(error) = stats.squared_error() {
        writeln!(console, "mean square of the difference: {error:.4}")?;
    }
    Ok(())
}

fn shuffle(args: &ShuffleArgs, console: &mut Console) -> Result<(), Failure> {
    let mut pool = Pool::default();
    let mut twice = 0;
    for path in &args.files {
        twice += pool.add(open(path)?).map_err(|error| match error {
            ShuffleError::Read(error) => read_failure(path, &error),
            _ => Failure::about(path.display(), &error),
        })?;
    }
    let most = args.games.map_or(usize::MAX, |games| games as usize);
    let written = replace(&args.out, |file| {
        let mut out = BufWriter::new(file);
        pool.write(args.seed, most, &mut out)
    })?;
    let twice =
        if twice > 0 { format!(", {} left out as known", number(twice)) } else { String::new() };
    writeln!(console, "{}: {} games{twice}", args.out.display(), number(written as u64))?;
    Ok(())
}

fn pack(args: &PackArgs, console: &mut Console) -> Result<(), Failure> {
    let mut failure = None;
    let rows = replace(&args.out, |file| {
        let mut packer = Packer::new(BufWriter::new(file))?;
        for path in &args.files {
            let added = open(path).and_then(|reader| {
                packer.add(reader).map_err(|error| match error {
                    PackError::Write(error) => Failure::file(Deed::Write, &args.out, &error),
                    PackError::Check(error) => check_failure(path, &error),
                    _ => Failure::about(path.display(), &error),
                })
            });
            if let Err(error) = added {
                failure = Some(error);
                return Err(std::io::ErrorKind::Other.into());
            }
        }
        packer.finish()
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    writeln!(console, "{}: {} positions", args.out.display(), number(rows?))?;
    Ok(())
}

/// Writes a file beside its place and puts it there when it is complete.
fn replace<T>(path: &Path, write: impl FnOnce(&File) -> std::io::Result<T>) -> Result<T, Failure> {
    let failed = |error: std::io::Error| Failure::file(Deed::Write, path, &error);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    let beside = path.with_file_name(name);
    let file = File::create(&beside).map_err(failed)?;
    let written = write(&file).and_then(|written| {
        std::fs::rename(&beside, path)?;
        Ok(written)
    });
    written.map_err(|error| {
        // It is of no use to anybody.
        let _ = std::fs::remove_file(&beside);
        failed(error)
    })
}

fn open(path: &Path) -> Result<Reader<BufReader<File>>, Failure> {
    Reader::open(path).map_err(|error| read_failure(path, &error))
}

fn read_failure(path: &Path, error: &ReadError) -> Failure {
    match error {
        ReadError::Io(error) => Failure::file(Deed::Read, path, error),
        _ => Failure::about(path.display(), error),
    }
}

fn check_failure(path: &Path, error: &CheckError) -> Failure {
    match error {
        CheckError::Read(error) => read_failure(path, error),
        _ => Failure::about(path.display(), error),
    }
}

fn generate_failure(path: &Path, error: GenerateError) -> Failure {
    match error {
        GenerateError::Write(error) => Failure::file(Deed::Write, path, &error),
        GenerateError::Open(OpenError::Read(error)) => read_failure(path, &error),
        GenerateError::Open(error) => {
            let Phrase { en, fr } = error.said();
            let path = path.display();
            Failure::wrong(
                format!("cannot go on with {path}: {en}"),
                format!("impossible de continuer {path}\u{a0}: {fr}"),
            )
        }
        GenerateError::Game(error) => error.into(),
        other => Failure::input(&other),
    }
}
