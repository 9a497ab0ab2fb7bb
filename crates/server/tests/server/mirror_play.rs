//! A game that a browser keeps is left to it, until somebody without a browser that can plays there.

use crate::house::{House, code, game, table, until, wide};
use crate::mirror::{ALONE, COMPUTER, NAMES, NOW, browser, given, kept, refused};
use galet_test_client::KeptTable;
use galet_wire::door::MirroredEvents;
use galet_wire::socket::{Answer, Message};
use galet_wire::table::{Act, ClockTerms, Happening, TableView};

/// A clock of a minute, and it is the computer's turn.
fn timed() -> KeptTable {
    let clock = ClockTerms::SuddenDeath { initial: 60_000 };
    let request = table(game(0), COMPUTER, clock);
    let mut kept = KeptTable::open(NAMES[0], &request, NOW);
    kept.plays(3, clock);
    kept
}

#[tokio::test]
async fn the_server_leaves_a_game_to_its_browser_until_somebody_plays_there() {
    let house = House::with(wide).await;
    let mut client = browser(&house).await;
    let game = timed();
    game.mirror(&mut client, 1).await.unwrap();
    // A stranger looks on: that wakes nobody.
    let mut stranger = house.client().connect().await.unwrap();
    stranger.watch(NAMES[0]).await.unwrap();
    let house = {
        house.waits(3_600_000);
        drop(stranger);
        House::on(house.close().await, wide).await
    };
    house.waits(3_600_000);
    client.address = house.address;
    let mut stranger = house.client().connect().await.unwrap();
    let view = stranger.watch(NAMES[0]).await.unwrap();
    assert!(view.state.ending.is_none(), "{:?}", view.state.ending);
    assert_eq!(view.state.clock.left, Some([60_000, 60_000]), "the clock stands still");
    assert_eq!(given(&mut client, &game).await, game.from(1), "nothing happens by itself");
    // A browser that cannot keep it itself plays at it as at any other table.
    let mut connection = client.connect().await.unwrap();
    let view = connection.watch(NAMES[0]).await.unwrap();
    assert!(view.state.clock.left.is_some_and(|left| left[1] > 50_000), "{:?}", view.state.clock);
    let state = if view.state.ply == 4 {
        view.state
    } else {
        until(&mut connection, |state| state.ply == 4).await
    };
    assert!(state.clock.left.is_some_and(|left| left[1] > 50_000), "{:?}", state.clock);
    let text = {
        let view: TableView =
            client.get(&format!("/api/tables/{}", NAMES[0])).await.unwrap().read().unwrap();
        let moves = view.moves.iter().map(|played| played.text.clone()).collect::<Vec<_>>();
        let mut progress =
            galet_games::find(crate::house::game(0)).unwrap().start(&Default::default()).unwrap();
        for text in &moves {
            progress.play(text).unwrap();
        }
        progress.legal_moves(1).texts.remove(0)
    };
    assert_eq!(connection.play(NAMES[0], 4, &text).await.unwrap(), Answer::Done);
    until(&mut connection, |state| state.ply == 6).await;
    // The other browser learns of it: its own next move has a number that is taken.
    let mut fork = game.clone();
    fork.plays(1, ClockTerms::SuddenDeath { initial: 60_000 });
    let answer = refused(&mut client, &fork, &fork.from(5)).await;
    assert_eq!(answer, (409, "other-events".to_owned()));
    let events = given(&mut client, &game).await.events;
    let interrupted = events.iter().filter(|text| text.contains("interrupted")).count();
    assert_eq!((events.len(), interrupted), (8, 1));
    // When they leave it sleeps again: nobody loses by the clock.
    drop(connection);
    until(&mut stranger, |state| state.ply == 6 && !state.seats[0].present).await;
    house.waits(3_600_000);
    let mut connection = client.connect().await.unwrap();
    let view = connection.watch(NAMES[0]).await.unwrap();
    assert!(view.state.ending.is_none(), "{:?}", view.state.ending);
    // While they are here the clock runs as it does anywhere.
    house.waits(120_000);
    let state = until(&mut connection, |state| state.ending.is_some()).await;
    assert_eq!(state.ending.unwrap().reason, "time");
    house.close().await;
}

#[tokio::test]
async fn who_watches_hears_what_a_browser_brings() {
    let house = House::with(wide).await;
    let mut client = browser(&house).await;
    let mut game = kept(NAMES[0], ALONE, 1);
    game.mirror(&mut client, 1).await.unwrap();
    let mut stranger = house.client().connect().await.unwrap();
    stranger.watch(NAMES[0]).await.unwrap();
    game.plays(1, ClockTerms::None);
    game.mirror(&mut client, 3).await.unwrap();
    let (happening, state) = crate::house::happening(&mut stranger).await;
    assert!(matches!(happening, Happening::Moved { .. }), "{happening:?}");
    assert_eq!(state.ply, 2);
    game.plays(3, ClockTerms::None);
    game.mirror(&mut client, 4).await.unwrap();
    let state = until(&mut stranger, |state| state.ply == 5).await;
    assert!(state.turn.is_some());
    // The rematch of a game that a browser keeps is one of those, too.
    let mut connection = client.connect().await.unwrap();
    assert_eq!(connection.act(NAMES[0], 5, Act::Resign).await.unwrap(), Answer::Done);
    let of = galet_wire::table::OfferKind::Rematch;
    assert_eq!(connection.act(NAMES[0], 5, Act::Offer { of }).await.unwrap(), Answer::Done);
    let events = given(&mut client, &game).await.events;
    let last: serde_json::Value = serde_json::from_str(events.last().unwrap()).unwrap();
    let rematch = last["what"]["table"].as_str().expect("a rematch").to_owned();
    assert_eq!(rematch.len(), 12);
    let back = client.get(&format!("/api/me/tables/{rematch}/events")).await.unwrap();
    assert_eq!(back.read::<MirroredEvents>().unwrap().events.len(), 1);
    // Somebody who does not play there changes nothing.
    let refusal = stranger.act(NAMES[0], 5, Act::Offer { of }).await.unwrap();
    assert_eq!(code(refusal), "not-seated");
    // What comes next for them is what happened, not an answer.
    assert!(matches!(
        stranger.next().await,
        Ok(Message::Happened { .. } | Message::Watchers { .. })
    ));
    house.close().await;
}
