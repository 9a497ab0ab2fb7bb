//! The siege in short: `cargo xtask siege` is the long one.
//!
//! One after the other: what is measured here is shared by all, memory and the disk's patience.

use galet_siege::{flood, full, kill, power, slow, wrong};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn a_short_siege() {
    let program = Path::new(env!("CARGO_BIN_EXE_galet"));
    let killed = kill::attack(program, 12, 1).await.unwrap();
    assert!(killed.kept >= 12 * 20, "{killed:?}: in each life there was something to lose");
    let cut = power::attack(program, 15, 1).await.unwrap();
    assert!(cut.kept >= 15 && cut.lost >= 2, "{cut:?}");
    let filled = full::attack(program, 2).await.unwrap();
    assert_eq!(filled.refused, 2 * 3, "{filled:?}");
    let slowed = slow::attack(program, 60).await.unwrap();
    assert!(slowed.played.count() > 0, "{slowed:?}");
    let wronged = wrong::attack(program, 2_000, 1).await.unwrap();
    let refused: u64 = wronged.statuses.range(400..500).map(|(_, count)| count).sum();
    assert!(refused > 300 && wronged.messages >= 900, "{wronged:?}");
    let flooded = flood::attack(program, Duration::from_secs(6), 30, 1).await.unwrap();
    // What came of it depends on how fast the machine is; that all of it was tried does not.
    let kinds: BTreeSet<_> =
        flooded.tried.keys().filter_map(|what| what.split(':').next()).collect();
    assert!(flooded.played.count() > 40 && kinds.len() == flood::KINDS, "{flooded:?}");
}
