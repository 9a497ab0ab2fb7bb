//! The command line of the siege, and what it tells.

use galet_siege::{SiegeError, flood, full, kill, power, slow, wrong};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const HELP: &str = "\
Attacks on a server of its own, on this computer; everything is bounded and ends by itself

Usage: siege [--only ATTACK] [--kills N] [--cuts N] [--inputs N] [--full N] [--slow N]
             [--flood SECONDS] [--strangers N] [--seed N] [--program GALET]

  --only ATTACK      kill, power, full, slow, wrong or flood [default: all]
  --kills N          how often it is killed in play [default: 1000]
  --cuts N           power cuts, each at another point of a recorded play [default: 400]
  --full N           how often its disk is full [default: 20]
  --slow N           slow visitors of each kind [default: 1100]
  --inputs N         wrong requests and messages [default: 150000]
  --flood SECONDS    how long the flood lasts [default: 3600]
  --strangers N      how many flood it at once [default: 200]
  --seed N           other chances [default: 1]
  --program GALET    the program that serves [default: galet beside this program]
";

/// What is asked for.
struct Options {
    program: PathBuf,
    only: Option<String>,
    kills: u64,
    cuts: u64,
    full: u64,
    slow: u64,
    inputs: u64,
    flood: u64,
    strangers: u64,
    seed: u64,
}

const ATTACKS: [&str; 6] = ["kill", "power", "full", "slow", "wrong", "flood"];

pub(crate) fn main() -> ExitCode {
    let options = match read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(wrong) => {
            eprint!("{wrong}\n{HELP}");
            return ExitCode::from(2);
        }
    };
    // As many connections as the system allows.
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let most = rustix::process::Rlimit { current: limit.maximum, maximum: limit.maximum };
    let _ = rustix::process::setrlimit(rustix::process::Resource::Nofile, most);
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut code = ExitCode::SUCCESS;
    for name in ATTACKS {
        if options.only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let start = Instant::now();
        match runtime.block_on(attack(name, &options)) {
            Ok(told) => println!("{name}: {told} ({:.0} s)", start.elapsed().as_secs_f64()),
            Err(error) => {
                println!("{name}: FAILED: {error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

fn read(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        program: galet_test_client::program(),
        only: None,
        kills: 1000,
        cuts: 400,
        full: 20,
        slow: 1100,
        inputs: 150_000,
        flood: 3600,
        strangers: 200,
        seed: 1,
    };
    while let Some(name) = arguments.next() {
        if name == "--help" {
            return Err(String::new());
        }
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        let number = || value.parse().map_err(|_| format!("{name} {value}: not a number"));
        match name.as_str() {
            "--program" => options.program = value.into(),
            "--only" if ATTACKS.contains(&value.as_str()) => options.only = Some(value),
            "--only" => return Err(format!("there is no attack {value}")),
            "--kills" => options.kills = number()?,
            "--cuts" => options.cuts = number()?,
            "--full" => options.full = number()?,
            "--slow" => options.slow = number()?,
            "--inputs" => options.inputs = number()?,
            "--flood" => options.flood = number()?,
            "--strangers" => options.strangers = number()?,
            "--seed" => options.seed = number()?,
            _ => return Err(format!("there is no option {name}")),
        }
    }
    Ok(options)
}

async fn attack(name: &str, options: &Options) -> Result<String, SiegeError> {
    let (program, seed) = (&options.program, options.seed);
    Ok(match name {
        "kill" => {
            let found = kill::attack(program, options.kills, seed).await?;
            format!(
                "{} kills in play, {} acknowledged moves, none lost ({} more were there unheard)",
                found.deaths, found.kept, found.unheard
            )
        }
        "power" => {
            let found = power::attack(program, options.cuts, seed).await?;
            format!(
                "{} power cuts, {} acknowledged moves looked for, none lost; with syncs that do \
                 nothing, {} of {} cuts lost moves",
                found.cuts, found.kept, found.lost, found.controls
            )
        }
        "full" => {
            let found = full::attack(program, options.full).await?;
            format!(
                "{} times full ({}), {} moves refused in words, the next one played {} ms after \
                 the first free byte at most",
                found.rounds,
                found.how,
                found.refused,
                found.recovered.as_millis()
            )
        }
        "slow" => {
            let mut found = slow::attack(program, options.slow as usize).await?;
            let [bodies, heads, silent, deaf] = found.counts;
            format!(
                "{:.0} MB at rest; {:.0} MB with {bodies} unfinished bodies, {:.0} with {heads} \
                 unfinished heads, {:.0} with {silent} silent connections, {:.0} with {deaf} \
                 readers who do not read; meanwhile {}",
                megabytes(found.at_rest),
                megabytes(found.under[0]),
                megabytes(found.under[1]),
                megabytes(found.under[2]),
                megabytes(found.under[3]),
                found.played.line()
            )
        }
        "wrong" => {
            let mut found = wrong::attack(program, options.inputs, seed).await?;
            let statuses = found.statuses.iter().map(|(status, n)| format!("{status}: {n}"));
            let statuses = statuses.collect::<Vec<_>>().join(", ");
            format!(
                "{} requests ({statuses}), {} messages, no panic; meanwhile {}",
                found.requests,
                found.messages,
                found.played.line()
            )
        }
        _ => {
            let lasts = Duration::from_secs(options.flood);
            let mut found = flood::attack(program, lasts, options.strangers as usize, seed).await?;
            for (what, count) in &found.tried {
                println!("  {count:>9}  {what}");
            }
            let [first, second] = found.halves().map(megabytes);
            format!(
                "{:.0} s, {:.0} s of processor time, at most {first:.0} MB in the first half and \
                 {second:.0} MB in the second; meanwhile {}",
                found.lasted.as_secs_f64(),
                found.processor.as_secs_f64(),
                found.line()
            )
        }
    })
}

fn megabytes(kilobytes: u64) -> f64 {
    kilobytes as f64 / 1024.0
}
