//! Files of tactical positions, and what it means to solve one.
//!
//! A line is `position | options | right move | what is known`, where options are those of the
//! game that are not the default, as in `marbles-to-win=1`; one line says `budget N`; lines that
//! begin with `#` are for people.

use galet_engine::{Analysis, AnyEngine, Request};
use galet_games::SetupText;
use galet_search::Limits;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Nodes for which a search gets a megabyte: little, because it is cleared each time.
const NODES_PER_MEGABYTE: u64 = 25_000;

/// Problems of one game.
pub(crate) struct Suite {
    /// What the file says about itself, line by line.
    pub(crate) about: Vec<String>,
    /// The positions that a search may look at for each problem.
    pub(crate) budget: u64,
    /// The problems.
    pub(crate) problems: Vec<Problem>,
}

/// A position with one right answer.
#[derive(Clone)]
pub(crate) struct Problem {
    /// Where it begins.
    pub(crate) setup: SetupText,
    /// The right move as text.
    pub(crate) answer: String,
    /// Where it comes from and how the answer is known.
    pub(crate) note: String,
}

/// Where the problems are kept.
pub(crate) fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suites")
}

/// Reads a file of problems.
pub(crate) fn read(text: &str) -> Suite {
    let mut suite = Suite { about: Vec::new(), budget: 0, problems: Vec::new() };
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(about) = line.strip_prefix('#') {
            suite.about.push(about.trim().to_owned());
        } else if let Some(budget) = line.strip_prefix("budget ") {
            suite.budget = budget.trim().parse().expect("a number of positions");
        } else {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let [position, options, answer, note] = parts[..] else { panic!("parts: {line}") };
            let mut setup = setup(options);
            setup.position = Some(position.to_owned());
            let (answer, note) = (answer.to_owned(), note.to_owned());
            suite.problems.push(Problem { setup, answer, note });
        }
    }
    suite
}

/// A setup with these options: `key=value`, with spaces between them.
pub(crate) fn setup(options: &str) -> SetupText {
    let option = |word: &str| {
        let (key, value) = word.split_once('=').expect("key=value");
        (key.to_owned(), value.to_owned())
    };
    SetupText { options: options.split_whitespace().map(option).collect(), ..Default::default() }
}

/// The text of a file of problems.
#[allow(dead_code, reason = "written by the example, read by the test")]
pub(crate) fn write(suite: &Suite) -> String {
    let mut text = String::new();
    for about in &suite.about {
        _ = writeln!(text, "# {about}");
    }
    _ = writeln!(text, "budget {}", suite.budget);
    for Problem { setup, answer, note } in &suite.problems {
        let position = setup.position.as_deref().unwrap_or_default();
        let options: Vec<_> = setup.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
        _ = writeln!(text, "{position} | {} | {answer} | {note}", options.join(" "));
    }
    text
}

/// Looks at a position with nothing remembered.
pub(crate) fn look(
    engine: &mut dyn AnyEngine,
    setup: &SetupText,
    nodes: u64,
    lines: usize,
) -> Analysis {
    let start = engine.game().game().start(setup);
    let start = start.unwrap_or_else(|error| panic!("{setup:?}: {error}"));
    engine.set_game(&*start).expect("the same game");
    engine.set_table_size((nodes / NODES_PER_MEGABYTE) as usize);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.analyse(&Request { lines, ..Request::new(limits) }, &mut |_| {})
}

/// The move that was found best.
pub(crate) fn best(analysis: &Analysis) -> Option<&str> {
    analysis.lines.first()?.moves.first().map(String::as_str)
}
