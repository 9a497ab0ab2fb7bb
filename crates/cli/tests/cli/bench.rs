//! The signature of the engine.
//!
//! `GALET_REWRITE=1 cargo test -p galet --test cli bench` writes it anew, after a change that is
//! meant to alter what the engine thinks.

use crate::harness::galet;
use std::path::Path;

#[test]
fn the_engine_thinks_what_it_thought() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bench.signature");
    let said = galet(&["bench"]);
    assert!(said.err.contains("nodes/s"), "{said:?}");
    let found = said.fine();
    if std::env::var_os("GALET_REWRITE").is_some() {
        std::fs::write(&file, &found).expect("the signature can be written");
    }
    check_total(&found);
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    let changed: Vec<_> = found.lines().filter(|line| !kept.lines().any(|k| k == *line)).collect();
    assert!(
        found == kept,
        "the engine thinks otherwise than tests/bench.signature says; if that is meant, run \
         GALET_REWRITE=1 cargo test -p galet --test cli bench\n{}",
        changed.join("\n")
    );
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
