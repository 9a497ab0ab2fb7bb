//! One table at several nodes.

use crate::club::{Club, Pair, code, moves, table, until};
use galet_services::Nats;
use galet_wire::socket::{Answer, Message};
use galet_wire::table::{ClockTerms, SeatRequest};
use std::time::Duration;

#[tokio::test]
async fn what_happens_at_one_node_is_seen_at_the_others() {
    let club = Club::open();
    let [one, two, three] = ["one", "two", "three"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::None).await;
    let mut third = three.client().connect().await.expect("a connection");
    let view = third.watch(&pair.table).await.expect("a view");
    assert_eq!(view.state.ply, 0);
    let one_looks_on = |message: &Message| match message {
        Message::Happened { state, .. } => state.watchers == 1,
        Message::Watchers { watchers, .. } => *watchers == 1,
        _ => false,
    };
    while !one_looks_on(&pair.pages[0].next().await.expect("a message")) {}
    let texts = moves(6);
    for (ply, text) in texts.iter().enumerate() {
        pair.play(ply, text).await;
        until(&mut third, |state| state.ply == ply as u32 + 1).await;
    }
    for node in [&one, &two, &three] {
        let view = node.client().connect().await.unwrap().watch(&pair.table).await.unwrap();
        let played: Vec<_> = view.moves.iter().map(|played| played.text.clone()).collect();
        assert_eq!(played, texts);
    }
    let stranger = third.play(&pair.table, 6, &texts[0]).await.unwrap();
    assert_eq!(code(stranger), "not-seated");
}

#[tokio::test]
async fn of_two_nodes_at_the_same_moment_one_is_first_and_the_other_decides_anew() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::None).await;
    let texts = moves(8);
    for (ply, text) in texts.iter().enumerate() {
        // The same player has a page at each node and sends the same move from both.
        let mover = &pair.clients[ply % 2];
        let (mut here, mut there) = (one.takes(mover), two.takes(mover));
        let (mut here, mut there) = (here.connect().await.unwrap(), there.connect().await.unwrap());
        let (at, table) = (ply as u32, &pair.table);
        let (a, b) = tokio::join!(here.play(table, at, text), there.play(table, at, text));
        let mut answers = [a.unwrap(), b.unwrap()];
        answers.sort_by_key(|answer| *answer != Answer::Done);
        let [Answer::Done, Answer::Refused { error }] = answers else { panic!("{answers:?}") };
        assert_eq!(error.code, "already-played");
        for page in &mut pair.pages {
            until(page, |state| state.ply == at + 1).await;
        }
    }
    let counted = club.query("SELECT count(*), count(DISTINCT seq), max(seq) FROM events");
    assert_eq!(counted, "10|10|10", "opened, seated and eight moves, each once");
}

#[tokio::test]
async fn the_computer_moves_once_and_goes_on_when_its_node_is_killed() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut client = one.client();
    let seats = [SeatRequest::Me, SeatRequest::Computer { level: 1 }];
    let id = client.open_table(&table(seats, ClockTerms::None)).await.unwrap();
    let mut here = client.connect().await.unwrap();
    here.watch(&id).await.unwrap();
    let mut there = two.takes(&client).connect().await.unwrap();
    there.watch(&id).await.unwrap();
    assert_eq!(here.play(&id, 0, &moves(1)[0]).await.unwrap(), Answer::Done);
    until(&mut there, |state| state.ply == 2).await;
    assert_eq!(club.query("SELECT count(*) FROM events"), "3");
    // A node dies while the computer thinks there: its lease ends by itself.
    let seats = [SeatRequest::Computer { level: 10 }, SeatRequest::Me];
    let id = client.open_table(&table(seats, ClockTerms::None)).await.unwrap();
    one.kill();
    let view = there.watch(&id).await.unwrap();
    if view.state.ply == 0 {
        until(&mut there, |state| state.ply == 1).await;
    }
}

#[tokio::test]
async fn a_node_that_knows_more_than_the_store_goes_back_to_what_is_there() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::None).await;
    let texts = moves(4);
    for (ply, text) in texts.iter().enumerate().take(3) {
        pair.play(ply, text).await;
    }
    // As after a restored copy: the last two moves are gone, and both nodes know them.
    club.query("DELETE FROM events WHERE seq > 3; UPDATE tables SET seq = 3, ply = 1");
    let late = pair.pages[1].play(&pair.table, 3, &texts[3]).await.expect("an answer");
    assert_ne!(late, Answer::Done, "nobody can go on from a move that is not there");
    for page in &mut pair.pages {
        until(page, |state| state.ply == 1).await;
    }
    for (ply, text) in texts.iter().enumerate().skip(1) {
        pair.play(ply, text).await;
    }
    assert_eq!(club.query("SELECT count(*), max(seq) FROM events"), "6|6");
}

#[tokio::test]
async fn without_nats_the_store_is_asked() {
    let mut nats = Nats::start(1).expect("a NATS server");
    let club = Club::with_nats(nats.urls());
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut pair = Pair::sit([&one, &two], ClockTerms::None).await;
    let texts = moves(6);
    pair.play(0, &texts[0]).await;
    nats.kill(0);
    for (ply, text) in texts.iter().enumerate().take(4).skip(1) {
        pair.play(ply, text).await;
    }
    nats.start_again(0).expect("it starts again");
    nats.wait().expect("it runs");
    for (ply, text) in texts.iter().enumerate().skip(4) {
        let played = pair.play(ply, text);
        tokio::time::timeout(Duration::from_secs(10), played).await.expect("in time");
    }
}

#[tokio::test]
async fn a_table_that_is_deleted_at_one_node_is_gone_at_all() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node(name));
    let mut client = one.client();
    let seats = [SeatRequest::Me, SeatRequest::Friend];
    let id = client.open_table(&table(seats, ClockTerms::None)).await.unwrap();
    let mut stranger = two.client().connect().await.unwrap();
    stranger.watch(&id).await.unwrap();
    let gone = client.send("DELETE", "/api/me", &[]).await.unwrap();
    assert!(gone.status < 300, "{gone:?}");
    // Whoever looked on is cut off, and finds nothing.
    while stranger.next().await.is_ok() {}
    let reply = two.client().get(&format!("/api/tables/{id}")).await.unwrap();
    assert_eq!(reply.status, 404);
    assert_eq!(club.query("SELECT count(*) FROM events"), "0");
}
