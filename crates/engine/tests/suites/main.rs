//! Tactical positions, each with one right answer, are solved within a bound on nodes.
//!
//! The answers were confirmed by searches twenty times longer, or proven; each file says how it
//! was made (`examples/suite`) and what confirmed it. Every file `*.suite` beside this one is
//! tried; it is named after its game.

mod file;

use galet_core::ManualTime;
use std::collections::HashSet;
use std::sync::Arc;

/// Problems of each game.
const AT_LEAST: usize = 100;

/// All suites with the names of their games.
fn suites() -> Vec<(String, file::Suite)> {
    let files = std::fs::read_dir(file::directory()).expect("the suites are beside this test");
    let mut suites: Vec<_> = files
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "suite"))
        .map(|path| {
            let game = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (game, file::read(&std::fs::read_to_string(&path).expect("a text")))
        })
        .collect();
    suites.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut games: Vec<_> = galet_games::all().iter().map(|game| game.name()).collect();
    games.sort_unstable();
    let found: Vec<_> = suites.iter().map(|(game, _)| game.as_str()).collect();
    assert_eq!(found, games, "every game has a suite");
    for (game, suite) in &suites {
        assert!(suite.problems.len() >= 100, "{game} has {} problems", suite.problems.len());
    }
    suites
}

#[test]
fn every_problem_is_solved() {
    for (game, suite) in suites() {
        let mut engine = galet_engine::new(&game, Arc::new(ManualTime::default())).expect("a game");
        let mut wrong = Vec::new();
        for problem in &suite.problems {
            let found = file::look(&mut *engine, &problem.setup, suite.budget, 1);
            assert!(found.nodes <= suite.budget, "{} nodes", found.nodes);
            let best = file::best(&found).unwrap_or("nothing");
            if best != problem.answer {
                let position = problem.setup.position.as_deref().unwrap_or_default();
                wrong.push(format!("{position}: {best}, not {}", problem.answer));
            }
        }
        let (few, of) = (wrong.len(), suite.problems.len());
        assert!(wrong.is_empty(), "{game}: {few} of {of} not solved:\n{}", wrong.join("\n"));
    }
}

#[test]
fn there_are_enough_different_ones_with_legal_answers() {
    for (game, suite) in suites() {
        let mut seen = HashSet::new();
        for problem in &suite.problems {
            let rules = galet_games::find(&game).expect("a game");
            let mut progress = rules.start(&problem.setup).expect("a position");
            let text = progress.position_text();
            assert!(progress.legal_moves(2).texts.len() > 1, "no choice: {text}");
            assert!(seen.insert(text), "{game}: a position comes twice");
            progress.play(&problem.answer).expect("the answer is legal");
        }
        assert!(seen.len() >= AT_LEAST, "{game} has {} only", seen.len());
        let confirmed = format!("same answer in {0} of {0};", seen.len());
        assert!(suite.about.iter().any(|about| about.contains(&confirmed)), "{game}");
    }
}
