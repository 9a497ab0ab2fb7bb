//! The tests of the workspace: built at once, then their programs run side by side, because those that wait for clocks and
//! servers leave the processor to those that count.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::{Outcome, root};

/// What is built; the same features everywhere, so that nothing is compiled twice.
const WHAT: &[&str] = &["--workspace", "--features", "galet/cluster", "--locked"];

/// These take longest, or wait longest: they begin first. Names of targets.
const LONGEST: &[&str] = &["serve", "nodes", "queue", "qawale_pressed", "server", "cli"];

/// A program of tests.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TestProgram {
    target: String,
    program: PathBuf,
    /// The folder of its package, in which it runs.
    folder: PathBuf,
}

/// Builds all tests, runs them, and the examples in the documentation after them.
pub(crate) fn run(hint: Option<(&str, &Path)>) -> Outcome {
    let programs = build(hint)?;
    if programs.is_empty() {
        return Err("cargo has built no tests".to_owned());
    }
    side_by_side(ordered(programs))?;
    let mut examples = cargo(hint);
    examples.args(["test", "--doc"]).args(WHAT);
    match examples.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("examples in the documentation failed ({status})")),
        Err(error) => Err(format!("cargo could not be started: {error}")),
    }
}

fn cargo(hint: Option<(&str, &Path)>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).envs(hint);
    if std::env::var_os("CI").is_some() {
        // Nobody builds a second time there, so nothing is kept for it.
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

fn build(hint: Option<(&str, &Path)>) -> Outcome<Vec<TestProgram>> {
    let mut command = cargo(hint);
    command.args(["test", "--no-run", "--message-format", "json-render-diagnostics"]).args(WHAT);
    let out = command.stderr(Stdio::inherit()).output();
    let out = out.map_err(|error| format!("cargo could not be started: {error}"))?;
    if !out.status.success() {
        return Err(format!("the tests could not be built ({})", out.status));
    }
    Ok(String::from_utf8_lossy(&out.stdout).lines().filter_map(read).collect())
}

/// Reads one of cargo's messages, if it is about a program of tests.
fn read(message: &str) -> Option<TestProgram> {
    let target = text(message.split_once(r#""target":{"#)?.1, "name")?;
    let (profile, _) = message.split_once(r#""profile":{"#)?.1.split_once('}')?;
    let is_test = profile.contains(r#""test":true"#);
    let program = text(message, "executable").filter(|_| is_test)?;
    let folder = PathBuf::from(text(message, "manifest_path")?).parent()?.to_owned();
    Some(TestProgram { target, program: program.into(), folder })
}

/// The text under a key of a JSON object, wherever it first stands.
fn text(json: &str, key: &str) -> Option<String> {
    let mut rest = json.split_once(&format!(r#""{key}":""#))?.1.chars();
    let mut found = String::new();
    loop {
        match rest.next()? {
            '"' => return Some(found),
            // In paths only these are written with a backslash before them.
            '\\' => found.push(rest.next().filter(|c| ['\\', '"', '/'].contains(c))?),
            c => found.push(c),
        }
    }
}

/// The longest first, the others as cargo has named them.
fn ordered(mut programs: Vec<TestProgram>) -> VecDeque<TestProgram> {
    let place = |it: &TestProgram| {
        LONGEST.iter().position(|name| *name == it.target).unwrap_or(LONGEST.len())
    };
    programs.sort_by_key(place);
    programs.into()
}

/// How many programs run at a time, and how many tests of each: one program more than there are cores, since many wait for
/// something, and about two tests for each core in all. On two cores these are six.
fn at_a_time(cores: usize) -> (usize, usize) {
    let programs = cores + 1;
    (programs, (2 * cores / programs).max(2).min(cores))
}

/// Runs them all side by side, and tells of each when it has ended. After a failure none begins.
fn side_by_side(programs: VecDeque<TestProgram>) -> Outcome {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let (at_a_time, tests) = at_a_time(cores);
    let (waiting, failed) = (Mutex::new(programs), AtomicBool::new(false));
    let failures = Mutex::new(Vec::new());
    let next = || {
        let mut waiting = waiting.lock().expect("nobody fails while holding it");
        waiting.pop_front().filter(|_| !failed.load(Ordering::Relaxed))
    };
    std::thread::scope(|scope| {
        for _ in 0..at_a_time {
            scope.spawn(|| {
                while let Some(program) = next() {
                    if let Err(why) = run_one(&program, tests) {
                        failed.store(true, Ordering::Relaxed);
                        failures.lock().expect("nobody fails while holding it").push(why);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("nobody failed while holding it");
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// Runs one, and prints what it has said in one piece.
fn run_one(tests: &TestProgram, threads: usize) -> Outcome {
    let TestProgram { target, program, folder } = tests;
    let (begun, name) = (Instant::now(), folder.file_name().unwrap_or_default().display());
    // Whoever never ends has been named.
    println!("     Running {target} of {name}");
    let mut command = Command::new(program);
    command.current_dir(folder).env("RUST_TEST_THREADS", threads.to_string());
    // Cargo says this to the programs it runs.
    command.env("CARGO_MANIFEST_DIR", folder);
    let out = command.stdin(Stdio::null()).output();
    let out = out.map_err(|error| format!("{}: {error}", program.display()))?;
    let (said, took) = (String::from_utf8_lossy(&out.stdout), begun.elapsed());
    // One call, so that two do not mix.
    print!("\n     {target} of {name} took {took:.1?}\n{said}");
    if out.status.success() {
        return Ok(());
    }
    eprint!("{}", String::from_utf8_lossy(&out.stderr));
    Err(format!("{target} of {name} failed ({})", out.status))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: &str = r#"{"reason":"compiler-artifact","package_id":"path+file:///g/crates/queue#0.2.0","manifest_path":"/g/crates/queue/Cargo.toml","target":{"kind":["test"],"crate_types":["bin"],"name":"queue","src_path":"/g/crates/queue/tests/queue/main.rs","edition":"2024","doc":false,"doctest":false,"test":true},"profile":{"opt_level":"0","debuginfo":1,"debug_assertions":true,"overflow_checks":true,"test":true},"features":[],"filenames":["/g/target/debug/deps/queue-1"],"executable":"/g/target/debug/deps/queue-1","fresh":true}"#;

    #[test]
    fn programs_of_tests_are_found_in_what_cargo_says() {
        let found = TestProgram {
            target: "queue".to_owned(),
            program: "/g/target/debug/deps/queue-1".into(),
            folder: "/g/crates/queue".into(),
        };
        assert_eq!(read(MESSAGE), Some(found));
        let library = MESSAGE
            .replace(r#""executable":"/g/target/debug/deps/queue-1""#, r#""executable":null"#);
        assert_eq!(read(&library), None, "a library");
        let program =
            MESSAGE.replace(r#"checks":true,"test":true}"#, r#"checks":true,"test":false}"#);
        assert_eq!(read(&program), None, "a program that people run");
        assert_eq!(read(r#"{"reason":"build-finished","success":true}"#), None);
        assert_eq!(
            text(r#"{"executable":"C:\\g\\\"a\".exe"}"#, "executable").as_deref(),
            Some("C:\\g\\\"a\".exe")
        );
    }

    #[test]
    fn the_longest_begin_first() {
        let program = |target: &str| TestProgram {
            target: target.to_owned(),
            program: PathBuf::new(),
            folder: PathBuf::new(),
        };
        let order = ordered(["perft", "queue", "rules", "serve"].map(program).to_vec());
        let order: Vec<_> = order.iter().map(|it| &*it.target).collect();
        assert_eq!(order, ["serve", "queue", "perft", "rules"]);
    }

    #[test]
    fn tests_at_a_time_grow_with_the_cores_and_not_with_their_square() {
        assert_eq!([1, 2, 4, 16].map(at_a_time), [(2, 1), (3, 2), (5, 2), (17, 2)]);
    }

    #[cfg(unix)]
    #[test]
    fn whoever_fails_is_named_and_none_begins_after_that() {
        let shell = |target: &str| TestProgram {
            target: target.to_owned(),
            program: target.into(),
            folder: std::env::temp_dir(),
        };
        assert_eq!(side_by_side([shell("true")].into()), Ok(()));
        let many = std::iter::repeat_n(shell("false"), 1_000).collect();
        let failed = side_by_side(many).expect_err("they fail");
        assert!(failed.starts_with("false of ") && failed.lines().count() < 500, "{failed}");
    }
}
