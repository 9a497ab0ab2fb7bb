//! `galet analyse`: the engine's view of recorded games, written into the records.

use super::records::{Reading, Source};
use crate::console::{Complaint, Console};
use crate::failure::{Deed, Failure};
use crate::said::Wrong;
use crate::words;
use clap::builder::RangedU64ValueParser;
use galet_core::MonotonicTime;
use galet_engine::review::{Assessment, MoveReview, assess, judge};
use galet_engine::{AnyEngine, Look};
use galet_games::AnyProgress;
use galet_games::record::{self, Evaluation, NodeId, Record, Score};
use galet_scene::Phrase;
use galet_search::{Limits, Stop, score};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Find the mistakes in recorded games.
///
/// The records come out annotated: each move with the engine's evaluation of the position after
/// it, weak and strong moves with their marks, the better line as a variation, and a word where
/// the game turned. What was in the records stays. Games that cannot be read are told on the
/// standard error, with file, line and column; the others are analysed all the same, and the
/// exit code is 1.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet analyse game.pgn                       annotated, on the standard output
  galet analyse games.pgn -o annotated.pgn     in a file
  galet analyse games.pgn --time 2s            two seconds for each position")]
pub(crate) struct Args {
    /// Files of records; - is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write to this file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Positions that the engine looks at for each position of a game: the same result on every
    /// machine [default: 200000, unless a time is given]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    nodes: Option<u64>,
    /// The time for each position of a game: 500ms, 2s
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// On how many threads, at most 256 [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    reading: Reading,
}

/// Positions looked at for each position of a game, if nothing else is asked for.
const USUAL_NODES: u64 = 200_000;
/// The part of these that the exact solver may look at first.
const SOLVER_SHARE: u64 = 3;
/// Plies of a better line that are written down.
const LONGEST_LINE: usize = 8;

static ANALYSED: Phrase = Phrase::fixed("analysed", "analyse faite");

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    // All is read before anything is written: the output may be one of the inputs.
    let sources =
        args.files.iter().map(|path| Source::read(path)).collect::<Result<Vec<_>, _>>()?;
    let mut records = Vec::new();
    let mut refused = 0;
    for source in &sources {
        let found = source.records(Some(&args.reading));
        if let Some(place) = found.invalid_utf8() {
            console.complain(Complaint::Warning, &source.tell_no_text(place, console.language));
        }
        let before = records.len() + refused;
        for found in found {
            match found {
                Ok(record) => records.push(record),
                Err(error) => {
                    console.complain(Complaint::Error, &source.tell(&error, console.language));
                    refused += 1;
                }
            }
        }
        if records.len() + refused == before {
            console.complain(Complaint::Error, &source.tell_nothing(console.language));
            refused += 1;
        }
    }
    let nodes = args.nodes.or(args.time.is_none().then_some(USUAL_NODES));
    let limits = Limits { nodes, time: args.time, ..Limits::default() };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let watched = console.is_terminal() || args.output.is_some();
    let reviews = analyse(&records, &limits, threads, watched && std::io::stderr().is_terminal());
    for (record, review) in records.iter_mut().zip(&reviews) {
        annotate(record, review, console);
    }
    let text = record::write_all(&records);
    match &args.output {
        Some(path) => {
            std::fs::write(path, text).map_err(|error| Failure::file(Deed::Write, path, &error))?;
        }
        None => console.write_all(text.as_bytes())?,
    }
    console.flush()?;
    if refused > 0 {
        let language = console.language;
        let sum = words::went_through(language, &ANALYSED, records.len(), refused);
        console.complain(Complaint::Note, &sum);
        return Err(Failure::Told);
    }
    Ok(())
}

/// A game as the engine sees it.
struct Review {
    /// The position before the first move and after each move.
    assessments: Vec<Assessment>,
    moves: Vec<MoveReview>,
}

/// Looks at every position of every game, each on one thread, so that games of any number and
/// length keep all threads busy. What is found does not depend on the number of threads.
fn analyse(records: &[Record], limits: &Limits, threads: usize, watched: bool) -> Vec<Review> {
    let games: Vec<Box<dyn AnyProgress>> = records.iter().map(Record::final_game).collect();
    let positions: Vec<(usize, usize)> = games
        .iter()
        .enumerate()
        .flat_map(|(index, game)| (0..=game.plies()).map(move |ply| (index, ply)))
        .collect();
    let bar = bar(positions.len(), watched);
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    let solver_nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes / SOLVER_SHARE);
    let limits = limits.clone();
    let look = Look { limits, solver_nodes, lines: 2, to_play: false, stop: Stop::new() };
    std::thread::scope(|scope| {
        for _ in 0..threads.min(positions.len()) {
            scope.spawn(|| {
                let mut engines = Engines::default();
                while let Some(&(index, ply)) = positions.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let game = &games[index];
                    let engine = engines.get(game.game().name());
                    let assessment = assess(engine, &*game.at_ply(ply), &look)
                        .expect("the engine is for this game");
                    found.lock().expect("nobody failed").insert((index, ply), assessment);
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut found = found.into_inner().expect("nobody failed").into_iter();
    let mut engines = Engines::default();
    games
        .iter()
        .map(|game| {
            let assessments: Vec<Assessment> =
                found.by_ref().take(game.plies() + 1).map(|(_, assessment)| assessment).collect();
            let moves =
                judge(&engines.get(game.game().name()).scale(), &game.moves(), &assessments);
            Review { assessments, moves }
        })
        .collect()
}

/// One engine for each game, made when it is needed.
#[derive(Default)]
struct Engines(BTreeMap<&'static str, Box<dyn AnyEngine>>);

impl Engines {
    fn get(&mut self, name: &'static str) -> &mut dyn AnyEngine {
        let engine = self.0.entry(name).or_insert_with(|| {
            galet_engine::new(name, Arc::new(MonotonicTime)).expect("every game has an engine")
        });
        &mut **engine
    }
}

fn bar(positions: usize, watched: bool) -> ProgressBar {
    let target = if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(positions as u64), target);
    let template = "{bar:36} {pos}/{len} positions, {elapsed}, about {eta} left";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Writes into a record what the engine thinks of it.
fn annotate(record: &mut Record, review: &Review, console: &Console) {
    let line: Vec<NodeId> = record.main_line().collect();
    let mut turn = record.start().turn();
    let mut before = Record::ROOT;
    let after = &review.assessments[1..];
    for ((&id, reviewed), assessment) in line.iter().zip(&review.moves).zip(after) {
        let mover = turn;
        turn = !turn;
        // A finished game needs no evaluation.
        if !assessment.analysis.lines.is_empty() {
            record.set_evaluation(id, Some(evaluation(assessment, turn)));
        }
        // A mark that somebody gave counts more.
        let marked = record.node(id).nags().iter().any(|nag| (1..=6).contains(nag));
        if let (Some(mark), false) = (reviewed.mark, marked) {
            record.add_nag(id, mark.nag());
        }
        if reviewed.turning_point {
            let scene = record.start().scene();
            let winner = scene.players[(!mover).index()].name.get(console.language);
            let said = words::turning_point(console.language, winner);
            let there = record.node(id).comment().unwrap_or_default().to_owned();
            if !there.contains(&said) {
                record.set_comment(id, &format!("{there} {said}"));
            }
        }
        if let Some(better) = &reviewed.better {
            add_line(record, before, better);
        }
        before = id;
    }
}

/// Adds a better line as a variation.
fn add_line(record: &mut Record, before: NodeId, moves: &[String]) {
    let mut last = before;
    for text in moves.iter().take(LONGEST_LINE) {
        // The engine's lines are legal; should one not be, the record keeps its beginning.
        let Ok(id) = record.add_move(last, text) else { return };
        last = id;
    }
}

/// The score of a position for the player who moves first in the game; `turn` is to move.
fn evaluation(assessment: &Assessment, turn: galet_core::Side) -> Evaluation {
    let sign = if turn == galet_core::Side::First { 1 } else { -1 };
    let found = assessment.analysis.lines.first().map_or(0, |line| line.score);
    let score = match score::forced_in(found) {
        Some(plies) => {
            let moves = (plies.abs() + 1) / 2;
            Score::WinIn(sign * plies.signum() * moves)
        }
        // The engine counts in hundredths.
        None => Score::Thousandths(sign * found * 10),
    };
    Evaluation { score, depth: Some(assessment.analysis.depth) }
}

/// Reads `500ms`, `2s` or `1m`.
fn time(text: &str) -> Result<Duration, Wrong> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let scale = match unit.trim() {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => 0.0,
    };
    let seconds = number.parse::<f64>().unwrap_or(0.0) * scale;
    if !(0.001..=86_400.0).contains(&seconds) {
        return Err(Wrong::new(
            "write for instance 500ms, 2s or 1m; at least 1ms, at most a day",
            "écrivez par exemple 500ms, 2s ou 1m\u{a0}; de 1ms à un jour",
        ));
    }
    Ok(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        for wrong in ["", "5", "s", "-1s", "0s", "1h", "1e3s", "99999999s", "1.2.3s"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
