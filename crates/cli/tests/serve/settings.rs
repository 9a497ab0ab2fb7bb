//! Settings, the kind words at the start, the end in good order.

use crate::{command, galet};
use galet_test_client::Served;
use galet_wire::socket::Message;
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
    std::fs::write(data.path().join("galet.db"), "this is no database").unwrap();
    let output = serve(&["--port", "0"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("galet.db"), "{said}");
}
