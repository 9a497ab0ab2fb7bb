//! Speed and depth of the minds, for `docs/performance.md` and `docs/strength.md`: searches from the
//! start positions, and evaluations kept up to date over random games, by network and by hand.
//!
//! ```text
//! cargo run --release -p galet-minds --example speed -- [--nodes N] [--seconds N] [--game NAME]
//! ```
//!
//! One thread, 64 MB. Speeds are by the seconds that the processor has worked for the thread where the
//! system tells them (Linux), so that other work on the machine disturbs little; elsewhere they are
//! those of the clock.

#[path = "common/shipped.rs"]
mod shipped;
#[path = "common/stopwatch.rs"]
mod stopwatch;

use galet_core::random::{SplitMix64, random_move};
use galet_core::{Game, Progress};
use galet_minds::{FromResources, abalone, avalam, qawale};
use galet_nets::Width;
use galet_search::score::Score;
use galet_search::{Limits, Mind, Search, Table};
use shipped::shipped;
use std::hint::black_box;
use std::time::Duration;
use stopwatch::Stopwatch;

const USAGE: &str = "\
speed [--nodes N] [--seconds N] [--game NAME]

  --nodes N     search so many positions from the start [default: 3000000]
  --seconds N   and for so many seconds [default: 5; 0 leaves it out]
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
            shipped: Some(|asked, name| searches(&shipped::<abalone::Abalone>(), asked, name)),
            by_hand: |asked, name| searches(&abalone::Abalone::by_hand(), asked, name),
            evaluations: abalone_evaluations,
        },
        Measured {
            name: galet_avalam::Position::NAME,
            shipped: Some(|asked, name| searches(&shipped::<avalam::Avalam>(), asked, name)),
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
fn searches<M: Mind>(mind: &M, asked: &Asked, evaluation: &str) {
    let game = Progress::<M::Game>::new(Default::default());
    let table = Table::new(64);
    let limits = Limits { nodes: Some(asked.nodes), ..Limits::default() };
    let watch = Stopwatch::start();
    let report = Search::new(mind, &table, &galet_core::MonotonicTime).run(&game, &limits, |_| {});
    let speed = report.nodes as f64 / 1e6 / watch.seconds().max(1e-6);
    let name = <M::Game as Game>::NAME;
    print!("{name} | {evaluation} | {} | {} | {speed:.2}", report.nodes, report.depth);
    if asked.seconds > 0.0 {
        table.clear();
        let time = Some(Duration::from_secs_f64(asked.seconds));
        let limits = Limits { time, ..Limits::default() };
        let report =
            Search::new(mind, &table, &galet_core::MonotonicTime).run(&game, &limits, |_| {});
        print!(" | {} | {} | {}", asked.seconds, report.depth, report.nodes);
    }
    println!();
}

fn abalone_evaluations() {
    type Abalone = abalone::Abalone;
    let bytes = galet_embedded::network(galet_abalone::Position::NAME).expect("it ships");
    for width in Width::available() {
        let network = abalone::Network::<256>::read(bytes).expect("it is fine").with_width(width);
        evaluations::<Abalone, _>(
            &format!("network, {width}"),
            |position| network.refresh(position),
            |accumulators, before, _, after| network.update(accumulators, before, after),
            |position, accumulators| network.score(position, accumulators),
        );
    }
    by_hand_evaluations::<Abalone>();
}

fn avalam_evaluations() {
    type Avalam = avalam::Avalam;
    let bytes = galet_embedded::network(galet_avalam::Position::NAME).expect("it ships");
    for width in Width::available() {
        let network = avalam::Network::<256>::read(bytes).expect("it is fine").with_width(width);
        evaluations::<Avalam, _>(
            &format!("network, {width}"),
            |position| network.refresh(position),
            |accumulators, before, _, after| network.update(accumulators, before, after),
            |position, accumulators| network.score(position, accumulators),
        );
    }
    by_hand_evaluations::<Avalam>();
}

fn by_hand_evaluations<M: FromResources>() {
    let mind = M::by_hand();
    evaluations::<M, _>(
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

type MoveOf<M> = <<M as Mind>::Game as Game>::Move;

/// Times evaluations along random games: one step and one score for each move.
fn evaluations<M: Mind, T>(
    evaluation: &str,
    begin: impl Fn(&M::Game) -> T,
    step: impl Fn(&T, &M::Game, MoveOf<M>, &M::Game) -> T,
    score: impl Fn(&M::Game, &T) -> Score,
) {
    let games: Vec<_> = (0..GAMES).map(random_game::<M::Game>).collect();
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let (watch, mut made) = (Stopwatch::start(), 0_u64);
            while watch.seconds() < SECONDS_PER_ROUND {
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
            made as f64 / 1e6 / watch.seconds()
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    let (least, most) = (rounds[0], rounds[ROUNDS - 1]);
    println!("{} | {evaluation} | {least:.2} … {most:.2}", M::Game::NAME);
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
