//! Small files of games.

use galet_datagen::{Header, Openings, Plan, Reader, StoredGame, generate};
use std::path::Path;
use std::sync::atomic::AtomicBool;

pub(crate) const GAMES: [&str; 3] = ["abalone", "avalam", "qawale"];

/// Games that take no time.
pub(crate) fn plan(game: &str, games: u64) -> Plan {
    Plan {
        game: game.to_owned(),
        options: Vec::new(),
        layouts: Vec::new(),
        games,
        nodes: 40,
        seed: 7,
        threads: 1,
        openings: Openings { least: 1, most: 5, imbalance_percent: 40 },
        max_plies: 60,
        evaluation: galet_engine::Evaluation::ByHand,
        against: None,
    }
}

/// Plays a plan into a file and gives its bytes.
pub(crate) fn played(plan: &Plan, path: &Path) -> Vec<u8> {
    generate(plan, path, &AtomicBool::new(false), &mut |_| {}).expect("the games are played");
    std::fs::read(path).expect("the file is there")
}

/// A file of a small plan.
pub(crate) fn small_file(game: &str, games: u64) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("there is room");
    played(&plan(game, games), &folder.path().join("games.dat"))
}

/// What is in a file.
pub(crate) fn read(bytes: &[u8]) -> (Header, Vec<StoredGame>) {
    let reader = Reader::new(bytes).expect("the header is right");
    let header = reader.header().clone();
    (header, reader.map(|game| game.expect("the game is right")).collect())
}
