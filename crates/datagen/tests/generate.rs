//! Playing games into a file: the same bytes whoever plays them and however often it is stopped.

mod common;

use common::{GAMES, plan, played, read, small_file};
use galet_datagen::{GenerateError, OpenError, Openings, Plan, ReadError, generate};
use galet_engine::Evaluation;
use std::sync::atomic::AtomicBool;

fn file() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("games.dat");
    (folder, path)
}

#[test]
fn the_file_does_not_depend_on_the_number_of_threads() {
    for game in GAMES {
        let (_folder, path) = file();
        let threaded = played(&Plan { threads: 3, ..plan(game, 7) }, &path);
        assert_eq!(threaded, small_file(game, 7), "{game}");
        let (_, games) = read(&threaded);
        assert_eq!(games.len(), 7);
        assert!(games.iter().any(|game| game.plies.len() > 3), "{game}: games have moves");
        assert!(games.windows(2).any(|pair| pair[0].plies != pair[1].plies), "{game}: they differ");
    }
}

#[test]
fn another_seed_makes_other_games() {
    let (_folder, path) = file();
    let other = played(&Plan { seed: 8, ..plan("avalam", 3) }, &path);
    assert_ne!(read(&other).1, read(&small_file("avalam", 3)).1);
}

#[test]
fn a_file_cut_anywhere_becomes_whole_again() {
    let whole = small_file("avalam", 4);
    let two = small_file("avalam", 2).len();
    // Every byte of the last two games, and of the header.
    let header = read(&whole).0.to_bytes().len();
    for length in (0..=header).step_by(7).chain(two..=whole.len()) {
        let (_folder, path) = file();
        std::fs::write(&path, &whole[..length]).unwrap();
        assert!(played(&plan("avalam", 4), &path) == whole, "cut after {length} bytes");
    }
}

#[test]
fn a_file_grows_when_more_games_are_asked_for() {
    let (_folder, path) = file();
    played(&plan("qawale", 2), &path);
    assert_eq!(played(&plan("qawale", 5), &path), small_file("qawale", 5));
    // And is left alone when fewer are.
    assert_eq!(played(&plan("qawale", 1), &path), small_file("qawale", 5));
}

#[test]
fn stopping_loses_nothing_that_was_told() {
    let (_folder, path) = file();
    let stop = AtomicBool::new(false);
    let standing = generate(&plan("avalam", 50), &path, &stop, &mut |now| {
        if now.games == 2 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    let games = standing.unwrap().games;
    assert!((2..50).contains(&games), "{games}");
    assert_eq!(read(&std::fs::read(&path).unwrap()).1.len() as u64, games);
    assert_eq!(played(&plan("avalam", 5), &path), small_file("avalam", 5));
}

#[test]
fn another_plan_does_not_go_on_with_a_file() {
    let (_folder, path) = file();
    let before = played(&plan("avalam", 2), &path);
    for (other, said) in [
        (Plan { seed: 9, ..plan("avalam", 3) }, "seed is 7, not 9"),
        (Plan { nodes: 41, ..plan("avalam", 3) }, "nodes is 40, not 41"),
        (
            Plan { evaluation: Evaluation::Shipped, ..plan("avalam", 3) },
            "mind is \"by hand\", not \"shipped\"",
        ),
        (plan("qawale", 3), "game is \"avalam\", not \"qawale\""),
    ] {
        let error = generate(&other, &path, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
        assert!(matches!(error, GenerateError::Open(OpenError::Different(_))), "{error}");
        assert!(error.to_string().contains(said), "{error}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), before, "nothing was changed");
}

#[test]
fn a_file_that_is_damaged_in_the_middle_is_not_cut() {
    let (_folder, path) = file();
    let mut bytes = small_file("avalam", 3);
    let first = read(&bytes).0.to_bytes().len() + 20;
    bytes[first] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let error = generate(&plan("avalam", 3), &path, &AtomicBool::new(false), &mut |_| {});
    let error = error.unwrap_err();
    let damaged = matches!(error, GenerateError::Open(OpenError::Read(ReadError::Damaged { .. })));
    assert!(damaged, "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn what_cannot_be_played_is_said() {
    let (_folder, path) = file();
    let fails = |plan: &Plan| {
        generate(plan, &path, &AtomicBool::new(false), &mut |_| {}).unwrap_err().to_string()
    };
    let chess = fails(&plan("chess", 1));
    assert!(chess.contains("chess"), "{chess}");
    let layout = fails(&Plan { layouts: vec!["wal".to_owned()], ..plan("abalone", 1) });
    assert!(layout.contains("there is no layout 'wal'"), "{layout}");
    let net = Evaluation::Net { path: "x.net".into(), bytes: b"nothing".to_vec() };
    let net = fails(&Plan { evaluation: net, ..plan("abalone", 1) });
    assert!(net.contains("GALETNET"), "{net}");
    // All pebbles are on the board after sixteen plies.
    let openings = Openings { least: 30, most: 40, imbalance_percent: 30 };
    let long = fails(&Plan { openings, ..plan("qawale", 1) });
    assert!(long.contains("30 to 40 random moves always decide the game"), "{long}");
}
