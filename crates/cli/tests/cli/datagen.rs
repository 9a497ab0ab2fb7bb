//! Games for training: from playing to packing.

use crate::harness::{Folder, galet};

fn play(game: &str, out: &str, games: &str) -> String {
    let small = ["--nodes", "50", "--by-hand", "--opening", "1..3", "--max-plies", "40"];
    let args = ["datagen", "play", game, "--games", games, "--threads", "2", "--out", out];
    galet(&[&args[..], &small].concat()).fine()
}

#[test]
fn games_are_played_checked_counted_shuffled_and_packed() {
    let folder = Folder::new("datagen");
    let (games, again) = (folder.path("games.dat"), folder.path("again.dat"));
    assert!(play("avalam", &games, "2").contains(": 2 games with "));
    assert!(play("avalam", &games, "4").contains(", 2 of the games new"));
    play("avalam", &again, "4");
    assert_eq!(std::fs::read(&games).unwrap(), std::fs::read(&again).unwrap());
    let checked = galet(&["datagen", "check", &games]).fine();
    assert!(checked.contains(": 4 games, ") && checked.contains("all legal"), "{checked}");
    let stats = galet(&["datagen", "stats", &games, &again]).fine();
    assert!(stats.contains("games  8\n") && stats.contains("(50.0 %)"), "{stats}");
    let mixed = folder.path("mixed.dat");
    let said = galet(&["datagen", "shuffle", &games, &again, "--out", &mixed]).fine();
    assert!(said.contains(": 4 games, 4 left out as known"), "{said}");
    let packed = folder.path("games.pos");
    let said = galet(&["datagen", "pack", &mixed, "--out", &packed]).fine();
    assert!(said.contains(" positions"), "{said}");
    assert!(std::fs::read(&packed).unwrap().starts_with(b"GALETPOS"));
}

#[test]
fn one_evaluation_plays_against_another() {
    let folder = Folder::new("datagen-against");
    let games = folder.path("games.dat");
    let small =
        ["datagen", "play", "avalam", "--nodes", "50", "--opening", "1..3", "--out", &games];
    let play = |more: &[&str]| galet(&[&small[..], more].concat());
    let said = play(&["--games", "2", "--against", "hand"]).fine();
    assert!(said.contains(": 2 games with "), "{said}");
    let stats = galet(&["datagen", "stats", &games]).fine();
    assert!(stats.contains("against another  "), "{stats}");
    let whole = std::fs::read(&games).unwrap();
    play(&[]).failed(1, &["cannot go on with", "against mind is \"by hand\", not nothing"]);
    play(&["--by-hand", "--against", "hand"]).failed(1, &["is self-play"]);
    let missing = folder.path("missing.net");
    play(&["--against", &missing]).failed(1, &["missing.net cannot be read"]);
    assert_eq!(std::fs::read(&games).unwrap(), whole, "nothing was changed");
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let folder = Folder::new("datagen-wrong");
    let games = folder.path("games.dat");
    play("qawale", &games, "2");
    let whole = std::fs::read(&games).unwrap();
    let torn = folder.write("torn.dat", &whole[..whole.len() - 3]);
    galet(&["datagen", "check", &torn]).failed(1, &["torn.dat", "is cut short"]);
    let mut bytes = whole.clone();
    let last = bytes.len() - 2;
    bytes[last] ^= 4;
    let damaged = folder.write("damaged.dat", &bytes);
    galet(&["datagen", "stats", &damaged]).failed(1, &["damaged.dat", "its checksum is wrong"]);
    let none = folder.write("none.dat", "hello");
    galet(&["datagen", "check", &none]).failed(1, &["does not begin with GALETDAT"]);
    galet(&["datagen", "check", &folder.path("missing.dat")]).failed(3, &["cannot read"]);
    let packed = folder.path("games.pos");
    galet(&["datagen", "pack", &games, "--out", &packed]).failed(1, &["no network learns it"]);
    assert!(!std::path::Path::new(&packed).exists());
    let args = ["datagen", "play", "qawale", "--nodes", "60", "--out", &games];
    galet(&args).failed(1, &["cannot go on with", "nodes is 50, not 60"]);
    assert_eq!(std::fs::read(&games).unwrap(), whole, "nothing was changed");
}
