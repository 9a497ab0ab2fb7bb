//! `galet bench`: a fixed set of searches, whose nodes are the signature of the engine.

use crate::console::{Complaint, Console};
use crate::failure::Failure;
use galet_core::MonotonicTime;
use galet_core::random::SplitMix64;
use galet_engine::{AnyEngine, Request, ugi};
use galet_games::{AnyGame, AnyProgress, SetupText};
use galet_search::Limits;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Search a fixed set of positions of all games.
///
/// It tells how fast the engine is, and whether it still thinks the same.
///
/// The standard output is the same on every machine; its last line begins with the number of
/// nodes of all searches up to the last depth that each finished. It changes whenever a change
/// alters what the engine thinks. Time and speed are told on the standard error.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet bench
  galet bench | tail -1")]
pub(crate) struct Args {}

/// Positions are taken from random games after so many plies, if a game lasts that long.
const PLIES: [usize; 6] = [0, 4, 8, 13, 20, 30];
/// How many random games are tried for a position.
const ATTEMPTS: u64 = 100;
/// Moves that random games choose among: a position can have millions.
const CHOICES: usize = 200;
/// What each search looks at, at most.
const NODES: u64 = 60_000;
/// How far each search looks, at most.
const DEPTH: u32 = 12;

pub(crate) fn run(_args: &Args, console: &mut Console) -> Result<(), Failure> {
    let (mut signature, mut nodes, mut time, mut searches) = (0, 0, Duration::ZERO, 0);
    for game in galet_games::all() {
        let mut engine = galet_engine::new(game.name(), Arc::new(MonotonicTime))?;
        for plies in PLIES {
            let Some(position) = position(*game, plies) else { continue };
            for lines in [1, 3] {
                let begun = Instant::now();
                let (finished, all) = search(&mut *engine, &*position, lines, console)?;
                time += begun.elapsed();
                signature += finished;
                nodes += all;
                searches += 1;
            }
        }
    }
    writeln!(console, "{signature} nodes in {searches} searches")?;
    console.flush()?;
    let seconds = time.as_secs_f64();
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    console
        .complain(Complaint::Note, &format!("{seconds:.3} s, {rate:.2} million nodes/s, 1 thread"));
    Ok(())
}

/// Searches one position as if nothing had been searched before, and tells what was found. Gives
/// the nodes up to the last depth that was finished, and all nodes. The former tell more: where
/// a bound of nodes ends the search, the latter are that bound.
fn search(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyProgress,
    lines: usize,
    console: &mut Console,
) -> Result<(u64, u64), Failure> {
    engine.set_game(game).map_err(|error| Failure::input(&error))?;
    engine.forget();
    let limits = Limits { nodes: Some(NODES), depth: Some(DEPTH), ..Limits::default() };
    let request = Request { lines, ..Request::new(limits) };
    let mut finished = 0;
    let analysis = engine.analyse(&request, &mut |so_far| finished = so_far.nodes);
    let best = analysis.lines.first().and_then(|line| line.moves.first());
    writeln!(
        console,
        "{} ply {} lines {lines} depth {} nodes {finished} score {} best {}",
        game.game().name(),
        game.plies(),
        analysis.depth,
        ugi::score_text(&analysis, 0, game.turn()),
        best.map_or("none", String::as_str),
    )?;
    Ok((finished, analysis.nodes))
}

/// A game after so many random plies, not finished; the same one each time.
fn position(game: &dyn AnyGame, plies: usize) -> Option<Box<dyn AnyProgress>> {
    (1..=ATTEMPTS).find_map(|seed| {
        let mut random = SplitMix64::new(seed);
        let mut played = game.start(&SetupText::default()).ok()?;
        while played.plies() < plies && played.outcome().is_none() {
            let mut choices = played.legal_moves(CHOICES).texts;
            let choice = choices.swap_remove(random.below(choices.len()));
            played.play(&choice).ok()?;
        }
        played.outcome().is_none().then_some(played)
    })
}
