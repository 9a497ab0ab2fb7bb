//! What the module answers when it is compiled for this machine, question by question, as lines of JSON.
//! `node/compare.mjs` asks the module for browsers the same and compares the answers, move for move and node for node;
//! `node/speed.mjs` compares the time they take.
//!
//! The clock moves on by a fixed step whenever it is read. So a search looks at the same positions
//! wherever it runs, and two answers differ only if the searches do.
//!
//! ```text
//! cargo run -p galet-door-wasm --example answers -- [--positions N] [--speed]
//! ```

use galet_core::random::SplitMix64;
use galet_core::{Level, ThreadTime, TimeSource};
use galet_door_wasm::{Host, Kind, Module, ResourceKind};
use galet_games::{AnyProgress, SetupText};
use galet_wire::door::{Errand, Found, Report, Task};
use galet_wire::setup::Setup;
use galet_wire::study::GameLine;
use serde::Serialize;
use std::cell::Cell;
use std::io::{BufWriter, Write, stdout};

/// Moves at random that a game begins with.
const OPENING: usize = 4;
/// A game is long enough then.
const LONGEST: usize = 60;
/// A position can have millions of moves; so many are drawn from.
const CHOICES: usize = 60;
/// A position of so many is reviewed with the game that led to it.
const REVIEWED: usize = 50;

/// The steps of the clock, in milliseconds: for a level's move, and for an analysis.
const MOVE_STEP: f64 = 20.0;
const ANALYSIS_STEP: f64 = 2.0;
/// How many slices an analysis gets.
const ANALYSIS_SLICES: usize = 4;
/// The same for who measures speed.
const SPEED_STEP: f64 = 0.1;
const SPEED_SLICES: usize = 8;

thread_local! {
    static CLOCK: Cell<f64> = const { Cell::new(0.0) };
    static STEP: Cell<f64> = const { Cell::new(0.0) };
}

fn now() -> f64 {
    CLOCK.replace(CLOCK.get() + STEP.get())
}

/// A question and what was answered.
#[derive(Serialize)]
struct Case {
    game: &'static str,
    step: f64,
    /// How many slices it gets.
    slices: usize,
    errand: Errand,
    reports: String,
    /// How long it took.
    seconds: f64,
}

struct Asker {
    module: Module,
    errands: u32,
    out: BufWriter<std::io::Stdout>,
}

impl Asker {
    fn new(game: &'static str) -> Self {
        let mut module = Module::new(Host { now, chance: || 0.0 });
        let files = [
            (ResourceKind::Network, galet_embedded::network(game)),
            (ResourceKind::Certificate, galet_embedded::certificate(game)),
        ];
        for (kind, bytes) in files {
            let Some(bytes) = bytes else { continue };
            let label = serde_json::json!({ "game": game, "kind": kind }).to_string() + "\n";
            let refused = module.call(Kind::Resource, &[label.as_bytes(), bytes].concat());
            assert!(refused.is_empty(), "{}", String::from_utf8_lossy(&refused));
        }
        Asker { module, errands: 0, out: BufWriter::new(stdout()) }
    }

    /// Asks, writes down what is answered, and gives it.
    fn ask(&mut self, game: &'static str, what: Task, step: f64, slices: usize) -> Vec<Report> {
        STEP.set(step);
        self.errands += 1;
        let begun = ThreadTime.now();
        let errand = Errand::Begin { errand: self.errands, what };
        let question = serde_json::to_vec(&errand).expect("JSON");
        let mut reports: Vec<Report> = read(&self.module.call(Kind::Errand, &question));
        for _ in 0..slices {
            if !self.module.slice() {
                break;
            }
        }
        reports.extend(read(&self.module.call(Kind::Reports, &[])));
        let drop = serde_json::to_vec(&Errand::Drop { errand: self.errands }).expect("JSON");
        self.module.call(Kind::Errand, &drop);
        let seconds = (ThreadTime.now() - begun).as_secs_f64();
        let told = serde_json::to_string(&reports).expect("JSON");
        let case = Case { game, step, slices, errand, reports: told, seconds };
        let line = serde_json::to_string(&case).expect("JSON");
        writeln!(self.out, "{line}").expect("somebody listens");
        reports
    }
}

fn read(answer: &[u8]) -> Vec<Report> {
    serde_json::from_slice(answer).expect("a list of reports")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let speed = arguments.iter().any(|word| word == "--speed");
    let positions = arguments.iter().position(|word| word == "--positions");
    let positions = positions.and_then(|place| arguments.get(place + 1)?.parse().ok());
    for game in galet_games::all().iter().map(|game| game.name()) {
        if speed {
            measure(game, positions.unwrap_or(4));
        } else {
            compare(game, positions.unwrap_or(100));
        }
    }
}

/// Games between all levels, each position of which is analysed, too.
fn compare(game: &'static str, positions: usize) {
    let mut random = SplitMix64::new(2026);
    let mut asker = Asker::new(game);
    let mut progress = begin(game, &mut random);
    // A game without so many experts plays on its strongest level instead.
    let levels: Vec<Level> = Level::all(4).collect();
    for number in 0..positions {
        let level = levels[number % levels.len()].number();
        asker.ask(
            game,
            Task::Analyse { line: line(&*progress), lines: 2 },
            ANALYSIS_STEP,
            ANALYSIS_SLICES,
        );
        let seed = random.next().to_string();
        let play = Task::Play { line: line(&*progress), level, clock: None, seed };
        let reports = asker.ask(game, play, MOVE_STEP, usize::MAX);
        let [Report { found: Found::Move { text }, .. }] = &reports[..] else {
            panic!("level {level} plays no move: {reports:?}");
        };
        progress.play(text).expect("the move of a level is legal");
        match number % REVIEWED {
            10 => {
                drop(asker.ask(
                    game,
                    Task::Judge { line: line(&*progress) },
                    MOVE_STEP,
                    usize::MAX,
                ));
            }
            20 if progress.outcome().is_none() => {
                drop(asker.ask(game, Task::Hint { line: line(&*progress) }, MOVE_STEP, usize::MAX));
            }
            _ => {}
        }
        if progress.outcome().is_some() || progress.plies() >= LONGEST {
            progress = begin(game, &mut random);
        }
    }
    let mut short = begin(game, &mut random);
    while short.plies() > 2 {
        short.undo();
    }
    asker.ask(game, Task::Review { line: line(&*short) }, MOVE_STEP, usize::MAX);
}

/// Analyses of a few positions, long enough to be measured.
fn measure(game: &'static str, positions: usize) {
    let mut random = SplitMix64::new(2026);
    let mut asker = Asker::new(game);
    for _ in 0..positions {
        let progress = begin(game, &mut random);
        asker.ask(
            game,
            Task::Analyse { line: line(&*progress), lines: 2 },
            SPEED_STEP,
            SPEED_SLICES,
        );
    }
}

/// A game with a few moves at random.
fn begin(game: &'static str, random: &mut SplitMix64) -> Box<dyn AnyProgress> {
    let game = galet_games::find(game).expect("it is registered");
    loop {
        let mut progress = game.start(&SetupText::default()).expect("the default setup is fine");
        while progress.plies() < OPENING {
            let mut texts = progress.legal_moves(CHOICES).texts;
            if texts.is_empty() {
                break;
            }
            let text = texts.swap_remove(random.below(texts.len()));
            progress.play(&text).expect("it was listed");
        }
        if progress.outcome().is_none() {
            return progress;
        }
    }
}

fn line(game: &dyn AnyProgress) -> GameLine {
    GameLine { game: game.game().name().to_owned(), setup: Setup::default(), moves: game.moves() }
}
