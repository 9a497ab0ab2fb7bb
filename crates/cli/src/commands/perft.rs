//! `galet perft`: counting move sequences.

use crate::args::Start;
use crate::console::{Complaint, Console};
use crate::failure::Failure;
use galet_core::perft::Leaves;
use galet_games::{AnyProgress, PerftRequest};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Count the sequences of legal moves, to check the rules and to measure their speed.
///
/// The last line of the standard output is `nodes N`; time and speed are told on the standard
/// error.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet perft abalone 5
  galet perft abalone 4 --setup belgian-daisy --divide
  galet perft qawale 4 --make-leaves --threads 1")]
pub(crate) struct Args {
    /// The game, by its name in `galet games`
    game: String,
    /// How many plies, at most 40: more than any count can finish
    #[arg(value_parser = clap::value_parser!(u32).range(0..=40))]
    depth: u32,
    #[command(flatten)]
    start: Start,
    /// The count behind each first move, too
    #[arg(long)]
    divide: bool,
    /// On how many threads, at most 256 [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Play every move of the last ply, as a search would, instead of counting them in bulk
    #[arg(long)]
    make_leaves: bool,
}

/// First moves are held in memory, and a crafted position can have billions.
const MAX_FIRST_MOVES: u64 = 5_000_000;

/// A count that takes longer than this shows how far it is.
const PATIENCE: Duration = Duration::from_millis(700);

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let game = args.start.begin(&args.game, console)?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let leaves = if args.make_leaves { Leaves::Made } else { Leaves::Counted };
    let begun = Instant::now();
    let first_moves = game.legal_moves(0).total;
    let nodes = if args.depth == 0 {
        1
    } else if args.depth == 1
        && leaves == Leaves::Counted
        && !args.divide
        && game.outcome().is_none()
    {
        // Counting needs no list, however many there are.
        first_moves
    } else if first_moves > MAX_FIRST_MOVES {
        return Err(Failure::wrong(
            format!(
                "this position has {first_moves} first moves; counting them one by one goes up to \
                 {MAX_FIRST_MOVES} (depth 1 without --divide and --make-leaves counts any number)"
            ),
            format!(
                "cette position a {first_moves} premiers coups\u{a0}; on les compte un par un jusqu’à \
                 {MAX_FIRST_MOVES} (la profondeur 1 sans --divide ni --make-leaves n’a pas de limite)"
            ),
        ));
    } else {
        let watched = console.is_terminal() && std::io::stderr().is_terminal();
        let bar = watched.then(|| bar(first_moves));
        let counts = count(&*game, args.depth, leaves, threads, bar.as_ref());
        if args.divide {
            for (text, nodes) in &counts {
                writeln!(console, "{text} {nodes}")?;
            }
        }
        counts.iter().map(|(_, nodes)| nodes).sum()
    };
    let time = begun.elapsed();
    writeln!(console, "nodes {nodes}")?;
    console.flush()?;
    console.complain(Complaint::Note, &speed(nodes, time, threads, leaves));
    Ok(())
}

/// A bar that is not yet shown.
fn bar(first_moves: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(first_moves), ProgressDrawTarget::hidden());
    bar.set_style(style("{bar:36} {pos}/{len} first moves, {elapsed}"));
    bar
}

/// Only when something is done can be told what is left.
const STYLE_UNDER_WAY: &str = "{bar:36} {pos}/{len} first moves, {elapsed}, about {eta} left";

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well formed")
}

/// Counts; the bar appears when it takes long.
fn count(
    game: &dyn AnyProgress,
    depth: u32,
    leaves: Leaves,
    threads: usize,
    bar: Option<&ProgressBar>,
) -> Vec<(String, u64)> {
    let Some(bar) = bar else {
        return game.perft(&PerftRequest { depth, leaves, threads, progress: &|_, _| {} });
    };
    let report = |finished: usize, _all: usize| {
        if finished == 1 {
            bar.set_style(style(STYLE_UNDER_WAY));
        }
        bar.set_position(finished as u64);
    };
    let (finished, waiting) = mpsc::channel();
    let counts = std::thread::scope(|scope| {
        scope.spawn(move || {
            if waiting.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(Duration::from_millis(200));
            }
        });
        let counts = game.perft(&PerftRequest { depth, leaves, threads, progress: &report });
        // The watcher may have stopped listening: it waits only so long.
        let _ = finished.send(());
        counts
    });
    bar.finish_and_clear();
    counts
}

fn speed(nodes: u64, time: Duration, threads: usize, leaves: Leaves) -> String {
    let seconds = time.as_secs_f64();
    let leaves = match leaves {
        Leaves::Counted => "leaves counted",
        Leaves::Made => "leaves made",
    };
    let threads = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    format!("{seconds:.3} s, {rate:.1} million nodes/s, {threads}, {leaves}")
}
