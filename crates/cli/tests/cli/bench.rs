//! The signature of the engine.
//!
//! `GALET_REWRITE=1 cargo test -p galet --test cli bench` writes it anew, after a change that is
//! meant to alter what the engine thinks.

use crate::harness::galet;

#[test]
fn the_engine_thinks_what_it_thought() {
    let said = galet(&["bench"]);
    assert!(said.err.contains("nodes/s"), "{said:?}");
    let found = said.fine();
    check_total(&found);
    galet_golden::check!("tests/bench.signature", found);
}

/// The last line begins with the nodes of all searches, and every game was searched.
#[track_caller]
fn check_total(out: &str) {
    let mut lines: Vec<_> = out.lines().collect();
    let total = lines.pop().and_then(|line| line.split(' ').next()?.parse::<u64>().ok());
    let nodes = |line: &&str| {
        let mut words = line.split(' ').skip_while(|word| *word != "nodes");
        words.nth(1).and_then(|word| word.parse::<u64>().ok()).expect("every line has nodes")
    };
    assert_eq!(total, Some(lines.iter().map(nodes).sum()));
    for game in galet_games::all() {
        let searches = lines.iter().filter(|line| line.starts_with(game.name())).count();
        assert!(searches >= 6, "only {searches} searches of {}", game.name());
    }
}
