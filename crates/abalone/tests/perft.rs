//! The counts of `abalone.perft`, plain, and shallower through every symmetry and with the
//! colours exchanged.

use galet_abalone::{Position, Setup};
use galet_core::perft::{Leaves, perft};
use galet_core::{Game, Setup as _, Symmetric};

/// Transformed positions are counted to no more leaves than this.
const TRANSFORMED_LEAVES: u64 = 500_000;

/// One line of the data file: a layout and its counts from depth 1 on.
struct Line {
    start: Position,
    name: &'static str,
    counts: Vec<u64>,
}

fn lines() -> Vec<Line> {
    let data = include_str!("abalone.perft").lines();
    data.filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let mut words = line.split_whitespace();
            let name = words.next().expect("a layout");
            let setup = Setup::read(Some(name), []).expect("a known layout");
            let counts = words.map(|word| word.parse().expect("a count")).collect();
            Line { start: Position::start(&setup), name, counts }
        })
        .collect()
}

fn check(position: &Position, line: &Line, most: u64, leaves: Leaves, how: &str) {
    for (&count, depth) in line.counts.iter().zip(1..).filter(|(count, _)| **count <= most) {
        assert_eq!(perft(position, depth, leaves), count, "{} depth {depth}, {how}", line.name);
    }
}

#[test]
fn counts_are_those_of_the_rules() {
    let lines = lines();
    assert!(lines.len() >= 3);
    for line in &lines {
        check(&line.start, line, u64::MAX, Leaves::Counted, "counted");
    }
}

#[test]
fn made_leaves_count_the_same() {
    for line in &lines() {
        check(&line.start, line, 10_000_000, Leaves::Made, "made");
    }
}

#[test]
fn counts_are_the_same_through_every_symmetry_and_colour_swap() {
    for line in &lines() {
        for symmetry in 0..Position::SYMMETRIES {
            let seen = line.start.transform(symmetry);
            let how = format!("symmetry {symmetry}");
            check(&seen, line, TRANSFORMED_LEAVES, Leaves::Counted, &how);
            let how = format!("symmetry {symmetry}, colours exchanged");
            check(&seen.swap_colours(), line, TRANSFORMED_LEAVES, Leaves::Counted, &how);
        }
    }
}
