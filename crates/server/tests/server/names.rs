//! Whom a request means, and what is said about it: names, numbers, figures.

use crate::house::{House, game, wide};
use galet_test_client::Client;
use galet_wire::socket::ErrorInfo;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The status of a request with these lines in its head.
async fn status(house: &House, lines: &str) -> String {
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let text = format!("GET /api/games HTTP/1.1\r\n{lines}connection: close\r\n\r\n");
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let status = answer.split(' ').nth(1).unwrap().to_owned();
    if status == "421" {
        assert!(answer.contains("unknown-name") && answer.contains("--name"), "{answer}");
    }
    status
}

#[tokio::test]
async fn a_name_that_only_leads_here_is_refused() {
    let house = House::with(|settings| settings.names = vec!["games.example.org".into()]).await;
    for (lines, expected) in [
        ("host: localhost\r\n", "200"),
        ("host: 192.168.1.7:4280\r\n", "200"),
        ("host: [::1]:4280\r\n", "200"),
        ("host: games.example.org\r\n", "200"),
        ("host: Games.Example.Org:4280\r\n", "200"),
        ("host: evil.example:4280\r\n", "421"),
        ("host: localhost.evil.example\r\n", "421"),
        ("host: \r\n", "421"),
        // Nobody is believed without a proxy.
        ("host: evil.example\r\nx-forwarded-host: localhost\r\n", "421"),
        ("", "400"),
        ("host: localhost\r\nhost: evil.example\r\n", "400"),
        ("host: localhost\r\nhost: localhost\r\n", "400"),
    ] {
        assert_eq!(status(&house, lines).await, expected, "{lines:?}");
    }
    house.close().await;
    let house = House::with(|settings| settings.trust_proxy = true).await;
    let from = "x-forwarded-for: 203.0.113.1\r\n";
    for (lines, expected) in [
        (format!("{from}host: games.example.org\r\n"), "421"),
        (format!("{from}host: x\r\nx-forwarded-host: games.example.org\r\n"), "200"),
    ] {
        assert_eq!(status(&house, &lines).await, expected, "{lines:?}");
    }
    house.close().await;
}

#[tokio::test]
async fn a_page_whose_name_leads_here_cannot_open_a_socket() {
    let house = House::open().await;
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let upgrade = "GET /api/socket HTTP/1.1\r\nhost: evil.example\r\n\
                   origin: http://evil.example\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                   sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    let mut bytes = [0; 12];
    stream.read_exact(&mut bytes).await.unwrap();
    assert_eq!(&bytes, b"HTTP/1.1 421");
    house.close().await;
}

#[tokio::test]
async fn every_answer_has_a_number_of_ours() {
    let house = House::with(wide).await;
    let mut seen = std::collections::HashSet::new();
    for path in ["/", "/api/me", "/api/nothing", "/health", "/metrics", "/api/games"] {
        let mut client = house.client();
        client.headers.push(("x-request-id".into(), "mine".into()));
        let reply = client.get(path).await.unwrap();
        let id = reply.header("x-request-id").expect("a number").to_owned();
        assert!(id.len() == 16 && id.bytes().all(|b| b.is_ascii_hexdigit()), "{path}: {id}");
        assert!(seen.insert(id), "{path}");
    }
    house.close().await;
}

#[tokio::test]
async fn figures_can_have_a_port_of_their_own() {
    let house = House::with(|s| s.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let reply = house.client().get("/metrics").await.unwrap();
    assert_eq!(reply.status, 404);
    assert_eq!(reply.read::<ErrorInfo>().unwrap().code, "no-such-page");
    let mut watcher = Client::new(house.metrics.expect("a port"));
    let reply = watcher.get("/metrics").await.unwrap();
    assert!(reply.status == 200 && reply.text().contains("galet_connections"), "{}", reply.text());
    assert_eq!(watcher.get("/health").await.unwrap().status, 200);
    assert_eq!(watcher.get(&format!("/api/games/{}/lessons", game(0))).await.unwrap().status, 404);
    house.close().await;
}
