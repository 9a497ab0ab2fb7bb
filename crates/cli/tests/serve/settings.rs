//! Settings, the kind words at the start, the end in good order, and backups.

use crate::{alone, command, moves};
use galet_test_client::Served;
use galet_wire::socket::Message;
use std::path::Path;
use std::process::Command;

fn galet(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_galet"));
    command.args(["--color", "never", "--lang", "en"]).args(arguments);
    command
}

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

#[tokio::test]
async fn a_backup_while_it_runs() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(command(data.path())).await.unwrap();
    let mut client = served.client();
    let name = galet_games::all()[0].name();
    let table = client.open_table(&alone(name)).await.unwrap();
    let mut connection = client.connect().await.unwrap();
    for (ply, text) in moves(name, 5).iter().enumerate() {
        connection.play(&table, ply as u32, text).await.unwrap();
    }
    let copies = tempfile::tempdir().unwrap();
    let file = copies.path().join("galet.db");
    let backup = |file: &Path, data: &Path| {
        let mut command = galet(&["backup"]);
        command.arg(file).arg("--data").arg(data).output().unwrap()
    };
    let output = backup(&file, data.path());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Not a second time over the same file, and not of nothing.
    assert_eq!(backup(&file, data.path()).status.code(), Some(1));
    let nothing = copies.path().join("nothing");
    assert_eq!(backup(&copies.path().join("x.db"), &nothing).status.code(), Some(1));
    served.kill().await.unwrap();
    let restored = Served::start(command(copies.path())).await.unwrap();
    let view = restored.client().get(&format!("/api/tables/{table}")).await.unwrap();
    let view: galet_wire::table::TableView = view.read().unwrap();
    assert_eq!(view.moves.len(), 5);
    restored.kill().await.unwrap();
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
