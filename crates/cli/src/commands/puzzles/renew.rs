//! `galet puzzles renew`.

use super::Rewriting;
use super::check::check_all;
use crate::console::{Complaint, Console};
use crate::failure::Failure;
use galet_core::MonotonicTime;
use galet_puzzles::PuzzleSet;
use galet_puzzles::check::checker;
use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

/// Check all puzzles with the network that this program plays by, and drop what no longer holds.
///
/// For a new network, and for whatever the checker does not confirm. What stays keeps its name, so nobody's progress is lost; the new file names the network.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet puzzles renew puzzles/abalone.txt
  galet puzzles renew puzzles/abalone.txt --out abalone.txt")]
pub(super) struct Args {
    #[command(flatten)]
    rewriting: Rewriting,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let PuzzleSet { mut head, puzzles } = super::read(&args.rewriting.file)?;
    let set = PuzzleSet { head: head.clone(), puzzles };
    let all: Vec<_> = set.puzzles.iter().collect();
    let results = check_all(&set, &all, args.rewriting.threads())?;
    let flaws: HashMap<_, _> = results.flaws.into_iter().collect();
    head.network = checker(&head.game, Arc::new(MonotonicTime))?.network();
    let out = args.rewriting.out();
    // Whoever makes the file again drops the same.
    let renewing = format!(" && galet puzzles renew {}", out.display());
    if !flaws.is_empty() && !head.command.ends_with(&renewing) {
        head.command += &renewing;
    }
    let kept: Vec<_> =
        set.puzzles.iter().filter(|puzzle| !flaws.contains_key(&puzzle.id)).cloned().collect();
    writeln!(
        console,
        "{}: {} puzzles still hold, {} are dropped",
        out.display(),
        kept.len(),
        flaws.len()
    )?;
    console.flush()?;
    for (id, flaw) in &flaws {
        let told = format!("{id}: {}", flaw.words().get(console.language));
        console.complain(Complaint::Note, &told);
    }
    super::write(out, &PuzzleSet { head, puzzles: kept }.write())
}
