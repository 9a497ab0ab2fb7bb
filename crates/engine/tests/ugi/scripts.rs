//! Our engine passes the scripts that any engine should pass, in every game.

use crate::peer::Own;
use galet_engine::ugi::protocol_test::{GALET, STANDARD, Script, run};

#[test]
fn our_engine_passes_every_script_in_every_game() {
    for game in galet_games::all() {
        for (name, text) in STANDARD.iter().chain([&GALET]) {
            let script = Script::read(name, text).unwrap();
            if let Err(failure) = run(&script, &mut Own::new(game.name())) {
                panic!("{}: {failure}", game.name());
            }
        }
    }
}

#[test]
fn every_script_in_the_folder_is_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/protocol");
    let mut found: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut known: Vec<String> =
        STANDARD.iter().chain([&GALET]).map(|(name, _)| format!("{name}.ugi")).collect();
    found.sort();
    known.sort();
    assert_eq!(found, known);
}
