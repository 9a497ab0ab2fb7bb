//! What a search that was cut short has found, and what it leaves to the next one.

mod toy;

use galet_core::{Game, MonotonicTime, Progress};
use galet_search::negamax::negamax;
use galet_search::score::FORCED;
use galet_search::{Limits, Memory, Report, Search, Table, Tuning};
use std::ops::ControlFlow;
use toy::{Dreamer, Toy, World};

const MIND: Dreamer = Dreamer { tuning: Tuning::EXACT };
const UNFINISHED: Tuning = Tuning { unfinished_iterations: 1, ..Tuning::EXACT };

fn search(game: &Progress<Toy>, tuning: &Tuning, nodes: u64) -> Report<u8> {
    let table = Table::new(1);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let search = Search { tuning: Some(tuning), ..Search::new(&MIND, &table, &MonotonicTime) };
    search.run(game, &limits, |_| {})
}

/// The iteration looks at the best move of the one before first: what it prefers to that is better
/// as deep as it looks.
#[test]
fn the_best_line_of_an_unfinished_iteration_counts() {
    let mut changed = 0;
    for case in 0..1_000 {
        let world = case / 5;
        let game = Progress::<Toy>::new(World(world));
        let nodes = [150, 400, 900, 2_000, 4_500][case as usize % 5];
        let finished = search(&game, &Tuning::EXACT, nodes);
        let all = search(&game, &UNFINISHED, nodes);
        assert_eq!((all.depth, all.nodes), (finished.depth, finished.nodes));
        let [before, now] = [&finished, &all].map(|report| report.lines[0].moves[0]);
        let value = |m: u8| {
            let next = game.position().clone().play(m).expect("a legal move");
            -negamax(&MIND, &next, finished.depth, 1)
        };
        // Some moves that lose are no lost position.
        if all.lines[0].score <= -FORCED {
            assert_eq!(all.lines[0].score, finished.lines[0].score, "world {world}");
        }
        // Of a way out of a loss little is known yet: see the next test.
        if now != before && value(before) > -FORCED {
            assert_eq!(value(now), all.lines[0].score, "world {world}");
            assert!(value(now) > value(before), "world {world}");
            changed += 1;
        }
    }
    assert!(changed > 20, "only {changed} searches found something better on the way");
}

/// A move that is seen to lose by force is not played while another is open, even if nothing is known of that one.
#[test]
fn a_move_that_turns_out_to_lose_is_not_played() {
    let (mut before, mut now, mut left, mut at_once) = (0, 0, 0, 0);
    for case in 0..30_000 {
        let mut game = Progress::<Toy>::new(World(case / 3));
        // Later in a game more is decided.
        for ply in 0..case % 8 {
            let mut moves = Vec::new();
            let _ = game.position().visit_moves(|m| {
                moves.push(m);
                ControlFlow::Continue(())
            });
            if let Some(&m) = moves.get((case ^ ply) as usize % moves.len().max(1)) {
                game.play(m).expect("a legal move");
            }
        }
        if game.outcome().is_some() {
            continue;
        }
        let nodes = 20 + u64::from(case % 17) * 7;
        let finished = search(&game, &Tuning::EXACT, nodes);
        // Deeper ones take the plain search too long.
        if finished.depth > 3 {
            continue;
        }
        let all = search(&game, &UNFINISHED, nodes);
        // As deep as the iteration looked that was not finished.
        let loses = |m: u8| {
            let next = game.position().clone().play(m).expect("a legal move");
            -negamax(&MIND, &next, finished.depth, 1) <= -FORCED
        };
        let mut open = false;
        let _ = game.position().visit_moves(|m| {
            open |= !loses(m);
            ControlFlow::Continue(())
        });
        if open {
            before += u32::from(loses(finished.lines[0].moves[0]));
            now += u32::from(loses(all.lines[0].moves[0]));
            let (m, kept) = (all.lines[0].moves[0], finished.lines[0].moves[0]);
            // Whoever leaves a loss leaves it for something: not for a move that loses at once.
            if m != kept {
                left += 1;
                let next = game.position().clone().play(m).expect("a legal move");
                at_once += u32::from(-negamax(&MIND, &next, 0, 1) <= -FORCED);
            }
        }
    }
    assert!(before > 200 && now * 3 < before, "{now} of {before} lose");
    assert!(left > 1_000 && at_once == 0, "{at_once} of {left} lose at once");
}

#[test]
fn what_was_learned_helps_the_next_search_and_changes_no_result() {
    let (mut with, mut without) = (0, 0);
    for world in 0..40 {
        let game = Progress::<Toy>::new(World(world));
        let run = |memory: Option<&Memory>, depth| {
            let table = Table::new(1);
            let search = Search { memory, ..Search::new(&MIND, &table, &MonotonicTime) };
            search.run(&game, &Limits { depth: Some(depth), ..Limits::default() }, |_| {})
        };
        let twice = || {
            let memory = Memory::new();
            [run(Some(&memory), 5).nodes, run(Some(&memory), 5).nodes]
        };
        let memory = Memory::new();
        let first = run(Some(&memory), 5);
        let second = run(Some(&memory), 5);
        assert_eq!(first.nodes, run(None, 5).nodes, "a memory of nothing");
        assert_eq!(first.lines[0].score, second.lines[0].score);
        assert_eq!([first.nodes, second.nodes], twice(), "the same again from the beginning");
        memory.clear();
        assert_eq!(run(Some(&memory), 5).nodes, first.nodes, "forgotten");
        with += second.nodes;
        without += first.nodes;
    }
    assert!(with < without, "{with} nodes with what was learned, {without} without");
}
