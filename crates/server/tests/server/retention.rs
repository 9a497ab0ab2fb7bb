//! What is deleted after a while, what is not, and leaving for good.

use crate::house::{House, Pair, Site, game, moves, page, rows, table, until, wide};
use crate::upgrade::lay_out_version_1;
use galet_table::Moment;
use galet_test_client::{Client, ClientError, KeptTable};
use galet_wire::guest::{DeviceLink, Me, TablePage};
use galet_wire::socket::Answer;
use galet_wire::table::{Act, ClockTerms, SeatRequest, Sitter, TableView};
use serde_json::json;
use std::time::Duration;

const ALONE: [SeatRequest; 2] = [SeatRequest::Me, SeatRequest::Me];
const FRIEND: [SeatRequest; 2] = [SeatRequest::Me, SeatRequest::Friend];
/// When every house begins.
const NOW: u64 = 1_700_000_000_000;
const ROUNDS: &str = "galet_tidy_rounds_total";
const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

async fn exists(house: &House, id: &str) -> bool {
    let sql = "SELECT count(*) FROM tables JOIN events ON tab = id AND events.seq = 1 WHERE id = '";
    let known = rows(house, &format!("{sql}{id}'")).await > 0;
    let bare = rows(house, &format!("SELECT count(*) FROM events WHERE tab = '{id}'")).await;
    assert_eq!(known, bare > 0, "a table goes with its events");
    known
}

async fn metric(house: &House, name: &str) -> u64 {
    let text = house.client().get("/metrics").await.unwrap().text();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.expect("it is there").parse().expect("a number")
}

/// Waits until everything has been looked through once more.
async fn round(house: &House, before: u64) {
    let over = async { while metric(house, ROUNDS).await <= before {} };
    tokio::time::timeout(Duration::from_secs(60), over).await.expect("a round");
}

/// Lets so much time pass, and an hour more, and waits until everything was looked through.
async fn wait_and_tidy(house: &House, milliseconds: u64) {
    let before = metric(house, ROUNDS).await;
    house.waits(milliseconds);
    round(house, before).await;
    // That one may have begun before.
    house.waits(HOUR);
    round(house, before + 1).await;
}

/// Lets rounds pass until something has been counted so often: what is in memory goes later.
async fn tidied(house: &House, name: &str, count: u64) {
    for _ in 0..48 {
        if metric(house, name).await == count {
            return;
        }
        let before = metric(house, ROUNDS).await;
        house.waits(HOUR);
        round(house, before).await;
    }
    panic!("{name} is not {count}");
}

async fn named(house: &House, name: &str) -> Client {
    let mut client = house.client();
    client.get("/api/me").await.unwrap();
    client.send_json("PUT", "/api/me", &json!({ "name": name })).await.unwrap();
    client
}

/// Plays a game alone and gives it up.
async fn resigned(client: &mut Client, id: &str) {
    let mut connection = client.connect().await.unwrap();
    let text = moves(game(0), 1).remove(0);
    assert_eq!(connection.play(id, 0, &text).await.unwrap(), Answer::Done);
    assert_eq!(connection.act(id, 1, Act::Resign).await.unwrap(), Answer::Done);
}

#[tokio::test]
async fn what_nobody_wants_goes_and_finished_games_stay() {
    let house = House::with(wide).await;
    let mut client = house.client();
    let mut open =
        async |seats, clock| client.open_table(&table(game(0), seats, clock)).await.unwrap();
    let alone = open(ALONE, ClockTerms::None).await;
    let waits = open(FRIEND, ClockTerms::None).await;
    let first = open([SeatRequest::Computer { level: 1 }, SeatRequest::Me], ClockTerms::None).await;
    let begun = open(ALONE, ClockTerms::None).await;
    let finished = open(ALONE, ClockTerms::None).await;
    let mut connection = client.connect().await.unwrap();
    if connection.watch(&first).await.unwrap().moves.is_empty() {
        until(&mut connection, |state| state.ply == 1).await;
    }
    let text = moves(game(0), 1).remove(0);
    assert_eq!(connection.play(&begun, 0, &text).await.unwrap(), Answer::Done);
    drop(connection);
    resigned(&mut client, &finished).await;
    let pair = Pair::sit(&house, game(0), ClockTerms::None).await;
    let seated = pair.table.clone();
    drop(pair);
    let mut pair = Pair::sit(&house, game(0), ClockTerms::Days { days: 30 }).await;
    for (ply, text) in moves(game(0), 2).iter().enumerate() {
        pair.play(ply, text).await;
    }
    let clocked = pair.table.clone();
    drop(pair);

    wait_and_tidy(&house, 28 * DAY).await;
    assert_eq!(metric(&house, "galet_tables_deleted_total").await, 0);
    house.waits(2 * DAY);
    tidied(&house, "galet_tables_deleted_total", 3).await;
    for (id, stays) in [
        (&alone, false),
        (&waits, false),
        (&first, false),
        (&begun, true),
        (&finished, true),
        (&seated, true),
        (&clocked, true),
    ] {
        assert_eq!(exists(&house, id).await, stays);
    }
    assert_eq!(house.client().get(&format!("/api/tables/{waits}")).await.unwrap().status, 404);
    house.waits(335 * DAY);
    tidied(&house, "galet_tables_deleted_total", 5).await;
    assert!(!exists(&house, &begun).await && !exists(&house, &seated).await);
    // Its flag has fallen.
    assert!(exists(&house, &finished).await && exists(&house, &clocked).await);
    house.close().await;
}

#[tokio::test]
async fn a_table_that_somebody_watches_stays() {
    let house = House::with(wide).await;
    let mut client = house.client();
    let watched = client.open_table(&table(game(0), FRIEND, ClockTerms::None)).await.unwrap();
    let other = client.open_table(&table(game(0), FRIEND, ClockTerms::None)).await.unwrap();
    let mut connection = client.connect().await.unwrap();
    connection.watch(&watched).await.unwrap();
    house.waits(31 * DAY);
    tidied(&house, "galet_tables_deleted_total", 1).await;
    assert!(exists(&house, &watched).await && !exists(&house, &other).await);
    // It is still as good as new.
    let mut friend = house.client().connect().await.unwrap();
    friend.watch(&watched).await.unwrap();
    assert_eq!(friend.act(&watched, 0, Act::Sit).await.unwrap(), Answer::Done);
    until(&mut connection, |state| state.turn.is_some()).await;
    house.close().await;
}

#[tokio::test]
async fn guests_without_a_game_are_forgotten_once_they_stay_away() {
    let house = House::with(wide).await;
    let mut away = named(&house, "Away").await;
    let mut back = named(&house, "Back").await;
    let mut here = named(&house, "Here").await;
    let mut plays = named(&house, "Plays").await;
    let mut connected = page(&mut here).await;
    let id = plays.open_table(&table(game(0), ALONE, ClockTerms::None)).await.unwrap();
    resigned(&mut plays, &id).await;
    house.waits(20 * DAY);
    back.get("/api/me").await.unwrap();
    house.waits(10 * DAY + HOUR);
    tidied(&house, "galet_guests_deleted_total", 1).await;
    for (client, name) in
        [(&mut away, ""), (&mut back, "Back"), (&mut here, "Here"), (&mut plays, "Plays")]
    {
        let me: Me = client.get("/api/me").await.unwrap().read().unwrap();
        assert_eq!(me.name, name);
    }
    // Nobody is cut off by that.
    let ask = galet_wire::socket::Question::StopAnalysis;
    assert_eq!(connected.ask(ask).await.unwrap(), Answer::Done);
    house.close().await;
}

#[tokio::test]
async fn nothing_is_deleted_where_that_is_not_wanted() {
    let house = House::with(|settings| {
        wide(settings);
        settings.retention = galet_server::Retention { guests: 0, unstarted: 0, abandoned: 0 };
    })
    .await;
    let mut client = named(&house, "Ada").await;
    named(&house, "Zoé").await;
    let id = client.open_table(&table(game(0), ALONE, ClockTerms::None)).await.unwrap();
    for _ in 0..3 {
        wait_and_tidy(&house, 3_000 * DAY).await;
    }
    assert!(exists(&house, &id).await);
    assert_eq!(rows(&house, "SELECT count(*) FROM guests").await, 2);
    house.close().await;
}

#[tokio::test]
async fn a_game_whose_clock_runs_is_not_abandoned() {
    let house = House::with(|settings| {
        wide(settings);
        settings.retention.abandoned = 5;
    })
    .await;
    let mut tables = Vec::new();
    for clock in [ClockTerms::Days { days: 14 }, ClockTerms::None] {
        let mut pair = Pair::sit(&house, game(0), clock).await;
        for (ply, text) in moves(game(0), 2).iter().enumerate() {
            pair.play(ply, text).await;
        }
        tables.push(pair.table);
    }
    house.waits(6 * DAY);
    tidied(&house, "galet_tables_deleted_total", 1).await;
    assert!(exists(&house, &tables[0]).await && !exists(&house, &tables[1]).await);
    house.close().await;
}

#[tokio::test]
async fn a_game_of_a_browser_is_deleted_like_any_other_and_can_come_again() {
    let house = House::with(wide).await;
    let mut client = house.client();
    client.get("/api/me").await.unwrap();
    // Its clock is the browser's business: here it keeps nothing from being abandoned.
    let clock = ClockTerms::SuddenDeath { initial: 60_000 };
    let seats = [SeatRequest::Me, SeatRequest::Computer { level: 1 }];
    let mut kept = KeptTable::open("abcdefghijkm", &table(game(0), seats, clock), NOW);
    kept.plays(3, clock);
    kept.mirror(&mut client, 1).await.unwrap();
    house.waits(364 * DAY);
    wait_and_tidy(&house, 0).await;
    assert!(exists(&house, "abcdefghijkm").await);
    house.waits(2 * DAY);
    tidied(&house, "galet_tables_deleted_total", 1).await;
    assert!(!exists(&house, "abcdefghijkm").await);
    assert_eq!(kept.send(&mut client, 4).await.unwrap().status, 404);
    assert_eq!(kept.mirror(&mut client, 1).await.unwrap(), 4);
    house.close().await;
}

#[tokio::test]
async fn who_leaves_takes_everything_but_games_with_others() {
    let house = House::with(wide).await;
    let mut finished = Pair::sit(&house, game(0), ClockTerms::None).await;
    let [mut ada, mut zoe] = finished.callers.clone();
    for (client, name) in [(&mut ada, "Ada"), (&mut zoe, "Zoé")] {
        client.send_json("PUT", "/api/me", &json!({ "name": name })).await.unwrap();
    }
    let texts = moves(game(0), 2);
    finished.play(0, &texts[0]).await;
    let resign = finished.connections[1].act(&finished.table, 1, Act::Resign).await.unwrap();
    assert_eq!(resign, Answer::Done);
    // A running game of both, and tables where nobody else sits.
    let running = ada.open_table(&table(game(0), FRIEND, ClockTerms::None)).await.unwrap();
    let mut hers = zoe.connect().await.unwrap();
    hers.watch(&running).await.unwrap();
    assert_eq!(hers.act(&running, 0, Act::Sit).await.unwrap(), Answer::Done);
    let mut his = ada.connect().await.unwrap();
    assert_eq!(his.play(&running, 0, &texts[0]).await.unwrap(), Answer::Done);
    let mut gone = Vec::new();
    for seats in [ALONE, FRIEND, [SeatRequest::Me, SeatRequest::Computer { level: 1 }]] {
        gone.push(ada.open_table(&table(game(0), seats, ClockTerms::None)).await.unwrap());
    }
    let alone = ada.open_table(&table(game(0), ALONE, ClockTerms::None)).await.unwrap();
    resigned(&mut ada, &alone).await;
    gone.push(alone);
    his.watch(&gone[0]).await.unwrap();
    let link: DeviceLink = ada.send("POST", "/api/me/link", b"").await.unwrap().read().unwrap();
    let mut tablet = house.client();
    tablet.send("POST", &link.path, b"").await.unwrap();
    let unused: DeviceLink = ada.send("POST", "/api/me/link", b"").await.unwrap().read().unwrap();

    let mut idle = page(&mut tablet).await;

    let before = ada.cookie.clone();
    assert_eq!(ada.send("DELETE", "/api/me", b"").await.unwrap().status, 200);
    assert_ne!(ada.cookie, before);
    until(&mut hers, |state| {
        let nobody = Sitter::Guest { name: String::new() };
        state.ending.as_ref().is_some_and(|ending| ending.reason == "resignation")
            && state.seats[0].sitter == nobody
    })
    .await;
    for connection in [&mut his, &mut idle] {
        loop {
            match connection.next().await {
                Ok(_) => {}
                Err(ClientError::Late) => panic!("the connection goes on"),
                Err(_) => break,
            }
        }
    }
    for id in &gone {
        assert!(!exists(&house, id).await);
        assert_eq!(zoe.get(&format!("/api/tables/{id}")).await.unwrap().status, 404);
    }
    let mine: TablePage = zoe.get("/api/me/tables?state=finished").await.unwrap().read().unwrap();
    assert_eq!(mine.tables.len(), 2);
    for card in &mine.tables {
        assert!(card.sitters.contains(&Sitter::Guest { name: String::new() }));
    }
    for client in [&mut ada, &mut tablet] {
        let me: Me = client.get("/api/me").await.unwrap().read().unwrap();
        assert_eq!((me.name.as_str(), me.turns), ("", 0));
        let page: TablePage = client.get("/api/me/tables").await.unwrap().read().unwrap();
        assert!(page.tables.is_empty());
    }
    assert_eq!(house.client().get(&unused.path).await.unwrap().status, 410);
    assert_eq!(rows(&house, "SELECT count(*) FROM guests").await, 1);
    // When the other one goes, too, nobody is left to keep the games for.
    assert_eq!(zoe.send("DELETE", "/api/me", b"").await.unwrap().status, 200);
    assert_eq!(rows(&house, "SELECT count(*) FROM events").await, 0);
    assert_eq!(rows(&house, "SELECT count(*) FROM tokens").await, 0);
    house.close().await;
}

#[tokio::test]
async fn an_older_installation_loses_nothing_but_what_nobody_wants() {
    let folder = tempfile::tempdir().unwrap();
    let old = lay_out_version_1(folder.path()).await;
    let house = House::on(Site::at(folder, Moment(1_794_808_350_000)), wide).await;
    let finished: Vec<_> = old.tables.iter().filter(|table| table.over).collect();
    let running = old.tables.iter().any(|table| !table.over && !table.clocked);
    assert!(!finished.is_empty() && running);
    let mut ada = house.client();
    ada.cookie = Some(old.guests[0].cookies[0].clone());
    let devices = ada.get("/api/me/devices").await.unwrap();
    let devices: Vec<galet_wire::guest::Device> = devices.read().unwrap();
    assert_eq!(devices.len(), 2);
    assert_ne!(devices[0].device, devices[1].device);
    let left = rows(&house, "SELECT count(*) FROM tables WHERE ended = 0 AND wake IS NULL").await;
    house.waits(366 * DAY);
    tidied(&house, "galet_tables_deleted_total", left as u64).await;
    for table in finished {
        let view: TableView =
            ada.get(&format!("/api/tables/{}", table.id)).await.unwrap().read().unwrap();
        assert!(view.state.ending.is_some());
    }
    let me: Me = ada.get("/api/me").await.unwrap().read().unwrap();
    assert_eq!(me.name, "Ada");
    house.close().await;
}
