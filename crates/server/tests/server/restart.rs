//! After a restart every table and clock goes on.

use crate::house::{House, Pair, game, moves, table, wide};
use galet_wire::table::{ClockTerms, SeatRequest, TableView};
use std::time::Duration;

async fn view(house: &House, table: &str) -> TableView {
    let reply = house.client().get(&format!("/api/tables/{table}")).await.unwrap();
    reply.read().unwrap()
}

#[tokio::test]
async fn clocks_stand_still_while_the_server_is_down() {
    let house = House::with(wide).await;
    let mut tables = Vec::new();
    let texts = moves(game(0), 3);
    for clock in [
        ClockTerms::SuddenDeath { initial: 60_000 },
        ClockTerms::Fischer { initial: 60_000, increment: 1_000 },
        ClockTerms::Days { days: 1 },
    ] {
        let mut pair = Pair::sit(&house, game(0), clock).await;
        for (ply, text) in texts.iter().enumerate() {
            pair.play(ply, text).await;
        }
        tables.push(pair.table.clone());
    }
    let mut before = Vec::new();
    for id in &tables {
        before.push(view(&house, id).await);
    }
    let mut data = house.close().await;
    // Twice: what was left out once stays left out.
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        let house = House::on(data, wide).await;
        for (id, before) in tables.iter().zip(&before) {
            let after = view(&house, id).await;
            assert_eq!(after.moves, before.moves);
            assert_eq!(after.state.turn, before.state.turn);
            let left = |view: &TableView| view.state.clock.left.expect("a clock");
            let spent = left(before)[1] - left(&after)[1];
            assert!(spent < 1_000, "{spent} ms were counted");
            assert_eq!(left(&after)[0], left(before)[0]);
        }
        data = house.close().await;
    }
}

#[tokio::test]
async fn a_computer_that_was_thinking_thinks_again() {
    let house = House::with(wide).await;
    let mut client = house.client();
    let seats = [SeatRequest::Computer { level: 10 }, SeatRequest::Me];
    let id = client.open_table(&table(game(0), seats, ClockTerms::None)).await.unwrap();
    let data = house.close().await;
    let house = House::on(data, wide).await;
    // Nobody asks for the table: it wakes by itself.
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let metrics = house.client().get("/metrics").await.unwrap().text();
        if metrics.lines().any(|line| line == "galet_computer_moves_total 1") {
            break;
        }
    }
    assert_eq!(view(&house, &id).await.moves.len(), 1);
    house.close().await;
}

#[tokio::test]
async fn identity_and_seat_survive() {
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(1), ClockTerms::None).await;
    let texts = moves(game(1), 2);
    pair.play(0, &texts[0]).await;
    let [_, mut second] = pair.callers;
    drop(pair.connections);
    let house = House::on(house.close().await, wide).await;
    second.address = house.address;
    let mut connection = second.connect().await.unwrap();
    let there = connection.watch(&pair.table).await.unwrap();
    assert!(there.state.seats[1].you && there.state.continuations.is_some());
    let answer = connection.play(&pair.table, 1, &texts[1]).await.unwrap();
    assert_eq!(answer, galet_wire::socket::Answer::Done);
    house.close().await;
}

#[tokio::test]
async fn a_backup_of_a_running_server_can_be_served() {
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(2), ClockTerms::None).await;
    let texts = moves(game(2), 2);
    pair.play(0, &texts[0]).await;
    let copy = tempfile::tempdir().unwrap();
    let file = galet_server::database_in(copy.path());
    let data = house.close().await;
    let house = House::on(data, wide).await;
    let folder = house.folder().to_owned();
    galet_server::backup(&folder, &file).await.expect("a copy");
    let again = galet_server::backup(&folder, &file).await;
    assert!(matches!(again, Err(galet_server::BackupError::Exists(_))));
    let other = House::on(copy, wide).await;
    assert_eq!(view(&other, &pair.table).await.moves, view(&house, &pair.table).await.moves);
    other.close().await;
    house.close().await;
    let nothing = tempfile::tempdir().unwrap();
    let missing = galet_server::backup(nothing.path(), &file).await;
    assert!(matches!(missing, Err(galet_server::BackupError::Nothing(_))));
}
