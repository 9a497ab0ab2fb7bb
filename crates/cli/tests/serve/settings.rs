//! Settings, the kind words at the start, the end in good order.

use crate::{alone, command, galet};
use galet_test_client::Served;
use galet_wire::guest::Reach;
use galet_wire::socket::Message;
use std::io::{Read, Write};
use std::process::Command;

#[tokio::test]
async fn without_a_command_it_serves_as_the_environment_says() {
    let data = tempfile::tempdir().unwrap();
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_galet"));
    command.env("GALET_PORT", "0").env("GALET_DATA", data.path());
    let served = Served::start(command).await.unwrap();
    assert_eq!(served.client().get("/health").await.unwrap().status, 200);
    assert!(data.path().join("galet.db").exists());
    served.kill().await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_signal_ends_it_in_good_order() {
    for signal in ["TERM", "INT"] {
        let data = tempfile::tempdir().unwrap();
        let served = Served::start(command(data.path())).await.unwrap();
        let mut connection = served.client().connect().await.unwrap();
        let process = served.process().unwrap().to_string();
        let status = Command::new("kill").args(["-s", signal, &process]).status().unwrap();
        assert!(status.success());
        assert_eq!(connection.next().await.unwrap(), Message::Goodbye);
        drop(connection);
        assert_eq!(served.ended().await.unwrap(), Some(0));
        let log = data.path().join("galet.db-wal");
        assert!(!log.exists(), "everything is in the one file");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let serve = |more: &[&str]| {
        let mut command = galet(&["serve", "--data"]);
        command.arg(data.path()).args(more).output().unwrap()
    };
    let output = serve(&["--port", &port]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("choose another port"), "{said}");
    assert_eq!(serve(&["--port", "70000"]).status.code(), Some(2));
    assert_eq!(serve(&["--host", "nowhere"]).status.code(), Some(2));
    assert_eq!(serve(&["--port", "0", "--log", "==="]).status.code(), Some(1));
    assert_eq!(serve(&["--connections", "0"]).status.code(), Some(2));
    let output = serve(&["--port", "0", "--metrics-address", &format!("127.0.0.1:{port}")]);
    assert_eq!(output.status.code(), Some(1), "somebody else is there");
    let output = serve(&["--origin", "https://games.example.org"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--name"), "{said}");
    std::fs::write(data.path().join("galet.db"), "this is no database").unwrap();
    let output = serve(&["--port", "0"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("galet.db"), "{said}");
}

#[tokio::test]
async fn the_log_is_tame_and_tells_what_happens() {
    for format in ["text", "json"] {
        let data = tempfile::tempdir().unwrap();
        let log = data.path().join("log");
        let mut command = command(data.path());
        command.args(["--log", "galet_server=debug,info", "--log-format", format]);
        command.stderr(std::fs::File::create(&log).unwrap());
        let served = Served::start(command).await.unwrap();
        let mut client = served.client();
        // No header may hold a control character, but bytes that are none in ASCII may be.
        client.headers.push(("user-agent".into(), "\u{9b}31m".into()));
        client.headers.push(("x-request-id".into(), "forged".into()));
        let reply = client.get("/%1b%5b2J%0aERROR/\u{9b}31m").await.unwrap();
        let id = reply.header("x-request-id").unwrap().to_owned();
        let table = client.open_table(&alone(galet_games::all()[0].name())).await.unwrap();
        let path = format!("/api/tables/{table}");
        assert_eq!(client.get(&path).await.unwrap().status, 200);
        let token = client.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
        served.kill().await.unwrap();
        let text = std::fs::read_to_string(&log).unwrap();
        for line in ["started", "open files allowed", "a table is opened", "becomes a guest", &id] {
            assert!(text.contains(line), "{line} in {text}");
        }
        let wild = text.chars().find(|&c| c.is_control() && c != '\n');
        assert_eq!(wild, None, "{text}");
        for secret in [&*table, &*token, "forged"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        if format == "json" {
            let whole = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
            assert!(text.lines().all(whole), "{text}");
        }
    }
}

#[tokio::test]
async fn figures_on_a_port_of_their_own_and_names() {
    let data = tempfile::tempdir().unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = command(data.path());
    command.args(["--metrics-address", &free.to_string()]);
    command.env("GALET_NAMES", "games.example.org,Play.Example.org");
    let served = Served::start(command).await.unwrap();
    assert_eq!(served.client().get("/metrics").await.unwrap().status, 404);
    let figures = galet_test_client::Client::new(free).get("/metrics").await.unwrap();
    assert!(figures.text().contains("galet_sockets 0"), "{}", figures.text());
    for (host, status) in
        [("games.example.org", "200"), ("play.example.org:443", "200"), ("evil.example", "421")]
    {
        let mut stream = std::net::TcpStream::connect(served.address).unwrap();
        let head = format!("GET /health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        assert!(said.starts_with(&format!("HTTP/1.1 {status} ")), "{host}: {said}");
    }
    served.kill().await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn the_command_of_the_share_dialog_works_as_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("Zoé's games");
    let served = Served::start(command(&data)).await.unwrap();
    let mut client = served.client();
    let table = client.open_table(&alone(galet_games::all()[0].name())).await.unwrap();
    let reach: Reach = client.get("/api/reach").await.unwrap().read().unwrap();
    let told = reach.command.expect("the visitor sits at this computer");
    let port = served.address.port();
    let process = served.process().unwrap().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &process]).status().unwrap().success());
    served.ended().await.unwrap();
    // In any folder, by a shell that knows nothing of how the first one was started.
    let mut again = tokio::process::Command::new("sh");
    again.arg("-c").arg(format!("exec {told}")).current_dir(folder.path());
    let again = Served::start(again).await.unwrap();
    assert_eq!(again.address.port(), port, "{told}");
    let reach: Reach = again.client().get("/api/reach").await.unwrap().read().unwrap();
    assert!(!reach.only_here, "{told}");
    let path = format!("/api/tables/{table}");
    assert_eq!(again.client().get(&path).await.unwrap().status, 200, "the games are kept: {told}");
    again.kill().await.unwrap();
}
