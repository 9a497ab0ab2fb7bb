//! What many connections cost, and what is left for everybody else.

use crate::command;
use galet_test_client::Served;
use galet_wire::socket::{Answer, Question};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::time::timeout;

/// Memory of a process that is really there, in kilobytes.
fn memory(served: &Served) -> u64 {
    let process = served.process().expect("it runs");
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = text.lines().find(|line| line.starts_with("RssAnon:")).expect("a line");
    line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("a number")
}

/// The same once it stands still: at the start the engine's networks come and go.
async fn settled_memory(served: &Served) -> u64 {
    let mut before = [0, 0, memory(served)];
    loop {
        tokio::time::sleep(Duration::from_millis(250)).await;
        before = [before[1], before[2], memory(served)];
        if before.iter().all(|&kilobytes| kilobytes.abs_diff(before[2]) < 64) {
            return before[2];
        }
    }
}

#[tokio::test]
async fn an_idle_websocket_costs_little() {
    const MANY: u64 = 250;
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(command(data.path())).await.unwrap();
    let (mut sockets, mut steps) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        for _ in 0..MANY {
            sockets.push(served.client().connect().await.unwrap());
        }
        // Whoever is answered is connected for good.
        for socket in &mut sockets {
            assert_eq!(socket.ask(Question::StopAnalysis).await.unwrap(), Answer::Done);
        }
        steps.push(settled_memory(&served).await);
    }
    // What is loaded once is in one of the steps; what each connection costs is in all.
    let each = |pair: &[u64]| pair[1].saturating_sub(pair[0]) as f64 / MANY as f64;
    let mut each: Vec<_> = steps.windows(2).map(each).collect();
    each.sort_by(f64::total_cmp);
    assert!(each[1] < 20.0, "{each:.1?} kB for each WebSocket");
    assert!(each[1] > 0.5, "nothing was measured: {each:.1?}");
    served.kill().await.unwrap();
}

#[tokio::test]
async fn bodies_that_never_end_cost_little() {
    const MANY: usize = 300;
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(command(data.path())).await.unwrap();
    assert_eq!(served.client().get("/health").await.unwrap().status, 200);
    let before = settled_memory(&served).await;
    let head = format!(
        "POST /api/records/read HTTP/1.1\r\nhost: localhost\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        2 * 1024 * 1024
    );
    let most = vec![b' '; 2 * 1024 * 1024 - 1];
    let mut streams = Vec::new();
    for _ in 0..MANY {
        let (head, most) = (head.clone(), most.clone());
        let address = served.address;
        streams.push(tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let _ = stream.write_all(head.as_bytes()).await;
            // Whoever is told that the server is busy need not go on.
            let _ = timeout(Duration::from_secs(10), stream.write_all(&most)).await;
            stream
        }));
    }
    let mut kept = Vec::new();
    for stream in streams {
        kept.push(stream.await.unwrap());
    }
    let more = memory(&served).saturating_sub(before) / 1024;
    assert!(more < 150, "{more} MB for {MANY} bodies");
    assert_eq!(served.client().get("/health").await.unwrap().status, 200);
    served.kill().await.unwrap();
}

/// A server that may have so many files open, and where its log goes.
async fn limited(files: u32, data: &Path) -> (Served, PathBuf) {
    let log = data.join("log");
    let script =
        format!("ulimit -n {files}; exec \"$0\" --color never serve --port 0 --data \"$1\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(Path::new(env!("CARGO_BIN_EXE_galet"))).arg(data);
    command.stderr(std::fs::File::create(&log).unwrap());
    (Served::start(command).await.unwrap(), log)
}

#[tokio::test]
async fn a_flood_of_idle_connections_shuts_nobody_out_and_is_in_the_log() {
    let data = tempfile::tempdir().unwrap();
    let (served, log) = limited(256, data.path()).await;
    let mut socket = served.client().connect().await.unwrap();
    let mut idle = Vec::new();
    for number in 0..600 {
        idle.push(TcpStream::connect(served.address).await.unwrap());
        if number % 50 == 0 {
            assert_eq!(served.client().get("/health").await.unwrap().status, 200, "{number}");
        }
    }
    assert_eq!(socket.ask(Question::StopAnalysis).await.unwrap(), Answer::Done);
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(said.contains("all connections are taken"), "{said}");
    assert!(said.lines().count() < 20, "not a line for each: {said}");
    served.kill().await.unwrap();
}

#[tokio::test]
async fn without_descriptors_it_says_so_and_idle_connections_make_room() {
    let data = tempfile::tempdir().unwrap();
    // So few that there is no room for what is kept back.
    let (served, log) = limited(44, data.path()).await;
    let mut idle = Vec::new();
    for _ in 0..60 {
        idle.push(TcpStream::connect(served.address).await.unwrap());
    }
    assert_eq!(served.client().get("/api/games").await.unwrap().status, 200);
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(said.contains("connections cannot be taken"), "{said}");
    assert!(said.lines().count() < 20, "not a line for each: {said}");
    served.kill().await.unwrap();
}
