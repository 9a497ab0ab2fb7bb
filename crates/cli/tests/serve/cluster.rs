//! Faults in short: `cargo xtask cluster` is the long version.

use galet_cluster::{Plan, run_alone};
use std::time::Duration;

fn plan() -> Plan {
    Plan {
        program: env!("CARGO_BIN_EXE_galet").into(),
        seed: 7,
        faults: 5,
        lasts: Duration::from_secs(10),
        tables: 16,
        pace: Duration::from_millis(300),
        nodes: 3,
        workers: 1,
        long: false,
        only: Vec::new(),
        tells: false,
    }
}

/// Without it nobody would know whether what a cluster does wrong is the players' fault.
#[tokio::test(flavor = "multi_thread")]
async fn the_players_find_nothing_wrong_with_one_program() {
    let summary = run_alone(&plan(), 1).await.unwrap_or_else(|error| panic!("{error}"));
    assert!(summary.moves() >= 16, "{summary}");
}

#[cfg(feature = "cluster")]
#[tokio::test(flavor = "multi_thread")]
async fn a_few_faults_lose_nothing() {
    let summary = galet_cluster::run(&plan()).await.unwrap_or_else(|error| panic!("{error}"));
    assert!(summary.faults() > 0 && summary.moves() >= 16, "{summary}");
}
