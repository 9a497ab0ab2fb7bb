//! Connections: bounded in time and in number.

use crate::house::{House, game, wide};
use galet_server::{Limits, Patience};
use galet_test_client::Reply;
use galet_wire::socket::{Answer, ErrorInfo, Question};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A server that loses its patience soon.
async fn impatient() -> House {
    House::with(|settings| {
        let soon = Duration::from_millis(300);
        settings.patience = Patience { headers: soon, bodies: soon, ..Patience::default() };
    })
    .await
}

async fn raw(house: &House, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Everything until the server closes the connection.
async fn until_closed(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let end = timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes));
    let _ = end.await.expect("the server closes the connection");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads an answer's head and its body of a known length, and leaves the connection open.
async fn answer(stream: &mut TcpStream) -> String {
    let mut bytes = vec![0; 64 * 1024];
    let read = timeout(Duration::from_secs(20), stream.read(&mut bytes)).await.expect("an answer");
    String::from_utf8_lossy(&bytes[..read.unwrap()]).into_owned()
}

#[tokio::test]
async fn slow_headers_are_not_waited_for() {
    let house = impatient().await;
    let silent = raw(&house, "").await;
    let unfinished = raw(&house, "GET /health HTTP/1.1\r\nhost: localhost\r\n").await;
    for mut stream in [silent, unfinished] {
        assert!(!until_closed(&mut stream).await.contains("200"));
    }
    // One byte now and then is no progress either.
    let mut dripping = raw(&house, "GET /").await;
    let drip = async {
        while dripping.write_all(b"a").await.is_ok() {
            tick().await;
        }
    };
    timeout(Duration::from_secs(20), drip).await.expect("it is closed");
    house.close().await;
}

async fn tick() {
    tokio::time::sleep(Duration::from_millis(50)).await;
}

#[tokio::test]
async fn slow_bodies_are_not_waited_for() {
    let house = impatient().await;
    let head = "POST /api/positions HTTP/1.1\r\nhost: localhost\r\n\
                content-type: application/json\r\ncontent-length: 1000\r\n\r\n{";
    let mut stream = raw(&house, head).await;
    let said = until_closed(&mut stream).await;
    assert!(said.starts_with("HTTP/1.1 408") && said.contains("too-slow"), "{said}");
    house.close().await;
}

#[tokio::test]
async fn an_idle_connection_ends() {
    let house = impatient().await;
    let mut stream = raw(&house, "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"));
    assert_eq!(until_closed(&mut stream).await, "");
    // A WebSocket is none of those.
    let mut socket = house.client().connect().await.unwrap();
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(socket.ask(Question::StopAnalysis).await.unwrap(), Answer::Done);
    house.close().await;
}

#[tokio::test]
async fn idle_connections_make_room_and_those_in_use_stay() {
    let house = House::with(|settings| settings.connections = 8).await;
    let mut socket = house.client().connect().await.unwrap();
    let mut idle = Vec::new();
    for _ in 0..30 {
        idle.push(raw(&house, "").await);
        // The server has taken it when it answers the next one.
        assert_eq!(house.client().get("/health").await.unwrap().status, 200);
    }
    assert_eq!(until_closed(&mut idle[0]).await, "", "the oldest went");
    assert_eq!(socket.ask(Question::StopAnalysis).await.unwrap(), Answer::Done);
    house.close().await;
}

#[tokio::test]
async fn a_server_that_is_full_says_so() {
    let house = House::with(|settings| settings.connections = 3).await;
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(house.client().connect().await.unwrap());
    }
    let reply = house.client().get("/health").await.unwrap();
    assert_eq!((reply.status, code(&reply)), (503, "busy".to_owned()));
    drop(sockets.pop());
    let there_is_room = async {
        while house.client().get("/health").await.unwrap().status != 200 {
            tick().await;
        }
    };
    timeout(Duration::from_secs(20), there_is_room).await.expect("room again");
    house.close().await;
}

fn code(reply: &Reply) -> String {
    reply.read::<ErrorInfo>().unwrap().code
}

#[tokio::test]
async fn bodies_are_as_large_as_they_need_to_be() {
    let house = House::with(wide).await;
    let spaces = |kilobytes: usize| " ".repeat(kilobytes * 1024);
    for (path, most) in [
        ("/api/positions", 64),
        ("/api/picture", 64),
        ("/api/tables", 256),
        ("/api/records/write", 2048),
        ("/api/records/read", 2048),
    ] {
        let mut client = house.client();
        let reply = client.send("POST", path, spaces(most).as_bytes()).await.unwrap();
        assert_eq!(code(&reply), "malformed", "{path}");
        let reply = client.send("POST", path, spaces(most + 1).as_bytes()).await.unwrap();
        assert_eq!((reply.status, code(&reply)), (413, "too-large".to_owned()), "{path}");
    }
    // Without a length beforehand, too.
    let head = "POST /api/positions HTTP/1.1\r\nhost: localhost\r\n\
                content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    let mut stream = raw(&house, head).await;
    let chunk = format!("8000\r\n{}\r\n", spaces(32));
    for _ in 0..3 {
        let _ = stream.write_all(chunk.as_bytes()).await;
    }
    let said = answer(&mut stream).await;
    assert!(said.starts_with("HTTP/1.1 413"), "{said}");
    house.close().await;
}

#[tokio::test]
async fn a_page_of_another_site_cannot_send_a_form() {
    let house = House::open().await;
    let body = format!("{{\"game\":\"{}\"}}", game(0));
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: text/plain\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let said = until_closed(&mut raw(&house, &head).await).await;
    assert!(said.starts_with("HTTP/1.1 400") && said.contains("application/json"), "{said}");
    house.close().await;
}

#[tokio::test]
async fn a_head_is_bounded() {
    let house = House::open().await;
    let many = "cookie: a=b\r\n".repeat(3000);
    let text = format!("GET /health HTTP/1.1\r\nhost: localhost\r\n{many}\r\n");
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let _ = stream.write_all(text.as_bytes()).await;
    let mut bytes = vec![0; 1024];
    let read = timeout(Duration::from_secs(20), stream.read(&mut bytes)).await.expect("an end");
    let said = String::from_utf8_lossy(&bytes[..read.unwrap_or(0)]).into_owned();
    assert!(said.is_empty() || said.starts_with("HTTP/1.1 431"), "{said}");
    house.close().await;
}

#[tokio::test]
async fn an_upgrade_that_is_never_finished_leaves_nothing_behind() {
    let house = House::with(|settings| {
        settings.trust_proxy = true;
        settings.limits = Limits { address_sockets: 2, ..Limits::default() };
    })
    .await;
    let upgrade = "GET /api/socket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
                   upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
                   x-forwarded-for: 203.0.113.1\r\n\r\n";
    for _ in 0..10 {
        let stream = raw(&house, upgrade).await;
        // Reset instead of closed: the answer cannot even be written.
        stream.set_zero_linger().unwrap();
        drop(stream);
    }
    let mut client = house.client_from("203.0.113.1");
    let both = async {
        loop {
            if let (Ok(one), Ok(two)) = (client.connect().await, client.clone().connect().await) {
                return (one, two);
            }
            tick().await;
        }
    };
    let kept = timeout(Duration::from_secs(20), both).await.expect("two places are free");
    let metrics = client.get("/metrics").await.unwrap().text();
    assert!(metrics.lines().any(|line| line == "galet_sockets 2"), "{metrics}");
    drop(kept);
    house.close().await;
}

#[tokio::test]
async fn a_browser_that_says_goodbye_is_answered() {
    let house = House::open().await;
    // What the server is about to send may be refused because of the goodbye: each time another way.
    for time in 0..40 {
        let mut connection = house.client().connect().await.unwrap();
        if time % 2 == 0 {
            connection.ask(Question::Leave { table: "abcdefghij".to_owned() }).await.unwrap();
        }
        connection.goodbye().await.expect("an answer of the same kind");
    }
    house.close().await;
}

/// The goodbye is there before the server has sent anything.
#[tokio::test]
async fn a_browser_that_says_goodbye_at_once_is_answered() {
    const CLOSE: u8 = 0x88;
    let house = House::open().await;
    let upgrade = "GET /api/socket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
                   upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    // Without a reason; what a browser says is masked.
    let goodbye = [CLOSE, 0x80, 0, 0, 0, 0];
    for _ in 0..20 {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        stream.write_all(&[upgrade.as_bytes(), &goodbye].concat()).await.unwrap();
        let mut bytes = Vec::new();
        let end = timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes));
        end.await.expect("the server closes the connection").expect("and does not break it off");
        let head = bytes.windows(4).position(|part| part == b"\r\n\r\n").expect("an upgrade") + 4;
        let mut frames = &bytes[head..];
        while let [kind, length, rest @ ..] = frames
            && *kind != CLOSE
        {
            assert!(*length < 126, "only short frames come unasked");
            frames = &rest[usize::from(*length)..];
        }
        assert!(!frames.is_empty(), "closed without a goodbye: {bytes:?}");
    }
    house.close().await;
}
