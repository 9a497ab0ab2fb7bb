//! Clocks and outages: nobody loses time because a node is gone.

use crate::club::{Club, Pair, moves, until};
use galet_wire::table::ClockTerms;
use std::time::{Duration, Instant};

/// Nearly all of them wait: together they take as long as the longest.
#[tokio::test]
async fn nobody_loses_time_because_of_a_node() {
    tokio::join!(
        whoever_was_at_a_node_that_dies_loses_no_time_on_the_way_to_another(),
        a_node_that_goes_down_in_good_order_costs_nobody_time(),
        a_flag_falls_although_the_node_that_waited_for_it_is_gone(),
        what_passes_while_no_node_runs_is_nobodys_time(),
    );
}

/// More than this is no fault of the machine's being slow.
const TOLERANCE: u64 = 1_500;

async fn left(page: &mut galet_test_client::Connection, table: &str, seat: usize) -> u64 {
    page.watch(table).await.expect("a view").state.clock.left.expect("a clock")[seat]
}

async fn whoever_was_at_a_node_that_dies_loses_no_time_on_the_way_to_another() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::SuddenDeath { initial: 60_000 }).await;
    let texts = moves(4);
    // Both clocks run from the second move of each on.
    for (ply, text) in texts[..3].iter().enumerate() {
        pair.play(ply, text).await;
    }
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    let asked = Instant::now();
    two.kill();
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let mut page = one.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    let spent = before.saturating_sub(after);
    assert!(spent < TOLERANCE, "{spent} ms of {:?} are charged", asked.elapsed());
    // And the time after that runs as ever.
    tokio::time::sleep(Duration::from_millis(2_000)).await;
    let later = left(&mut page, &pair.table, 1).await;
    assert!(after - later >= 1_900, "{after} {later}");
}

async fn a_node_that_goes_down_in_good_order_costs_nobody_time() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::SuddenDeath { initial: 60_000 }).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    two.close().await;
    tokio::time::sleep(Duration::from_millis(2_000)).await;
    let mut page = one.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    assert!(before.saturating_sub(after) < TOLERANCE, "{before} {after}");
}

async fn a_flag_falls_although_the_node_that_waited_for_it_is_gone() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::SuddenDeath { initial: 3_000 }).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    // The second player, at the node that stays, does not move; who moved last was at the other one.
    one.kill();
    let [_, mut page] = pair.pages;
    let state = until(&mut page, |state| state.ending.is_some()).await;
    assert_eq!(state.clock.left.expect("a clock")[1], 0);
}

async fn what_passes_while_no_node_runs_is_nobodys_time() {
    let club = Club::open();
    let one = club.node("one");
    let mut pair = Pair::sit([&one, &one], ClockTerms::SuddenDeath { initial: 60_000 }).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let before = left(&mut pair.pages[0], &pair.table, 1).await;
    one.close().await;
    tokio::time::sleep(Duration::from_millis(4_000)).await;
    let again = club.node("again");
    let mut page = again.takes(&pair.clients[1]).connect().await.expect("a connection");
    let after = left(&mut page, &pair.table, 1).await;
    assert!(before.saturating_sub(after) < TOLERANCE, "{before} {after}");
}
