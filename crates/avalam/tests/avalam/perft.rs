//! Counts of move sequences, from the data file `avalam.perft`.

use crate::slow::SlowGame;
use galet_avalam::{Position, Setup};
use galet_core::perft::{Leaves, perft};
use galet_core::{Notation, Setup as _, Symmetric};

struct Line {
    name: &'static str,
    position: Position,
    text: &'static str,
    counts: Vec<u64>,
}

fn lines() -> Vec<Line> {
    let lines = include_str!("../avalam.perft").lines().filter(|line| !line.starts_with('#'));
    lines.map(read).collect()
}

fn read(line: &'static str) -> Line {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let [name, options, text, counts] = parts[..] else { panic!("not four parts: {line}") };
    let options = options.split_whitespace().map(|o| o.split_once('=').expect("key=value"));
    let setup = Setup::read(None, options).expect(name);
    let position = Position::parse_position(text, &setup).expect(name).position;
    let counts = counts.split_whitespace().map(|n| n.parse().expect("a count")).collect();
    Line { name, position, text, counts }
}

/// Compares the counts up to those of `most` sequences.
fn check(line: &Line, position: &Position, leaves: Leaves, most: u64) {
    for (depth, &count) in (1..).zip(&line.counts).filter(|(_, count)| **count <= most) {
        assert_eq!(perft(position, depth, leaves), count, "{} at depth {depth}", line.name);
    }
}

#[test]
fn counted_in_bulk() {
    for line in lines() {
        check(&line, &line.position, Leaves::Counted, u64::MAX);
    }
}

#[test]
fn with_every_leaf_made() {
    for line in lines() {
        check(&line, &line.position, Leaves::Made, 30_000_000);
    }
}

#[test]
fn under_each_symmetry_and_with_exchanged_colours() {
    for line in lines() {
        for symmetry in 0..Position::SYMMETRIES {
            let seen = line.position.transform(symmetry);
            for position in [&seen, &seen.swap_colours()] {
                check(&line, position, Leaves::Counted, 1_000_000_000);
                check(&line, position, Leaves::Made, 1_000_000);
            }
        }
    }
}

#[test]
fn the_slow_implementation_counts_the_same() {
    for line in lines() {
        let game = SlowGame::read(line.text, 'o', true);
        for (depth, &count) in (1..).zip(&line.counts).filter(|(_, count)| **count <= 300_000) {
            assert_eq!(game.perft(depth), count, "{} at depth {depth}", line.name);
        }
    }
}
