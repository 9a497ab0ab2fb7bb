//! The command line of the fault run.

use galet_cluster::{FaultError, Plan, front, run, run_alone};
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
Faults for a cluster of its own, in play, on this computer; everything is bounded and ends by itself

Usage: cluster [--seed N] [--faults N] [--minutes N] [--nodes N] [--workers N] [--tables N]
               [--only KIND,KIND…] [--program GALET] [--alone]
       cluster --around COMMAND [ARGUMENTS]

  --seed N           other chances [default: 1]
  --faults N         how many faults [default: 500]
  --minutes N        it ends after this, too [default: 60]
  --nodes N          how many nodes [default: 3]
  --workers N        how many engine workers [default: 2]
  --tables N         how many tables at a time [default: 200]
  --only KINDS       only faults whose kind, as the summary names it, begins with one of these, parted by
                     commas: \"node killed,node-PostgreSQL slow\"
  --program GALET    the program, built with the feature `cluster` [default: galet beside this program]
  --alone            the same players at one program with one file, without faults, for ten rounds
  --around COMMAND   no faults: runs a command beside a database server that `front` uses
";

pub(crate) fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [around, program, rest @ ..] = arguments.as_slice()
        && around == "--around"
    {
        return run_around(program, rest);
    }
    let (plan, alone) = match read(arguments.into_iter()) {
        Ok(plan) => plan,
        Err(wrong) => {
            eprint!("{wrong}\n{HELP}");
            return ExitCode::from(2);
        }
    };
    // As many connections as the system allows.
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let most = rustix::process::Rlimit { current: limit.maximum, maximum: limit.maximum };
    let _ = rustix::process::setrlimit(rustix::process::Resource::Nofile, most);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let done = runtime
        .block_on(async { if alone { run_alone(&plan, 10).await } else { run(&plan).await } });
    match done {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}

fn with_runtime<T>(work: impl Future<Output = Result<T, FaultError>>) -> Result<T, FaultError> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work)
}

fn run_around(program: &str, arguments: &[String]) -> ExitCode {
    let mut command = tokio::process::Command::new(program);
    command.args(arguments);
    match with_runtime(front::around(command)) {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => {
            eprintln!("error: {program} has ended ({status})");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn read(mut arguments: impl Iterator<Item = String>) -> Result<(Plan, bool), String> {
    let mut plan = Plan {
        program: galet_test_client::program(),
        seed: 1,
        faults: 500,
        lasts: Duration::from_secs(60 * 60),
        tables: 200,
        pace: Duration::from_secs(2),
        nodes: 3,
        workers: 2,
        long: true,
        only: Vec::new(),
        tells: true,
    };
    let mut alone = false;
    while let Some(name) = arguments.next() {
        match name.as_str() {
            "--help" => return Err(String::new()),
            "--alone" => {
                alone = true;
                continue;
            }
            _ => {}
        }
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        let number = || value.parse::<usize>().map_err(|_| format!("{name} {value}: not a number"));
        match name.as_str() {
            "--only" => plan.only = value.split(',').map(|kind| kind.trim().to_owned()).collect(),
            "--program" => plan.program = value.into(),
            "--seed" => plan.seed = number()? as u64,
            "--faults" => plan.faults = number()?,
            "--minutes" => plan.lasts = Duration::from_secs(60 * number()? as u64),
            "--nodes" => plan.nodes = number()?.max(1),
            "--workers" => plan.workers = number()?,
            "--tables" => plan.tables = number()?,
            _ => return Err(format!("there is no option {name}")),
        }
    }
    Ok((plan, alone))
}
