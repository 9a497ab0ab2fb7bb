//! NATS is away for long: nodes that tell each other nothing ask the database, and games go on.

use crate::club::{AT_LAST, Club, Node, Pair, all_there, moves, until};
use galet_server::Settings;
use galet_services::{Cut, Nats};
use galet_test_client::stored_turns;
use galet_wire::table::{ClockTerms, SeatView, Sitter};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// So much may wait until NATS takes it …
const ROOM: usize = 8;
/// … and each of so many moves is more than one message.
const MANY: usize = 2 * ROOM;

/// The clock of a game that nobody plays on.
const BLITZ: ClockTerms = ClockTerms::SuddenDeath { initial: 6_000 };

fn with_little_room(settings: &mut Settings) {
    settings.nats_room = ROOM;
}

/// Waits until nodes hear each other, or do not.
pub(crate) async fn hear(nodes: &[&Node], heard: bool) {
    let says = format!("galet_bus_working {}", u8::from(heard));
    for node in nodes {
        let changes = async {
            loop {
                let figures = node.client().get("/metrics").await.expect("an answer").text();
                if figures.lines().any(|line| line == says) {
                    return;
                }
                sleep(Duration::from_millis(100)).await;
            }
        };
        timeout(AT_LAST, changes).await.unwrap_or_else(|_| panic!("{says}"));
    }
}

#[tokio::test]
async fn games_begin_and_end_while_nats_is_away_for_long_and_are_heard_of_when_it_is_back() {
    let mut nats = Nats::start(1).expect("a NATS server");
    let club = Club::with_nats(nats.urls());
    let [one, two, three] = ["one", "two", "three"].map(|it| club.node_with(it, with_little_room));
    let mut known = Pair::sit([&one, &two], ClockTerms::None).await;
    nats.kill(0);
    hear(&[&one, &two, &three], false).await;
    // More news than the way to NATS holds, at both nodes.
    for (ply, text) in moves(MANY).iter().enumerate() {
        known.play(ply, text).await;
    }

    // Of this game the node dies at which both players are: the others have never seen it.
    let few = moves(3);
    let mut blitz = Pair::sit_unheard([&three, &three], BLITZ).await;
    for (ply, text) in few.iter().enumerate() {
        blitz.play(ply, text).await;
    }
    drop(blitz.pages);
    three.kill();

    // A table that is in nobody's memory is opened, played at and watched.
    let sits = Pair::sit_unheard([&one, &two], ClockTerms::None);
    let mut pair = timeout(AT_LAST, sits).await.expect("a table can be opened");
    pair.play(0, &few[0]).await;

    let flag_falls = async {
        let fell = || {
            let turns =
                stored_turns(BLITZ, &club.events(&blitz.table)).expect("its clocks are right");
            turns.iter().any(|turn| turn.ply == 3 && turn.ended.is_some())
        };
        while !fell() {
            sleep(Duration::from_millis(200)).await;
        }
    };
    timeout(AT_LAST, flag_falls).await.expect("a flag falls where nobody looks");

    // Then nodes hear of the tables that were loaded meanwhile: the store does not know who looks at them.
    nats.start_again(0).expect("it starts again");
    nats.wait().expect("it runs");
    hear(&[&one, &two], true).await;
    pair.play(1, &few[1]).await;
    let [first, mut page] = pair.pages;
    drop(first);
    until(&mut page, |state| !all_there(state)).await;
    let mut again = one.takes(&pair.clients[0]).connect().await.expect("a connection");
    again.watch(&pair.table).await.expect("a view");
    until(&mut page, all_there).await;
    known.play(MANY, &moves(MANY + 1)[MANY]).await;
}

#[tokio::test]
async fn what_a_node_told_nobody_while_it_was_cut_off_is_looked_for_by_those_who_missed_nothing() {
    let club = Club::open();
    let mut line = None;
    let one = club.node_with("one", |settings| {
        let nats = settings.nats[0].strip_prefix("nats://").expect("an address of NATS");
        let cut = Cut::start(nats.parse().expect("an address")).expect("a line");
        settings.nats = vec![format!("nats://{}", cut.address())];
        line = Some(cut);
    });
    let (two, line) = (club.node("two"), line.expect("it was made"));
    let mut pair = Pair::sit([&one, &two], ClockTerms::None).await;
    line.cut();
    hear(&[&one], false).await;
    let name = serde_json::json!({ "name": "Zoé" });
    let reply = pair.clients[0].send_json("PUT", "/api/me", &name).await.expect("an answer");
    assert!(reply.status < 300, "{reply:?}");
    line.heal();
    let named =
        |seat: &SeatView| matches!(&seat.sitter, Sitter::Guest { name, .. } if name == "Zoé");
    until(&mut pair.pages[1], |state| state.seats.iter().any(named)).await;
}
