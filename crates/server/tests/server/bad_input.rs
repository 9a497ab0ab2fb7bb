//! Bad input of every kind gets a clear refusal, and the next good message is still answered.

use crate::house::{House, code, game, table, wide};
use galet_server::Limits;
use galet_test_client::{ClientError, Connection};
use galet_wire::socket::{Answer, ErrorInfo, Message, Question};
use galet_wire::study::GameLine;
use galet_wire::table::{ClockTerms, SeatRequest};
use serde_json::json;
use std::time::Duration;
use tokio::time::timeout;

const ALONE: [SeatRequest; 2] = [SeatRequest::Me, SeatRequest::Me];

fn line() -> GameLine {
    GameLine { game: game(0).to_owned(), setup: Default::default(), moves: Vec::new() }
}

async fn refusal_of(connection: &mut Connection) -> (u32, String) {
    match connection.next().await.unwrap() {
        Message::Answer { to, answer } => (to, code(answer)),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn messages_that_cannot_be_read() {
    let house = House::with(wide).await;
    let mut connection = house.client().connect().await.unwrap();
    let deep = format!("{{\"id\":9,\"what\":{}", "[".repeat(10_000));
    for (text, number) in [
        ("", 0),
        ("nonsense", 0),
        ("{}", 0),
        ("[1,2,3]", 0),
        ("{\"id\":-1,\"what\":{\"type\":\"stop-analysis\"}}", 0),
        ("{\"id\":7,\"what\":{\"type\":\"no-such-question\"}}", 7),
        ("{\"id\":8,\"what\":{\"type\":\"watch\"}}", 8),
        ("{\"id\":8,\"what\":{\"type\":\"watch\",\"table\":5}}", 8),
        (deep.as_str(), 0),
    ] {
        connection.send_text(text).await.unwrap();
        assert_eq!(refusal_of(&mut connection).await, (number, "malformed".to_owned()), "{text}");
    }
    connection.send_bytes(vec![0; 10]).await.unwrap();
    assert_eq!(refusal_of(&mut connection).await.1, "malformed");
    connection.send_text(&" ".repeat(70 * 1024)).await.unwrap();
    assert_eq!(refusal_of(&mut connection).await.1, "too-large");
    let look = connection.ask(Question::Look { line: line() }).await.unwrap();
    assert!(matches!(look, Answer::Look { .. }), "it still listens");
    house.close().await;
}

#[tokio::test]
async fn a_message_that_is_far_too_long_ends_the_connection_and_nothing_else() {
    let house = House::open().await;
    let mut connection = house.client().connect().await.unwrap();
    let _ = connection.send_text(&"x".repeat(3 * 1024 * 1024)).await;
    assert!(matches!(
        connection.next().await,
        Err(ClientError::Ended | ClientError::Socket(_) | ClientError::Io(_))
    ));
    assert_eq!(house.client().get("/health").await.unwrap().status, 200);
    house.close().await;
}

#[tokio::test]
async fn tables_and_lines_that_do_not_exist() {
    let house = House::with(wide).await;
    let mut connection = house.client().connect().await.unwrap();
    for name in ["", "aaaaaaaaaa", "../../../x", "aaaaaaaaaaa", "é"] {
        let watch = Question::Watch { table: name.to_owned() };
        assert_eq!(code(connection.ask(watch).await.unwrap()), "no-such-table", "{name}");
        let play = connection.play(name, 0, "a1").await.unwrap();
        assert_eq!(code(play), "no-such-table", "{name}");
    }
    let unknown = GameLine { game: "go".to_owned(), ..line() };
    assert_eq!(
        code(connection.ask(Question::Look { line: unknown }).await.unwrap()),
        "no-such-game"
    );
    let wrong = GameLine { moves: vec!["x9x9".to_owned()], ..line() };
    assert_eq!(code(connection.ask(Question::Look { line: wrong }).await.unwrap()), "illegal-move");
    house.close().await;
}

#[tokio::test]
async fn pages_of_other_sites_are_sent_away() {
    let house = House::open().await;
    let here = format!("http://{}", house.address);
    for (origin, welcome) in [
        (here.as_str(), true),
        ("https://evil.example", false),
        ("http://127.0.0.1:1", false),
        ("null", false),
        ("https://games.example.org.evil.example", false),
    ] {
        let mut client = house.client();
        client.headers.push(("origin".to_owned(), origin.to_owned()));
        assert_eq!(client.connect().await.is_ok(), welcome, "{origin}");
        let reply = client
            .send_json("POST", "/api/tables", &table(game(0), ALONE, ClockTerms::None))
            .await
            .unwrap();
        if welcome {
            assert_eq!(reply.status, 201, "{origin}");
        } else {
            assert_eq!(reply.status, 403, "{origin}");
            assert_eq!(reply.read::<ErrorInfo>().unwrap().code, "foreign-origin");
        }
    }
    house.close().await;
}

#[tokio::test]
async fn who_is_too_fast_is_told_so() {
    let house = House::with(|settings| {
        settings.limits = Limits { guest_rate: 2, open_tables: 3, ..Limits::default() };
    })
    .await;
    let mut client = house.client();
    let mut connection = client.connect().await.unwrap();
    // Five seconds' worth at once, then what drips in.
    for (milliseconds, welcome) in [(0, 10), (1_000, 2), (500, 1), (0, 0)] {
        house.waits(milliseconds);
        for number in 0..welcome + 3 {
            match connection.ask(Question::StopAnalysis).await.unwrap() {
                Answer::Done => assert!(number < welcome, "{number} after {milliseconds} ms"),
                refused => {
                    assert_eq!(code(refused), "too-fast");
                    assert!(number >= welcome, "{number} after {milliseconds} ms");
                }
            }
        }
    }
    let request = table(game(0), ALONE, ClockTerms::None);
    for _ in 0..3 {
        client.open_table(&request).await.unwrap();
    }
    let reply = client.send_json("POST", "/api/tables", &request).await.unwrap();
    assert_eq!(reply.status, 429);
    assert_eq!(reply.read::<ErrorInfo>().unwrap().code, "too-many-tables");
    house.close().await;
}

#[tokio::test]
async fn an_address_has_its_limits_where_a_proxy_tells_it() {
    let house = House::with(|settings| {
        settings.trust_proxy = true;
        settings.limits = Limits { address_rate: 2, address_sockets: 2, ..Limits::default() };
    })
    .await;
    let from = |address: &str| {
        let mut client = house.client();
        // Only what our own proxy added last counts.
        client.headers.push(("x-forwarded-for".into(), format!("198.51.100.7, {address}")));
        client
    };
    let mut statuses = Vec::new();
    for _ in 0..15 {
        statuses.push(from("203.0.113.9").get("/api/me").await.unwrap().status);
    }
    assert_eq!(statuses, [[200; 10].as_slice(), &[429; 5]].concat());
    assert_eq!(from("203.0.113.10").get("/api/me").await.unwrap().status, 200);
    let (mut one, mut two) = (from("203.0.113.11"), from("203.0.113.11"));
    let kept = (one.connect().await.unwrap(), two.connect().await.unwrap());
    assert!(from("203.0.113.11").connect().await.is_err(), "two at a time");
    drop(kept);
    house.close().await;
}

#[tokio::test]
async fn a_reader_that_does_not_read_is_cut_off() {
    let house = House::with(wide).await;
    let mut connection = house.client().connect().await.unwrap();
    // Answers pile up here, in the kernel, and then in the server, which gives up.
    let asks = async { while connection.send(Question::Look { line: line() }).await.is_ok() {} };
    timeout(Duration::from_secs(120), asks).await.expect("it was not cut off");
    let metrics = house.client().get("/metrics").await.unwrap().text();
    assert!(metrics.lines().any(|line| line == "galet_slow_readers_total 1"), "{metrics}");
    house.close().await;
}

#[tokio::test]
async fn requests_that_make_no_sense() {
    let house = House::open().await;
    let request = json!({ "game": game(0), "seats": [{ "type": "me" }, { "type": "friend" }] });
    let changed = |key: &str, value: serde_json::Value| {
        let mut request = request.clone();
        request[key] = value;
        request.to_string()
    };
    let cases = [
        ("POST", "/api/tables", String::new(), 400, "malformed"),
        ("POST", "/api/tables", "{".to_owned(), 400, "malformed"),
        ("POST", "/api/tables", changed("game", json!("go")), 422, "no-such-game"),
        ("POST", "/api/tables", changed("surprise", json!(1)), 400, "malformed"),
        ("POST", "/api/tables", changed("moves", json!(["zz"])), 422, "illegal-move"),
        ("POST", "/api/tables", changed("setup", json!({"layout": "no"})), 422, "bad-setup"),
        (
            "POST",
            "/api/tables",
            changed("seats", json!([{ "type": "me" }, { "type": "computer", "level": 20 }])),
            422,
            "no-such-level",
        ),
        (
            "POST",
            "/api/tables",
            changed("seats", json!([{ "type": "friend" }, { "type": "friend" }])),
            422,
            "no-seat-of-yours",
        ),
        (
            "POST",
            "/api/tables",
            changed("clock", json!({ "type": "sudden-death", "initial": 1 })),
            422,
            "no-such-clock",
        ),
        ("POST", "/api/records/read", "x".repeat(3 << 20), 413, "too-large"),
        ("POST", "/api/positions", "{}".to_owned(), 400, "malformed"),
        ("GET", "/api/tables/aaaaaaaaaa", String::new(), 404, "no-such-table"),
        ("GET", "/api/tables/%00", String::new(), 404, "no-such-table"),
        ("GET", "/api/nothing", String::new(), 404, "no-such-page"),
        ("DELETE", "/api/tables", String::new(), 405, "wrong-method"),
        ("POST", "/", String::new(), 405, "wrong-method"),
        ("GET", "/api/me/tables?state=odd", String::new(), 400, "malformed"),
        ("GET", "/api/me/tables?before=x", String::new(), 400, "malformed"),
        ("GET", "/api/qr.svg", String::new(), 400, "malformed"),
        ("GET", "/api/games/go/lessons", String::new(), 404, "no-such-game"),
        ("GET", "/api/socket", String::new(), 400, "malformed"),
    ];
    for (method, path, body, status, code) in cases {
        let reply = house.client().send(method, path, body.as_bytes()).await.unwrap();
        let said = reply.text();
        assert_eq!(reply.status, status, "{method} {path}: {said}");
        let refusal: ErrorInfo = reply.read().unwrap();
        assert_eq!(refusal.code, code, "{method} {path}");
        assert!(!refusal.words.en.is_empty() && !refusal.words.fr.is_empty());
    }
    house.close().await;
}
