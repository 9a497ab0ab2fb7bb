//! A search ends when it is told to, however many moves there are to look at. What the exact solvers
//! do between two looks at the signal is tested beside them.

use galet_core::{Notation, Progress, TimeSource};
use galet_minds::FromResources;
use galet_minds::qawale::Qawale;
use galet_qawale::{Move, Position};
use galet_search::score::Score;
use galet_search::{Limits, Mind, Search, Stop, Table, Tuning};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What the search may still ask of a mind when it has been told to stop: something about each move
/// that it lists of a position at most, and what lies between two looks otherwise.
const MAX_QUESTIONS_AFTER: u64 = (1 << 16) + 1_000;

/// A mind that counts what it is asked and stops the search at one of the questions.
struct Interrupting {
    mind: Qawale,
    asked: Arc<AtomicU64>,
    at: u64,
    stop: Stop,
}

impl Interrupting {
    fn count(&self) {
        if self.asked.fetch_add(1, Ordering::Relaxed) + 1 == self.at {
            self.stop.stop();
        }
    }
}

impl Mind for Interrupting {
    type Game = Position;
    type Accumulator = ();
    type OrderingContext = ();
    const HISTORY_SIZE: usize = Qawale::HISTORY_SIZE;
    const REPEATS: bool = Qawale::REPEATS;

    fn accumulator(&self, _position: &Position) {}

    fn advance(&self, (): &(), _before: &Position, _m: Move, _after: &Position) {}

    fn evaluate(&self, position: &Position, accumulator: &()) -> Score {
        self.count();
        self.mind.evaluate(position, accumulator)
    }

    fn history_index(m: Move) -> usize {
        Qawale::history_index(m)
    }

    fn ordering_context(&self, _position: &Position) {}

    /// Asked of each move that is listed.
    fn tactical_score(&self, context: &(), m: Move) -> i32 {
        self.count();
        self.mind.tactical_score(context, m)
    }

    fn wins_at_once(&self, position: &Position) -> Option<bool> {
        self.count();
        self.mind.wins_at_once(position)
    }

    fn tuning(&self) -> &Tuning {
        self.mind.tuning()
    }
}

/// A clock that counts how often it is read, and the most questions between two readings.
#[derive(Debug, Default)]
struct Watched {
    asked: Arc<AtomicU64>,
    asked_before: AtomicU64,
    most: AtomicU64,
    readings: AtomicU64,
}

impl TimeSource for Watched {
    fn now(&self) -> Duration {
        let asked = self.asked.load(Ordering::Relaxed);
        let before = self.asked_before.swap(asked, Ordering::Relaxed);
        self.most.fetch_max(asked - before, Ordering::Relaxed);
        self.readings.fetch_add(1, Ordering::Relaxed);
        Duration::ZERO
    }
}

/// Readings of the clock that all lines of one ply may take: it is read after about as much work each time, a
/// fraction of a millisecond. Twice what was seen; thousands when each move was looked for among all that were left.
const MAX_READINGS: u64 = 800;

#[test]
fn tens_of_thousands_of_moves_take_a_bounded_time_and_the_clock_is_read_meanwhile() {
    for tall in ["nnoxoxoxoxo", "nnoxoxoxoxoxoxo", "nnnnnnnnoxoxoxoxoxo"] {
        let watched = Watched::default();
        let mind = Interrupting {
            mind: Qawale::by_hand(),
            asked: Arc::clone(&watched.asked),
            at: u64::MAX,
            stop: Stop::new(),
        };
        let table = Table::new(1);
        let search = Search { lines: 400, ..Search::new(&mind, &table, &watched) };
        // What the first levels do, with a limit that is never reached.
        let (nodes, time) = (Some(100_000), Some(Duration::from_secs(3_600)));
        let limits = Limits { nodes, depth: Some(1), time, clock: None };
        search.run(&tall_game(tall), &limits, |_| {});
        let (readings, most) = (watched.readings.into_inner(), watched.most.into_inner());
        assert!(most <= MAX_QUESTIONS_AFTER, "{tall}: {most} questions between two readings");
        assert!((20..=MAX_READINGS).contains(&readings), "{tall}: {readings} readings");
    }
}

fn tall_game(tall: &str) -> Progress<Position> {
    let text = format!("{tall},,,/,,,/,,,/nn,,,nn o 2 2");
    let read = Position::parse_position(&text, &Default::default());
    Progress::from_position(Default::default(), read.expect("playable").position)
}

/// A stack of 19 pebbles has more walks than memory can hold.
#[test]
fn a_search_stops_whatever_the_number_of_moves() {
    let mut stopped = 0;
    for tall in ["nnoxoxoxoxo", "nnoxoxoxoxoxoxo", "nnnnnnnnoxoxoxoxoxo"] {
        let game = tall_game(tall);
        for at in [1, 10, 1_000, 8_000, 15_000, 100_000] {
            let (mind, stop) = (Qawale::by_hand(), Stop::new());
            let mind = Interrupting { mind, asked: Arc::default(), at, stop: stop.clone() };
            let table = Table::new(1);
            let search = Search { stop, ..Search::new(&mind, &table, &galet_core::MonotonicTime) };
            // Bounded, so that a search that does not hear fails instead of going on for ever.
            let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
            let report = search.run(&game, &limits, |_| {});
            assert_eq!(report.lines.len(), 1, "there is a move to play in any case");
            let asked = mind.asked.load(Ordering::Relaxed);
            stopped += u32::from(asked >= at);
            assert!(asked <= at + MAX_QUESTIONS_AFTER, "{tall}: told at {at}, asked {asked}");
        }
    }
    assert!(stopped >= 15, "only {stopped} of 18 were stopped");
}
