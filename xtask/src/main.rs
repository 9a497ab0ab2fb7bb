//! Developer commands: `cargo xtask test` checks everything.
//!
//! - `steps`: what each command does, as a list
//! - `runner`: does it, and tells where the time went
//! - `site`, `programs`, `wasm`, `web`: the steps that are more than a line of cargo
//! - `frozen`: the opponent that strength is measured against
//! - `apt`: fetches what is missing from the distribution
#![forbid(unsafe_code)]

mod apt;
mod frozen;
mod programs;
mod runner;
mod site;
mod steps;
mod wasm;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use runner::run;
use steps::Step;
use wasm::Wasm;
use web::Web;

/// What a command or a step comes to; if it fails, why.
type Outcome<T = ()> = Result<T, String>;

const HELP: &str = "\
Developer commands of Galet

Usage: cargo xtask <COMMAND>

Commands:
  test      format, lints, all tests, documentation, the module for browsers, the fuzz targets, the
            web app in a real browser
  wasm      of these only the module: makes it and runs it in Node, move for move as the program;
            --speed measures it beside the program
  site      --out DIR: the web app as a folder of files for any web host, without a server
  pictures  draw the pictures of the README and the docs anew, screenshots included
  sheets    every page at four sizes, light and dark, in both languages, on contact sheets to look at:
            web/tests/sheets
  latency   how long the engine and the server take to answer, on this computer, against generous
            limits; about a minute. --browser: how long a tap and a move take in Chromium at a friend's
            table with the server 500 ms away
  load      2,000 tables and 100 analyses on a server of its own, on this computer, for a minute;
            --tables N, --seconds N, --analyses N change that. --cluster N: one program with one file
            beside clusters of one to N nodes; --stored N: a start among so many stored tables
  frozen    builds the opponent that strength is measured against, an older commit of this repository,
            into target/frozen, and tells how to play against it; --commit NAME takes another commit
  matches   makes the table of docs/strength.md anew, from the journal of matches docs/matches.jsonl
  siege     kills, power cuts, full disks, slow visitors, wrong input and a flood against a server of
            its own, on this computer, for an hour and a half; --help tells how to choose
  cluster   500 faults for a cluster of its own in play, on this computer: kills, pauses, cut
            connections, full disks; --seed N, --faults N, --minutes N, --nodes N, --workers N.
            --browser: the tests in a real browser against three nodes behind one address
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["wasm"] => Wasm::prepare().and_then(|wasm| run(steps::wasm(&wasm))),
        ["wasm", "--speed"] => Wasm::prepare().and_then(|wasm| run(steps::wasm_speed(&wasm))),
        ["site", "--out", folder] => make_site(Path::new(folder)),
        ["pictures"] => with_browser(steps::pictures),
        ["sheets"] => with_browser(steps::sheets),
        ["latency", "--browser"] => with_browser(steps::far_away),
        ["latency", ref options @ ..] => run(steps::latency(options)),
        ["frozen"] => frozen::make(frozen::COMMIT),
        ["frozen", "--commit", commit] => frozen::make(commit),
        ["matches"] => run(steps::matches()),
        ["load", ref options @ ..] => {
            let servers = if steps::needs_cluster(options) { apt::fetch_servers() } else { Ok(()) };
            servers.and_then(|()| run(steps::load(options)))
        }
        ["siege", ref options @ ..] => {
            apt::fetch_strace().and_then(|()| run(steps::siege(options)))
        }
        ["cluster", "--browser"] => {
            apt::fetch_servers().and_then(|()| with_browser(steps::cluster_browser))
        }
        ["cluster", ref options @ ..] => {
            apt::fetch_servers().and_then(|()| run(steps::cluster(options)))
        }
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
fn test() -> Outcome {
    with_browser(steps::test)?;
    println!("\neverything is fine");
    Ok(())
}

/// The web app without a server.
fn make_site(folder: &Path) -> Outcome {
    let (web, wasm) = (Web::without_browser()?, Wasm::prepare()?);
    run(steps::site(&web, &wasm, folder))?;
    site::explain(folder);
    Ok(())
}

/// Does what needs a browser and the program with everything in it.
fn with_browser(
    steps: impl for<'a> FnOnce(&'a Web, &'a Wasm) -> Outcome<Vec<Step<'a>>>,
) -> Outcome {
    let (web, wasm) = (Web::prepare()?, Wasm::prepare()?);
    steps(&web, &wasm).and_then(run)
}

/// The root of the checkout.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder in which cargo has built this program, `target/debug` as a rule.
fn built() -> Outcome<PathBuf> {
    let here = std::env::current_exe().map_err(|error| format!("where am I? {error}"))?;
    here.parent().map(Path::to_owned).ok_or_else(|| "this program is in no folder".to_owned())
}
