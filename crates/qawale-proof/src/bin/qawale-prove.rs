//! Runs the prover on one question: `qawale-prove PEBBLES o|x BY THREADS JOURNAL`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use galet_qawale_proof::question::Question;
use galet_qawale_proof::solve::{Options, Progress, run};
use galet_qawale_proof::text::{Player, Position};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [pebbles, attacker, by, threads, journal] = args.as_slice() else {
        eprintln!("usage: qawale-prove PEBBLES o|x BY THREADS JOURNAL");
        return ExitCode::FAILURE;
    };
    let (Ok(pebbles), Ok(by), Ok(threads)) = (pebbles.parse(), by.parse(), threads.parse()) else {
        eprintln!("PEBBLES, BY and THREADS are numbers");
        return ExitCode::FAILURE;
    };
    let attacker = if attacker == "x" { Player::Dark } else { Player::Light };
    let question = match Question::new(Position::start(pebbles), attacker, by) {
        Ok(question) => question,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let options =
        Options { threads, journal: PathBuf::from(journal), also: Vec::new(), shard: (0, 1) };
    let shown = Mutex::new(Instant::now());
    let report = |p: Progress| {
        let mut shown = shown.lock().expect("printing does not panic");
        if shown.elapsed() > Duration::from_secs(20) {
            let hours = p.left_millis as f64 / 3.6e6;
            eprintln!(
                "{}/{} units, {} plans open, {} fell, {hours:.2} core-hours left",
                p.done, p.total, p.plans, p.falls
            );
            *shown = Instant::now();
        }
    };
    let started = Instant::now();
    match run(&question, &options, &AtomicBool::new(false), &report) {
        Ok(answer) => {
            println!("{}: {answer:?} in {:.1?}", question.line(), started.elapsed());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{journal}: {error}");
            ExitCode::FAILURE
        }
    }
}
