//! Limits that hold, whatever is sent.

use crate::house::{House, code, game, table, wide};
use galet_server::Limits;
use galet_test_client::{Connection, Reply};
use galet_wire::guest::Me;
use galet_wire::socket::{Answer, ErrorInfo, Message, Question};
use galet_wire::study::{AnalysisRequest, GameLine};
use galet_wire::table::{ClockTerms, SeatRequest};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

#[tokio::test]
async fn many_openings_at_the_same_moment_are_bounded_as_one_after_the_other() {
    let house = House::with(|settings| {
        wide(settings);
        settings.limits = Limits { open_tables: 10, ..settings.limits };
    })
    .await;
    let mut client = house.client();
    client.send("PUT", "/api/me", b"{\"name\":\"Ada\"}").await.unwrap();
    let request = table(game(0), [SeatRequest::Me, SeatRequest::Me], ClockTerms::None);
    let openings = (0..60).map(|_| {
        let (mut client, request) = (client.clone(), request.clone());
        tokio::spawn(async move {
            client.send_json("POST", "/api/tables", &request).await.unwrap().status
        })
    });
    let mut opened = 0;
    for opening in openings.collect::<Vec<_>>() {
        match opening.await.unwrap() {
            201 => opened += 1,
            status => assert_eq!(status, 429),
        }
    }
    assert!((1..=10).contains(&opened), "{opened}");
    // Those that were refused only because others were about to be opened find room now.
    for _ in opened..10 {
        assert_eq!(client.send_json("POST", "/api/tables", &request).await.unwrap().status, 201);
    }
    assert_eq!(client.send_json("POST", "/api/tables", &request).await.unwrap().status, 429);
    house.close().await;
}

const ADDRESS: &str = "203.0.113.9";

/// A server behind a proxy, where an address may do little.
async fn narrow(rate: u32) -> House {
    House::with(|settings| {
        settings.trust_proxy = true;
        settings.limits = Limits { address_rate: rate, guest_rate: 100_000, ..Limits::default() };
    })
    .await
}

#[tokio::test]
async fn every_address_of_the_server_counts() {
    let lessons = format!("/api/games/{}/lessons", game(0));
    for path in [
        "/",
        "/t/abcdefghij",
        "/assets/none.js",
        "/api/games",
        &lessons,
        "/api/reach",
        "/api/qr.svg?text=x",
        "/api/docs",
        "/api/nothing",
        "/health",
        "/metrics",
        "/api/socket",
        "/api/me",
        "/device/none",
    ] {
        let house = narrow(1).await;
        let mut client = house.client_from(ADDRESS);
        for number in 0..5 {
            let status = client.get(path).await.unwrap().status;
            assert_ne!(status, 429, "{path} {number}");
        }
        let reply = client.get(path).await.unwrap();
        assert_eq!((reply.status, code_of(&reply).as_str()), (429, "too-fast"), "{path}");
        let other = house.client_from("203.0.113.10").get(path).await.unwrap().status;
        assert_ne!(other, 429, "{path}");
        house.close().await;
    }
}

fn code_of(reply: &Reply) -> String {
    reply.read::<ErrorInfo>().unwrap().code
}

#[tokio::test]
async fn a_proxy_that_does_not_tell_is_not_let_in_as_the_visitor() {
    let house = narrow(100).await;
    for value in ["unknown", "", "203.0.113.9, ?", "203.0.113.9,"] {
        let mut client = house.client_from(value);
        let reply = client.get("/api/me").await.unwrap();
        assert_eq!((reply.status, code_of(&reply).as_str()), (400, "no-address"), "{value}");
        assert!(client.connect().await.is_err(), "{value}");
    }
    let reply = house.client().get("/api/games").await.unwrap();
    assert_eq!((reply.status, code_of(&reply).as_str()), (400, "no-address"));
    assert_eq!(house.client().get("/health").await.unwrap().status, 200, "by the machine itself");
    assert_eq!(house.client_from("203.0.113.9:4711").get("/api/me").await.unwrap().status, 200);
    assert_eq!(house.client_from("[2001:db8::1]:80").get("/api/me").await.unwrap().status, 200);
    house.close().await;
}

#[tokio::test]
async fn one_browser_counts_wherever_it_comes_from() {
    let house = narrow(2).await;
    let mut client = house.client_from("203.0.113.1");
    client.get("/api/me").await.unwrap();
    let cookie = client.cookie.clone();
    let mut statuses = Vec::new();
    for number in 0..12 {
        let mut client = house.client_from(&format!("198.51.100.{number}"));
        client.cookie = cookie.clone();
        statuses.push(client.get("/api/games").await.unwrap().status);
    }
    assert_eq!(statuses, [[200; 10].as_slice(), &[429; 2]].concat());
    house.close().await;
}

#[tokio::test]
async fn two_cookies_are_none() {
    let house = House::open().await;
    let mut ada = house.client();
    ada.get("/api/me").await.unwrap();
    ada.send("PUT", "/api/me", b"{\"name\":\"Ada\"}").await.unwrap();
    let mut bob = house.client();
    bob.get("/api/me").await.unwrap();
    let (first, second) = (ada.cookie.clone().unwrap(), bob.cookie.unwrap());
    for shown in [format!("{first}; {second}"), format!("{first}; galet=x"), format!("{first}x")] {
        let mut client = house.client();
        client.cookie = Some(shown.clone());
        let reply = client.get("/api/me").await.unwrap();
        assert_eq!(reply.read::<Me>().unwrap().name, "", "{shown}");
        let fresh = reply.header("set-cookie").unwrap();
        assert!(!fresh.contains(&first) && !fresh.contains(&second));
    }
    assert_eq!(ada.get("/api/me").await.unwrap().read::<Me>().unwrap().name, "Ada");
    house.close().await;
}

#[tokio::test]
async fn every_frame_counts() {
    let house = House::with(|settings| {
        settings.limits = Limits { guest_rate: 2, ..Limits::default() };
    })
    .await;
    let mut connection = house.client().connect().await.unwrap();
    for _ in 0..10 {
        connection.send_bytes(vec![0; 10]).await.unwrap();
        assert_eq!(next_code(&mut connection).await, "malformed");
    }
    connection.send_bytes(vec![0; 10]).await.unwrap();
    assert_eq!(next_code(&mut connection).await, "too-fast");
    assert_eq!(code(connection.ask(Question::StopAnalysis).await.unwrap()), "too-fast");
    // What is twice as long as it may be counts for three.
    let mut connection = house.client().connect().await.unwrap();
    for expected in ["too-large", "too-large", "too-large", "too-fast"] {
        connection.send_text(&" ".repeat(130 * 1024)).await.unwrap();
        assert_eq!(next_code(&mut connection).await, expected);
    }
    house.close().await;
}

#[tokio::test]
async fn a_flood_of_pings_ends_the_connection() {
    let house = House::with(|settings| {
        settings.limits = Limits { guest_rate: 2, ..Limits::default() };
    })
    .await;
    let mut connection = house.client().connect().await.unwrap();
    for _ in 0..5 {
        connection.send_ping().await.unwrap();
    }
    assert_eq!(connection.ask(Question::StopAnalysis).await.unwrap(), Answer::Done);
    for _ in 0..10 {
        connection.send_ping().await.unwrap();
    }
    assert!(connection.next().await.is_err(), "nobody needs so many");
    house.close().await;
}

async fn next_code(connection: &mut Connection) -> String {
    match connection.next().await.unwrap() {
        Message::Answer { answer, .. } => code(answer),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_address_asks_the_engine_so_much_at_a_time_with_any_number_of_cookies() {
    let house = House::with(|settings| {
        settings.trust_proxy = true;
        settings.limits =
            Limits { address_analyses: 6, guests_per_minute: 10_000, ..Limits::default() };
    })
    .await;
    let analyse = || {
        let line = GameLine { game: game(0).into(), setup: Default::default(), moves: vec![] };
        Question::Analyse { request: AnalysisRequest { line, lines: 1, threads: 1 } }
    };
    // Guests have an allowance each; who is no guest shares one with everybody at the address.
    let guest = async || {
        let mut client = house.client_from(ADDRESS);
        client.get("/api/me").await.unwrap();
        client.send("PUT", "/api/me", b"{\"name\":\"Ada\"}").await.unwrap();
        client.connect().await.unwrap()
    };
    let mut running = Vec::new();
    for number in 0..10 {
        let mut connection = guest().await;
        match connection.ask(analyse()).await.unwrap() {
            Answer::Done => running.push(connection),
            refused => {
                assert_eq!(code(refused), "too-many-questions");
                assert!(number >= 6, "{number}");
            }
        }
    }
    assert_eq!(running.len(), 6);
    let mut other = house.client_from("203.0.113.10").connect().await.unwrap();
    assert_eq!(other.ask(analyse()).await.unwrap(), Answer::Done);
    // Whoever stops or goes makes room.
    assert_eq!(running[0].ask(Question::StopAnalysis).await.unwrap(), Answer::Done);
    drop(running.pop());
    let again = async {
        let mut connections = Vec::new();
        while connections.len() < 2 {
            house.waits(1_000);
            let mut connection = guest().await;
            if connection.ask(analyse()).await.unwrap() == Answer::Done {
                connections.push(connection);
            }
        }
    };
    timeout(Duration::from_secs(30), again).await.expect("room for two");
    house.close().await;
}

#[tokio::test]
async fn requests_of_an_address_through_a_proxy_are_bounded_at_a_time() {
    let house = House::with(|settings| {
        settings.trust_proxy = true;
        settings.limits = Limits { address_connections: 2, ..Limits::default() };
    })
    .await;
    let head = format!(
        "POST /api/positions HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: {ADDRESS}\r\n\
         content-type: application/json\r\ncontent-length: 100\r\n\r\n"
    );
    let mut waiting = Vec::new();
    for _ in 0..2 {
        let mut stream = tokio::net::TcpStream::connect(house.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        waiting.push(stream);
    }
    let refused = async {
        while house.client_from(ADDRESS).get("/api/games").await.unwrap().status != 429 {
            house.waits(1_000);
        }
    };
    timeout(Duration::from_secs(30), refused).await.expect("two are enough");
    assert_eq!(house.client_from("203.0.113.10").get("/api/games").await.unwrap().status, 200);
    drop(waiting);
    house.close().await;
}
