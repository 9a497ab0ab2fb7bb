//! The disk comes before the acknowledgement: seen from outside, in the system calls of the
//! running program.
//!
//! `strace` writes down every write, sync and send of every thread in the order in which they
//! happen. For each move, the log of the database must have been written and then synced after
//! the last acknowledgement and before the next one. Nothing inside the program can pretend that.

use crate::{alone, command, moves};
use galet_test_client::Served;
use galet_wire::socket::Answer;
use std::path::Path;
use std::process::Stdio;
use tokio::process::Command;

const MOVES: usize = 25;

#[tokio::test(flavor = "multi_thread")]
async fn every_move_is_synced_before_it_is_acknowledged() {
    let found = Command::new("strace").arg("-V").stdout(Stdio::null()).status().await;
    assert!(
        found.is_ok_and(|status| status.success()),
        "this test needs strace: apt install strace (cargo xtask test does it where it may)"
    );
    let data = tempfile::tempdir().unwrap();
    let trace = data.path().join("trace");
    let inner = command(&data.path().join("data"));
    let mut traced = Command::new("strace");
    traced.args(["-f", "-y", "-s", "200", "-e", CALLS, "-o"]).arg(&trace);
    traced.arg(inner.as_std().get_program()).args(inner.as_std().get_args());
    let served = Served::start(traced).await.unwrap();
    let mut client = served.client();
    let name = galet_games::all()[0].name();
    let table = client.open_table(&alone(name)).await.unwrap();
    let mut connection = client.connect().await.unwrap();
    for (ply, text) in moves(name, MOVES).iter().enumerate() {
        assert_eq!(connection.play(&table, ply as u32, text).await.unwrap(), Answer::Done);
    }
    // Killing strace would let the program go: the program itself is asked to end.
    let text = std::fs::read_to_string(&trace).unwrap();
    let process = text.split_whitespace().next().unwrap();
    assert!(Command::new("kill").arg(process).status().await.unwrap().success());
    drop(connection);
    assert_eq!(served.ended().await.unwrap(), Some(0));
    check(&text, Path::new("galet.db-wal"));
}

const CALLS: &str = "trace=write,writev,pwrite64,fdatasync,fsync,sendto,sendmsg";

/// Walks through the calls: each acknowledgement needs a write to the log and a sync of it since
/// the one before.
fn check(trace: &str, log: &Path) {
    let log = log.to_str().unwrap();
    let (mut written, mut synced, mut acknowledged) = (false, false, 0);
    for line in trace.lines() {
        let of_log = line.contains(log);
        // A call that is interrupted by another thread's is finished on a later line; it has
        // begun here, and a sync counts only once it is finished.
        let finished = !line.contains("<unfinished");
        if of_log && line.contains("pwrite64(") {
            (written, synced) = (true, false);
        } else if is_sync(line) && finished && (of_log || line.contains("resumed>")) {
            assert!(line.contains("= 0"), "the sync failed: {line}");
            synced = written;
        } else if is_acknowledgement(line) {
            assert!(written, "acknowledged before anything was written:\n{line}");
            assert!(synced, "acknowledged before the sync:\n{line}");
            (written, synced) = (false, false);
            acknowledged += 1;
        }
    }
    assert_eq!(acknowledged, MOVES, "every acknowledgement is seen");
}

fn is_sync(line: &str) -> bool {
    line.contains("fdatasync") || line.contains("fsync")
}

/// What `strace` shows of `{"type":"answer",…,"answer":{"type":"done"}}`.
fn is_acknowledgement(line: &str) -> bool {
    line.contains(r#"\"answer\":{\"type\":\"done\"}"#)
}

#[test]
fn the_check_can_fail() {
    let write = r#"7 pwrite64(9</x/galet.db-wal>, "..", 24, 0) = 24"#;
    let sync = "7 fdatasync(9</x/galet.db-wal>) = 0";
    let answer =
        r#"8 sendto(11, "..{\"type\":\"answer\",\"to\":1,\"answer\":{\"type\":\"done\"}}") = 50"#;
    let good = format!("{write}\n{sync}\n{answer}\n").repeat(MOVES);
    check(&good, Path::new("galet.db-wal"));
    let late = format!("{write}\n{answer}\n{sync}\n").repeat(MOVES);
    let never = format!("{sync}\n{answer}\n").repeat(MOVES);
    let begun = good.replace(sync, "7 fdatasync(9</x/galet.db-wal> <unfinished ...>");
    for wrong in [late, never, begun] {
        let checked = std::panic::catch_unwind(|| check(&wrong, Path::new("galet.db-wal")));
        assert!(checked.is_err(), "{wrong}");
    }
}
