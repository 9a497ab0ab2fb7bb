//! `galet puzzles table`.

use crate::console::Console;
use crate::failure::Failure;
use galet_puzzles::{Proof, Puzzle, PuzzleSet};
use std::io::Write;
use std::path::PathBuf;

/// How hard the puzzles of files are: each class with the share of the tries that every level solved.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet puzzles table puzzles/*.txt")]
pub(super) struct Args {
    /// Files of puzzles
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    for (place, path) in args.files.iter().enumerate() {
        let set = super::read(path)?;
        if place > 0 {
            writeln!(console)?;
        }
        writeln!(console, "{}", classes(&set))?;
        write!(console, "{}", themes(&set))?;
    }
    Ok(())
}

/// The table of classes, as Markdown.
fn classes(set: &PuzzleSet) -> String {
    let levels: Vec<String> = set.head.levels.iter().map(|(level, _)| level.to_string()).collect();
    let mut text = format!(
        "| {} | puzzles | proven | rating | moves | nodes | {} |\n|{}\n",
        set.head.game,
        levels.join(" | "),
        "---|".repeat(6 + levels.len())
    );
    for class in 1..=5 {
        if !set.puzzles.iter().any(|puzzle| puzzle.difficulty.class == class) {
            continue;
        }
        let of: Vec<&Puzzle> =
            set.puzzles.iter().filter(|puzzle| puzzle.difficulty.class == class).collect();
        let mean = |value: &dyn Fn(&Puzzle) -> f64| {
            of.iter().map(|puzzle| value(puzzle)).sum::<f64>() / of.len().max(1) as f64
        };
        let proven = of.iter().filter(|puzzle| puzzle.proof == Proof::Proven).count();
        let mut nodes: Vec<u32> = of.iter().map(|puzzle| puzzle.difficulty.nodes).collect();
        nodes.sort_unstable();
        let solved = (0..levels.len()).map(|level| {
            let share = |puzzle: &Puzzle| f64::from(puzzle.difficulty.solved[level]);
            format!("{:.0} %", 100.0 * mean(&share) / f64::from(set.head.tries.max(1)))
        });
        text += &format!(
            "| class {class} | {} | {proven} | {:.0} | {:.1} | {} | {} |\n",
            of.len(),
            mean(&|puzzle| f64::from(puzzle.difficulty.rating)),
            mean(&|puzzle| puzzle.moves_to_find() as f64),
            nodes.get(nodes.len() / 2).copied().unwrap_or_default(),
            solved.collect::<Vec<_>>().join(" | ")
        );
    }
    text
}

/// How many puzzles each theme has.
fn themes(set: &PuzzleSet) -> String {
    let mut text = String::new();
    for theme in &set.head.themes {
        let with = |puzzle: &&Puzzle| puzzle.themes.contains(&theme.name);
        let count = set.puzzles.iter().filter(with).count();
        text += &format!("{:>18}  {count}\n", theme.name);
    }
    text
}
