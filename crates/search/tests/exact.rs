//! With every option that could change a value switched off, the search equals plain negamax.

mod toy;

use galet_core::{ManualTime, Progress, TimeSource};
use galet_search::negamax::negamax;
use galet_search::score::{INFINITE, Score, WIN, forced_in};
use galet_search::{Limits, Mind, Search, Stop, Table, TimeControl, Tuning};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use toy::{Dreamer, Toy, World};

const EXACT: Dreamer = Dreamer { tuning: Tuning::EXACT };

/// A clock that stands still, for searches that time does not end.
#[derive(Debug)]
struct NoTime;

impl TimeSource for NoTime {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

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
            let search =
                Search { threads, tuning: Some(tuning), ..Search::new(&EXACT, &table, &NoTime) };
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
            let report = Search::new(&EXACT, &table, &NoTime).run(&game, &to_depth(depth), |_| {});
            assert_eq!(report.lines[0].score, negamax(&EXACT, game.position(), depth, 0));
        }
    }
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let mut compared = 0;
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
        let search = Search { lines: 3, ..Search::new(&EXACT, &table, &NoTime) };
        let report = search.run(&game, &to_depth(5), |_| {});
        let scores: Vec<_> = report.lines.iter().map(|line| line.score).collect();
        // A search that ends early because all is decided has not seen depth 5.
        if report.depth == 5 {
            assert_eq!(scores, expected[..expected.len().min(3)], "world {world}");
            compared += 1;
        }
        let firsts: std::collections::HashSet<_> =
            report.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(firsts.len(), report.lines.len());
    }
    assert!(compared > 60, "only {compared} searches went as deep as they should");
}

#[test]
fn moves_that_are_left_out_are_not_looked_at() {
    let mut compared = 0;
    for world in 0..120 {
        let game = game(world);
        let table = Table::new(1);
        let whole = Search::new(&EXACT, &table, &NoTime).run(&game, &to_depth(4), |_| {});
        let best = whole.lines[0].moves[0];
        let moves = galet_core::Game::moves(game.position());
        let rest = moves.iter().filter(|&&m| m != best);
        let score = |&m: &_| {
            let next = galet_core::Game::play(game.position().clone(), m).expect("legal");
            -negamax(&EXACT, &next, 3, 1)
        };
        let Some(expected) = rest.map(score).max() else {
            // The only move there is cannot be left out.
            let search = Search { without: &[best], ..Search::new(&EXACT, &table, &NoTime) };
            assert_eq!(search.run(&game, &to_depth(4), |_| {}).lines[0].moves[0], best);
            continue;
        };
        for (threads, lines) in [(1, 1), (2, 1), (1, 40)] {
            let fresh = Table::new(1);
            let without = &[best][..];
            let search = Search { without, threads, lines, ..Search::new(&EXACT, &fresh, &NoTime) };
            let report = search.run(&game, &to_depth(4), |_| {});
            assert!(report.lines.iter().all(|line| line.moves[0] != best), "world {world}");
            if report.depth == 4 {
                assert_eq!(report.lines[0].score, expected, "world {world}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn lines_can_be_played_and_lead_to_their_score() {
    let mut played_out = 0;
    for world in 0..200 {
        let game = game(world);
        let table = Table::new(1);
        let report = Search::new(&EXACT, &table, &NoTime).run(&game, &to_depth(6), |_| {});
        let line = &report.lines[0];
        let mut played = game.clone();
        for &m in &line.moves {
            played.play(m).expect("a line of legal moves");
        }
        if let Some(plies) = forced_in(line.score) {
            assert_eq!(line.score.abs(), WIN - plies.abs());
            if line.moves.len() == plies.unsigned_abs() as usize {
                assert!(played.outcome().is_some_and(|o| o.winner.is_some()), "world {world}");
                played_out += 1;
            }
        }
        assert!(line.score.abs() < INFINITE);
    }
    assert!(played_out > 20, "only {played_out} forced lines go to their end");
}

/// A tuning that prunes as a real mind does.
const BOLD: Tuning = Tuning {
    aspiration: 5,
    late_move_reduction: 60,
    late_move_pruning: 2,
    reverse_futility: 15,
    futility: 15,
    ..Tuning::EXACT
};

#[test]
fn forced_results_are_true_whatever_is_pruned() {
    let mut wins = 0;
    for world in 0..400 {
        let game = game(world);
        let table = Table::new(1);
        let search = Search { tuning: Some(&BOLD), ..Search::new(&EXACT, &table, &NoTime) };
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
            let search = Search { tuning: Some(&BOLD), ..Search::new(&EXACT, &table, &NoTime) };
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
    assert!(Search::new(&EXACT, &table, &NoTime).run(&game(7), &nodes, |_| {}).nodes <= 5_000);
    // Even one node gives a move.
    let one = Limits { nodes: Some(1), ..Limits::default() };
    assert_eq!(
        Search::new(&EXACT, &table, &NoTime).run(&game(7), &one, |_| {}).lines[0].moves.len(),
        1
    );
}

/// Between two looks at the clock and at the handle that stops it, a thread searches so many nodes
/// at most.
const NODES_PER_LOOK: u64 = 512;

/// On a clock that moves on by a millisecond whenever it is looked at, a search is as long on
/// every machine.
#[test]
fn time_is_looked_at_every_few_hundred_positions() {
    let search = |limits: &Limits| {
        let (table, time) = (Table::new(1), ManualTime::stepping(Duration::from_millis(1)));
        Search::new(&EXACT, &table, &time).run(&game(7), limits, |_| {})
    };
    let for_time = |milliseconds| Limits {
        time: Some(Duration::from_millis(milliseconds)),
        ..Limits::default()
    };
    // The last share of what is left is a third of it; no iteration begins after six tenths.
    let by_clock = |milliseconds| Limits {
        clock: Some(TimeControl {
            left: Duration::from_millis(20 + 3 * milliseconds),
            increment: Duration::ZERO,
            moves_to_go: 2,
        }),
        ..Limits::default()
    };
    for limits in [for_time as fn(u64) -> Limits, by_clock] {
        let mut nodes_before = 0;
        for milliseconds in [10, 50, 250] {
            let report = search(&limits(milliseconds));
            assert_eq!(report, search(&limits(milliseconds)));
            assert_eq!(report.lines.len(), 1);
            assert!(report.nodes <= milliseconds * NODES_PER_LOOK, "{}", report.nodes);
            assert!(report.nodes > nodes_before, "{} in {milliseconds} ms", report.nodes);
            nodes_before = report.nodes;
        }
    }
}

/// Stops the search it takes part in when it has evaluated so many positions.
struct Stopper {
    stop: Stop,
    after: u64,
    evaluated: AtomicU64,
}

impl Mind for Stopper {
    type Game = Toy;
    type Accumulator = ();
    type OrderingContext = u64;
    const HISTORY_SIZE: usize = Dreamer::HISTORY_SIZE;
    const REPEATS: bool = Dreamer::REPEATS;

    fn accumulator(&self, _position: &Toy) {}
    fn advance(&self, (): &(), _before: &Toy, _m: u8, _after: &Toy) {}
    fn evaluate(&self, position: &Toy, (): &()) -> Score {
        if self.evaluated.fetch_add(1, Ordering::Relaxed) + 1 == self.after {
            self.stop.stop();
        }
        EXACT.evaluate(position, &())
    }
    fn history_index(m: u8) -> usize {
        Dreamer::history_index(m)
    }
    fn ordering_context(&self, position: &Toy) -> u64 {
        EXACT.ordering_context(position)
    }
    fn tactical_score(&self, context: &u64, m: u8) -> i32 {
        EXACT.tactical_score(context, m)
    }
    fn is_late(&self, context: &u64, m: u8) -> bool {
        EXACT.is_late(context, m)
    }
    fn tuning(&self) -> &Tuning {
        EXACT.tuning()
    }
}

#[test]
fn wherever_it_is_a_search_stops_within_a_few_hundred_positions() {
    for (threads, after) in [(1, 1), (1, 30_000), (1, 30_001), (2, 50_000), (3, 70_000)] {
        let table = Table::new(1);
        let stop = Stop::new();
        let mind = Stopper { stop: stop.clone(), after, evaluated: AtomicU64::new(0) };
        let search = Search { threads, stop, ..Search::new(&mind, &table, &NoTime) };
        search.run(&game(7), &Limits::default(), |_| {});
        let later = mind.evaluated.load(Ordering::Relaxed) - after;
        assert!(later <= threads as u64 * NODES_PER_LOOK, "{later} on {threads} threads");
    }
}

#[test]
fn a_stopped_search_looks_at_a_few_hundred_positions_more_at_most() {
    let mut stopped = 0;
    for world in 0..10 {
        let table = Table::new(1);
        let search = Search::new(&EXACT, &table, &NoTime);
        let mut nodes_when_stopped = 0;
        let report = search.run(&game(world), &Limits::default(), |report| {
            if report.nodes > 20_000 && nodes_when_stopped == 0 {
                nodes_when_stopped = report.nodes;
                search.stop.stop();
            }
        });
        assert!(nodes_when_stopped == 0 || report.nodes - nodes_when_stopped <= NODES_PER_LOOK);
        stopped += usize::from(nodes_when_stopped > 0);
    }
    assert!(stopped > 3, "only {stopped} searches were stopped, the others ended by themselves");
}
