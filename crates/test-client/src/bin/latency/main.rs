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

Usage: latency [--program GALET]

  --program GALET   the program that is measured [default: galet beside this program]

Fails if of some kind of answer more than one in twenty takes longer than its limit.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let program = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => program(),
        ["--program", path] => PathBuf::from(path),
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match measure(&program) {
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

fn measure(program: &Path) -> Result<Vec<Sample>, ClientError> {
    let scripts = Scripts::new();
    let mut samples = Vec::new();
    for number in 0..galet_games::all().len() {
        let script = scripts.get(number);
        println!("the engine, {}", script.game);
        samples.extend(engine::measure(program, script)?);
    }
    for (number, widest) in Scripts::widest().iter().enumerate() {
        println!("the engine by processor time, {}", widest.game);
        samples.extend(engine::measure_processor(program, scripts.get(number), widest)?);
    }
    println!("records made to do harm");
    samples.push(records::measure(program, scripts.get(0))?);
    println!("the server");
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    samples.extend(runtime.block_on(server::measure(program, &scripts))?);
    Ok(samples)
}
