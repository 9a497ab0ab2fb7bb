//! Pages that wait before it is known whose they are.

use super::lines::{
    PATIENCE, all_is_charged, all_offer, more_pages, node_on_a_line, node_on_lines, opens,
};
use super::{GONE_TOLERANCE, MINUTE, WHOLE, fair, leaves_out_a_wait, left, plays};
use crate::club::{Club, Node, Pair, moves};
use galet_services::Cut;
use galet_test_client::Client;
use std::time::{Duration, Instant};

/// What somebody does whom a node keeps waiting because it cannot ask its database who they are.
pub(super) enum AtTheDoor {
    GivesUp,
    StaysUntilLetIn,
    /// It was not there when they began to wait.
    GoesToANewNode,
}

/// So many requests at a time keep everybody else waiting for seconds, where each has to ask a slow database who sends it.
pub(super) const CROWD: usize = 32;
/// A line that is so slow, one way, keeps nobody waiting for long who comes alone, and its node is never silent.
pub(super) const LATE: Duration = Duration::from_millis(120);
/// By then the crowd keeps everybody waiting.
pub(super) const GATHERS: Duration = Duration::from_millis(1_500);

/// Somebody else's requests keep a node busy for as long as something goes on.
pub(super) async fn in_a_crowd<T>(
    node: &Node,
    somebody: &Client,
    goes_on: impl Future<Output = T>,
) -> T {
    let asks = (0..CROWD).map(|_| async {
        let mut somebody = node.takes(somebody);
        loop {
            drop(somebody.get("/api/me").await);
        }
    });
    let goes_on = async {
        tokio::time::sleep(GATHERS).await;
        goes_on.await
    };
    tokio::select! {
        _ = futures_util::future::join_all(asks) => unreachable!("they ask for ever"),
        done = goes_on => done,
    }
}

/// Two people at the second node, one move played, and the first node's line to the database, which is to become slow.
pub(super) async fn beside_a_node_on_a_line(club: &Club) -> (Pair, [Node; 2], Cut) {
    let (one, line) = node_on_a_line(club, "one");
    let two = club.node("two");
    let mut pair = Pair::sit([&two, &two], MINUTE).await;
    pair.play(0, &moves(1)[0]).await;
    // A node that has just started does not know for sure who is away.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    (pair, [one, two], line)
}

/// The nodes hear each other all the time, but one of them cannot tell whose the page is, and for which table it came.
pub(super) async fn whoever_waits_before_they_are_known_loses_no_time(what: AtTheDoor) {
    let club = Club::open();
    let (mut pair, [one, two], line) = beside_a_node_on_a_line(&club).await;
    let texts = moves(3);
    // The turn begins after this, and not when both see that it has.
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    line.slow(LATE);
    let Pair { table, pages: [mover, mut other], clients } = pair;
    let mut new = None;
    let (thought, mut page) = in_a_crowd(&one, &clients[1], async {
        drop(mover);
        let mut thought = begun.elapsed();
        let mut there = one.takes(&clients[0]);
        let mut waits = Box::pin(opens(&mut there, &table));
        let in_time = tokio::time::timeout(PATIENCE, &mut waits).await;
        assert!(in_time.is_err(), "it is kept waiting");
        let page = match what {
            AtTheDoor::GivesUp => {
                drop(waits);
                opens(&mut two.takes(&clients[0]), &table).await
            }
            AtTheDoor::GoesToANewNode => {
                drop(waits);
                let starts = Instant::now();
                let node = new.insert(club.node("new"));
                // Nobody knows of it that somebody waits for it to start.
                thought += starts.elapsed();
                opens(&mut node.takes(&clients[0]), &table).await
            }
            AtTheDoor::StaysUntilLetIn => {
                line.heal();
                waits.await
            }
        };
        (thought.as_millis() as u64, page)
    })
    .await;
    line.heal();
    plays(&mut page, &table, 2, &texts[2]).await;
    let left = left(&mut other, &table, 0).await;
    fair(WHOLE - left, thought + GONE_TOLERANCE, begun);
    leaves_out_a_wait(&club, &table, 2, begun);
}

/// They were at a node that is busy with their table, and does not get round to noticing that they have left. Their next page
/// waits there, too, before it is known whose it is.
pub(super) async fn whoever_comes_back_to_a_busy_node_loses_no_time() {
    let club = Club::open();
    let (one, line) = node_on_a_line(&club, "one");
    let two = club.node("two");
    let mut pair = Pair::sit([&one, &two], MINUTE).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    let mut others = more_pages(&mut one.takes(&pair.clients[1]), &pair.table).await;
    // A node that has just started does not know for sure who is away.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    line.slow(LATE);
    let Pair { table, pages: [mover, mut other], clients } = pair;
    let keep_it_busy = async {
        loop {
            all_offer(&mut others, &table).await;
        }
    };
    let goes = in_a_crowd(&one, &clients[1], async {
        let thought = begun.elapsed().as_millis() as u64;
        drop(mover);
        let mut there = one.takes(&clients[0]);
        let waits = tokio::time::timeout(PATIENCE, opens(&mut there, &table));
        assert!(waits.await.is_err(), "it is kept waiting");
        (thought, opens(&mut two.takes(&clients[0]), &table).await)
    });
    let (thought, mut page) = tokio::select! {
        done = goes => done,
        () = keep_it_busy => unreachable!("they offer for ever"),
    };
    plays(&mut page, &table, 2, &texts[2]).await;
    let left = left(&mut other, &table, 0).await;
    line.heal();
    fair(WHOLE - left, thought + GONE_TOLERANCE, begun);
    leaves_out_a_wait(&club, &table, 2, begun);
}

/// They were at neither the node that nobody hears nor the one that answers, which has not had their table in memory.
pub(super) async fn whoever_goes_on_to_a_third_node_loses_no_time() {
    let club = Club::open();
    let (one, [line, nats]) = node_on_lines(&club, "one");
    let [two, three] = ["two", "three"].map(|name| club.node(name));
    let mut pair = Pair::sit([&two, &two], MINUTE).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    nats.stall();
    line.slow(LATE);
    let Pair { table, pages: [mover, mut other], clients } = pair;
    let (thought, mut page) = in_a_crowd(&one, &clients[1], async {
        drop(mover);
        let thought = begun.elapsed().as_millis() as u64;
        let mut there = one.takes(&clients[0]);
        let waits = tokio::time::timeout(PATIENCE, opens(&mut there, &table));
        assert!(waits.await.is_err(), "it is kept waiting");
        (thought, opens(&mut three.takes(&clients[0]), &table).await)
    })
    .await;
    plays(&mut page, &table, 2, &texts[2]).await;
    let left = left(&mut other, &table, 0).await;
    line.heal();
    nats.heal();
    fair(WHOLE - left, thought + GONE_TOLERANCE, begun);
    leaves_out_a_wait(&club, &table, 2, begun);
}

pub(super) async fn a_closed_page_gets_no_time_because_others_wait_before_they_are_known() {
    let club = Club::open();
    let (mut pair, [one, two], line) = beside_a_node_on_a_line(&club).await;
    pair.play(1, &moves(2)[1]).await;
    let begun = Instant::now();
    line.slow(LATE);
    let Pair { table, pages: [page, _other], clients } = pair;
    drop(page);
    let mut page = in_a_crowd(&one, &clients[1], async {
        // One of them waits for as long.
        let mut there = one.takes(&clients[1]);
        drop(tokio::time::timeout(PATIENCE, opens(&mut there, &table)).await);
        opens(&mut two.takes(&clients[0]), &table).await
    })
    .await;
    all_is_charged(&mut page, &table, begun).await;
    line.heal();
}

pub(super) async fn whoever_sees_the_table_gets_no_time_for_a_page_that_waits_before_it_is_known() {
    let club = Club::open();
    let (mut pair, [one, two], line) = beside_a_node_on_a_line(&club).await;
    let three = club.node("three");
    // Their page stays open at the second node, and the third knows it.
    let _there = opens(&mut three.takes(&pair.clients[1]), &pair.table).await;
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    pair.play(1, &moves(2)[1]).await;
    let begun = Instant::now();
    line.slow(LATE);
    in_a_crowd(&one, &pair.clients[1], async {
        let mut there = one.takes(&pair.clients[0]);
        let waits = tokio::time::timeout(PATIENCE, opens(&mut there, &pair.table));
        assert!(waits.await.is_err(), "it is kept waiting");
    })
    .await;
    line.heal();
    // What they waited for there would be left out after a second.
    let _again = opens(&mut two.takes(&pair.clients[0]), &pair.table).await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let mut page = opens(&mut three.takes(&pair.clients[0]), &pair.table).await;
    all_is_charged(&mut page, &pair.table, begun).await;
}
