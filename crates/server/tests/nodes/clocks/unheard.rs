//! Nodes that the others do not hear.

use super::lines::{BUSY, PATIENCE, all_offer, more_pages, node_on_lines};
use super::{GONE, GONE_TOLERANCE, MINUTE, WHOLE, fair, leaves_out_a_wait, left, plays};
use crate::club::{Club, Pair, moves};
use crate::stall;
use std::time::{Duration, Instant};

/// Where somebody was before they wait in vain.
pub(super) enum Was {
    There,
    Elsewhere,
}

/// It is slow to the database, too, but never silent for so long that it counts as gone: it can tell nobody that somebody
/// waits there.
pub(super) async fn whoever_gives_up_a_node_that_nobody_hears_loses_no_time(was: Was) {
    let club = Club::open();
    let (one, [line, nats]) = node_on_lines(&club, "one");
    let two = club.node("two");
    let before = if matches!(was, Was::There) { &one } else { &two };
    let mut pair = Pair::sit([before, &two], MINUTE).await;
    let texts = moves(3);
    pair.play(0, &texts[0]).await;
    let mut pages = more_pages(&mut one.takes(&pair.clients[1]), &pair.table).await;
    // A node that has just started does not know for sure who is away.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    // The turn begins after this, and not when both see that it has.
    let begun = Instant::now();
    pair.play(1, &texts[1]).await;
    nats.stall();
    line.slow(BUSY);
    let Pair { table, pages: [mut mover, mut other], clients } = pair;
    let offers = all_offer(&mut pages, &table);
    let moved = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let thought = begun.elapsed();
        let waits = async {
            match was {
                Was::There => drop(mover.play(&table, 2, &texts[2]).await),
                Was::Elsewhere => {
                    drop(mover);
                    let mut page = one.takes(&clients[0]).connect().await.expect("a connection");
                    drop(page.watch(&table).await);
                }
            }
        };
        let waits = tokio::time::timeout(PATIENCE, waits);
        assert!(waits.await.is_err(), "it waits behind the others");
        let mut page = two.takes(&clients[0]).connect().await.expect("a connection");
        page.watch(&table).await.expect("a view");
        plays(&mut page, &table, 2, &texts[2]).await;
        (thought.as_millis() as u64, left(&mut other, &table, 0).await)
    };
    let (_, (thought, left)) = tokio::join!(offers, moved);
    line.heal();
    nats.heal();
    fair(WHOLE - left, thought + GONE_TOLERANCE, begun);
    leaves_out_a_wait(&club, &table, 2, begun);
}

pub(super) async fn a_closed_page_gets_no_time_because_a_node_is_not_heard() {
    let club = Club::open();
    let (_one, [_line, nats]) = node_on_lines(&club, "one");
    let two = club.node("two");
    let mut pair = Pair::sit([&two, &two], MINUTE).await;
    for (ply, text) in moves(3).iter().enumerate() {
        pair.play(ply, text).await;
    }
    nats.stall();
    let Pair { table, pages: [mut other, page], clients } = pair;
    let begun = Instant::now();
    let before = left(&mut other, &table, 1).await;
    drop(page);
    tokio::time::sleep(GONE).await;
    let mut page = two.takes(&clients[1]).connect().await.expect("a connection");
    let ran = before.saturating_sub(left(&mut page, &table, 1).await);
    nats.heal();
    let gone = GONE.as_millis() as u64;
    assert!(ran + stall::since(begun) >= gone, "only {ran} ms are charged");
}
