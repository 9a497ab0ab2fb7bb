//! All games as one file, out and in.

use crate::home::{Home, games};
use galet_door::wire::door::GamesTaken;
use galet_door::wire::guest::TablePage;
use galet_door::wire::table::Act;

fn file(home: &mut Home) -> String {
    let (status, body) = home.request("GET", "/api/me/games.json", None);
    assert_eq!(status, 200);
    serde_json::from_str::<serde_json::Value>(&body).expect("it is JSON");
    body
}

fn take_in(home: &mut Home, file: &str) -> GamesTaken {
    let (status, body) = home.request("POST", "/api/me/games.json", Some(file));
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).expect("how many came")
}

/// Some games, one of them finished, more than stay in memory.
fn played() -> Home {
    let mut home = Home::new();
    for (number, game) in games().cycle().take(40).enumerate() {
        let table = home.open(game, (number % 2 == 0).then_some(1));
        let text = home.some_move(&table, number as u64);
        home.play(&table, &text);
        home.pass(1_000);
        if number % 5 == 0 {
            home.act(&table, Act::Resign);
        }
    }
    home
}

#[test]
fn games_go_out_and_in_and_come_once() {
    let mut home = played();
    let whole = file(&mut home);
    let mut other = Home::new();
    let stored = other.stored;
    assert_eq!(take_in(&mut other, &whole), GamesTaken { taken: 40, already: 0 });
    assert_eq!(other.stored, stored + 1, "all or nothing");
    assert_eq!(other.store.events, home.store.events);
    assert_eq!(other.store.cards, home.store.cards);
    assert_eq!(file(&mut other), whole);
    assert_eq!(take_in(&mut other, &whole), GamesTaken { taken: 0, already: 40 });
    assert_eq!(take_in(&mut home, &whole), GamesTaken { taken: 0, already: 40 });
    let table = home.store.events.keys().next().expect("a game").clone();
    assert_eq!(other.watch(&table).moves, home.watch(&table).moves);
    assert_eq!(
        take_in(&mut Home::new(), &file(&mut Home::new())),
        GamesTaken { taken: 0, already: 0 }
    );
}

#[test]
fn a_game_that_went_on_elsewhere_comes_under_another_name_once() {
    let mut home = Home::new();
    let table = home.open("avalam", None);
    let mut other = home.other_tab();
    let text = other.some_move(&table, 1);
    other.play(&table, &text);
    let whole = file(&mut other);
    let before = home.store.events[&table].clone();
    assert_eq!(take_in(&mut home, &whole), GamesTaken { taken: 1, already: 0 });
    assert_eq!(home.store.events[&table], before, "what was here is left alone");
    assert_eq!(take_in(&mut home, &whole), GamesTaken { taken: 0, already: 1 });
    let page: TablePage = home.get("/api/me/tables");
    assert_eq!(page.tables.len(), 2);
    assert!(home.store.events.values().any(|events| *events == other.store.events[&table]));
}

#[test]
fn a_file_that_was_changed_is_refused_whole_with_the_place() {
    let mut home = Home::new();
    for game in games() {
        let table = home.open(game, None);
        for seed in 0..3 {
            let text = home.some_move(&table, seed);
            home.play(&table, &text);
        }
    }
    let whole = file(&mut home);
    let lines: Vec<&str> = whole.lines().collect();
    // One line for the head, and for each game a head, an opening, three moves and an end.
    assert_eq!(lines.len(), 1 + 3 * 6 + 1, "{whole}");
    let with = |line: usize, text: &str| {
        let mut lines: Vec<&str> = lines.clone();
        lines[line - 1] = text;
        lines.join("\n")
    };
    let at = |line: usize, from: &str, to: &str| {
        assert!(lines[line - 1].contains(from), "{}", lines[line - 1]);
        with(line, &lines[line - 1].replacen(from, to, 1))
    };
    let wrong: [(usize, String); 14] = [
        (1, "hello".to_owned()),
        (1, at(1, "galet-games", "other-games")),
        (1, at(1, "\"version\":1", "\"version\":2")),
        (3, at(3, "\"v\":1", "\"v\":2")),
        (4, at(4, "moved", "flown")),
        (5, with(5, lines[3])),
        (4, with(4, "{},")),
        (4, with(4, "x")),
        // What replays, but is not what was written.
        (2, at(4, "\"at\":1", "\"at\":2")),
        (8, at(8, "\"sum\":\"", "\"sum\":\"0")),
        (8, at(8, "\"table\":\"", "\"table\":\"ä")),
        (2, at(3, "\"guest\":0", "\"guest\":7")),
        (8, with(8, &lines[7].replace("\"events\"", "\"more\":1,\"events\""))),
        (lines.len(), whole[..whole.len() - 3].to_owned()),
    ];
    for (line, text) in wrong {
        let mut other = Home::new();
        let (status, body) = other.request("POST", "/api/me/games.json", Some(&text));
        assert!(status == 422 && body.contains("wrong-file"), "{line}: {body}");
        assert!(body.contains(&format!("Line {line}:")), "line {line}: {body}");
        assert!(other.store.events.is_empty() && other.stored == 0);
    }
    // The same game twice.
    let twice = whole.replacen(
        "\"games\":[\n",
        &format!("\"games\":[\n{},\n", lines[1..7].join("\n").trim_end_matches(',')),
        1,
    );
    let (status, body) = Home::new().request("POST", "/api/me/games.json", Some(&twice));
    assert!(status == 422 && body.contains("Line 8:"), "{body}");
}

#[test]
fn storage_that_is_full_takes_none_of_a_file() {
    let mut home = played();
    let whole = file(&mut home);
    let mut other = Home::new();
    other.full = true;
    assert_eq!(other.request("POST", "/api/me/games.json", Some(&whole)).0, 507);
    assert!(other.get::<TablePage>("/api/me/tables").tables.is_empty());
    other.full = false;
    assert_eq!(take_in(&mut other, &whole).taken, 40);
}

#[test]
fn a_damaged_game_does_not_keep_the_others_from_going_out() {
    let mut home = played();
    let table = home.store.events.keys().next().expect("a game").clone();
    home.store.events.insert(table.clone(), vec!["?".to_owned()]);
    let mut later = Home::with(home.store.clone(), 2);
    let whole = file(&mut later);
    assert_eq!(take_in(&mut Home::new(), &whole).taken, 39);
}
