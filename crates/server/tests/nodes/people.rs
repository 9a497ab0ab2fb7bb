//! People at several nodes.

use crate::club::{AT_LAST, Club, Pair, moves, table, until};
use galet_services::Nats;
use galet_wire::socket::{Answer, Message, Question};
use galet_wire::table::{ClockTerms, SeatRequest, SeatView, Sitter};
use std::time::Duration;
use tokio::time::{sleep, timeout};

#[tokio::test]
async fn who_has_left_is_known_at_all_nodes() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let pair = Pair::sit([&one, &two], ClockTerms::None).await;
    let [mut page, other] = pair.pages;
    let away = |state: &galet_wire::table::TableState| state.seats.iter().any(|seat| !seat.present);
    drop(other);
    until(&mut page, away).await;
    let mut again = one.takes(&pair.clients[1]).connect().await.unwrap();
    again.watch(&pair.table).await.unwrap();
    until(&mut page, |state| !away(state)).await;
    // One who was at a node that dies has left, too.
    drop(again);
    until(&mut page, away).await;
    let mut there = two.takes(&pair.clients[1]).connect().await.unwrap();
    there.watch(&pair.table).await.unwrap();
    until(&mut page, |state| !away(state)).await;
    two.kill();
    until(&mut page, away).await;
}

#[tokio::test]
async fn of_two_pages_the_one_that_stays_open_says_where_a_player_is() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let hour = ClockTerms::SuddenDeath { initial: 3_600_000 };
    let mut pair = Pair::sit([&one, &two], hour).await;
    // Clocks run after the first two moves.
    for (ply, text) in moves(4).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let node =
        || club.query(&format!("SELECT second_node FROM tables WHERE id = '{}'", pair.table));
    let first = node();
    assert!(!first.is_empty());
    let changes = async |is_there: &dyn Fn() -> bool| {
        while !is_there() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let mut page = one.takes(&pair.clients[1]).connect().await.unwrap();
    page.watch(&pair.table).await.unwrap();
    timeout(AT_LAST, changes(&|| node() != first)).await.expect("the newest page counts");
    drop(page);
    timeout(AT_LAST, changes(&|| node() == first))
        .await
        .expect("it is closed, and the other is not");
}

#[tokio::test]
async fn how_many_games_wait_is_told_at_all_nodes() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::None).await;
    // The second player has another page, at the other node.
    let mut page = one.takes(&pair.clients[1]).connect().await.unwrap();
    assert_eq!(page.ask(Question::StopAnalysis).await.unwrap(), Answer::Done);
    pair.play(0, &moves(1)[0]).await;
    loop {
        if let Message::Turns { turns: 1 } = page.next().await.expect("a message") {
            break;
        }
    }
}

#[tokio::test]
async fn a_name_and_a_sign_out_are_known_at_all_nodes() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::None).await;
    let name = serde_json::json!({ "name": "Zoé" });
    let reply = pair.clients[1].send_json("PUT", "/api/me", &name).await.unwrap();
    assert!(reply.status < 300, "{reply:?}");
    let named =
        |seat: &SeatView| matches!(&seat.sitter, Sitter::Guest { name, .. } if name == "Zoé");
    until(&mut pair.pages[0], |state| state.seats.iter().any(named)).await;

    let mut page = one.takes(&pair.clients[1]).connect().await.unwrap();
    assert_eq!(page.ask(Question::StopAnalysis).await.unwrap(), Answer::Done);
    let gone = pair.clients[1].send("DELETE", "/api/me", &[]).await.unwrap();
    assert!(gone.status < 300, "{gone:?}");
    while page.next().await.is_ok() {}
}

/// More than enough for what a node finds out by itself.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn what_is_deleted_and_who_is_renamed_while_nats_is_away_is_known_at_all_nodes() {
    let mut nats = Nats::start(1).expect("a NATS server");
    let club = Club::with_nats(nats.urls());
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::None).await;
    let mut leaver = one.client();
    let seats = [SeatRequest::Me, SeatRequest::Friend];
    let gone = leaver.open_table(&table(seats, ClockTerms::None)).await.unwrap();
    let mut stranger = two.client().connect().await.unwrap();
    stranger.watch(&gone).await.unwrap();
    nats.kill(0);
    // Both nodes have noticed, and asked for what they may have missed until then.
    pair.play(0, &moves(1)[0]).await;

    let left = leaver.send("DELETE", "/api/me", &[]).await.unwrap();
    assert!(left.status < 300, "{left:?}");
    let cut_off = async { while stranger.next().await.is_ok() {} };
    timeout(PATIENCE, cut_off).await.expect("whoever looked on is cut off");
    let reply = two.client().get(&format!("/api/tables/{gone}")).await.unwrap();
    assert_eq!(reply.status, 404);

    let name = serde_json::json!({ "name": "Zoé" });
    let reply = pair.clients[1].send_json("PUT", "/api/me", &name).await.unwrap();
    assert!(reply.status < 300, "{reply:?}");
    // What it has not told yet it tells nobody any more.
    two.kill();
    nats.start_again(0).expect("it starts again");
    nats.wait().expect("it runs");
    let named =
        |seat: &SeatView| matches!(&seat.sitter, Sitter::Guest { name, .. } if name == "Zoé");
    let renamed = until(&mut pair.pages[0], |state| state.seats.iter().any(named));
    timeout(PATIENCE, renamed).await.expect("the other's new name is shown");
}
