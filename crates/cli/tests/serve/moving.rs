//! `galet move-data`: an installation goes to another place and is played on there.

use crate::{alone, command, galet, moves};
use galet_test_client::{Client, Served};
use galet_wire::table::TableView;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// A few games with a few moves, in a folder of their own.
async fn played() -> (TempDir, Client, Vec<(String, Vec<String>)>) {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(command(data.path())).await.unwrap();
    let mut client = served.client();
    let mut tables = Vec::new();
    for game in galet_games::all() {
        let table = client.open_table(&alone(game.name())).await.unwrap();
        let mut connection = client.connect().await.unwrap();
        let texts = moves(game.name(), 5);
        for (ply, text) in texts.iter().enumerate() {
            connection.play(&table, ply as u32, text).await.unwrap();
        }
        tables.push((table, texts));
    }
    served.kill().await.unwrap();
    (data, client, tables)
}

/// Every game is there, and the browser is who it was.
async fn found_again(served: &Served, client: &mut Client, tables: &[(String, Vec<String>)]) {
    client.address = served.address;
    for (table, texts) in tables {
        let view = client.get(&format!("/api/tables/{table}")).await.unwrap();
        let view: TableView = view.read().unwrap();
        let found: Vec<_> = view.moves.iter().map(|played| played.text.as_str()).collect();
        assert_eq!(found, *texts);
        assert!(view.state.seats.iter().all(|seat| seat.you), "the identity is there, too");
    }
}

fn move_data(from: impl AsRef<Path>, to: impl AsRef<Path>) -> Output {
    let mut command = galet(&["move-data", "--from"]);
    command.arg(from.as_ref()).arg("--to").arg(to.as_ref()).output().unwrap()
}

fn said(output: &Output) -> String {
    let texts = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    texts.concat()
}

#[tokio::test]
async fn games_go_on_in_another_folder() {
    let (data, mut client, tables) = played().await;
    let elsewhere = tempfile::tempdir().unwrap();
    let output = move_data(data.path(), elsewhere.path());
    assert!(output.status.success(), "{}", said(&output));
    let counted = format!("{} tables", tables.len());
    assert!(said(&output).contains(&counted), "{}", said(&output));
    let served = Served::start(command(elsewhere.path())).await.unwrap();
    found_again(&served, &mut client, &tables).await;
    // Not while somebody serves from it, and not over something else.
    let output = move_data(data.path(), elsewhere.path());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("already"), "{}", said(&output));
    served.kill().await.unwrap();
    let (other, _, _) = played().await;
    let output = move_data(data.path(), other.path());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("other data"), "{}", said(&output));
}

#[cfg(not(feature = "cluster"))]
#[test]
fn a_program_without_postgres_says_how_to_get_it() {
    let data = tempfile::tempdir().unwrap();
    let url = "postgres://galet:secret@127.0.0.1:1/galet";
    for arguments in
        [&["serve", "--port", "0", "--database", url][..], &["check-data", "--database", url]]
    {
        let output = galet(arguments).arg("--data").arg(data.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(said(&output).contains("--features cluster"), "{}", said(&output));
        assert!(!said(&output).contains("secret"), "{}", said(&output));
    }
}

#[cfg(all(feature = "cluster", target_os = "linux"))]
#[tokio::test]
async fn games_go_on_in_postgres_and_come_back() {
    let (data, mut client, tables) = played().await;
    let server = galet_services::Postgres::shared().unwrap();
    let url = server.new_database().unwrap();
    let output = move_data(data.path(), &url);
    assert!(output.status.success(), "{}", said(&output));
    let nothing = tempfile::tempdir().unwrap();
    let mut node = command(nothing.path());
    node.args(["--database", &url]);
    let served = Served::start(node).await.unwrap();
    found_again(&served, &mut client, &tables).await;
    assert!(!nothing.path().join("galet.db").exists(), "nothing is in a file");
    let table = client.open_table(&alone(galet_games::all()[0].name())).await.unwrap();
    let back = tempfile::tempdir().unwrap();
    let output = move_data(&url, back.path());
    assert_eq!(output.status.code(), Some(1), "somebody serves from it: {}", said(&output));
    served.ask_to_end();
    assert_eq!(served.ended().await.unwrap(), Some(0));
    let output = galet(&["check-data", "--database", &url]).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let counted = format!("{} tables", tables.len() + 1);
    assert!(said(&output).contains(&counted), "{}", said(&output));
    let output = move_data(&url, back.path());
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains(&counted), "{}", said(&output));
    let served = Served::start(command(back.path())).await.unwrap();
    found_again(&served, &mut client, &tables).await;
    found_again(&served, &mut client, &[(table, Vec::new())]).await;
    served.kill().await.unwrap();
    // An event that is not what it was is found.
    let name = url.rsplit('/').next().unwrap().split('?').next().unwrap();
    server.query(name, "UPDATE events SET body = '{}' WHERE seq = 2").unwrap();
    let output = galet(&["check-data", "--database", &url]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains(&tables[0].0), "{}", said(&output));
}
