//! `galet serve` and `galet backup` as programs: what survives when they are killed.

mod app;
mod backup;
#[cfg(target_os = "linux")]
mod cluster;
#[cfg(all(target_os = "linux", feature = "cluster"))]
mod dashboard;
#[cfg(target_os = "linux")]
mod disk_full;
#[cfg(target_os = "linux")]
mod doors;
mod mirrored;
mod moving;
mod page;
mod settings;
#[cfg(target_os = "linux")]
mod siege;
#[cfg(target_os = "linux")]
mod sync;
#[cfg(target_os = "linux")]
mod worker;

use galet_test_client::Served;
use galet_wire::table::{ClockTerms, NewTable, SeatRequest};
use std::path::Path;
use tokio::process::Command;

/// The program with some arguments.
fn galet(arguments: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_galet"));
    command.args(["--color", "never", "--lang", "en"]).args(arguments);
    command
}

/// The command line that serves a folder on any free port.
fn command(data: &Path) -> Command {
    let mut command = Served::command(Path::new(env!("CARGO_BIN_EXE_galet")), data);
    command.args(["--guest-rate", "100000"]);
    command
}

/// A table with one person on both seats.
fn alone(game: &str) -> NewTable {
    NewTable {
        game: game.to_owned(),
        setup: Default::default(),
        moves: Vec::new(),
        seats: [SeatRequest::Me, SeatRequest::Me],
        clock: ClockTerms::None,
    }
}

/// Any legal moves of a game, `count` at most.
fn moves(game: &str, count: usize) -> Vec<String> {
    let game = galet_games::find(game).expect("a game");
    let mut progress = game.start(&Default::default()).expect("it begins");
    while progress.plies() < count {
        let Some(text) = progress.legal_moves(7).texts.pop() else { break };
        progress.play(&text).expect("a legal move");
    }
    progress.moves()
}
