//! Developer commands: `cargo xtask test` checks everything that CI checks.
#![forbid(unsafe_code)]

use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
Developer commands of Galet

Usage: cargo xtask <COMMAND>

Commands:
  test      format, lints, all tests, documentation: what CI runs
  pictures  draw the pictures of the README and the docs anew
  load      2,000 tables and 100 analyses on a server of its own, on this computer, for a minute;
            --tables N, --seconds N, --analyses N change that
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => {
            fetch_strace();
            run(&TEST, &[])
        }
        ["pictures"] => run(&PICTURES, &[]),
        ["load", ref options @ ..] => run(&LOAD, options),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("error: there is no command '{}'\n\n{HELP}", arguments.join(" "));
            ExitCode::from(2)
        }
    }
}

/// A step of a command: what it is for, and the cargo arguments that do it.
struct Step {
    title: &'static str,
    cargo: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

const TEST: [Step; 5] = [
    Step { title: "format", cargo: &["fmt", "--all", "--check"], environment: &[] },
    Step {
        title: "lints, warnings denied",
        cargo: &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
        environment: &[],
    },
    Step {
        title: "tests",
        cargo: &["test", "--workspace", "--all-targets", "--locked"],
        environment: &[],
    },
    Step {
        title: "examples in the documentation",
        cargo: &["test", "--workspace", "--doc", "--locked"],
        environment: &[],
    },
    Step {
        title: "documentation, warnings denied",
        cargo: &["doc", "--workspace", "--no-deps", "--locked"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
    },
];

const PICTURES: [Step; 1] = [Step {
    title: "pictures",
    cargo: &["test", "--package", "galet", "--test", "pictures", "--locked"],
    environment: &[("GALET_REWRITE", "1")],
}];

const LOAD: [Step; 2] = [
    Step {
        title: "the program and its visitors",
        cargo: &[
            "build",
            "--release",
            "--package",
            "galet",
            "--package",
            "galet-caller",
            "--locked",
        ],
        environment: &[],
    },
    Step {
        title: "load",
        cargo: &[
            "run",
            "--release",
            "--package",
            "galet-caller",
            "--bin",
            "load",
            "--locked",
            "--",
        ],
        environment: &[],
    },
];

/// The test that sees the disk synced before a move is acknowledged needs `strace`. It is fetched
/// where that is possible; elsewhere the test says what is missing.
fn fetch_strace() {
    let is_there = Command::new("strace").arg("-V").output().is_ok_and(|out| out.status.success());
    if cfg!(target_os = "linux") && !is_there {
        println!("strace is missing: apt-get install strace");
        let fetched = Command::new("apt-get").args(["install", "--yes", "strace"]).status();
        if !fetched.is_ok_and(|status| status.success()) {
            eprintln!("note: strace could not be installed; one test needs it");
        }
    }
}

/// Runs the steps one after the other, says what it does, and stops at the first that fails. The
/// last one gets the options.
fn run(steps: &[Step], options: &[&str]) -> ExitCode {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for (number, step) in steps.iter().enumerate() {
        let line = step.cargo.join(" ");
        println!("\n[{}/{}] {}: cargo {line}", number + 1, steps.len(), step.title);
        let start = Instant::now();
        let environment = step.environment.iter().copied();
        let mut command = Command::new(&cargo);
        command.args(step.cargo).envs(environment);
        if number + 1 == steps.len() {
            command.args(options);
        }
        let status = command.status();
        match status {
            Ok(status) if status.success() => {
                println!("[{}/{}] fine, {:.0?}", number + 1, steps.len(), start.elapsed());
            }
            Ok(status) => {
                eprintln!("error: {} failed ({status}): cargo {line}", step.title);
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("error: cargo could not be started: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!("\nall {} steps are fine", steps.len());
    ExitCode::SUCCESS
}
