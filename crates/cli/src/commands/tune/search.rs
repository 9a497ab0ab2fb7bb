//! `galet tune --search`: parameters of the search from short matches.

use super::Args;
use crate::args::Start;
use crate::console::Console;
use crate::failure::{Deed, Failure};
use crate::long_work::{self, ProgressView};
use galet_arena::opening::OpeningPlan;
use galet_arena::spsa::{Climb, Knob, SearchTrials, SpsaPlan, journal, knobs};
use galet_core::MonotonicTime;
use galet_scene::Phrase;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// What only the tuning of the search takes.
#[derive(clap::Args, Debug)]
pub(super) struct How {
    /// With --search, print the parameters with their values and bounds, and tune nothing
    #[arg(long, requires = "search")]
    list: bool,
    /// With --search, tune these parameters alone: their names with commas between them [default: all
    /// that are not 0]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "search")]
    only: Vec<String>,
    /// With --search, keep what was played in this file, and go on from it
    #[arg(long, value_name = "FILE", requires = "search")]
    journal: Option<PathBuf>,
    /// With --search, pairs of games for each trial
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pairs: u64,
    /// With --search, how far the first steps go, in hundredths of what a trial moves, when one side
    /// wins everything
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    rate: u16,
    /// With --search, random plies at the beginning of each game
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening_plies: usize,
    /// With --search, a game that lasts so many plies is a draw
    #[arg(long, value_name = "N", default_value_t = 400)]
    max_plies: usize,
    #[command(flatten)]
    start: Start,
}

impl How {
    /// How a game begins is asked for the search alone.
    pub(super) fn is_for_the_search(&self) -> Result<(), Failure> {
        let Start { setup, options, fen, moves } = &self.start;
        if setup.is_none() && options.is_empty() && fen.is_none() && moves.is_none() {
            return Ok(());
        }
        Err(Failure::wrong(
            "weights are tuned from the usual start; --setup, --option, --fen and --moves go with --search",
            "les poids se règlent depuis le départ habituel\u{a0}; --setup, --option, --fen et --moves vont avec --search",
        ))
    }
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let engine = galet_engine::new(&args.game, Arc::new(MonotonicTime))?;
    let known = knobs(engine.tuning());
    if args.how.list {
        return list(&known, console);
    }
    let trials = SearchTrials {
        starts: vec![args.how.start.begin(&args.game, console)?],
        nodes: args.nodes,
        pairs: args.how.pairs,
        threads: long_work::threads(args.threads),
        opening: OpeningPlan { plies: args.how.opening_plies, ..OpeningPlan::default() },
        max_plies: args.how.max_plies,
    };
    let plan = SpsaPlan {
        conditions: conditions(args),
        trials: args.games.div_ceil(2 * args.how.pairs),
        rate: f64::from(args.how.rate) / 100.0,
        seed: args.seed,
        knobs: chosen(&known, &args.how.only)?,
    };
    let (mut climb, mut file) = open(plan, args.how.journal.as_deref())?;
    let stop = long_work::interrupt()?;
    let view = ProgressView::new(format!("parameters of {}, trials", args.game));
    let (begun, before) = (Instant::now(), climb.done());
    while let Some(trial) = climb.trial()
        && !stop.load(Ordering::Relaxed)
    {
        let result = trials.play(climb.plan(), &trial, &stop);
        let Some(result) = result.map_err(|error| Failure::input(&error))? else { break };
        if let (Some(file), Some(path)) = (&mut file, &args.how.journal) {
            let written = file.write_all(journal::result(trial.number, result).as_bytes());
            written.map_err(|error| Failure::file(Deed::Write, path, &error))?;
        }
        climb.take(result);
        let (done, all) = (climb.done(), climb.plan().trials);
        let each = begun.elapsed().as_millis() as u64 / (done - before);
        let left = each * (all - done) * trials.threads as u64;
        view.show(done as usize, all as usize, left, trials.threads, &so_far(&climb));
    }
    drop(view);
    report(&climb, args.how.pairs, console)
}

/// The parameters that were asked for; unless some were named all but those at 0, which switches most of them off.
fn chosen(known: &[Knob], only: &[String]) -> Result<Vec<Knob>, Failure> {
    if only.is_empty() {
        return Ok(known.iter().filter(|knob| knob.start != 0).cloned().collect());
    }
    let find = |name: &String| {
        known.iter().find(|knob| knob.name == *name).cloned().ok_or_else(|| {
            Failure::wrong(
                format!("there is no parameter '{name}' to tune; --search --list prints them"),
                format!("pas de paramètre «\u{a0}{name}\u{a0}» à régler\u{a0}; --search --list les montre"),
            )
        })
    };
    only.iter().map(find).collect()
}

/// All that the results of trials depend on, besides their seeds and values.
fn conditions(args: &Args) -> String {
    let How { start, pairs, opening_plies, max_plies, .. } = &args.how;
    let options = start.options.iter().map(|(key, value)| format!("{key}={value}"));
    let places = [start.setup.clone(), start.fen.clone(), start.moves.clone()];
    let setup: Vec<String> = places.into_iter().flatten().chain(options).collect();
    format!(
        "{} {}; nodes {}, pairs {pairs}, opening plies {opening_plies}, most plies {max_plies}",
        args.game,
        setup.join(" "),
        args.nodes
    )
}

/// Takes up a journal, or begins one.
fn open(plan: SpsaPlan, path: Option<&Path>) -> Result<(Climb, Option<File>), Failure> {
    let Some(path) = path else { return Ok((Climb::new(plan), None)) };
    let failed = |error| Failure::file(Deed::Use, path, &error);
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
    let mut file = options.open(path).map_err(failed)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(failed)?;
    let head = journal::head(&plan);
    let resumed =
        journal::resume(plan, &text).map_err(|error| Failure::about(path.display(), &error))?;
    file.set_len(resumed.whole as u64).map_err(failed)?;
    file.seek(SeekFrom::End(0)).map_err(failed)?;
    if resumed.whole == 0 {
        file.write_all(head.as_bytes()).map_err(failed)?;
    }
    Ok((resumed.climb, Some(file)))
}

/// The values that have changed, in a line.
fn so_far(climb: &Climb) -> String {
    let changed = changed(climb).map(|(knob, value)| format!("{} {value}", knob.name));
    let changed: Vec<String> = changed.collect();
    if changed.is_empty() { String::new() } else { format!("; {}", changed.join(", ")) }
}

fn changed(climb: &Climb) -> impl Iterator<Item = (&Knob, i32)> {
    let knobs = climb.plan().knobs.iter().zip(climb.values());
    knobs.filter(|(knob, value)| *value != knob.start)
}

fn list(known: &[Knob], console: &mut Console) -> Result<(), Failure> {
    let width = known.iter().map(|knob| knob.name.len()).max().unwrap_or_default();
    for Knob { name, least, most, start } in known {
        writeln!(console, "{name:<width$}  {start:>6}  ({least} … {most})")?;
    }
    Ok(())
}

static NOTHING: Phrase = Phrase::fixed("no value has changed", "aucune valeur n’a changé");

/// The values in words, for the mind, and as a player of the arena.
fn report(climb: &Climb, pairs: u64, console: &mut Console) -> Result<(), Failure> {
    let games = climb.done() * pairs * 2;
    writeln!(console, "// {} of {} trials, {games} games", climb.done(), climb.plan().trials)?;
    if changed(climb).next().is_none() {
        writeln!(console, "// {}", NOTHING.get(console.language))?;
        return Ok(());
    }
    for (knob, value) in changed(climb) {
        writeln!(console, "{}: {value}, // was {}", knob.name, knob.start)?;
    }
    let settings = changed(climb).map(|(knob, value)| format!(",{}={value}", knob.name));
    writeln!(console, "// galet arena: full:nodes=5k{}", settings.collect::<String>())?;
    Ok(())
}
