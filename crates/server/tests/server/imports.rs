//! Large work beside small work.

use crate::house::{House, figure, game, to_and_fro, wide};
use galet_wire::socket::{Answer, Question};
use galet_wire::study::{GameLine, RecordsText};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// A megabyte of games that take a while to read.
fn megabyte() -> RecordsText {
    let (game, setup, moves) = to_and_fro(9_000);
    let options: Vec<_> =
        setup.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let (options, moves) = (options.join(" "), moves.join(" "));
    let record = format!("[Game \"{game}\"]\n[Options \"{options}\"]\n\n{moves} *\n\n");
    let mut text = record.repeat((1 << 20) / record.len());
    text.push_str(&" ".repeat((1 << 20) - text.len()));
    RecordsText { text, game: None, extension: None }
}

/// Sends an import and does not wait for its answer.
async fn begin_import(house: &House, text: &RecordsText) -> TcpStream {
    let body = serde_json::to_vec(text).expect("plain data");
    let mut stream = TcpStream::connect(house.address).await.expect("a connection");
    let head = format!(
        "POST /api/records/read HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        house.address,
        body.len()
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream.write_all(&body).await.expect("sent");
    stream
}

async fn metric(house: &House, name: &str) -> f64 {
    figure(&house.client().get("/metrics").await.unwrap().text(), name)
}

#[tokio::test]
async fn a_full_place_for_imports_is_busy_at_once_and_nobodys_look_waits_behind_it() {
    let house = House::with(wide).await;
    let text = megabyte();
    let mut connection = house.client().connect().await.expect("a connection");
    // Eight at once: four have room.
    let mut imports = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (mut client, text) = (house.client(), text.clone());
        imports.spawn(async move {
            client.send_json("POST", "/api/records/read", &text).await.expect("an answer")
        });
    }
    let first = imports.join_next().await.expect("one answers").expect("it ran");
    assert_eq!(first.status, 503, "who has no place hears so before anybody's import is done");
    assert_eq!(first.header("retry-after"), Some("5"));
    assert!(first.text().contains("\"busy\""));
    let line = GameLine { game: game(0).to_owned(), setup: Default::default(), moves: Vec::new() };
    let answer = connection.ask(Question::Look { line }).await.expect("an answer");
    assert!(matches!(answer, Answer::Look { .. }));
    assert!(metric(&house, "galet_import_bytes").await > 0.0, "imports are still at work");
    // Nobody waits for the rest.
    imports.shutdown().await;
    while metric(&house, "galet_import_bytes").await > 0.0 {}
    let small = RecordsText { text: String::new(), ..text };
    let read = house.client().send_json("POST", "/api/records/read", &small).await.unwrap();
    assert_eq!(read.status, 200, "there is room again");
    house.close().await;
}

#[tokio::test]
async fn an_import_stops_when_its_client_has_gone() {
    let house = House::with(wide).await;
    let text = megabyte();
    let mut streams = Vec::new();
    for _ in 0..4 {
        streams.push(begin_import(&house, &text).await);
    }
    while metric(&house, "galet_import_bytes").await == 0.0 {}
    drop(streams);
    while metric(&house, "galet_import_bytes").await > 0.0 {}
    assert!(metric(&house, "galet_imports_stopped_total").await >= 1.0);
    house.close().await;
}
