//! Figures of the Avalam mind for `docs/strength.md`: speed and depth from the start, and how
//! long positions from its own games take to solve.
//!
//! ```text
//! cargo run --release -p galet-minds --example avalam_figures [games [plies…]]
//! ```
//!
//! Seconds are those of the processor where the system tells them (Linux), so that other work on
//! the machine does not count.

#[path = "common/shipped.rs"]
mod shipped;
#[path = "common/stopwatch.rs"]
mod stopwatch;

use galet_avalam::Position;
use galet_core::random::SplitMix64;
use galet_core::{Game, Progress};
use galet_minds::avalam::Avalam;
use galet_minds::{Budget, Solve};
use galet_search::{Limits, Search, Stop, Table};
use shipped::shipped;
use std::time::Duration;
use stopwatch::Stopwatch;

/// Positions searched for each move of the games that the solver is tried on.
const NODES_PER_MOVE: u64 = 20_000;
/// Random moves at their beginning.
const RANDOM_PLIES: usize = 4;
/// When the solver gives up: in positions and not in seconds, so that a busy machine solves as
/// many as an idle one.
const SOLVER_NODES: u64 = 2_000_000;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<usize>().ok());
    let games = numbers.next().unwrap_or(10);
    let mut plies: Vec<usize> = numbers.collect();
    if plies.is_empty() {
        plies = vec![28, 26, 24, 23, 22, 21, 20];
    }
    let mind: Avalam = shipped();
    from_the_start(&mind);
    let games: Vec<_> = (0..games).map(|seed| self_play(&mind, seed as u64)).collect();
    println!("ply | solved | within 1 s | median s | longest s | nodes/s");
    for ply in plies {
        solve_at(&mind, &games, ply);
    }
}

fn from_the_start(mind: &Avalam) {
    let table = Table::new(64);
    let game = Progress::new(Default::default());
    let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
    let watch = Stopwatch::start();
    let report = Search::new(mind, &table, &galet_core::MonotonicTime).run(&game, &limits, |_| ());
    let speed = report.nodes as f64 / watch.seconds() / 1e6;
    println!("from the start in 5 s: depth {}, {speed:.2} million nodes/s", report.depth);
}

/// A game of the mind against itself after a few random moves.
fn self_play(mind: &Avalam, seed: u64) -> Progress<Position> {
    let mut random = SplitMix64::new(seed);
    let mut game: Progress<Position> = Progress::new(Default::default());
    let table = Table::new(16);
    let limits = Limits { nodes: Some(NODES_PER_MOVE), ..Limits::default() };
    while game.outcome().is_none() {
        let moves = game.position().moves();
        let m = if game.moves().len() < RANDOM_PLIES {
            moves[random.below(moves.len())]
        } else {
            Search::new(mind, &table, &galet_core::MonotonicTime).run(&game, &limits, |_| ()).lines
                [0]
            .moves[0]
        };
        game.play(m).expect("the search plays legal moves");
    }
    game
}

fn solve_at(mind: &Avalam, games: &[Progress<Position>], ply: usize) {
    let (mut times, mut nodes, mut solved) = (Vec::new(), 0, 0);
    for game in games.iter().map(|game| game.at_ply(ply)).filter(|g| g.outcome().is_none()) {
        let watch = Stopwatch::start();
        let budget = Budget::new(SOLVER_NODES, Stop::new());
        if let Some(verdict) = mind.solve(&game, &budget) {
            solved += 1;
            nodes += verdict.nodes;
            times.push(watch.seconds());
        }
    }
    if solved == 0 {
        println!("{ply} | 0");
        return;
    }
    times.sort_by(f64::total_cmp);
    let quick = times.iter().filter(|&&t| t <= 1.0).count();
    println!(
        "{ply} | {solved} of {} | {quick} | {:.3} | {:.3} | {:.2} million",
        games.len(),
        times[times.len() / 2],
        times[times.len() - 1],
        nodes as f64 / times.iter().sum::<f64>() / 1e6,
    );
}
