//! Nodes and their outages.

use super::{Bench, event, opening, summary, two, write};
use crate::{NodeId, Outage, Removal, StoreChange};
use galet_core::Side;
use galet_table::Moment;
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

/// Whoever asks first makes the secret; it stays.
pub async fn all_nodes_know_one_secret(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    let (one, two) = tokio::join!(store.secret([1; 32]), other.secret([2; 32]));
    let (one, two) = (one.expect("a secret"), two.expect("a secret"));
    assert!(one == two && [[1; 32], [2; 32]].contains(&one));
    assert_eq!(store.secret([3; 32]).await.expect("a secret"), one);
    other.close().await;
    store.close().await;
}

/// Every commit says that a node runs; one that leaves says so, and is forgotten after a while.
pub async fn nodes_say_that_they_run(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    let own = store.own_node();
    assert_eq!(store.node(own).await.expect("none"), None);
    assert_eq!(store.heartbeat().await.expect("none"), None);
    let before = store.now().await.expect("the time");
    write(&store, vec![StoreChange::Heartbeat]).await;
    let state = other.node(own).await.expect("known").expect("there");
    assert!(state.at >= before.0 && state.at <= store.now().await.expect("the time").0);
    assert_eq!((&*state.name, state.left), ("bench", None));
    bench.pass(SECOND).await;
    write(&store, opening(&summary("a", 1))).await;
    let later = other.node(own).await.expect("known").expect("there");
    assert!(later.at >= state.at + 1_000, "a move says it, too");
    assert_eq!(store.heartbeat().await.expect("a time"), Some(later.at));
    write(&store, vec![StoreChange::NodeLeft]).await;
    let left = other.node(own).await.expect("known").expect("there");
    assert_eq!(left.left, Some(left.at));
    let old = |before| vec![StoreChange::Removal(Removal::OldNodes { before })];
    assert_eq!(write(&other, old(left.at)).await, 0, "not yet");
    write(&store, vec![StoreChange::Heartbeat]).await;
    let said = store.node(own).await.expect("known").expect("there");
    if store.is_shared() {
        assert_eq!(said.left, left.left, "whoever leaves goes on leaving: no number comes twice");
        assert_eq!(write(&other, old(said.at + 1)).await, 1, "it has left");
        assert_eq!(store.node(own).await.expect("none"), None);
    } else {
        assert_eq!(said.left, None, "the only number comes again");
        assert_eq!(write(&store, old(u64::MAX)).await, 0, "it runs");
    }
    other.close().await;
    store.close().await;
}

/// A node that has not been heard of is noted once, however many notice it; if it comes back and
/// goes again, again.
pub async fn who_is_gone_without_a_word_is_noted_once(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    write(&store, vec![StoreChange::Heartbeat]).await;
    if !store.is_shared() {
        let nobody = store.note_dead_nodes(Moment(u64::MAX / 2)).await.expect("an answer");
        assert_eq!(nobody, [], "the only node runs");
        return store.close().await;
    }
    let third = bench.open(NodeId(33)).await;
    for _ in 0..2 {
        write(&third, vec![StoreChange::Heartbeat]).await;
        let died = third.node(NodeId(33)).await.expect("known").expect("there").at;
        bench.pass(10 * SECOND).await;
        write(&store, vec![StoreChange::Heartbeat]).await;
        write(&other, vec![StoreChange::Heartbeat]).await;
        let limit = Moment(store.now().await.expect("the time").0 - 5_000);
        let noted = (0..8).map(|number| {
            let node = if number % 2 == 0 { store.clone() } else { other.clone() };
            tokio::spawn(async move { node.note_dead_nodes(limit).await.expect("an answer") })
        });
        let noted: Vec<_> = noted.collect();
        let mut all = Vec::new();
        for one in noted {
            all.extend(one.await.expect("an answer"));
        }
        let [(node, began, ended)] = all[..] else { panic!("noted once: {all:?}") };
        assert_eq!((node, began), (NodeId(33), died));
        assert!(ended >= began + 10_000, "until now");
        let outages = store.outages_since(died).await.expect("outages");
        let of = |node| outages.iter().filter(move |one: &&Outage| one.node == node);
        assert!(of(node).eq(&[Outage { node, began, ended }]), "{outages:?}");
        // This one was as silent, and has said so with its first commit after it.
        let own = of(store.own_node()).map(|own| own.ended - own.began).collect::<Vec<_>>();
        assert!(own.len() == 1 && own[0] >= 10_000, "{outages:?}");
    }
    // Whoever leaves in good order is not missed.
    write(&third, vec![StoreChange::NodeLeft]).await;
    bench.pass(10 * SECOND).await;
    write(&store, vec![StoreChange::Heartbeat]).await;
    write(&other, vec![StoreChange::Heartbeat]).await;
    let now = other.now().await.expect("the time");
    assert_eq!(other.note_dead_nodes(Moment(now.0 - 5_000)).await.expect("an answer"), []);
    third.close().await;
    other.close().await;
    store.close().await;
}

/// Outages are listed in the order in which they ended; none lies in the future.
pub async fn outages_are_listed(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    let outage = |node, began, ended| Outage { node: NodeId(node), began, ended };
    let all = [outage(5, 100, 200), outage(6, 150, 300), outage(5, 400, 900)];
    for index in [2, 0, 1] {
        let Outage { node, began, ended } = all[index];
        write(&store, vec![StoreChange::Outage { node, began, ended }]).await;
    }
    assert_eq!(other.outages_since(0).await.expect("outages"), all);
    assert_eq!(other.outages_since(200).await.expect("outages"), all[1..]);
    assert_eq!(other.outages_since(900).await.expect("none"), []);
    assert_eq!(write(&other, vec![StoreChange::ForgetFuture { now: 350 }]).await, 1);
    let mut sooner = all;
    sooner[2] = outage(5, 350, 350);
    assert_eq!(store.outages_since(0).await.expect("outages"), sooner);
    let old = Removal::OldOutages { before: 300 };
    assert_eq!(write(&other, vec![StoreChange::Removal(old)]).await, 1);
    assert_eq!(store.outages_since(0).await.expect("outages"), sooner[1..]);
    // Piece by piece it is one, of each node; said again it is no other.
    for (node, began, ended) in
        [(7, 500, 600), (8, 600, 700), (7, 600, 700), (7, 700, 800), (7, 700, 800)]
    {
        let node = NodeId(node);
        write(&store, vec![StoreChange::Outage { node, began, ended }]).await;
    }
    let pieces = [outage(8, 600, 700), outage(7, 500, 800)];
    assert_eq!(other.outages_since(350).await.expect("outages"), pieces);
    other.close().await;
    store.close().await;
}

/// Where a seat's player is, is known until they are somewhere else.
pub async fn players_are_attended(bench: &impl Bench) {
    let [store, other] = two(bench).await;
    let [here, there] = [store.own_node(), other.own_node()];
    let attended = |side| StoreChange::Attended { table: "a".into(), side };
    write(&store, opening(&summary("a", 1))).await;
    let nodes = async || store.known("a").await.expect("known").expect("there").nodes;
    write(&store, vec![attended(Side::First)]).await;
    assert_eq!(nodes().await, [Some(here), None]);
    // Along with a move, and with something else.
    let mut with_move = event(&summary("a", 2), "two");
    with_move.push(attended(Side::Second));
    write(&other, with_move).await;
    assert_eq!(nodes().await, [Some(here), Some(there)]);
    write(&store, event(&summary("a", 3), "three")).await;
    assert_eq!(nodes().await, [Some(here), Some(there)], "a move does not change it");
    write(&other, vec![super::guest(1, 0), attended(Side::First), attended(Side::Second)]).await;
    assert_eq!(nodes().await, [Some(there), Some(there)]);
    // At a table that is gone nobody is: that is no fault.
    let gone = StoreChange::Attended { table: "gone".into(), side: Side::First };
    write(&store, vec![gone]).await;
    let mut new = opening(&summary("b", 1));
    new.push(StoreChange::Attended { table: "b".into(), side: Side::First });
    write(&store, new).await;
    let known = store.known("b").await.expect("known").expect("there");
    assert_eq!(known.nodes, [Some(here), None]);
    other.close().await;
    store.close().await;
}
