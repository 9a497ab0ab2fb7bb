//! The counts of `qawale.perft`, plain and under every symmetry and exchange of colours.

use galet_core::perft::{Leaves, perft};
use galet_core::{Game, Notation, Symmetric};
use galet_qawale::{Position, Setup};
use std::collections::HashSet;
use std::ops::ControlFlow;

mod slow;

struct Line {
    position: Position,
    walks: Vec<u64>,
    boards: Vec<usize>,
}

fn lines() -> Vec<Line> {
    let lines: Vec<Line> = include_str!("qawale.perft")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let [position, pebbles, walks, boards] =
                line.split(';').map(str::trim).collect::<Vec<_>>()[..]
            else {
                panic!("four parts: {line}")
            };
            let setup = Setup::with_pebbles(pebbles.parse().unwrap()).unwrap();
            let position = Position::parse_position(position, &setup).unwrap().position;
            Line {
                position,
                walks: walks.split_whitespace().map(|n| n.parse().unwrap()).collect(),
                boards: boards.split_whitespace().map(|n| n.parse().unwrap()).collect(),
            }
        })
        .collect();
    assert!(lines.len() >= 6);
    lines
}

#[test]
fn walks_are_counted_under_every_symmetry_and_exchange_of_colours() {
    for Line { position, walks, .. } in lines() {
        for symmetry in 0..Position::SYMMETRIES {
            let seen = position.transform(symmetry);
            for seen in [seen, seen.swap_colours()] {
                for (depth, &expected) in (1..).zip(&walks) {
                    let counted = perft(&seen, depth, Leaves::Counted);
                    assert_eq!(counted, expected, "depth {depth} of {}", seen.position_text());
                }
            }
        }
    }
}

#[test]
fn made_leaves_are_as_many_as_counted_ones() {
    for Line { position, walks, .. } in lines() {
        for (depth, &expected) in (1..).zip(&walks) {
            assert_eq!(perft(&position, depth, Leaves::Made), expected);
        }
    }
}

#[test]
fn boards_are_as_many_as_the_page_says() {
    for Line { position, boards, .. } in lines() {
        let mut reached = HashSet::from([position]);
        for &expected in &boards {
            let mut next = HashSet::new();
            for position in &reached {
                let _ = position.visit_moves(|m| {
                    let mut after = *position;
                    after.play_unchecked(m);
                    next.insert(after);
                    ControlFlow::Continue(())
                });
            }
            assert_eq!(next.len(), expected);
            let keys: HashSet<u64> = next.iter().map(Game::key).collect();
            assert_eq!(keys.len(), expected, "two boards share a key");
            reached = next;
        }
    }
}

#[test]
fn the_slow_rules_count_the_same() {
    for Line { position, walks, .. } in lines() {
        let slow = slow::Slow::read(&position.position_text());
        for (depth, &expected) in (1..).zip(&walks).take_while(|(_, n)| **n <= 800_000) {
            assert_eq!(slow::perft(&slow, depth), expected, "{}", position.position_text());
        }
    }
}

/// "Number of walks by cell and height", for every cell and all heights that a slow count bears.
#[test]
fn every_stack_has_as_many_walks_as_the_slow_rules_find() {
    for row in 0..4 {
        for column in 0..4 {
            for height in 1..=9 {
                let mut slow = slow::Slow::start(8);
                slow.board = vec![vec![Vec::new(); 4]; 4];
                slow.board[row][column] = vec!['n'; height];
                let text = slow.write();
                let fast = Position::parse_position(&text, &Setup::default()).unwrap().position;
                assert_eq!(fast.count_moves() as usize, slow.moves().len(), "{text}");
            }
        }
    }
}

/// A stack of 19 has two million walks; the table knows them without listing, and so it does up
/// to the tallest stack that can still be played on.
#[test]
fn the_table_counts_what_the_tree_visits_for_tall_stacks() {
    let counted_and_visited = |cell: usize, height: usize| {
        let mut cells = vec![String::new(); 16];
        cells[cell] = "n".repeat(height);
        let ranks: Vec<String> = cells.chunks(4).map(|rank| rank.join(",")).collect();
        let text = format!("{} o 1 0", ranks.join("/"));
        let position = Position::parse_position(&text, &Setup::default()).unwrap().position;
        let mut visited = 0u64;
        let _ = position.visit_moves(|_| {
            visited += 1;
            ControlFlow::Continue(())
        });
        (position.count_moves(), visited)
    };
    for (cell, height) in [(0, 19), (1, 18), (5, 19), (6, 20), (15, 21)] {
        let (counted, visited) = counted_and_visited(cell, height);
        assert_eq!(counted, visited);
        assert!(counted > 500_000, "{counted} walks of a stack of {height}");
    }
}
