//! `galet puzzles`: making and checking puzzles.

mod check;
mod journal;
mod make;
mod measure;
mod renew;
mod table;

use crate::console::Console;
use crate::failure::{Deed, Failure};
use crate::long_work;
use clap::Subcommand;
use galet_puzzles::{MAX_BYTES, Puzzle, PuzzleSet};
use galet_scene::Phrase;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Make puzzles with one right move, and check them.
///
/// docs/puzzles.md says what makes a puzzle, how each claim is confirmed, and has the format of the files.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet puzzles make avalam --games 2000 --out avalam.txt
  galet puzzles make abalone --records my-games.pgn --out mine.txt
  galet puzzles check puzzles/avalam.txt --sample 20
  galet puzzles table puzzles/avalam.txt
  galet puzzles renew puzzles/abalone.txt --out abalone.txt
  galet puzzles measure puzzles/abalone.txt")]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

/// What every command takes that writes a file of puzzles anew.
#[derive(clap::Args, Debug)]
struct Rewriting {
    /// The file of puzzles
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write to this file instead of the same
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Puzzles looked at side by side [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

impl Rewriting {
    /// Where it is written.
    fn out(&self) -> &Path {
        self.out.as_ref().unwrap_or(&self.file)
    }

    fn threads(&self) -> usize {
        long_work::threads(self.jobs)
    }
}

#[derive(Subcommand, Debug)]
enum Task {
    Make(make::Args),
    Check(check::Args),
    Measure(measure::Args),
    Renew(renew::Args),
    Table(table::Args),
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    match &args.task {
        Task::Make(args) => make::run(args, console),
        Task::Check(args) => check::run(args, console),
        Task::Measure(args) => measure::run(args, console),
        Task::Renew(args) => renew::run(args, console),
        Task::Table(args) => table::run(args, console),
    }
}

/// Does something with each of these puzzles, on as many threads as there are tools, and tells one result after the other.
fn with_each<'p, T: Send, R: Send>(
    puzzles: &[&'p Puzzle],
    tools: Vec<T>,
    work: impl Fn(&mut T, &Puzzle) -> R + Sync,
    mut hear: impl FnMut(&'p Puzzle, R),
) {
    let (next, (tell, told)) = (AtomicUsize::new(0), mpsc::channel());
    std::thread::scope(|scope| {
        for mut tool in tools {
            let (tell, next, work) = (tell.clone(), &next, &work);
            scope.spawn(move || {
                while let Some(&puzzle) = puzzles.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if tell.send((puzzle, work(&mut tool, puzzle))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(tell);
        told.iter().for_each(|(puzzle, result)| hear(puzzle, result));
    });
}

/// The puzzles of a file.
pub(crate) fn read(path: &Path) -> Result<PuzzleSet, Failure> {
    let cannot = |error: &std::io::Error| Failure::file(Deed::Read, path, error);
    let mut text = String::new();
    let file = File::open(path).map_err(|error| cannot(&error))?;
    // One byte more than there may be, so that the reader sees that it is too large.
    file.take(MAX_BYTES as u64 + 1).read_to_string(&mut text).map_err(|error| cannot(&error))?;
    PuzzleSet::read(&text).map_err(|error| {
        let Phrase { en, fr } = error.words();
        let name = path.display();
        Failure::wrong(format!("{name}, {en}"), format!("{name}, {fr}"))
    })
}

/// Writes a file beside its place and puts it there when it is complete.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let beside = path.with_extension("new");
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, path))
        .map_err(|error| Failure::file(Deed::Write, path, &error))
}
