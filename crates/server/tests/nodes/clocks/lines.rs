//! What several scenarios need: nodes on lines that can be slow, and people who keep them busy.

use super::{GONE_TOLERANCE, WHOLE, left, plays};
use crate::club::{Club, Node, moves};
use crate::stall;
use galet_server::Settings;
use galet_services::Cut;
use galet_test_client::{Client, Connection};
use galet_wire::table::{Act, OfferKind};
use std::time::{Duration, Instant};

/// A node, and its line to the database.
pub(super) fn node_on_a_line(club: &Club, name: &str) -> (Node, Cut) {
    let mut line = None;
    let node = club.node_with(name, |settings| line = Some(on_a_line(settings)));
    (node, line.expect("it was made"))
}

/// Puts a line between a node and its database.
pub(super) fn on_a_line(settings: &mut Settings) -> Cut {
    let url = settings.database.take().expect("a database");
    let place = url.split(['@', '/']).nth(3).expect("user@place/name");
    let cut = Cut::start(place.parse().expect("an address")).expect("a line");
    settings.database = Some(url.replacen(place, &cut.address().to_string(), 1));
    cut
}

/// A node, its line to the database, and that to the other nodes.
pub(super) fn node_on_lines(club: &Club, name: &str) -> (Node, [Cut; 2]) {
    let mut lines = None;
    let node = club.node_with(name, |settings| {
        let reached = settings.nats[0].strip_prefix("nats://").expect("an address of NATS");
        let nats = Cut::start(reached.parse().expect("an address")).expect("a line");
        settings.nats = vec![format!("nats://{}", nats.address())];
        lines = Some([on_a_line(settings), nats]);
    });
    (node, lines.expect("they were made"))
}

/// Mends a line that is slow once it was for long enough, whatever goes on meanwhile: on a busy machine its node can count as
/// gone again and again, and gets nothing written for all the outages that others write down. Whether it stayed slow is
/// given, too.
pub(super) async fn heals_while<T>(line: &Cut, goes_on: impl Future<Output = T>) -> (T, bool) {
    let mut goes_on = std::pin::pin!(goes_on);
    match tokio::time::timeout(Duration::from_secs(5), &mut goes_on).await {
        Ok(ended) => (ended, true),
        Err(_) => {
            line.heal();
            (goes_on.await, false)
        }
    }
}

/// A line that is so slow, one way, makes a node busy for seconds with what all these pages ask.
pub(super) const BUSY: Duration = Duration::from_millis(200);

/// Eight more pages of a player.
pub(super) async fn more_pages(player: &mut Client, table: &str) -> Vec<Connection> {
    let mut pages = Vec::new();
    for _ in 0..8 {
        let mut page = player.connect().await.expect("another page of the same browser");
        page.watch(table).await.expect("a view");
        pages.push(page);
    }
    pages
}

/// All of them offer a draw after the second move.
pub(super) async fn all_offer(pages: &mut [Connection], table: &str) {
    let offer = Act::Offer { of: OfferKind::Draw };
    let offers = pages.iter_mut().map(|page| page.act(table, 2, offer));
    drop(futures_util::future::join_all(offers).await);
}

/// A page waits for so long before it gives up a node that is not heard.
pub(super) const PATIENCE: Duration = Duration::from_millis(4_000);

/// Moves, and checks that the clock ran since a moment: nobody is given any of the seconds that a page waited somewhere. On a
/// busy machine a node can be silent for a moment, of which everybody is given the benefit who comes then.
pub(super) async fn all_is_charged(page: &mut Connection, table: &str, begun: Instant) {
    let took = begun.elapsed().as_millis() as u64;
    plays(page, table, 2, &moves(3)[2]).await;
    let ran = WHOLE - left(page, table, 0).await;
    let may_miss = GONE_TOLERANCE + stall::since(begun);
    assert!(ran + may_miss >= took, "only {ran} of {took} ms are charged");
}

/// A page that shows a table, at last.
pub(super) async fn opens(browser: &mut Client, table: &str) -> Connection {
    loop {
        if let Ok(mut page) = browser.connect().await
            && page.watch(table).await.is_ok()
        {
            return page;
        }
    }
}
