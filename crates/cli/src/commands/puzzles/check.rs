//! `galet puzzles check`.

use crate::console::{Complaint, Console};
use crate::failure::Failure;
use crate::long_work::{self, ProgressView, number};
use galet_core::MonotonicTime;
use galet_puzzles::check::{Confirmed, Flaw, apart, checker};
use galet_puzzles::{Puzzle, PuzzleId, PuzzleSet};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Confirm every claim of puzzles again, by code that shares nothing with how they were found.
///
/// Proven ones by a plain search to the end of the game or by a second solver, the others by two searches with other
/// settings; docs/puzzles.md says what each shares with what.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet puzzles check puzzles/avalam.txt              a sample
  galet puzzles check puzzles/*.txt --all")]
pub(super) struct Args {
    /// Files of puzzles
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Check all puzzles
    #[arg(long, conflicts_with = "sample")]
    all: bool,
    /// Check so many of each file, evenly drawn from it
    #[arg(long, value_name = "N", default_value_t = 20)]
    sample: usize,
    /// Puzzles checked at once [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let mut wrong = false;
    for path in &args.files {
        let set = super::read(path)?;
        let begun = Instant::now();
        let sample = if args.all { set.puzzles.len() } else { args.sample };
        let chosen = evenly(&set.puzzles, sample);
        let results = check_all(&set, &chosen, long_work::threads(args.jobs))?;
        let count = |how| results.confirmed.iter().filter(|&&(_, found)| found == how).count();
        writeln!(
            console,
            "{}: {} of {} puzzles checked in {}: {} by plain search, {} by a second solver, {} by searches, {} wrong",
            path.display(),
            number(chosen.len() as u64),
            number(set.puzzles.len() as u64),
            long_work::time(begun.elapsed().as_millis() as u64),
            count(Confirmed::Plainly),
            count(Confirmed::BySecondSolver),
            count(Confirmed::BySearches),
            results.flaws.len()
        )?;
        console.flush()?;
        for (id, flaw) in &results.flaws {
            wrong = true;
            let told = format!("{id}: {}", flaw.words().get(console.language));
            console.complain(Complaint::Error, &told);
        }
    }
    if wrong { Err(Failure::Told) } else { Ok(()) }
}

/// What a check found.
#[derive(Default)]
pub(super) struct Results {
    pub(super) confirmed: Vec<(PuzzleId, Confirmed)>,
    pub(super) flaws: Vec<(PuzzleId, Flaw)>,
}

/// Checks these puzzles of a set, and that no two of the set are related.
pub(super) fn check_all(
    set: &PuzzleSet,
    chosen: &[&Puzzle],
    jobs: usize,
) -> Result<Results, Failure> {
    let new = || checker(&set.head.game, Arc::new(MonotonicTime));
    let mut results = Results { flaws: apart(set, &*new()?), ..Results::default() };
    let checkers = (0..jobs).map(|_| new()).collect::<Result<Vec<_>, _>>()?;
    let view = ProgressView::new(format!("Checking puzzles of {}", set.head.game));
    let mut done = 0;
    super::with_each(
        chosen,
        checkers,
        |checker, puzzle| checker.check(puzzle),
        |puzzle, result| {
            match result {
                Ok(how) => results.confirmed.push((puzzle.id, how)),
                Err(flaw) => results.flaws.push((puzzle.id, flaw)),
            }
            done += 1;
            let more = format!(", {} wrong", results.flaws.len());
            view.show(done, chosen.len(), 0, jobs, &more);
        },
    );
    results.flaws.sort_by_key(|(id, _)| *id);
    Ok(results)
}

/// So many of a list, evenly spread over it.
fn evenly(puzzles: &[Puzzle], wanted: usize) -> Vec<&Puzzle> {
    let wanted = wanted.min(puzzles.len());
    (0..wanted).map(|n| &puzzles[n * puzzles.len() / wanted]).collect()
}
