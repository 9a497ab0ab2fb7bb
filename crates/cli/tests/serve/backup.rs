//! `galet backup` and going back to it; `galet check-data`.

use crate::{alone, command, galet, moves};
use galet_test_client::Served;
use galet_wire::table::TableView;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

/// A program that goes on for longer does not end by itself.
const PATIENCE: Duration = Duration::from_secs(20);

fn backup(file: &Path, data: &Path) -> Output {
    galet(&["backup"]).arg(file).arg("--data").arg(data).output().unwrap()
}

fn said(output: &Output) -> String {
    let texts = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    texts.concat()
}

#[tokio::test]
async fn going_back_to_a_backup_brings_every_game_back() {
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
    let copies = tempfile::tempdir().unwrap();
    let file = copies.path().join("monday.db");
    // One that was killed left something under another name, which is no backup.
    std::fs::write(copies.path().join("monday.db.unfinished"), "half of it").unwrap();
    let output = backup(&file, data.path());
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains(&format!("{} tables", tables.len())), "{}", said(&output));
    assert_eq!(std::fs::read_dir(copies.path()).unwrap().count(), 1, "only the copy is there");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "it is private, as the original is");
    }
    // Not a second time over the same file, and not of nothing.
    assert_eq!(backup(&file, data.path()).status.code(), Some(1));
    let nothing = copies.path().join("nothing");
    assert_eq!(backup(&copies.path().join("x.db"), &nothing).status.code(), Some(1));
    // What is played after the backup is lost with the server; the rest comes back with it.
    client.open_table(&alone(galet_games::all()[0].name())).await.unwrap();
    served.kill().await.unwrap();
    let restored = tempfile::tempdir().unwrap();
    std::fs::copy(&file, restored.path().join("galet.db")).unwrap();
    let served = Served::start(command(restored.path())).await.unwrap();
    client.address = served.address;
    for (table, texts) in &tables {
        let view = client.get(&format!("/api/tables/{table}")).await.unwrap();
        let view: TableView = view.read().unwrap();
        let found: Vec<_> = view.moves.iter().map(|played| played.text.as_str()).collect();
        assert_eq!(found, *texts);
        assert!(view.state.seats.iter().all(|seat| seat.you), "the identity is there, too");
    }
    let check = |data: &Path| galet(&["check-data", "--data"]).arg(data).output().unwrap();
    let output = check(restored.path());
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains(&format!("{} tables", tables.len())), "{}", said(&output));
    served.kill().await.unwrap();
    assert_eq!(check(&nothing).status.code(), Some(1));
    // A few letters are wrong in one event: its table is named, in both languages.
    let mut bytes = std::fs::read(&file).unwrap();
    let event = bytes.windows(14).position(|part| part == b"\"type\":\"moved\"");
    let event = event.expect("a move is in it");
    bytes[event + 8..event + 13].copy_from_slice(b"maybe");
    let damaged = tempfile::tempdir().unwrap();
    std::fs::write(damaged.path().join("galet.db"), bytes).unwrap();
    let english = check(damaged.path());
    let french = Command::new(env!("CARGO_BIN_EXE_galet"))
        .args(["--lang", "fr", "check-data", "--data"])
        .arg(damaged.path())
        .output();
    for (output, sum) in
        [(english, "1 of 3 tables are damaged"), (french.unwrap(), "1 tables sur 3 sont abîmées")]
    {
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(said(&output).contains(sum), "{}", said(&output));
        let named = tables.iter().filter(|(table, _)| said(&output).contains(table)).count();
        assert_eq!(named, 1, "{}", said(&output));
    }
    std::fs::write(restored.path().join("galet.db"), "this is no database").unwrap();
    let output = check(restored.path());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("The file is damaged."), "{}", said(&output));
}

#[tokio::test]
async fn a_second_server_is_told_which_folder_and_what_to_do() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(command(data.path())).await.unwrap();
    let mut second = command(data.path());
    let second = tokio::time::timeout(PATIENCE, second.kill_on_drop(true).output()).await;
    let second = second.expect("it does not stay").unwrap();
    assert_eq!(second.status.code(), Some(1), "{}", said(&second));
    for part in [&*data.path().to_string_lossy(), "stop that one first", "--data"] {
        assert!(said(&second).contains(part), "{}", said(&second));
    }
    // The lock does not outlive its server, even if that had no time to say goodbye.
    served.kill().await.unwrap();
    Served::start(command(data.path())).await.unwrap().kill().await.unwrap();
}
