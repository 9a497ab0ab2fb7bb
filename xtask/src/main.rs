//! Developer commands: `cargo xtask test` checks everything.
#![forbid(unsafe_code)]

mod apt;
mod web;

use std::process::{Command, ExitCode};
use std::time::Instant;

use web::Web;

const HELP: &str = "\
Developer commands of Galet

Usage: cargo xtask <COMMAND>

Commands:
  test      format, lints, all tests, documentation, the web app in a real browser
  pictures  draw the pictures of the README and the docs anew, screenshots included
  load      2,000 tables and 100 analyses on a server of its own, on this computer, for a minute;
            --tables N, --seconds N, --analyses N change that
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["pictures"] => pictures(),
        ["load", ref options @ ..] => run(&LOAD, options),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("error: there is no command '{}'\n\n{HELP}", arguments.join(" "));
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// What is missing is told, or fetched, before the long steps begin.
fn test() -> Result<(), String> {
    let web = Web::prepare()?;
    fetch_strace()?;
    run(&TEST, &[])?;
    timed("format and lints of the web app", || web.lint())?;
    timed("types of the web app", || web.check())?;
    timed("unit tests of the web app", || web.unit())?;
    timed("weight of the first page", || web.size())?;
    timed("tests in a real browser", || web.browse())?;
    println!("\neverything is fine");
    Ok(())
}

fn pictures() -> Result<(), String> {
    let web = Web::prepare()?;
    run(&PICTURES, &[])?;
    timed("screenshots", || web.photograph())
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

/// The test that sees the disk synced before a move is acknowledged needs `strace`.
fn fetch_strace() -> Result<(), String> {
    let is_there = Command::new("strace").arg("-V").output().is_ok_and(|out| out.status.success());
    if cfg!(target_os = "linux") && !is_there {
        apt::install("strace")
            .map_err(|why| format!("strace is missing and could not be installed ({why})"))?;
    }
    Ok(())
}

/// Runs the steps one after the other and stops at the first that fails. The last one gets the
/// options.
fn run(steps: &[Step], options: &[&str]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for (number, step) in steps.iter().enumerate() {
        let line = step.cargo.join(" ");
        let mut command = Command::new(&cargo);
        command.args(step.cargo).envs(step.environment.iter().copied());
        if number + 1 == steps.len() {
            command.args(options);
        }
        timed(&format!("{}: cargo {line}", step.title), || match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{} failed ({status}): cargo {line}", step.title)),
            Err(error) => Err(format!("cargo could not be started: {error}")),
        })?;
    }
    Ok(())
}

/// Says what is done, and how long it took.
fn timed(title: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    println!("\n== {title}");
    let start = Instant::now();
    work()?;
    println!("== fine, {:.0?}", start.elapsed());
    Ok(())
}
