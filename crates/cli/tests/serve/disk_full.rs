//! A disk that takes nothing any more: refused in words, red for those who watch over it, and all
//! is well again as soon as there is room. The system's limit on the size of files stands for the
//! disk: it can be set for a running program, by anybody.

use crate::{alone, galet, moves};
use galet_test_client::{Client, Connection, Served};
use galet_wire::socket::{Answer, ErrorInfo, Message};
use galet_wire::table::TableView;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Runs a program that is not killed for writing too much: it sees an error, as on a full disk.
fn patient(command: &tokio::process::Command) -> tokio::process::Command {
    let command = command.as_std();
    let mut shell = tokio::process::Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]);
    shell.arg(command.get_program()).args(command.get_args());
    shell
}

/// Sets how large a file of a process may become.
fn limit(process: u32, bytes: &str) {
    let mut command = Command::new("prlimit");
    command.args(["--pid", &process.to_string(), &format!("--fsize={bytes}:")]);
    assert!(command.status().expect("prlimit is there").success());
}

/// Waits until a page is told whether the server can save.
async fn until_storage(page: &mut Connection) -> bool {
    let told = async {
        loop {
            if let Message::Storage { working, words } = page.next().await.unwrap() {
                assert!(!words.en.is_empty() && !words.fr.is_empty());
                return working;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), told).await.expect("it is told in time")
}

/// What `/metrics` says of failing writes.
async fn failing(client: &mut Client) -> String {
    let text = client.get("/metrics").await.unwrap().text();
    let line = text.lines().find_map(|line| line.strip_prefix("galet_writes_failing "));
    line.expect("the figure is there").to_owned()
}

#[tokio::test]
async fn writing_goes_on_as_soon_as_there_is_room() {
    let data = tempfile::tempdir().unwrap();
    let mut command = patient(&crate::command(&data.path().join("data")));
    // The log is on the same disk: it takes nothing more, either.
    let log = data.path().join("log");
    std::fs::write(&log, " ".repeat(10_000)).unwrap();
    command.stderr(std::fs::OpenOptions::new().append(true).open(&log).unwrap());
    let served = Served::start(command).await.unwrap();
    let process = served.process().unwrap();
    let mut client = served.client();
    let name = galet_games::all()[0].name();
    let texts = moves(name, 8);
    let table = client.open_table(&alone(name)).await.unwrap();
    let mut player = client.connect().await.unwrap();
    player.watch(&table).await.unwrap();
    let mut page = served.client().connect().await.unwrap();
    let mut played = 0;
    for _ in 0..2 {
        let answer = player.play(&table, played as u32, &texts[played]).await.unwrap();
        assert_eq!(answer, Answer::Done);
        played += 1;
        assert_eq!(failing(&mut client).await, "0");

        limit(process, "4096");
        for _ in 0..3 {
            match player.play(&table, played as u32, &texts[played]).await.unwrap() {
                Answer::Refused { error } => assert_eq!(error.code, "storage"),
                other => panic!("nothing can be written: {other:?}"),
            }
        }
        assert!(!until_storage(&mut page).await, "everybody is told");
        let reply = client.get("/health").await.unwrap();
        assert_eq!(reply.status, 503);
        assert_eq!(reply.read::<ErrorInfo>().unwrap().code, "storage");
        assert_eq!(failing(&mut client).await, "1");
        // Nobody is thrown out, and everything can be seen.
        let view = player.watch(&table).await.unwrap();
        assert_eq!(view.moves.len(), played);

        limit(process, "unlimited");
        assert!(until_storage(&mut page).await, "it is noticed without a move");
        assert_eq!(client.get("/health").await.unwrap().status, 200);
        assert_eq!(failing(&mut client).await, "0");
        let answer = player.play(&table, played as u32, &texts[played]).await.unwrap();
        assert_eq!(answer, Answer::Done);
        played += 1;
    }
    served.kill().await.unwrap();
    let served = Served::start(crate::command(&data.path().join("data"))).await.unwrap();
    let view = served.client().get(&format!("/api/tables/{table}")).await.unwrap();
    let view: TableView = view.read().unwrap();
    let found: Vec<_> = view.moves.iter().map(|played| played.text.as_str()).collect();
    assert_eq!(found, texts[..played]);
    served.kill().await.unwrap();
}

/// What lies in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

#[tokio::test]
async fn a_backup_without_room_leaves_nothing_behind() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(crate::command(data.path())).await.unwrap();
    let name = galet_games::all()[0].name();
    served.client().open_table(&alone(name)).await.unwrap();
    let copies = tempfile::tempdir().unwrap();
    let file = copies.path().join("monday.db");
    let mut backup = galet(&["backup"]);
    backup.arg(&file).arg("--data").arg(data.path());
    // 512 bytes to a block: enough for a beginning.
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\""]);
    let output = shell.arg(backup.get_program()).args(backup.get_args()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("error"), "{said}");
    assert!(names(copies.path()).is_empty(), "{:?}", names(copies.path()));
    served.kill().await.unwrap();
}
