//! Figures of the Qawale mind for `docs/strength.md`: speed and depth from the start, how long
//! positions from its own games take to solve, and how long it takes to find and prove a reply that
//! holds in the first position behind the stored ones.
//!
//! ```text
//! cargo run --release -p galet-minds --example qawale_figures [games [plies…]]
//! ```
//!
//! Seconds are those of the processor where the system tells them (Linux), so that other work on
//! the machine does not count.

#[path = "common/shipped.rs"]
mod shipped;
#[path = "common/stopwatch.rs"]
mod stopwatch;

use galet_core::random::SplitMix64;
use galet_core::{Game, Progress, Side};
use galet_minds::qawale::Qawale;
use galet_minds::{Budget, Solve};
use galet_qawale::{Move, Position, Setup};
use galet_search::{Limits, Search, Stop, Table};
use shipped::shipped;
use std::time::Duration;
use stopwatch::Stopwatch;

/// Positions searched for each move of the games that the solver is tried on.
const NODES_PER_MOVE: u64 = 30_000;
/// Random moves at their beginning.
const RANDOM_PLIES: usize = 2;
/// Lines behind the stored replies, for each of those games.
const LINES_PER_GAME: usize = 10;
/// Positions after which the solver gives up.
const PATIENCE: u64 = 200_000_000;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<usize>().ok());
    let games = numbers.next().unwrap_or(10);
    let mut plies: Vec<usize> = numbers.collect();
    if plies.is_empty() {
        plies = vec![12, 10, 8, 7, 6];
    }
    let watch = Stopwatch::start();
    let mind: Qawale = shipped();
    println!("tables made in {:.2} s", watch.seconds());
    from_the_start(&mind);
    let games: Vec<_> = (0..games).map(|seed| self_play(&mind, seed as u64)).collect();
    println!("ply | solved | drawn | within 1 s | median s | longest s | positions/s");
    for ply in plies {
        solve_at(&mind, &games, ply);
    }
    println!("holds | ply | positions | median s | 90 % s | longest s");
    for side in [Side::First, Side::Second] {
        hold_behind_the_book(&mind, side, LINES_PER_GAME * games.len());
    }
}

fn from_the_start(mind: &Qawale) {
    let table = Table::new(64);
    let game = Progress::new(Setup::default());
    let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
    let watch = Stopwatch::start();
    let report = Search::new(mind, &table, &galet_core::MonotonicTime).run(&game, &limits, |_| ());
    let (seconds, nodes) = (watch.seconds(), report.nodes as f64 / 1e6);
    println!(
        "from the start in 5 s: depth {} in {seconds:.1} s of the processor, {:.2} million nodes/s",
        report.depth,
        nodes / seconds
    );
}

/// A game of the mind against itself after a few random moves.
fn self_play(mind: &Qawale, seed: u64) -> Progress<Position> {
    let mut random = SplitMix64::new(seed);
    let mut game: Progress<Position> = Progress::new(Setup::default());
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

fn solve_at(mind: &Qawale, games: &[Progress<Position>], ply: usize) {
    let (mut times, mut nodes, mut drawn) = (Vec::new(), 0, 0);
    let games: Vec<_> = games.iter().map(|game| game.at_ply(ply)).collect();
    let games: Vec<_> = games.into_iter().filter(|game| game.outcome().is_none()).collect();
    for game in &games {
        let watch = Stopwatch::start();
        if let Some(verdict) = mind.solve(game, &budget(PATIENCE)) {
            drawn += usize::from(verdict.winner.is_none());
            nodes += verdict.nodes;
            times.push(watch.seconds());
        }
    }
    times.sort_by(f64::total_cmp);
    let (Some(median), Some(longest)) = (times.get(times.len() / 2), times.last()) else {
        println!("{ply} | 0 of {}", games.len());
        return;
    };
    println!(
        "{ply} | {} of {} | {drawn} | {} | {median:.3} | {longest:.3} | {:.2} million",
        times.len(),
        games.len(),
        times.iter().filter(|&&t| t <= 1.0).count(),
        nodes as f64 / times.iter().sum::<f64>() / 1e6,
    );
}

/// One side plays the stored replies, the other anything that does not lose at once, until no reply
/// is stored.
fn hold_behind_the_book(mind: &Qawale, side: Side, positions: usize) {
    let mut random = SplitMix64::new(side as u64);
    let mut times = Vec::new();
    let mut ply = 0;
    while times.len() < positions {
        let mut game: Progress<Position> = Progress::new(Setup::default());
        while game.outcome().is_none() {
            let m = if game.turn() != side {
                careful_move(&game, &mut random)
            } else if let Some(stored) = mind.safety(&game, &budget(0)).m {
                stored
            } else {
                let watch = Stopwatch::start();
                assert!(mind.safety(&game, &budget(u64::MAX)).proven, "the proof holds");
                times.push(watch.seconds());
                ply = game.moves().len();
                break;
            };
            game.play(m).expect("legal");
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let (median, most, longest) = (at(0.5), at(0.9), at(1.0));
    println!("{side:?} | {ply} | {} | {median:.3} | {most:.3} | {longest:.3}", times.len());
}

fn budget(nodes: u64) -> Budget {
    Budget::new(nodes, Stop::new())
}

/// A random move that does not leave a line at once, where a few tries find one.
fn careful_move(game: &Progress<Position>, random: &mut SplitMix64) -> Move {
    let moves = game.position().moves();
    let completes = |position: &Position, m| {
        position.play(m).is_ok_and(|p| p.outcome().is_some_and(|end| end.winner.is_some()))
    };
    let careless = |m: &Move| {
        let after = game.position().play(*m).expect("legal");
        after.outcome().is_some() || after.moves().into_iter().any(|m| completes(&after, m))
    };
    let tries: Vec<Move> = (0..40).map(|_| moves[random.below(moves.len())]).collect();
    tries.iter().copied().find(|m| !careless(m)).unwrap_or(tries[0])
}
