//! Visitors who want more memory than is theirs.

use crate::house::{House, Pair, code, figure, game, table, to_and_fro, wide};
use galet_test_client::{Client, Connection};
use galet_wire::guest::Rename;
use galet_wire::socket::{Answer, Message, Question};
use galet_wire::table::{Act, ClockTerms, NewTable, SeatRequest};
use sqlx::{ConnectOptions, Row};
use std::time::Instant;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn with_moves(count: usize, seats: [SeatRequest; 2]) -> NewTable {
    let (game, setup, moves) = to_and_fro(count);
    NewTable { setup, moves, ..table(&game, seats, ClockTerms::None) }
}

#[tokio::test]
async fn a_table_with_too_many_moves_is_refused_in_words() {
    let house = House::open().await;
    let request = with_moves(1_001, [SeatRequest::Me, SeatRequest::Me]);
    let reply = house.client().send_json("POST", "/api/tables", &request).await.unwrap();
    let error: galet_wire::socket::ErrorInfo = reply.read().unwrap();
    assert_eq!((reply.status, error.code.as_str()), (422, "too-many-moves"));
    assert!(error.words.en.contains("1000") && error.words.fr.contains("1000"));
    house.close().await;
}

#[tokio::test]
async fn who_does_not_read_the_answers_waits_with_the_questions() {
    const QUESTIONS: usize = 400;
    /// What waits for one connection, with one answer on top.
    const MOST: f64 = 1.5e6;
    let house = House::with(wide).await;
    let mut client = house.client();
    let request = with_moves(1_000, [SeatRequest::Me, SeatRequest::Me]);
    let table = client.open_table(&request).await.expect("a table");
    let mut connection = client.connect().await.expect("a connection");
    let view = connection.watch(&table).await.expect("a view");
    let size = serde_json::to_vec(&view).expect("plain data").len() as f64;
    assert!(size * QUESTIONS as f64 > 30e6, "more than the system itself holds: {size}");
    let mut ids = Vec::new();
    for _ in 0..QUESTIONS {
        let question = Question::Watch { table: table.clone() };
        ids.push(connection.send(question).await.expect("sent"));
    }
    // All the time, what was answered and has not left is little.
    let (mut asked, mut still) = (0.0, 0);
    while still < 100 && asked < QUESTIONS as f64 {
        let metrics = house.client().get("/metrics").await.unwrap().text();
        let before = asked;
        asked = figure(&metrics, "galet_messages_in_total") - 1.0;
        still = if asked == before { still + 1 } else { 0 };
        let waits = asked * size - figure(&metrics, "galet_bytes_out_total");
        assert!(waits <= MOST, "{waits} bytes wait after {asked} questions");
    }
    assert!(asked < QUESTIONS as f64, "it is not asked for more than it takes");
    for id in ids {
        let answer = connection.answer_to(id).await.expect("nothing is lost");
        assert!(matches!(answer, Answer::Table { .. }));
    }
    let metrics = house.client().get("/metrics").await.unwrap().text();
    assert_eq!(figure(&metrics, "galet_slow_readers_total"), 0.0);
    house.close().await;
}

async fn sent(house: &House) -> f64 {
    figure(&house.client().get("/metrics").await.unwrap().text(), "galet_bytes_out_total")
}

/// Waits until a connection has heard everything so far.
async fn caught_up(connection: &mut Connection) {
    assert_eq!(connection.ask(Question::StopAnalysis).await.expect("an answer"), Answer::Done);
}

#[tokio::test]
async fn a_stranger_who_comes_and_goes_is_told_of_once_a_second() {
    const WATCHERS: usize = 300;
    const TIMES: usize = 50;
    let house = House::with(wide).await;
    let pair = Pair::sit(&house, game(0), ClockTerms::None).await;
    let mut watchers = Vec::new();
    for _ in 0..WATCHERS {
        let mut watcher = house.client().connect().await.expect("a connection");
        watcher.watch(&pair.table).await.expect("a view");
        watchers.push(watcher);
    }
    let mut stranger = house.client().connect().await.expect("a connection");
    let view = stranger.watch(&pair.table).await.expect("a view");
    let own = serde_json::to_vec(&view).expect("plain data").len() + 100;
    let (before, start) = (sent(&house).await, Instant::now());
    for _ in 0..TIMES {
        stranger.ask(Question::Leave { table: pair.table.clone() }).await.expect("an answer");
        stranger.watch(&pair.table).await.expect("a view");
    }
    for watcher in &mut watchers {
        caught_up(watcher).await;
    }
    let pushed = sent(&house).await - before - (TIMES * 2 * own) as f64;
    let seconds = start.elapsed().as_secs() as usize + 2;
    // A small message for each watcher and second, and the answers that were waited for.
    let most = WATCHERS * (100 * seconds + 100);
    assert!(pushed <= most as f64, "{pushed} bytes in {seconds} seconds, {most} are enough");
    house.close().await;
}

#[tokio::test]
async fn the_number_of_watchers_is_told_and_true_in_the_end() {
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(0), ClockTerms::None).await;
    let mut watchers = Vec::new();
    for _ in 0..5 {
        let mut watcher = house.client().connect().await.expect("a connection");
        watcher.watch(&pair.table).await.expect("a view");
        watchers.push(watcher);
    }
    loop {
        let heard = pair.connections[0].next().await.expect("a message");
        if let Message::Watchers { table, watchers } = heard {
            assert_eq!(table, pair.table);
            if watchers == 5 {
                break;
            }
        }
    }
    house.close().await;
}

#[tokio::test]
async fn another_name_again_and_again_is_told_once_a_second() {
    const TIMES: usize = 60;
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(0), ClockTerms::None).await;
    let start = Instant::now();
    for number in 0..TIMES {
        let name = Rename { name: format!("Name {number}") };
        let reply = pair.callers[0].send_json("PUT", "/api/me", &name).await.unwrap();
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    let last = format!("Name {}", TIMES - 1);
    let mut told = 0;
    loop {
        let message = pair.connections[1].next_text().await.expect("a message");
        if message.contains("\"happened\"") && message.contains("Name ") {
            told += 1;
        }
        if message.contains(&last) {
            break;
        }
    }
    let most = start.elapsed().as_secs() + 2;
    assert!(told <= most, "told {told} times, {most} are enough");
    house.close().await;
}

#[tokio::test]
async fn a_game_beyond_what_the_engine_reads_is_told_of_and_can_be_called_off() {
    let house = House::with(wide).await;
    let mut client = house.client();
    let request = with_moves(0, [SeatRequest::Me, SeatRequest::Computer { level: 1 }]);
    let id = client.open_table(&request).await.expect("a table");
    let site = house.close().await;
    // As tables were stored when there was no bound yet.
    let moves = to_and_fro(5_001).2;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(site.database());
    let mut database = options.connect().await.expect("the database");
    let row = sqlx::query("SELECT body FROM events WHERE tab = ?").bind(&id);
    let body: String = row.fetch_one(&mut database).await.unwrap().get(0);
    let mut event: serde_json::Value = serde_json::from_str(&body).unwrap();
    event["what"]["moves"] = moves.into();
    let change = sqlx::query("UPDATE events SET body = ? WHERE tab = ?");
    change.bind(event.to_string()).bind(&id).execute(&mut database).await.unwrap();
    let change = sqlx::query("UPDATE tables SET ply = 5001 WHERE id = ?");
    change.bind(&id).execute(&mut database).await.unwrap();
    sqlx::Connection::close(database).await.unwrap();

    let house = House::on(site, wide).await;
    client.address = house.address;
    let mut connection = client.connect().await.expect("a connection");
    let view = connection.watch(&id).await.expect("a view");
    assert_eq!((view.moves.len(), view.state.thinking), (5_001, false));
    let notice = view.state.notice.expect("it is told");
    assert!(notice.en.contains("computer") && notice.fr.contains("ordinateur"));
    assert!(view.state.may.contains(&Act::CallOff), "{:?}", view.state.may);
    let answer = connection.act(&id, 5_001, Act::CallOff).await.expect("an answer");
    assert_eq!(answer, Answer::Done);
    let again = connection.act(&id, 5_001, Act::CallOff).await.expect("an answer");
    assert_eq!(code(again), "game-over");
    house.close().await;
}

#[tokio::test]
async fn a_name_does_not_keep_tables_in_memory() {
    let house = House::with(wide).await;
    let mut client = house.client();
    client.open_table(&with_moves(0, [SeatRequest::Me, SeatRequest::Me])).await.expect("a table");
    assert_eq!(tables_in_memory(&mut client).await, 1);
    // Again and again, sooner than an idle table would be dropped.
    for number in 0..40 {
        let name = Rename { name: format!("Name {number}") };
        let reply = client.send_json("PUT", "/api/me", &name).await.unwrap();
        assert_eq!(reply.status, 200, "{}", reply.text());
        house.waits(25_000);
        if tables_in_memory(&mut client).await == 0 {
            house.close().await;
            return;
        }
    }
    panic!("the table is still there");
}

#[tokio::test]
async fn large_bodies_of_one_address_leave_room_for_small_ones() {
    let house = House::with(|settings| {
        wide(settings);
        settings.trust_proxy = true;
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..6 {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        let head = format!(
            "POST /api/records/read HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: 203.0.113.9\r\n\
             content-type: application/json\r\ncontent-length: 2000000\r\n\r\n",
            house.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        held.push(stream);
    }
    // Four of them are read; the others are answered at once.
    let mut busy = 0;
    for stream in &mut held {
        let mut start = [0; 12];
        let answer = stream.read_exact(&mut start);
        let answer = tokio::time::timeout(std::time::Duration::from_millis(700), answer).await;
        busy += u32::from(answer.is_ok_and(|read| read.is_ok()) && start == *b"HTTP/1.1 503");
    }
    assert_eq!(busy, 2);
    let mut client = house.client_from("203.0.113.9");
    client.get("/api/me").await.unwrap();
    let reply = client.send("PUT", "/api/me", b"{\"name\":\"Ada\"}").await.unwrap();
    assert_eq!(reply.status, 200, "{}", reply.text());
    house.close().await;
}

async fn tables_in_memory(client: &mut Client) -> u32 {
    figure(&client.get("/metrics").await.unwrap().text(), "galet_tables_live") as u32
}
