//! With every option that could change a value switched off, the search equals plain negamax.

mod toy;

use galet_core::Progress;
use galet_search::negamax::negamax;
use galet_search::score::{INFINITE, WIN, forced_in};
use galet_search::{Limits, Search, Table, TimeControl, Tuning};
use std::time::{Duration, Instant};
use toy::{Dreamer, Toy, World};

const EXACT: Dreamer = Dreamer { tuning: Tuning::EXACT };

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn game(world: u32) -> Progress<Toy> {
    Progress::new(World(world))
}

#[test]
fn the_search_equals_plain_negamax() {
    let narrow = Tuning { aspiration: 3, ..Tuning::EXACT };
    let (mut forced, mut differing) = (0, 0);
    for world in 0..300 {
        let game = game(world);
        let depth = 1 + world % 9;
        let expected = negamax(&EXACT, game.position(), depth, 0);
        for (megabytes, threads, tuning) in
            [(1, 1, &Tuning::EXACT), (1, 1, &narrow), (4, 3, &narrow), (1, 2, &Tuning::EXACT)]
        {
            let table = Table::new(megabytes);
            let search = Search { threads, tuning: Some(tuning), ..Search::new(&EXACT, &table) };
            let report = search.run(&game, &to_depth(depth), |_| {});
            // A forced end within the depth ends the search early, with the same score.
            assert_eq!(report.lines[0].score, expected, "world {world} depth {depth}");
        }
        forced += usize::from(forced_in(expected).is_some());
        differing += usize::from(expected != negamax(&EXACT, game.position(), 1, 0));
    }
    assert!(forced > 20 && differing > 100, "too easy: {forced} forced, {differing} differing");
}

#[test]
fn a_table_from_earlier_searches_changes_nothing() {
    let table = Table::new(1);
    for world in 0..60 {
        for depth in [6, 3, 7, 2] {
            let game = game(world);
            let report = Search::new(&EXACT, &table).run(&game, &to_depth(depth), |_| {});
            assert_eq!(report.lines[0].score, negamax(&EXACT, game.position(), depth, 0));
        }
    }
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    for world in 0..120 {
        let game = game(world);
        let mut expected: Vec<_> = galet_core::Game::moves(game.position())
            .into_iter()
            .map(|m| {
                let next = galet_core::Game::play(game.position().clone(), m).expect("legal");
                -negamax(&EXACT, &next, 4, 1)
            })
            .collect();
        expected.sort_unstable_by_key(|score| -score);
        let table = Table::new(1);
        let search = Search { lines: 3, ..Search::new(&EXACT, &table) };
        let report = search.run(&game, &to_depth(5), |_| {});
        let scores: Vec<_> = report.lines.iter().map(|line| line.score).collect();
        // A search that ends early because all is decided has not seen depth 5.
        if report.depth == 5 {
            assert_eq!(scores, expected[..expected.len().min(3)], "world {world}");
        }
        let firsts: std::collections::HashSet<_> =
            report.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(firsts.len(), report.lines.len());
    }
}

#[test]
fn lines_can_be_played_and_lead_to_their_score() {
    for world in 0..200 {
        let game = game(world);
        let table = Table::new(1);
        let report = Search::new(&EXACT, &table).run(&game, &to_depth(6), |_| {});
        let line = &report.lines[0];
        let mut played = game.clone();
        for &m in &line.moves {
            played.play(m).expect("a line of legal moves");
        }
        if let Some(plies) = forced_in(line.score) {
            assert_eq!(line.score.abs(), WIN - plies.abs());
            if line.moves.len() == plies.unsigned_abs() as usize {
                assert!(played.outcome().is_some_and(|o| o.winner.is_some()), "world {world}");
            }
        }
        assert!(line.score.abs() < INFINITE);
    }
}

/// A tuning that prunes as a real mind does.
const BOLD: Tuning = Tuning {
    aspiration: 5,
    late_move_reduction: 60,
    late_move_pruning: 2,
    reverse_futility: 15,
    futility: 15,
    null_move: false,
};

#[test]
fn forced_results_are_true_whatever_is_pruned() {
    let mut wins = 0;
    for world in 0..400 {
        let game = game(world);
        let table = Table::new(1);
        let search = Search { tuning: Some(&BOLD), ..Search::new(&EXACT, &table) };
        let report = search.run(&game, &to_depth(7), |_| {});
        if let Some(plies) = forced_in(report.lines[0].score)
            && plies > 0
        {
            let truth = negamax(&EXACT, game.position(), plies.unsigned_abs().min(9), 0);
            assert!(forced_in(truth).is_some_and(|p| p > 0), "world {world}: no such win");
            wins += 1;
        }
    }
    assert!(wins > 10, "too few wins: {wins}");
}

#[test]
fn the_same_nodes_give_the_same_result() {
    for world in 0..20 {
        let run = || {
            let table = Table::new(1);
            let limits = Limits { nodes: Some(30_000), ..Limits::default() };
            let search = Search { tuning: Some(&BOLD), ..Search::new(&EXACT, &table) };
            let report = search.run(&game(world), &limits, |_| {});
            (report.lines, report.depth, report.nodes)
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn limits_are_kept() {
    let table = Table::new(1);
    let nodes = Limits { nodes: Some(5_000), ..Limits::default() };
    assert!(Search::new(&EXACT, &table).run(&game(7), &nodes, |_| {}).nodes <= 5_000);
    for limits in [
        Limits { time: Some(Duration::from_millis(50)), ..Limits::default() },
        Limits {
            clock: Some(TimeControl {
                left: Duration::from_millis(220),
                increment: Duration::ZERO,
                moves_to_go: 4,
            }),
            ..Limits::default()
        },
    ] {
        let begun = Instant::now();
        let report = Search::new(&EXACT, &table).run(&game(7), &limits, |_| {});
        assert!(begun.elapsed() < Duration::from_millis(150), "{:?}", begun.elapsed());
        assert_eq!(report.lines.len(), 1);
    }
    // Even one node gives a move.
    let one = Limits { nodes: Some(1), ..Limits::default() };
    assert_eq!(Search::new(&EXACT, &table).run(&game(7), &one, |_| {}).lines[0].moves.len(), 1);
}

#[test]
fn a_search_stops_within_ten_milliseconds() {
    let mut latencies = Vec::new();
    for _ in 0..15 {
        let table = Table::new(1);
        let search = Search { threads: 2, ..Search::new(&EXACT, &table) };
        let stop = search.stop.clone();
        let stopped_at = std::thread::scope(|scope| {
            let stopper = scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(30));
                let now = Instant::now();
                stop.stop();
                now
            });
            search.run(&game(7), &Limits::default(), |_| {});
            let ended = Instant::now();
            ended.duration_since(stopper.join().expect("the stopper does not panic"))
        });
        latencies.push(stopped_at);
    }
    // A busy machine delays some of them by its own scheduling, but not half of them.
    latencies.sort_unstable();
    assert!(latencies[7] < Duration::from_millis(10), "{latencies:?}");
    assert!(latencies[13] < Duration::from_millis(50), "{latencies:?}");
}

#[test]
fn a_stopped_search_looks_at_a_few_hundred_positions_more_at_most() {
    for world in 0..10 {
        let table = Table::new(1);
        let search = Search::new(&EXACT, &table);
        let mut nodes_when_stopped = 0;
        let report = search.run(&game(world), &Limits::default(), |report| {
            if report.nodes > 20_000 && nodes_when_stopped == 0 {
                nodes_when_stopped = report.nodes;
                search.stop.stop();
            }
        });
        assert!(nodes_when_stopped == 0 || report.nodes - nodes_when_stopped <= 512);
    }
}
