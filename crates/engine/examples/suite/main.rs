//! Makes the files of tactical positions that the test `suites` solves, and confirms them.
//!
//! ```text
//! cargo run --release -p galet-engine --example suite -- make avalam 120 10000
//! cargo run --release -p galet-engine --example suite -- make abalone 120 10000 marbles-to-win=1
//! cargo run --release -p galet-engine --example suite -- make qawale 120 60000 proven
//! cargo run --release -p galet-engine --example suite -- confirm avalam
//! ```
//!
//! `make` wants the number of problems and the nodes that the test may use for each. It plays
//! games of a weak player and keeps positions where one move is clearly best: see `search.rs`.
//! What it has found is in the file at once: started again, it goes on. Games with the options named take turns with games of the default ones. `confirm` looks at
//! each problem twenty times longer than the test does and writes what it found into the file.

mod search;

#[path = "../../tests/suites/file.rs"]
mod file;

use file::{Problem, Suite};
use galet_core::MonotonicTime;
use search::{GAP, LONGER, Maker, PROVEN, is_confirmed};
use std::path::PathBuf;
use std::sync::Arc;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["make", game, count, budget, "proven"] => make(game, count, budget, &[], true),
        ["make", game, count, budget, ref options @ ..] => {
            make(game, count, budget, options, false);
        }
        ["confirm", game] => confirm(game),
        _ => eprintln!(
            "usage: suite make GAME COUNT NODES [proven | KEY=VALUE…] | suite confirm GAME"
        ),
    }
}

fn make(game: &str, count: &str, budget: &str, options: &[&str], proven: bool) {
    let number = |word: &str| word.parse::<u64>().expect("a number");
    let (count, budget) = (number(count), number(budget));
    let command = "cargo run --release -p galet-engine --example suite -- make";
    let mut words: String = options.iter().map(|option| format!(" {option}")).collect();
    if proven {
        words = " proven".to_owned();
    }
    let made = format!("made: {command} {game} {count} {budget}{words}");
    let known = std::fs::read_to_string(path_of(game)).map(|text| file::read(&text));
    let known = known.ok().filter(|suite| suite.about.contains(&made));
    let known = known.map_or(Vec::new(), |suite| suite.problems);
    let mut keep = |problems: &[Problem]| {
        eprintln!("{} of {count}", problems.len());
        let about = vec![
            format!(
                "Tactical positions of {game}: position | options | right move | what is known."
            ),
            made.clone(),
            confirmation(problems, budget, problems.len()),
        ];
        save(game, &Suite { about, budget, problems: problems.to_vec() });
    };
    let count = count as usize;
    let maker = Maker { count, budget, options, proven, known, keep: &mut keep };
    galet_engine::visit(game, maker).expect("a game");
}

/// Looks at each problem for long and writes down what came out.
fn confirm(game: &str) {
    let text = std::fs::read_to_string(path_of(game)).expect("make it first");
    let mut suite = file::read(&text);
    let mut engine = galet_engine::new(game, Arc::new(MonotonicTime)).expect("a game");
    let mut confirmed = 0;
    for Problem { setup, answer, note } in &suite.problems {
        let proven = note.ends_with(PROVEN);
        if is_confirmed(&mut *engine, setup, answer, proven, suite.budget) {
            confirmed += 1;
        } else {
            println!("{:?}: {answer} is not confirmed", setup.position);
        }
    }
    let line = confirmation(&suite.problems, suite.budget, confirmed);
    println!("{line}");
    suite.about.retain(|about| !about.starts_with(CONFIRMED));
    suite.about.push(line);
    save(game, &suite);
}

const CONFIRMED: &str = "confirmed:";

/// What the longer search has shown.
fn confirmation(problems: &[Problem], budget: u64, confirmed: usize) -> String {
    let (of, nodes) = (problems.len(), LONGER * budget);
    let proven = problems.iter().filter(|p| p.note.ends_with(PROVEN)).count();
    format!(
        "{CONFIRMED} a search of {nodes} nodes ({LONGER} times the budget) has the same answer in \
         {confirmed} of {of}; in {proven} it is proven that every other move has a worse result, \
         in the others that search finds it ahead by at least {GAP} of a win"
    )
}

fn path_of(game: &str) -> PathBuf {
    file::directory().join(format!("{game}.suite"))
}

fn save(game: &str, suite: &Suite) {
    std::fs::write(path_of(game), file::write(suite)).expect("the file can be written");
}
