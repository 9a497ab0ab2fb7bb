//! `galet puzzles measure`.

use super::Rewriting;
use crate::console::Console;
use crate::failure::Failure;
use crate::long_work::ProgressView;
use galet_core::MonotonicTime;
use galet_puzzles::make::maker;
use galet_puzzles::{Difficulty, Head, PuzzleId, PuzzleSet};
use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

/// Let all levels try the puzzles again, and write down how hard each is now.
///
/// For levels that are new, play otherwise or turned out stronger: nothing else of the file changes, and no claim is checked.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet puzzles measure puzzles/avalam.txt
  galet puzzles measure puzzles/avalam.txt --out avalam.txt")]
pub(super) struct Args {
    #[command(flatten)]
    rewriting: Rewriting,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let mut set = super::read(&args.rewriting.file)?;
    let jobs = args.rewriting.threads();
    let found = measured(&set, jobs)?;
    let (mut changed, mut unsolved) = (0, 0);
    for puzzle in &mut set.puzzles {
        match found.get(&puzzle.id) {
            Some(now) if puzzle.difficulty != *now => {
                changed += 1;
                puzzle.difficulty = now.clone();
            }
            Some(_) => {}
            None => unsolved += 1,
        }
    }
    let now = maker(&set.head.game, Arc::new(MonotonicTime))?.head();
    set.head = Head { levels: now.levels, tries: now.tries, ..set.head };
    let out = args.rewriting.out();
    if unsolved > 0 {
        let name = out.display();
        return Err(Failure::wrong(
            format!("{name}: {unsolved} puzzles could not be tried; nothing is written"),
            format!(
                "{name}\u{a0}: {unsolved} problèmes n’ont pas pu être essayés\u{a0}; rien n’est écrit"
            ),
        ));
    }
    super::write(out, &set.write())?;
    writeln!(
        console,
        "{}: {} puzzles were tried by {} levels, {changed} are harder or easier than they were",
        out.display(),
        set.puzzles.len(),
        set.head.levels.len()
    )?;
    Ok(())
}

/// How hard the puzzles of a set are; those are missing that cannot be tried.
fn measured(set: &PuzzleSet, jobs: usize) -> Result<HashMap<PuzzleId, Difficulty>, Failure> {
    let new = || maker(&set.head.game, Arc::new(MonotonicTime));
    let makers = (0..jobs).map(|_| new()).collect::<Result<Vec<_>, _>>()?;
    let view = ProgressView::new(format!("Levels try puzzles of {}", set.head.game));
    let all: Vec<_> = set.puzzles.iter().collect();
    let (mut found, mut done) = (HashMap::new(), 0);
    super::with_each(
        &all,
        makers,
        |maker, puzzle| maker.difficulty(puzzle),
        |puzzle, now| {
            found.extend(now.map(|now| (puzzle.id, now)));
            done += 1;
            view.show(done, all.len(), 0, jobs, "");
        },
    );
    Ok(found)
}
