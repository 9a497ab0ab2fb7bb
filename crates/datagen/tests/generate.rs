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

/// By hand against the network: neither judges openings away, so that all three files begin alike.
#[test]
fn two_evaluations_swap_sides_game_by_game() {
    let any = Openings { least: 1, most: 5, imbalance_percent: 50 };
    let by_hand = Plan { openings: any, max_plies: 12, ..plan("avalam", 8) };
    let shipped = Plan { evaluation: Evaluation::Shipped, ..by_hand.clone() };
    let mixed = Plan { against: Some(Evaluation::Shipped), threads: 2, ..by_hand.clone() };
    let [by_hand, shipped, mixed] = [by_hand, shipped, mixed].map(|plan| {
        let (_folder, path) = file();
        read(&played(&plan, &path))
    });
    let against = mixed.0.sources[0].against.clone().unwrap();
    assert_eq!(against.mind, "shipped");
    assert_eq!(against.fingerprint, shipped.0.sources[0].fingerprint);
    assert_eq!(against.clear_lead, shipped.0.sources[0].clear_lead);
    let mut differing = 0;
    for (number, game) in mixed.1.iter().enumerate() {
        let [one, two] = [&by_hand, &shipped].map(|(_, games)| &games[number]);
        assert!(game.opening == one.opening && game.opening == two.opening);
        let own_turn = (number + game.opening.len()).is_multiple_of(2);
        let moving = if own_turn { one } else { two };
        assert_eq!(game.plies[0], moving.plies[0], "game {number}");
        differing += usize::from(one.plies[0] != two.plies[0]);
    }
    assert!(differing > 0, "the two do not judge alike");
}

#[test]
fn one_evaluation_against_itself_is_refused() {
    let (_folder, path) = file();
    let alike = Plan { against: Some(Evaluation::ByHand), ..plan("avalam", 2) };
    let error = generate(&alike, &path, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
    assert!(matches!(error, GenerateError::Alike(..)), "{error}");
    assert!(!path.exists());
}

#[test]
fn a_file_of_two_evaluations_is_gone_on_with_by_the_same_two() {
    let (_folder, path) = file();
    let two = |games| Plan { against: Some(Evaluation::Shipped), ..plan("avalam", games) };
    played(&two(1), &path);
    let (_other, whole) = file();
    let whole = played(&two(3), &whole);
    assert_eq!(played(&two(3), &path), whole);
    let turned =
        Plan { evaluation: Evaluation::Shipped, against: Some(Evaluation::ByHand), ..two(4) };
    for (other, said) in [
        (plan("avalam", 4), "against mind is \"shipped\", not nothing"),
        (turned, "against mind is \"shipped\", not \"by hand\""),
    ] {
        let error = generate(&other, &path, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
        assert!(matches!(error, GenerateError::Open(OpenError::Different(_))), "{error}");
        assert!(error.to_string().contains(said), "{error}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), whole, "nothing was changed");
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
        (
            Plan { against: Some(Evaluation::Shipped), ..plan("avalam", 3) },
            "against mind is nothing, not \"shipped\"",
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
