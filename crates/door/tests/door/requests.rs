//! Addresses: what they give, and what is refused.

use crate::home::{Home, games, new_table};
use galet_door::wire::lesson::LessonView;
use galet_door::wire::puzzle::PuzzleShelf;
use galet_door::wire::setup::GameInfo;
use galet_door::wire::study::RecordsRead;
use galet_door::wire::table::{ClockTerms, SeatRequest};

fn code(body: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    value["code"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn games_are_told_as_a_server_tells_them_with_what_is_proven() {
    let mut home = Home::new();
    let told: Vec<GameInfo> = home.get("/api/games");
    // The tests carry the files that a server has.
    let files =
        |game: &str| galet_embedded::certificate(game).and_then(|_| galet_engine::provable(game));
    assert_eq!(told, galet_study::games_info(files, galet_engine::experts, galet_engine::elo));
    assert!(told.iter().any(|game| game.proven.is_some()));
    assert_eq!(
        home.get::<serde_json::Value>("/api/boards").as_array().map(Vec::len),
        Some(galet_scene::boards().len())
    );
}

#[test]
fn puzzles_are_fetched_once_and_a_file_that_was_changed_is_refused_whole() {
    let mut home = Home::new();
    let [game, another] = [0, 1].map(|n| games().nth(n).expect("there are several"));
    let text = galet_embedded::puzzles(game).expect("it has puzzles");
    let changed =
        text.replacen("|win proven|", "|draw proven|", 1).replacen("|advantage ", "|win ", 1);
    for wrong in [changed.as_str(), &text[..text.len() / 2], ""] {
        let refused = home.door.take_puzzles(game, wrong).expect_err("it was changed");
        assert!(refused.words.en.contains("line "), "{refused:?}");
    }
    assert!(home.door.take_puzzles(another, text).is_err(), "puzzles of another game");
    for _ in 0..2 {
        let shelf: PuzzleShelf = home.get(&format!("/api/games/{game}/puzzles"));
        assert!(shelf.puzzles > 0);
        assert_eq!(home.fetched, 1);
    }
}

#[test]
fn lessons_records_positions_and_pictures() {
    let mut home = Home::new();
    for game in games() {
        let lessons: Vec<LessonView> = home.get(&format!("/api/games/{game}/lessons"));
        let lesson = &lessons[0];
        let attempt = serde_json::json!({ "stage": 0, "moves": [], "taps": lesson.stages[0].taps });
        let path = format!("/api/games/{game}/lessons/{}", lesson.id);
        let attempt = if lesson.stages[0].forbidden {
            attempt
        } else {
            serde_json::json!({ "moves": lesson.stages[0].moves[..1] })
        };
        let (status, body) = home.request("POST", &path, Some(&attempt.to_string()));
        assert!(status == 200 && !body.contains("\"again\""), "{body}");
        let (status, body) = home.request(
            "POST",
            "/api/picture?width=100&lang=fr",
            Some(&format!("{{\"game\":\"{game}\"}}")),
        );
        assert!(status == 200 && body.starts_with("<svg"), "{body}");
        let (status, body) =
            home.request("POST", "/api/picture?width=1", Some(&format!("{{\"game\":\"{game}\"}}")));
        assert_eq!((status, code(&body)), (400, "malformed".to_owned()));
        let layout = &home.get::<Vec<GameInfo>>("/api/games")[0].layouts[0].clone();
        let _ = layout;
    }
    let layout = home.get::<Vec<GameInfo>>("/api/games")[1].layouts[0].clone();
    let (status, body) =
        home.request("GET", &format!("/api/games/avalam/layouts/{layout}.svg?board=oak"), None);
    assert!(status == 200 && body.starts_with("<svg"));
    let (status, body) = home.request("GET", "/api/games/avalam/layouts/none.svg", None);
    assert_eq!((status, code(&body).as_str()), (422, "wrong-setup"));
    let table = home.open("qawale", None);
    let record = home.request("GET", &format!("/api/tables/{table}/record"), None).1;
    let text = serde_json::json!({ "text": record }).to_string();
    let (status, body) = home.request("POST", "/api/records/read", Some(&text));
    assert_eq!(status, 200);
    let read: RecordsRead = serde_json::from_str(&body).expect("records");
    assert!(read.faults.is_empty() && read.records.len() == 1);
    let tree = serde_json::to_string(&read.records[0]).expect("JSON");
    let (status, written) = home.request("POST", "/api/records/write", Some(&tree));
    assert!(status == 200 && written.contains("Galet"), "{written}");
}

#[test]
fn what_is_not_there_or_asked_wrongly_is_refused_as_on_a_server() {
    let mut home = Home::new();
    for (method, path, status, expected) in [
        ("GET", "/api/nothing", 404, "no-such-page"),
        ("GET", "/api", 404, "no-such-page"),
        ("GET", "/t/abc", 404, "no-such-page"),
        ("GET", "", 404, "no-such-page"),
        ("GET", "/api/me/devices", 404, "no-such-page"),
        ("GET", "/api/tables/abcdefghjkmn/picture.png", 404, "no-such-page"),
        ("POST", "/api/games", 405, "wrong-method"),
        ("DELETE", "/api/me", 405, "wrong-method"),
        ("GET", "/api/tables", 405, "wrong-method"),
        ("GET", "/api/tables/abcdefghjkmn", 404, "no-such-table"),
        ("GET", "/api/tables/abc", 404, "no-such-table"),
        ("GET", "/api/tables/%2e%2e%2fx", 404, "no-such-table"),
        ("GET", "/api/games/chess/lessons", 404, "no-such-game"),
        ("POST", "/api/games/avalam/lessons/none", 400, "malformed"),
        ("POST", "/api/tables", 400, "malformed"),
        ("PUT", "/api/me", 400, "malformed"),
        ("POST", "/api/records/read", 400, "malformed"),
    ] {
        let (got, body) = home.request(method, path, None);
        assert_eq!((got, code(&body).as_str()), (status, expected), "{method} {path}: {body}");
    }
    let long = format!("\"{}\"", "x".repeat(3_000_000));
    for path in ["/api/tables", "/api/records/read", "/api/positions", "/api/picture"] {
        let (status, body) = home.request("POST", path, Some(&long));
        assert_eq!((status, code(&body).as_str()), (413, "too-large"), "{path}");
    }
}

#[test]
fn a_table_is_opened_only_if_it_can_be_played_here() {
    let mut home = Home::new();
    let mut open = |change: &dyn Fn(&mut galet_door::wire::table::NewTable)| {
        let mut new = new_table("abalone", Some(1), ClockTerms::None);
        change(&mut new);
        let (status, body) =
            home.request("POST", "/api/tables", serde_json::to_string(&new).ok().as_deref());
        (status, code(&body))
    };
    let refused = |code: &str| (422, code.to_owned());
    assert_eq!(open(&|new| new.seats[1] = SeatRequest::Friend), refused("needs-server"));
    assert_eq!(
        open(&|new| new.seats[0] = SeatRequest::Computer { level: 2 }),
        refused("no-seat-of-yours")
    );
    // One expert more than the game has.
    let level = 11 + galet_engine::experts("abalone");
    assert_eq!(
        open(&|new| new.seats[1] = SeatRequest::Computer { level }),
        refused("no-such-level")
    );
    // Here nothing lies between 9 and full strength.
    let no_experts = &|new: &mut _| *new = new_table("qawale", Some(11), ClockTerms::None);
    assert_eq!(open(no_experts), refused("no-such-level"));
    assert_eq!(
        open(&|new| new.clock = ClockTerms::SuddenDeath { initial: 1 }),
        refused("no-such-clock")
    );
    assert_eq!(open(&|new| new.game = "chess".to_owned()), refused("no-such-game"));
    assert_eq!(open(&|new| new.moves = vec!["z9z9".to_owned()]), refused("illegal-move"));
    assert_eq!(open(&|new| new.moves = vec!["a1".to_owned(); 5_000]), refused("too-many-moves"));
    assert!(home.store.events.is_empty());
}
