//! `galet engine-test`: does a program speak the protocol?

use crate::console::Console;
use crate::failure::{Deed, Failure};
use galet_engine::ugi::Program;
use galet_engine::ugi::protocol_test::{self, STANDARD, Script};
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

/// Test any program that speaks the Universal Game Interface (UGI).
///
/// Runs scripts against it and tells where it first does something else than expected; the exit
/// code is 1 then. docs/ugi.md describes the protocol and how scripts are written.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet engine-test -- galet engine --game qawale
  galet engine-test --script my.ugi -- ./my-engine --quiet")]
pub(crate) struct Args {
    /// Run this script instead of the standard ones; may be given several times
    #[arg(long = "script", value_name = "FILE")]
    scripts: Vec<PathBuf>,
    /// The program and its arguments; each script starts it anew
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let Some((program, arguments)) = args.command.split_first() else {
        return Err(Failure::wrong(
            "there is no program to test",
            "il n’y a pas de programme à tester",
        ));
    };
    let mut failed = 0;
    let scripts = scripts(args)?;
    for script in &scripts {
        let mut program = Program::start(program, arguments).map_err(|error| {
            let name = program.to_string_lossy();
            Failure::io(
                &format!("cannot start {name}"),
                &format!("impossible de lancer {name}"),
                &error,
            )
        })?;
        match protocol_test::run(script, &mut program) {
            Ok(()) => writeln!(console, "passed  {}", script.name())?,
            Err(failure) => {
                failed += 1;
                writeln!(console, "failed  {failure}")?;
            }
        }
        console.flush()?;
    }
    let all = scripts.len();
    writeln!(console, "{} of {all} scripts passed", all - failed)?;
    console.flush()?;
    if failed > 0 { Err(Failure::Told) } else { Ok(()) }
}

fn scripts(args: &Args) -> Result<Vec<Script>, Failure> {
    let read =
        |name: &str, text: &str| Script::read(name, text).map_err(|error| Failure::input(&error));
    if args.scripts.is_empty() {
        return STANDARD.iter().map(|(name, text)| read(name, text)).collect();
    }
    let from_file = |path: &PathBuf| {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| Failure::file(Deed::Read, path, &error))?;
        read(&path.display().to_string(), &text)
    };
    args.scripts.iter().map(from_file).collect()
}
