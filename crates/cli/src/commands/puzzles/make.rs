//! `galet puzzles make`.

use super::super::records::Source;
use super::journal::Journal;
use crate::console::{Complaint, Console};
use crate::failure::Failure;
use crate::long_work::{self, ProgressView, number};
use crate::said::Wrong;
use galet_arena::read_count;
use galet_core::MonotonicTime;
use galet_games::AnyProgress;
use galet_puzzles::make::{Collection, Maker, ORIGIN, maker};
use galet_puzzles::{Head, Puzzle, PuzzleId, PuzzleSet};
use galet_scene::Phrase;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Instant;

/// Find puzzles in games of the engine's levels, or in records.
///
/// A game gives the same puzzle on every machine, whatever the number of jobs. What is finished stands in a journal
/// beside the file; it can be stopped at any moment (Ctrl-C), and the same command goes on.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet puzzles make avalam --games 2000 --out avalam.txt
  galet puzzles make qawale --games 5k --most 400 --seed 7 --jobs 4 --out qawale.txt
  galet puzzles make abalone --records a.pgn b.apgn --out mine.txt")]
pub(super) struct Args {
    /// The game, by its name in `galet games`
    game: String,
    /// Take the positions from these records (PGN, .apgn) instead of own games
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "games")]
    records: Vec<PathBuf>,
    /// How many games the levels play, as 2000 or 2k
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    games: u64,
    /// Keep so many puzzles at most, spread over classes and themes
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Leave these puzzles out: those that `galet puzzles check` does not confirm
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = crate::commands::puzzle::name)]
    without: Vec<PuzzleId>,
    /// Decides the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games looked at at once [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// The file to make
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn count(text: &str) -> Result<u64, Wrong> {
    let wrong = || Wrong::new("a count is written 3000 or 3k", "un nombre s’écrit 3000 ou 3k");
    read_count(text).filter(|&n| n > 0).ok_or_else(wrong)
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let tool = maker(&args.game, Arc::new(MonotonicTime))?;
    let records = read_records(args, console)?;
    let head =
        Head { seed: args.seed, command: command(args), origin: origin(args), ..tool.head() };
    // How many games there are does not matter to what each of them gives.
    let work =
        format!("{} seed {} network {:016x}: {}", head.game, head.seed, head.network, head.origin);
    let mut journal = Journal::open(&args.out, &work, &head)?;
    let stop = long_work::interrupt()?;
    let all = if args.records.is_empty() { args.games } else { records.len() as u64 };
    look(args, &records, all, &mut journal, &stop)?;
    let (mut collection, mut found) = (Collection::default(), 0);
    for puzzle in journal.done.range(..all).flat_map(|(_, found)| found) {
        found += 1;
        let along = tool.along(puzzle);
        collection.add(puzzle.clone(), &along);
    }
    let kept = collection.len();
    let mut puzzles = collection.spread(args.most.unwrap_or(usize::MAX));
    puzzles.retain(|puzzle| !args.without.contains(&puzzle.id));
    let written = puzzles.len();
    super::write(&args.out, &PuzzleSet { head, puzzles }.write())?;
    writeln!(
        console,
        "{}: {written} puzzles of {found} found in {} games; {} were the same or followed from another",
        args.out.display(),
        number(journal.done.len() as u64),
        found - kept
    )?;
    if stop.load(Ordering::Relaxed) {
        console.flush()?;
        let stopped = Phrase::fixed(
            "stopped; the same command goes on from here",
            "arrêté\u{a0}; la même commande reprend d’ici",
        );
        console.complain(Complaint::Note, stopped.get(console.language));
    }
    Ok(())
}

/// The command that makes the same file.
fn command(args: &Args) -> String {
    let mut text = format!("galet puzzles make {}", args.game.to_lowercase());
    if args.records.is_empty() {
        text += &format!(" --games {}", args.games);
    } else {
        text += " --records";
        args.records.iter().for_each(|path| text += &format!(" {}", path.display()));
    }
    if let Some(most) = args.most {
        text += &format!(" --most {most}");
    }
    if !args.without.is_empty() {
        let names: Vec<String> = args.without.iter().map(PuzzleId::to_string).collect();
        text += &format!(" --without {}", names.join(","));
    }
    text + &format!(" --seed {} --out {}", args.seed, args.out.display())
}

fn origin(args: &Args) -> String {
    if args.records.is_empty() {
        return ORIGIN.to_owned();
    }
    let names = args.records.iter().filter_map(|path| path.file_name());
    let names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    format!("records: {}", names.join(", "))
}

/// The games of the records; those of other games are left out, and what cannot be read is told.
fn read_records(args: &Args, console: &Console) -> Result<Vec<Box<dyn AnyProgress>>, Failure> {
    let game = galet_games::find(&args.game)?;
    let mut games = Vec::new();
    for path in &args.records {
        let source = Source::read(path)?;
        for record in source.records(None) {
            match record {
                Ok(record) if record.game().name() == game.name() => {
                    games.push(record.final_game());
                }
                Ok(_) => {}
                Err(error) => {
                    console.complain(Complaint::Warning, &source.tell(&error, console.language));
                }
            }
        }
    }
    Ok(games)
}

/// Looks at all games that the journal does not know.
fn look(
    args: &Args,
    records: &[Box<dyn AnyProgress>],
    all: u64,
    journal: &mut Journal,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let todo: Vec<u64> = (0..all).filter(|number| !journal.done.contains_key(number)).collect();
    let jobs = long_work::threads(args.jobs).min(todo.len().max(1));
    let tools: Vec<Box<dyn Maker>> =
        (0..jobs).map(|_| maker(&args.game, Arc::new(MonotonicTime))).collect::<Result<_, _>>()?;
    let view = ProgressView::new(format!("Puzzles of {}", args.game));
    let (next, begun) = (AtomicUsize::new(0), Instant::now());
    let (tell, hear) = mpsc::channel::<(u64, Vec<Puzzle>)>();
    std::thread::scope(|scope| {
        for mut tool in tools {
            let (tell, todo, next) = (tell.clone(), &todo, &next);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let Some(&number) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        break;
                    };
                    let found = match records.get(number as usize) {
                        Some(game) => tool.in_game(&**game, args.seed, number),
                        None => tool.in_own_game(args.seed, number),
                    };
                    if tell.send((number, found)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(tell);
        let mut new = 0_u64;
        for (game, found) in hear {
            journal.note(game, found)?;
            new += 1;
            let left = todo.len() as u64 - new;
            let millis = begun.elapsed().as_millis() as u64 * left / new * jobs as u64;
            let found = journal.done.values().flatten().count();
            let more = format!(", {found} puzzles");
            view.show(journal.done.len(), all as usize, millis, jobs, &more);
        }
        Ok(())
    })
}
