//! Speed and depth of the minds, for `docs/performance.md` and `docs/strength.md`: searches from the
//! start positions, and evaluations kept up to date over random games, by network and by hand.
//!
//! ```text
//! cargo run --release -p galet-minds --example speed -- [--nodes N] [--seconds N] [--game NAME]
//! ```
//!
//! One thread, 64 MB. Seconds are those that the processor has worked for the thread where the system
//! tells them (Linux), so that other work on the machine disturbs little; elsewhere they are those of
//! the clock.

use galet_core::conformance::random_move;
use galet_core::random::SplitMix64;
use galet_core::{Game, Progress};
use galet_minds::net::Width;
use galet_minds::{Expert, abalone, avalam, qawale};
use galet_search::score::Score;
use galet_search::{Limits, Search, Stop, Table};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const USAGE: &str = "\
speed [--nodes N] [--seconds N] [--game NAME]

  --nodes N     search so many positions from the start [default: 3000000]
  --seconds N   and for so many seconds of the processor [default: 5; 0 leaves it out]
  --game NAME   of this game only

Example: speed --game avalam --seconds 1";

fn main() {
    let asked = match Asked::read(std::env::args().skip(1)) {
        Ok(asked) => asked,
        Err(wrong) => {
            eprintln!("{wrong}\n\n{USAGE}");
            std::process::exit(2);
        }
    };
    println!("game | evaluation | nodes | depth | million nodes/s | seconds | depth | nodes");
    for_each_game(&asked, |game| {
        if let Some(shipped) = game.shipped {
            shipped(&asked, "network");
        }
        (game.by_hand)(&asked, "by hand");
    });
    println!("\ngame | evaluation | million evaluations/s (least and most of {ROUNDS} rounds)");
    for_each_game(&asked, |game| (game.evaluations)());
}

/// What is measured of a game.
struct Measured {
    name: &'static str,
    /// Only where there is a network.
    shipped: Option<fn(&Asked, &str)>,
    by_hand: fn(&Asked, &str),
    evaluations: fn(),
}

fn for_each_game(asked: &Asked, work: impl Fn(&Measured)) {
    let games = [
        Measured {
            name: galet_abalone::Position::NAME,
            shipped: Some(|asked, name| searches(&abalone::Abalone::new(), asked, name)),
            by_hand: |asked, name| searches(&abalone::Abalone::by_hand(), asked, name),
            evaluations: abalone_evaluations,
        },
        Measured {
            name: galet_avalam::Position::NAME,
            shipped: Some(|asked, name| searches(&avalam::Avalam::new(), asked, name)),
            by_hand: |asked, name| searches(&avalam::Avalam::by_hand(), asked, name),
            evaluations: avalam_evaluations,
        },
        Measured {
            name: galet_qawale::Position::NAME,
            shipped: None,
            by_hand: |asked, name| searches(&qawale::Qawale::by_hand(), asked, name),
            evaluations: || by_hand_evaluations::<qawale::Qawale>(),
        },
    ];
    let wanted = |game: &&Measured| asked.game.as_ref().is_none_or(|name| name == game.name);
    games.iter().filter(wanted).for_each(work);
}

/// What was asked for.
struct Asked {
    nodes: u64,
    seconds: f64,
    game: Option<String>,
}

impl Asked {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Asked, String> {
        let mut asked = Asked { nodes: 3_000_000, seconds: 5.0, game: None };
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("'{word}' needs a value"))?;
            let wrong = || format!("'{value}' is not a value of {word}");
            match word.as_str() {
                "--nodes" => asked.nodes = value.parse().ok().ok_or_else(wrong)?,
                "--seconds" => asked.seconds = value.parse().ok().ok_or_else(wrong)?,
                "--game" => asked.game = Some(value),
                _ => return Err(format!("there is no option '{word}'")),
            }
        }
        Ok(asked)
    }
}

/// Searches from the start: a number of positions, then a number of seconds.
fn searches<E: Expert>(mind: &E, asked: &Asked, evaluation: &str) {
    let game = Progress::<E::Game>::new(Default::default());
    let table = Table::new(64);
    let limits = Limits { nodes: Some(asked.nodes), ..Limits::default() };
    let clock = Clock::start();
    let report = Search::new(mind, &table).run(&game, &limits, |_| {});
    let speed = report.nodes as f64 / 1e6 / clock.seconds().max(1e-6);
    let name = <E::Game as Game>::NAME;
    print!("{name} | {evaluation} | {} | {} | {speed:.2}", report.nodes, report.depth);
    if asked.seconds > 0.0 {
        table.clear();
        let (depth, nodes) = search_for(mind, &game, &table, asked.seconds);
        print!(" | {} | {depth} | {nodes}", asked.seconds);
    }
    println!();
}

/// The depth finished after some seconds of the processor, and the nodes.
fn search_for<E: Expert>(
    mind: &E,
    game: &Progress<E::Game>,
    table: &Table,
    seconds: f64,
) -> (u32, u64) {
    let stop = Stop::new();
    let over = AtomicBool::new(false);
    let clock = Clock::start();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) && clock.seconds() < seconds {
                std::thread::sleep(Duration::from_millis(2));
            }
            stop.stop();
        });
        let search = Search { stop: stop.clone(), ..Search::new(mind, table) };
        let report = search.run(game, &Limits::default(), |_| {});
        over.store(true, Ordering::Relaxed);
        (report.depth, report.nodes)
    })
}

fn abalone_evaluations() {
    type Mind = abalone::Abalone;
    for width in Width::available() {
        let network = abalone::Network::shipped().with_width(width);
        evaluations::<Mind, _>(
            &format!("network, {width}"),
            |position| network.accumulators(position),
            |accumulators, before, _, after| network.updated(accumulators, before, after),
            |position, accumulators| network.score(position, accumulators),
        );
    }
    by_hand_evaluations::<Mind>();
}

fn avalam_evaluations() {
    type Mind = avalam::Avalam;
    for width in Width::available() {
        let network = avalam::Network::shipped().with_width(width);
        evaluations::<Mind, _>(
            &format!("network, {width}"),
            |position| network.accumulators(position),
            |accumulators, before, _, after| network.updated(accumulators, before, after),
            |position, accumulators| network.score(position, accumulators),
        );
    }
    by_hand_evaluations::<Mind>();
}

fn by_hand_evaluations<E: Expert>() {
    let mind = E::by_hand();
    evaluations::<E, _>(
        "by hand",
        |position| mind.accumulator(position),
        |accumulator, before, m, after| mind.advance(accumulator, before, m, after),
        |position, accumulator| mind.evaluate(position, accumulator),
    );
}

/// Random games that evaluations are tried on, and how long they may last.
const GAMES: u64 = 40;
const MAX_PLIES: usize = 100;
/// How often, and how long at least each time.
const ROUNDS: usize = 5;
const SECONDS_PER_ROUND: f64 = 0.5;

type MoveOf<E> = <<E as galet_search::Mind>::Game as Game>::Move;

/// Times evaluations along random games: one step and one score for each move.
fn evaluations<E: Expert, T>(
    evaluation: &str,
    begin: impl Fn(&E::Game) -> T,
    step: impl Fn(&T, &E::Game, MoveOf<E>, &E::Game) -> T,
    score: impl Fn(&E::Game, &T) -> Score,
) {
    let games: Vec<_> = (0..GAMES).map(random_game::<E::Game>).collect();
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let (clock, mut made) = (Clock::start(), 0_u64);
            while clock.seconds() < SECONDS_PER_ROUND {
                for (start, plies) in &games {
                    let (mut before, mut accumulator) = (start, begin(start));
                    for (m, after) in plies {
                        accumulator = step(&accumulator, before, *m, after);
                        black_box(score(after, &accumulator));
                        before = after;
                    }
                    made += plies.len() as u64;
                }
            }
            made as f64 / 1e6 / clock.seconds()
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    let (least, most) = (rounds[0], rounds[ROUNDS - 1]);
    println!("{} | {evaluation} | {least:.2} … {most:.2}", E::Game::NAME);
}

/// A start and the positions after random moves, none of them finished.
fn random_game<G: Game>(seed: u64) -> (G, Vec<(G::Move, G)>) {
    let mut random = SplitMix64::new(seed);
    let mut game = Progress::<G>::new(Default::default());
    let start = game.position().clone();
    let mut plies = Vec::new();
    while plies.len() < MAX_PLIES
        && let Some(m) = random_move(game.position(), &mut random)
        && game.play(m).is_ok()
        && game.outcome().is_none()
    {
        plies.push((m, game.position().clone()));
    }
    (start, plies)
}

/// Measures the work of the thread that starts it; any thread may look.
struct Clock {
    begun: Instant,
    /// Where the system tells of the thread's work, and what it had done by then.
    worked: Option<(String, f64)>,
}

impl Clock {
    fn start() -> Clock {
        let thread = std::fs::read_link("/proc/thread-self").ok();
        let worked = thread.and_then(|thread| {
            let path = format!("/proc/{}/schedstat", thread.display());
            let seconds = Clock::worked(&path)?;
            Some((path, seconds))
        });
        Clock { begun: Instant::now(), worked }
    }

    fn seconds(&self) -> f64 {
        let worked = self.worked.as_ref();
        worked
            .and_then(|(path, before)| Some(Clock::worked(path)? - before))
            .unwrap_or_else(|| self.begun.elapsed().as_secs_f64())
    }

    /// The seconds that the processor has worked for a thread.
    fn worked(path: &str) -> Option<f64> {
        let text = std::fs::read_to_string(path).ok()?;
        Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
    }
}
