//! Does the steps of a command one after the other, and tells where the time went.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::steps::{Step, Work};
use crate::{Outcome, root};

/// Stops at the first step that fails. At the end, either way, a table has the time of each, if
/// there were several.
pub(crate) fn run(steps: Vec<Step<'_>>) -> Outcome {
    let mut times = Vec::with_capacity(steps.len());
    let mut outcome = Ok(());
    for step in steps {
        let (title, start) = (step.title, Instant::now());
        outcome = work(step);
        let took = start.elapsed();
        times.push((title, took));
        if outcome.is_err() {
            break;
        }
        println!("== fine, {took:.0?}");
    }
    if times.len() > 1 {
        print!("{}", table(&times));
    }
    outcome
}

fn work(step: Step<'_>) -> Outcome {
    let title = step.title;
    match step.work {
        Work::Own(work) => {
            println!("\n== {title}");
            work()
        }
        Work::Cargo { arguments, environment } => {
            let line = arguments.join(" ");
            println!("\n== {title}: cargo {line}");
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            let mut command = Command::new(cargo);
            command.args(arguments).envs(environment).current_dir(root());
            if std::env::var_os("CI").is_some() {
                // Nobody builds a second time there, so nothing is kept for it.
                command.env("CARGO_INCREMENTAL", "0");
            }
            match command.status() {
                Ok(status) if status.success() => Ok(()),
                Ok(status) => Err(format!("{title} failed ({status}): cargo {line}")),
                Err(error) => Err(format!("cargo could not be started: {error}")),
            }
        }
    }
}

/// Seconds of each step and of all together.
fn table(times: &[(&str, Duration)]) -> String {
    let total = times.iter().map(|(_, took)| took).sum();
    let lines = times.iter().copied().chain([("all", total)]);
    let width = lines.clone().map(|(title, _)| title.chars().count()).max().unwrap_or_default();
    let line = |(title, took): (&str, Duration)| {
        format!("{title:<width$}  {:>6.1} s\n", took.as_secs_f64())
    };
    format!("\n{}", lines.map(line).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_each_step_and_their_sum() {
        let times = [("format", Duration::from_millis(1_240)), ("tests", Duration::from_secs(300))];
        assert_eq!(table(&times), "\nformat     1.2 s\ntests    300.0 s\nall      301.2 s\n");
    }

    #[test]
    fn nothing_is_done_after_a_failure() {
        let mut done = Vec::new();
        let step = |title, work| Step { title, work: Work::Own(work) };
        let failed = run(vec![
            step("first", Box::new(|| Ok(()))),
            step("second", Box::new(|| Err("it is raining".to_owned()))),
            step(
                "third",
                Box::new(|| {
                    done.push("third");
                    Ok(())
                }),
            ),
        ]);
        assert_eq!(failed, Err("it is raining".to_owned()));
        assert!(done.is_empty());
    }
}
