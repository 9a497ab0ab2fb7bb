//! A short version of `cargo xtask cluster`.
#![cfg(target_os = "linux")]

use galet_cluster::{Plan, run_alone};
use std::path::PathBuf;
use std::time::Duration;

fn plan() -> Plan {
    Plan {
        program: program(),
        seed: 7,
        faults: 5,
        lasts: Duration::from_secs(60),
        tables: 16,
        pace: Duration::from_millis(300),
        nodes: 3,
        workers: 1,
        tells: false,
    }
}

/// Cargo puts tests one folder below programs.
fn program() -> PathBuf {
    let here = std::env::current_exe().unwrap();
    here.parent().unwrap().with_file_name("galet")
}

#[tokio::test(flavor = "multi_thread")]
async fn one_program_with_one_file_keeps_what_it_acknowledged() {
    let summary = run_alone(&plan(), 2).await.unwrap_or_else(|error| panic!("{error}"));
    println!("{summary}");
    assert!(summary.moves() > 50, "{summary}");
}
