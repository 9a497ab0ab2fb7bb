//! Leases of tables that want something by themselves.

use super::{Bench, event, opening, summary, two, write};
use crate::wakes::{LEASE, RENEWAL};
use crate::{Store, Summary};
use galet_table::Moment;
use std::time::Duration;

fn waking(id: &str, seq: u32, wake: Option<u64>) -> Summary {
    Summary { wake, ..summary(id, seq) }
}

async fn claim(store: &Store, before: u64) -> Vec<String> {
    let mut claimed = store.claim_wakes(Moment(before), 100).await.expect("an answer");
    claimed.sort_unstable();
    claimed
}

/// Whoever writes to a table that wants something has it; without a wish nobody has.
pub async fn a_commit_takes_and_clears_the_lease(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    write(&store, opening(&waking("a", 1, Some(50)))).await;
    write(&store, opening(&waking("b", 1, Some(70)))).await;
    write(&store, opening(&waking("c", 1, None))).await;
    assert_eq!(claim(&store, 100).await, Vec::<String>::new(), "they are taken already");
    assert_eq!(claim(&other, 100).await, Vec::<String>::new());
    store.release_leases().await.expect("they are given back");
    assert_eq!(claim(&other, 60).await, ["a"], "the other wants nothing yet");
    // A move by whoever has it not takes it.
    write(&store, event(&waking("a", 2, Some(55)), "")).await;
    other.release_leases().await.expect("they are given back");
    if store.is_shared() {
        assert_eq!(claim(&other, 60).await, Vec::<String>::new());
    }
    // Without a wish it is nobody's, and none to claim.
    write(&store, event(&waking("a", 3, None), "")).await;
    bench.pass(LEASE + Duration::from_millis(1)).await;
    assert_eq!(claim(&other, 1_000).await, ["b"]);
    write(&store, event(&waking("a", 4, Some(60)), "")).await;
    let mut waits = store.waking_before(Moment(1_000)).await.expect("a list");
    waits.sort_unstable();
    assert_eq!(waits, ["a", "b"]);
    other.close().await;
    store.close().await;
}

/// Before a lease ends whoever has it takes it anew; after that anybody does.
pub async fn a_lease_ends_by_itself(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    write(&store, opening(&waking("a", 1, Some(50)))).await;
    let nobody = Vec::<String>::new();
    bench.pass(LEASE - RENEWAL - Duration::from_secs(2)).await;
    assert_eq!(claim(&store, 100).await, nobody, "it holds for long enough");
    bench.pass(Duration::from_secs(2) + Duration::from_millis(1)).await;
    if store.is_shared() {
        assert_eq!(claim(&other, 100).await, nobody, "it still holds");
    }
    assert_eq!(claim(&store, 100).await, ["a"], "it is taken anew");
    bench.pass(LEASE - RENEWAL - Duration::from_secs(2)).await;
    assert_eq!(claim(&store, 100).await, nobody);
    bench.pass(RENEWAL + Duration::from_secs(2) + Duration::from_millis(1)).await;
    assert_eq!(claim(&other, 100).await, ["a"], "it has ended");
    if store.is_shared() {
        assert_eq!(claim(&store, 100).await, nobody, "it is the other's now");
    }
    other.close().await;
    store.close().await;
}

/// Whoever is noted to be gone has no leases: nobody waits until they end.
pub async fn who_is_gone_has_no_leases(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    write(&store, opening(&waking("a", 1, Some(50)))).await;
    if store.is_shared() {
        bench.pass(LEASE / 2).await;
        let now = other.now().await.expect("the time");
        assert_eq!(claim(&other, 100).await, Vec::<String>::new(), "it still holds");
        assert_eq!(other.note_dead_nodes(now).await.expect("an answer").len(), 1);
        assert_eq!(claim(&other, 100).await, ["a"]);
    }
    other.close().await;
    store.close().await;
}

/// Of many that claim at once each table goes to one, and those that wait longest go first.
pub async fn one_node_at_a_time_has_a_table(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    let tables: Vec<_> = (0..60).map(|n| waking(&format!("t{n:02}"), 1, Some(60 - n))).collect();
    write(&store, tables.iter().flat_map(opening).collect()).await;
    store.release_leases().await.expect("they are given back");
    let first = store.claim_wakes(Moment(100), 5).await.expect("some");
    assert_eq!(first.len(), 5);
    assert!(first.iter().all(|id| **id >= *"t55"), "{first:?}");
    let claims = (0..12).map(|number| {
        let node = if number % 2 == 0 { store.clone() } else { other.clone() };
        tokio::spawn(async move { node.claim_wakes(Moment(100), 10).await.expect("some") })
    });
    let claims: Vec<_> = claims.collect();
    let mut all = first;
    for claim in claims {
        all.extend(claim.await.expect("an answer"));
    }
    // What two wanted at the same moment may be left for the next round.
    all.extend(store.claim_wakes(Moment(100), 100).await.expect("the rest"));
    all.sort_unstable();
    let expected: Vec<_> = (0..60).map(|n| format!("t{n:02}")).collect();
    assert_eq!(all, expected);
    other.close().await;
    store.close().await;
}
