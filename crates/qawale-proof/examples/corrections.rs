//! Goes behind the units of a journal and keeps the positions in which the first choice of play loses.
//!
//! `cargo run --release -p galet-qawale-proof --example corrections -- proofs/qawale/qawale.journal FILE [THREADS]`
//!
//! `FILE` is a journal: a line for every finished unit, so that the same command goes on where it was.

use galet_core::{ThreadTime, TimeSource, on_threads};
use galet_qawale_proof::board::Board;
use galet_qawale_proof::deeper::{NotBehind, Seen, behind};
use galet_qawale_proof::journal::Known;
use galet_qawale_proof::question::Question;
use galet_qawale_proof::search::Search;
use galet_qawale_proof::text::{Player, Position, START};
use std::collections::HashSet;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [proof, journal, threads @ ..] = &arguments[..] else {
        return Err("the journal of the proof, a file to write, and how many threads".into());
    };
    let threads = threads.first().map_or(Ok(1), |text| text.parse())?;
    let done: HashSet<String> = std::fs::read_to_string(journal)
        .unwrap_or_default()
        .lines()
        .filter_map(|line| Some(line.split('\t').nth(1)?.to_owned()))
        .collect();
    let file = Mutex::new(OpenOptions::new().create(true).append(true).open(journal)?);
    for attacker in [Player::Light, Player::Dark] {
        let question = Question::new(Position::parse(START)?, attacker, 16)?;
        let mut known = Known::default();
        known.read(Path::new(proof), &question)?;
        let mut units: Vec<(&str, &str)> = known
            .units
            .iter()
            .filter_map(|(unit, result)| Some((unit.as_str(), result.reply.as_deref()?)))
            .filter(|(unit, _)| !done.contains(*unit))
            .collect();
        units.sort_unstable();
        eprintln!("{attacker:?} attacks: {} units to go", units.len());
        work(&question, &units, &file, threads)?;
    }
    Ok(())
}

/// Looks behind all of these units.
fn work(
    question: &Question,
    units: &[(&str, &str)],
    file: &Mutex<File>,
    threads: usize,
) -> Result<(), Box<dyn Error>> {
    let (next, seen, never) = (AtomicUsize::new(0), Seen::default(), AtomicBool::new(false));
    let time = ThreadTime;
    let failure = Mutex::new(None);
    on_threads(threads, || {
        while let Some((unit, reply)) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut search = Search::new(&never);
            let begun = time.now();
            let line = match after(question, unit, reply) {
                None => Err(format!("{unit}: {reply} is no move")),
                Some((board, depth)) => match behind(&mut search, question, &board, depth, &seen) {
                    Err(NotBehind::Interrupted) => return,
                    Err(NotBehind::Falls(position)) => Err(format!("{unit}: {position} is lost")),
                    Ok(found) => {
                        let kept: Vec<String> = found
                            .corrections
                            .iter()
                            .map(|kept| format!("{} = {}", kept.position, kept.reply))
                            .collect();
                        let millis = time.now().saturating_sub(begun).as_millis();
                        let (positions, nodes) = (found.positions, search.nodes);
                        let kept = kept.join(";");
                        Ok(format!("behind 1\t{unit}\t{positions}\t{nodes}\t{millis}\t{kept}\n"))
                    }
                },
            };
            let written = line.and_then(|line| {
                let mut file = file.lock().expect("nobody panics while writing");
                file.write_all(line.as_bytes()).map_err(|error| error.to_string())
            });
            if let Err(why) = written {
                eprintln!("{why}");
                *failure.lock().expect("nobody panics here") = Some(why);
                return;
            }
        }
    });
    match failure.into_inner()? {
        Some(why) => Err(why.into()),
        None => Ok(()),
    }
}

/// The board after the reply to a unit, with the attacker to move, and the plies up to there.
fn after(question: &Question, unit: &str, reply: &str) -> Option<(Board, u32)> {
    let position = Position::parse(unit).ok()?;
    let board = match question.attacker() {
        Player::Light => position.board,
        Player::Dark => position.board.swapped(),
    };
    let mut found = None;
    let _ = board.for_each_move(&mut |m| {
        if m.to_string() == reply {
            found = Some(m);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    let played: u32 = 16 - position.left.iter().sum::<u32>();
    Some((board.defend(found?), played + 1))
}
