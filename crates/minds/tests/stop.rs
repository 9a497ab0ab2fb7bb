//! Exact solvers and searches end when they are told to, whatever they are doing.

use galet_core::random::SplitMix64;
use galet_core::{Game, Notation, Progress};
use galet_minds::{Budget, Expert, avalam, qawale};
use galet_search::{Limits, Search, Stop, Table};
use std::time::{Duration, Instant};

/// Games of random moves, each as it stood after some plies, those with the most moves first:
/// they take longest between two looks at the handle.
fn widest<G: Game>(games: u64, plies: usize, wanted: usize) -> Vec<Progress<G>> {
    let mut found: Vec<(u64, Progress<G>)> = Vec::new();
    for seed in 0..games {
        let mut random = SplitMix64::new(seed);
        let mut game = Progress::<G>::new(G::Setup::default());
        while game.moves().len() < plies && game.outcome().is_none() {
            let moves = game.position().moves();
            game.play(moves[random.below(moves.len())]).expect("legal");
        }
        if game.outcome().is_none() {
            found.push((game.position().count_moves(), game));
        }
    }
    found.sort_by_key(|(moves, _)| std::cmp::Reverse(*moves));
    found.into_iter().map(|(_, game)| game).take(wanted).collect()
}

/// How long a solver goes on after it was told to stop, `delay` after it began; `None` if it was
/// done before.
fn latency<E: Expert>(expert: &E, game: &Progress<E::Game>, delay: Duration) -> Option<Duration> {
    let budget = Budget { nodes: u64::MAX, stop: Stop::new() };
    let stop = budget.stop.clone();
    let (verdict, latency) = stopped_after(delay, &stop, || expert.solve(game, &budget));
    verdict.is_none().then_some(latency)
}

/// Tells some work to stop, `delay` after it began, and how long it goes on then.
fn stopped_after<T: Send>(
    delay: Duration,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> (T, Duration) {
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| (work(), Instant::now()));
        std::thread::sleep(delay);
        let told = Instant::now();
        stop.stop();
        let (result, ended) = worker.join().expect("it does not panic");
        (result, ended.saturating_duration_since(told))
    })
}

fn obeys<E: Expert>(plies: [usize; 4]) {
    let expert = E::new();
    let mut latencies = Vec::new();
    for plies in plies {
        for (n, game) in widest(60, plies, 6).iter().enumerate() {
            latencies.extend(latency(&expert, game, Duration::from_millis(3 + 9 * n as u64)));
        }
    }
    assert!(latencies.len() >= 10, "too few were stopped: {}", latencies.len());
    are_short(latencies);
}

fn are_short(mut latencies: Vec<Duration>) {
    latencies.sort_unstable();
    println!("{latencies:?}");
    let longest = latencies[latencies.len() - 1];
    let middle = latencies[latencies.len() / 2];
    assert!(middle < Duration::from_millis(10), "half of them take {middle:?} and more");
    // A busy machine may take the processor away for a while.
    assert!(longest < Duration::from_millis(100), "{longest:?}");
}

#[test]
fn avalam_stops_at_once() {
    obeys::<avalam::Avalam>([0, 4, 10, 16]);
}

#[test]
fn qawale_stops_at_once() {
    obeys::<qawale::Qawale>([6, 6, 7, 8]);
}

/// A stack of 19 pebbles has more walks than memory can hold.
#[test]
fn a_search_stops_whatever_the_number_of_moves() {
    let mind = qawale::Qawale::new();
    let mut latencies = Vec::new();
    for tall in ["nnoxoxoxoxo", "nnoxoxoxoxoxoxo", "nnnnnnnnoxoxoxoxoxo"] {
        let text = format!("{tall},,,/,,,/,,,/nn,,,nn o 2 2");
        let read = galet_qawale::Position::parse_position(&text, &Default::default());
        let position = read.expect("playable").position;
        let game = Progress::from_position(Default::default(), position);
        for delay in [1, 10, 30, 60, 90] {
            let table = Table::new(1);
            let search = Search::new(&mind, &table, &galet_core::MonotonicTime);
            let (delay, stop) = (Duration::from_millis(delay), search.stop.clone());
            let work = || search.run(&game, &Limits::default(), |_| {});
            let (report, latency) = stopped_after(delay, &stop, work);
            assert_eq!(report.lines.len(), 1, "there is a move to play in any case");
            latencies.push(latency);
        }
    }
    are_short(latencies);
}
