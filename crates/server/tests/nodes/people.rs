//! People at several nodes.

use crate::club::{Club, Pair, moves, until};
use galet_wire::socket::{Answer, Message, Question};
use galet_wire::table::{ClockTerms, SeatView, Sitter};

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
