//! Moves with the fingers: which cells can be tapped for a group, and what a drag does.

use crate::common::black_to_move;
use galet_abalone::{Cell, Direction, Move, Position, Setup};
use galet_core::random::walk;
use galet_core::{Game, Notation};
use galet_scene::{CellId, Scenic};
use std::collections::{HashMap, HashSet};

fn ids(cells: &[Cell]) -> Vec<CellId> {
    cells.iter().map(|cell| CellId(cell.index() as u8)).collect()
}

/// The move that these taps make, if they are offered and make one.
fn made(position: &Position, cells: &[Cell]) -> Option<Move> {
    position.continuations(&ids(cells)).ok()?.complete
}

#[track_caller]
fn tapped(position: &Position, names: &str) -> Option<String> {
    let cells: Vec<Cell> =
        names.split(' ').map(|name| Cell::named(name).expect("a cell")).collect();
    made(position, &cells).map(|m| position.move_text(m))
}

/// The targets after these taps, each with the marble that steps there.
fn arrows(position: &Position, names: &str) -> String {
    let cells: Vec<Cell> = names.split(' ').filter_map(Cell::named).collect();
    let next = position.continuations(&ids(&cells)).expect("offered taps");
    let name = |id: CellId| Cell::from_index(id.0.into()).expect("a cell").to_string();
    let finish = next.choices.iter().filter_map(|c| Some((name(c.from?), name(c.cell))));
    finish.map(|(from, to)| format!("{from}-{to}")).collect::<Vec<_>>().join(" ")
}

fn why(position: &Position, names: &str) -> String {
    let cells: Vec<Cell> = names.split(' ').filter_map(Cell::named).collect();
    position.why_not(&ids(&cells)).map(|why| why.en.into_owned()).unwrap_or_default()
}

#[test]
fn any_cell_beside_a_group_that_leaves_one_direction_is_a_target() {
    let start = Position::start(&Setup::default());
    assert_eq!(tapped(&start, "c4 c5 d4").as_deref(), Some("c4c5d4"));
    assert_eq!(tapped(&start, "c3 c5 d3").as_deref(), Some("c3c5d3"));
    // Both directions lead to d5, the marble tapped last touches it by one of them.
    assert_eq!(tapped(&start, "c3 c5 d5").as_deref(), Some("c3c5d3"));
    assert_eq!(tapped(&start, "c5 c3 d4").as_deref(), Some("c3c5d4"));
    // Both lead to d4, and c5 does not touch it.
    assert_eq!(tapped(&start, "c3 c5 d4"), None);
    assert_eq!(
        why(&start, "c3 c5 d4"),
        "Two directions lead to d4: tap a cell next to c5, which you tapped last."
    );
    // One of the two is blocked: the other is meant.
    let blocked = black_to_move("c345", "d3 i9");
    assert_eq!(tapped(&blocked, "c3 c5 d4").as_deref(), Some("c3c5d4"));
    // So each target knows which marble steps there: arrows point that way.
    assert_eq!(arrows(&start, "c3 c5"), "c5-c6 c5-d5 c5-d6 c3-d3 c3-c2");
    assert_eq!(arrows(&blocked, "c3 c5"), "c5-c6 c3-d4 c4-d5 c5-d6 c3-c2 c3-b2 c5-b4 c5-b5");
}

#[test]
fn a_group_is_dragged_by_any_of_its_marbles() {
    let start = Position::start(&Setup::default());
    // The second tap on a marble takes hold of it.
    assert_eq!(tapped(&start, "c3 c5 c4 d4").as_deref(), Some("c3c5d3"));
    assert_eq!(tapped(&start, "c3 c5 c4 d5").as_deref(), Some("c3c5d4"));
    assert_eq!(tapped(&start, "c3 c5 c3 c4").as_deref(), Some("c3c4"));
    assert_eq!(tapped(&start, "c3 c5 c4 c3").as_deref(), Some("c5c4"));
    assert_eq!(tapped(&start, "c3 c5 c3 c6").as_deref(), Some("c3c4"));
    // What blocks is that direction, not another one that leads to the same cell.
    let blocked = black_to_move("c345", "d3 i9");
    assert_eq!(tapped(&blocked, "c3 c5 c4 d4"), None);
    assert!(why(&blocked, "c3 c5 c4 d4").contains("d3"), "{}", why(&blocked, "c3 c5 c4 d4"));
    assert_eq!(why(&start, "c3 c5 c4 g7"), "Marbles go one step: drag c4 to a cell next to it.");
}

#[test]
fn the_rear_marble_of_a_row_pushes_the_row() {
    let position = black_to_move("e345", "e67 i9");
    assert_eq!(tapped(&position, "e3 e3 e4").as_deref(), Some("e3e4"));
    assert_eq!(tapped(&position, "e3 e3 e6").as_deref(), Some("e3e4"));
    assert_eq!(tapped(&position, "e4 e4 f4").as_deref(), Some("e4f4"));
    // A drag along the row selects it; on from there it goes.
    assert_eq!(tapped(&position, "e3 e3 e5 e6").as_deref(), Some("e3e4"));
    // Two against two: nothing to push, so e5 joins the group.
    assert_eq!(tapped(&position, "e4 e4 e5"), None);
    assert_eq!(tapped(&position, "e4 e4 e5 f5").as_deref(), Some("e4e5f5"));
}

/// The legal moves by the marbles that make them, in the order of the names, and the direction.
fn by_marbles(position: &Position) -> HashMap<(Vec<usize>, Direction), Move> {
    let mut moves = HashMap::new();
    let _ = position.visit_moves(|m| {
        let mut cells: Vec<usize> = m.origins().map(Cell::index).collect();
        cells.sort_unstable();
        moves.insert((cells, m.direction()), m);
        std::ops::ControlFlow::Continue(())
    });
    moves
}

#[test]
fn every_tap_on_every_cell_means_the_move_that_the_legal_moves_leave() {
    let mut shared = 0;
    walk::<Position>(4, 16, 13, |position, _| {
        let legal = by_marbles(position);
        for ((marbles, _), m) in &legal {
            drags_make(position, *m, marbles);
        }
        let groups: HashSet<&Vec<usize>> = legal.keys().map(|(marbles, _)| marbles).collect();
        for marbles in groups {
            let ends = [marbles[0], marbles[marbles.len() - 1]];
            for [first, last] in [ends, [ends[1], ends[0]]] {
                let [first, last] = [first, last].map(|n| Cell::from_index(n).expect("a cell"));
                let mut taps = vec![first];
                taps.extend((first != last).then_some(last));
                for cell in Cell::ALL.into_iter().filter(|cell| !marbles.contains(&cell.index())) {
                    let ways: Vec<&Move> = Direction::ALL
                        .into_iter()
                        .filter(|&way| {
                            let step = |&n: &usize| Cell::from_index(n)?.neighbour(way);
                            marbles.iter().any(|n| step(n) == Some(cell))
                        })
                        .filter_map(|way| legal.get(&(marbles.clone(), way)))
                        .collect();
                    let wanted = match ways[..] {
                        [only] => Some(*only),
                        _ => {
                            let from_last =
                                |m: &&&Move| last.neighbour(m.direction()) == Some(cell);
                            shared += usize::from(ways.len() > 1);
                            ways.iter().find(from_last).map(|m| **m)
                        }
                    };
                    taps.push(cell);
                    let next = position.continuations(&ids(&taps));
                    let complete = next.as_ref().ok().and_then(|next| next.complete);
                    assert_eq!(complete, wanted, "{taps:?} in {}", position.position_text());
                    taps.pop();
                }
            }
        }
    });
    assert!(shared > 200, "cells that two directions share: {shared}");
}

/// A legal move is made by dragging its group by any of its marbles, and a row by its rear one.
fn drags_make(position: &Position, m: Move, marbles: &[usize]) {
    let cells: Vec<Cell> = marbles.iter().filter_map(|&n| Cell::from_index(n)).collect();
    let (first, last) = (cells[0], cells[cells.len() - 1]);
    let position_text = || position.position_text();
    for &held in &cells {
        let to = held.neighbour(m.direction()).expect("no own marble leaves the board");
        let mut taps = vec![first];
        taps.extend((first != last).then_some(last));
        taps.extend([held, to]);
        assert_eq!(made(position, &taps), Some(m), "{taps:?} in {}", position_text());
    }
    if !m.is_broadside() {
        let rear = m.cell();
        let next = rear.neighbour(m.direction()).expect("no own marble leaves the board");
        assert_eq!(made(position, &[rear, rear, next]), Some(m), "{m:?} in {}", position_text());
    }
}
