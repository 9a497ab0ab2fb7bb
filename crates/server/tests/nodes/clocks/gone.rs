//! Nodes that are gone, or seem to be.

use super::{GONE, GONE_TOLERANCE, MINUTE, fair, leaves_out_gone, left, stored};
use crate::club::{Club, Pair, moves, table, until};
use crate::stall;
use galet_wire::table::{ClockTerms, SeatRequest};
use std::time::{Duration, Instant};

pub(super) async fn whoever_was_at_a_node_that_dies_loses_no_time_on_the_way_to_another() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], MINUTE).await;
    let texts = moves(4);
    // Both clocks run from the second move of each on.
    for (ply, text) in texts[..3].iter().enumerate() {
        pair.play(ply, text).await;
    }
    let asked = Instant::now();
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    two.kill();
    tokio::time::sleep(GONE).await;
    let mut page = one.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    fair(before.saturating_sub(after), GONE_TOLERANCE, asked);
    leaves_out_gone(&club, &pair.table, 3);
    // And the time after that runs as ever; a machine that stands still for long is a node that was stopped.
    tokio::time::sleep(Duration::from_millis(2_000)).await;
    let later = left(&mut page, &pair.table, 1).await;
    let ran = after.saturating_sub(later);
    assert!(ran + stall::since(asked) >= 1_900, "{after} {later}");
}

pub(super) async fn a_node_that_goes_down_in_good_order_costs_nobody_time() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], MINUTE).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let begun = Instant::now();
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    two.close().await;
    tokio::time::sleep(GONE).await;
    let mut page = one.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    fair(before.saturating_sub(after), GONE_TOLERANCE, begun);
    leaves_out_gone(&club, &pair.table, 3);
}

pub(super) async fn a_flag_falls_although_the_node_that_waited_for_it_is_gone() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let clock = ClockTerms::SuddenDeath { initial: 6_000 };
    let mut pair = Pair::sit([&one, &two], clock).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    // The second player, at the node that stays, does not move; who moved last was at the other one.
    one.kill();
    let [_, mut page] = pair.pages;
    let state = until(&mut page, |state| state.ending.is_some()).await;
    assert_eq!(state.clock.left.expect("a clock")[1], 0);
    assert!(stored(&club, &pair.table, clock, 3).ended.is_some(), "and not before its time");
}

pub(super) async fn what_passes_while_no_node_runs_is_nobodys_time() {
    let club = Club::open();
    let one = club.node("one");
    let mut pair = Pair::sit([&one, &one], MINUTE).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let begun = Instant::now();
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    one.close().await;
    tokio::time::sleep(GONE).await;
    let again = club.node("again");
    let mut page = again.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    fair(before.saturating_sub(after), GONE_TOLERANCE, begun);
    leaves_out_gone(&club, &pair.table, 3);
}

pub(super) async fn a_node_whose_readers_all_wait_counts_as_running() {
    let club = Club::open();
    let [one, _two] = ["one", "two"].map(|name| club.node(name));
    let mut guest = one.client();
    guest
        .open_table(&table([SeatRequest::Me, SeatRequest::Friend], ClockTerms::None))
        .await
        .unwrap();
    let begun = Instant::now();
    let locked = club.locks("tokens", 6);
    // Who they are cannot be read: they take all connections that read, and more wait for these.
    let asks = (0..24).map(|_| async {
        let mut guest = one.takes(&guest);
        while begun.elapsed() < Duration::from_secs(6) {
            drop(guest.get("/api/me").await);
        }
    });
    futures_util::future::join_all(asks).await;
    locked.join().expect("it was locked");
    let outages = |name: &str| {
        club.query(&format!(
            "SELECT count(*) FROM outages JOIN nodes ON nodes.id = outages.node WHERE name = '{name}'"
        ))
    };
    // A machine on which another node is missed, too, is too slow to tell.
    assert!(outages("one") == "0" || outages("two") != "0", "it was missed");
}
