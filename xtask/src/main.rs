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
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => run(&TEST),
        ["pictures"] => run(&PICTURES),
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

/// Runs the steps one after the other, says what it does, and stops at the first that fails.
fn run(steps: &[Step]) -> ExitCode {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for (number, step) in steps.iter().enumerate() {
        let command = step.cargo.join(" ");
        println!("\n[{}/{}] {}: cargo {command}", number + 1, steps.len(), step.title);
        let start = Instant::now();
        let environment = step.environment.iter().copied();
        let status = Command::new(&cargo).args(step.cargo).envs(environment).status();
        match status {
            Ok(status) if status.success() => {
                println!("[{}/{}] fine, {:.0?}", number + 1, steps.len(), start.elapsed());
            }
            Ok(status) => {
                eprintln!("error: {} failed ({status}): cargo {command}", step.title);
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
