//! How long the engine and the server take to answer, on this computer, each against a generous
//! limit. Wall times belong here and not into the tests: a busy machine makes them long, and a test
//! must not fail because of its neighbours.
//!
//! `cargo xtask latency` builds the program and runs this.

mod engine;
mod records;
mod sample;
mod server;

use galet_test_client::{ClientError, Scripts, program};
use sample::Sample;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
How long the engine and the server take to answer, on this computer

Usage: latency [--program GALET] [--processor]

  --program GALET   the program that is measured [default: galet beside this program]
  --processor       only what moves use of the processor, which a busy machine does not change

Fails if of some kind of answer more than one in twenty takes longer than its limit, or if a move exceeds its
limit of processor time by more than it may.
";

fn main() -> ExitCode {
    let (mut program, mut all) = (program(), true);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let path = if word == "--program" { words.next() } else { None };
        match (word.as_str(), path) {
            ("--program", Some(path)) => program = PathBuf::from(path),
            ("--processor", None) => all = false,
            _ => {
                eprint!("{HELP}");
                return ExitCode::from(2);
            }
        }
    }
    let samples = if all { measure(&program) } else { measure_processor(&program) };
    match samples {
        Ok(samples) => {
            print!("{}", sample::table(&samples));
            let late = samples.iter().filter(|sample| sample.is_late()).count();
            if late == 0 {
                return ExitCode::SUCCESS;
            }
            eprintln!("error: {late} of {} kinds of answers take too long", samples.len());
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What moves use of the processor.
fn measure_processor(program: &Path) -> Result<Vec<Sample>, ClientError> {
    let (scripts, mut samples) = (Scripts::new(), Vec::new());
    for (number, widest) in Scripts::widest().iter().enumerate() {
        println!("the engine by processor time, {}", widest.game);
        samples.extend(engine::measure_processor(program, scripts.get(number), widest)?);
    }
    Ok(samples)
}

fn measure(program: &Path) -> Result<Vec<Sample>, ClientError> {
    let scripts = Scripts::new();
    let mut samples = Vec::new();
    for number in 0..galet_games::all().len() {
        let script = scripts.get(number);
        println!("the engine, {}", script.game);
        samples.extend(engine::measure(program, script)?);
    }
    samples.extend(measure_processor(program)?);
    println!("records made to do harm");
    samples.push(records::measure(program, scripts.get(0))?);
    println!("the server");
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    samples.extend(runtime.block_on(server::measure(program, &scripts))?);
    Ok(samples)
}
