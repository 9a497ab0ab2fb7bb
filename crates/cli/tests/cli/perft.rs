//! The counts of the rule pages.

use crate::harness::{galet, program, said};

#[track_caller]
fn counts(start: &[&str], expected: &[u64]) {
    for (depth, nodes) in (1..).zip(expected) {
        let depth = depth.to_string();
        let mut args = vec!["perft", start[0], &depth];
        args.extend(&start[1..]);
        let said = galet(&args);
        assert!(said.err.contains("nodes/s"), "{said:?}");
        assert_eq!(said.fine(), format!("nodes {nodes}\n"), "{args:?}");
    }
}

#[test]
fn abalone() {
    counts(&["abalone"], &[44, 1_936, 98_912, 5_045_110]);
    counts(&["abalone", "--setup", "belgian-daisy"], &[52, 2_692, 149_322, 8_270_666]);
    counts(&["abalone", "--setup", "german-daisy"], &[80, 6_244, 493_480]);
}

#[test]
fn avalam() {
    counts(&["avalam"], &[292, 81_488, 21_711_440]);
}

#[test]
fn qawale() {
    counts(&["qawale"], &[40, 2_176, 143_712, 11_129_088]);
}

#[test]
fn made_leaves_and_any_number_of_threads_count_the_same() {
    counts(&["qawale", "--make-leaves", "--threads", "1"], &[40, 2_176, 143_712]);
    counts(&["qawale", "--threads", "7"], &[40, 2_176, 143_712]);
    counts(&["abalone", "--make-leaves", "--threads", "3"], &[44, 1_936, 98_912]);
    counts(&["avalam", "--make-leaves"], &[292, 81_488]);
}

#[test]
fn depth_zero_is_one_sequence() {
    for game in galet_games::all() {
        assert_eq!(galet(&["perft", game.name(), "0"]).fine(), "nodes 1\n");
    }
}

#[test]
fn divide_splits_the_count_by_the_first_move() {
    for game in galet_games::all() {
        let out = galet(&["perft", game.name(), "2", "--divide"]).fine();
        let mut lines: Vec<_> = out.lines().collect();
        let total = lines.pop().and_then(|line| line.strip_prefix("nodes ")).unwrap();
        let parts =
            lines.iter().map(|line| line.split_once(' ').unwrap().1.parse::<u64>().unwrap());
        assert_eq!(parts.sum::<u64>(), total.parse::<u64>().unwrap());
        let moves = galet(&["moves", game.name()]).fine();
        let first_moves: Vec<_> =
            lines.iter().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(first_moves, moves.lines().collect::<Vec<_>>());
    }
}

#[test]
fn counting_goes_on_from_the_moves_given() {
    let divided = galet(&["perft", "qawale", "3", "--divide"]).fine();
    let (first, nodes) = divided.lines().next().unwrap().split_once(' ').unwrap();
    let rest = galet(&["perft", "qawale", "2", "--moves", first]).fine();
    assert_eq!(rest, format!("nodes {nodes}\n"));
}

#[test]
fn a_terminal_that_is_none_gets_no_progress_bar() {
    let said = said(program().args(["perft", "abalone", "4", "--color", "always"]), b"");
    assert!(!said.err.contains("first moves") && !said.err.contains('\r'), "{said:?}");
}
