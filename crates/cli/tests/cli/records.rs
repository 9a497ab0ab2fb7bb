//! `convert` and `check`.

use crate::harness::{Folder, begin, galet, galet_reading, play_on};
use galet_games::record::{self, Record};

/// A file with a game of every kind, and the texts of the games.
fn games_of_all_kinds() -> (String, Vec<String>) {
    let texts: Vec<_> = galet_games::all()
        .iter()
        .map(|game| {
            let mut progress = begin(*game, &[]);
            play_on(&mut *progress, 8, 42);
            let mut record = Record::from_progress(&*progress);
            record.set_tag("Event", "A \"quiet\" evening").unwrap();
            record::write(&record)
        })
        .collect();
    (texts.join("\n"), texts)
}

#[test]
fn canonical_records_stay_as_they_are() {
    let folder = Folder::new("canonical");
    let (text, _) = games_of_all_kinds();
    let file = folder.write("games.pgn", &text);
    assert_eq!(galet(&["convert", &file]).fine(), text);
    assert_eq!(galet_reading(&["convert", "-"], text.as_bytes()).fine(), text);
    let copy = folder.path("copy.pgn");
    assert_eq!(galet(&["convert", &file, "--output", &copy]).fine(), "");
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), text);
    // A file may be converted in place.
    galet(&["convert", &copy, "-o", &copy]).fine();
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), text);
}

#[test]
fn untidy_records_become_canonical() {
    let untidy = "\u{feff}[Game  \"qawale\" ]\r\n1.a1nne   d4sss!?  {  fine }  \r\n";
    let out = galet_reading(&["convert", "-"], untidy.as_bytes()).fine();
    assert!(out.contains("\n\n1. a1nne d4sss $5 {fine} *\n"), "{out}");
    assert_eq!(galet_reading(&["convert", "-"], out.as_bytes()).fine(), out);
}

#[test]
fn converting_twice_is_converting_once() {
    let (_, texts) = games_of_all_kinds();
    let (head, moves) = texts[0].split_once("\n\n").expect("tags and moves");
    for comment in
        ["[%clk 0:01\u{7}] slow", "[%cl\u{1b}[1mk 0:01]", "[%clk\u{1f}1]", "\u{1b}", "\u{9b}x"]
    {
        let file = format!("{head}\n\n{{{comment}}} {moves}");
        let once = galet_reading(&["convert", "-"], file.as_bytes()).fine();
        let twice = galet_reading(&["convert", "-"], once.as_bytes()).fine();
        assert_eq!(twice, once, "{comment:?}");
    }
}

#[test]
fn moves_and_json_come_out() {
    let (text, _) = games_of_all_kinds();
    let moves = galet_reading(&["convert", "-", "--to", "moves"], text.as_bytes()).fine();
    let json = galet_reading(&["convert", "-", "--to", "json"], text.as_bytes()).fine();
    assert_eq!(json.lines().count(), galet_games::all().len());
    for ((game, moves), json) in galet_games::all().iter().zip(moves.lines()).zip(json.lines()) {
        let mut progress = begin(*game, &[]);
        play_on(&mut *progress, 8, 42);
        assert_eq!(moves, progress.moves().join(" "));
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(value["game"], game.name());
        assert_eq!(value["moves"].as_array().unwrap().len(), progress.plies());
        assert_eq!(value["position"], progress.position_text());
        assert_eq!(value["tags"]["Event"], "A \"quiet\" evening");
    }
}

#[test]
fn one_bad_game_does_not_stop_the_rest() {
    let folder = Folder::new("one-bad");
    let (_, mut texts) = games_of_all_kinds();
    texts.insert(1, "[Game \"qawale\"]\n\n1. a1nne a1nne *\n".to_owned());
    let good = texts.iter().enumerate().filter(|(i, _)| *i != 1).map(|(_, t)| t.as_str());
    let good = good.collect::<Vec<_>>().join("\n");
    let line = texts[0].lines().count() + 1 + 3;
    let file = folder.write("games.pgn", texts.join("\n"));
    let place = format!("games.pgn:{line}:10: ");

    let said = galet(&["convert", &file]);
    said.failed(1, &[&place, "a1nne", "3 games", "1 "]);
    assert_eq!(said.out, good);

    let said = galet(&["check", &file]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.out.contains(&place) && said.out.contains("a1nne"), "{said:?}");
    assert!(said.out.ends_with("4 games, 1 wrong\n"), "{said:?}");
}

#[test]
fn check_is_silent_about_good_files_but_for_the_sum() {
    let folder = Folder::new("check");
    let (text, _) = games_of_all_kinds();
    let one = folder.write("one.pgn", &text);
    let two = folder.write("two.pgn", &text);
    assert_eq!(galet(&["check", &one, &two]).fine(), "6 games, none wrong\n");
}

#[test]
fn check_goes_on_after_a_file_that_cannot_be_read() {
    let folder = Folder::new("check-on");
    let (text, _) = games_of_all_kinds();
    let good = folder.write("good.pgn", &text);
    let said = galet(&["check", &folder.path("missing.pgn"), &good]);
    said.failed(3, &["missing.pgn"]);
    assert!(said.out.contains("3 games"), "{said:?}");
}

#[test]
fn files_of_any_bytes_are_answered() {
    let folder = Folder::new("bytes");
    let bytes: Vec<u8> = (0..=255).cycle().take(5000).collect();
    for (name, bytes) in
        [("noise", &bytes[..]), ("invalid", b"[Game \"qawale\"]\n\n1. a1nn\xff *"), ("empty", b"")]
    {
        let file = folder.write(name, bytes);
        let said = galet(&["check", &file]);
        assert_eq!(said.code, Some(1), "{said:?}");
        assert!(
            said.out.contains(&format!("{name}:")) && !said.err.contains("panicked"),
            "{said:?}"
        );
        let said = galet(&["convert", &file]);
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{said:?}");
        assert!(
            said.err.contains(&format!("{name}:")) && !said.err.contains("panicked"),
            "{said:?}"
        );
    }
}

const APGN: &str = "\
[Event \"Club evening\"]
[White \"B\"]
[Black \"A\"]
[Variant \"standard\"]
[Result \"*\"]

1. a1b2 i9h8 2. b2c3 *
";

#[test]
fn the_communitys_files_are_known_by_their_name_or_by_a_switch() {
    let folder = Folder::new("apgn");
    let file = folder.write("club.apgn", APGN);
    let out = galet(&["convert", &file]).fine();
    assert!(out.contains("[Game \"abalone\"]") && out.contains("1. a1b2 i9h8 2. b2c3"), "{out}");
    assert_eq!(galet_reading(&["convert", "-", "--from", "apgn"], APGN.as_bytes()).fine(), out);
    galet_reading(&["convert", "-"], APGN.as_bytes()).failed(1, &["which game"]);
    galet(&["convert", &file, "--from", "record"]).failed(1, &["which game"]);
    galet(&["convert", &file, "--from", "docx"]).failed(2, &["apgn", "record"]);
    // What came in is a record of the house.
    assert_eq!(galet_reading(&["convert", "-"], out.as_bytes()).fine(), out);
}

#[test]
fn another_notation_is_read_only_when_asked_for() {
    let nacre = "[Game \"abalone\"]\n\n1. a1d4 *\n";
    let out = galet_reading(&["convert", "-", "--notation", "nacre"], nacre.as_bytes()).fine();
    assert!(out.contains("1. a1b2 *"), "{out}");
    galet_reading(&["convert", "-"], nacre.as_bytes()).failed(1, &["-:3:4: ", "a1d4"]);
    galet_reading(&["convert", "-", "--notation", "morse"], nacre.as_bytes())
        .failed(2, &["morse", "nacre"]);
}
