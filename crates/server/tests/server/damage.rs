//! Damaged files, moved folders, wrong clocks: noticed, said, and nobody else suffers.

use crate::house::{House, Pair, Site, code, game, moves, page, table, wide};
use galet_server::{ServeError, Settings, StoreError, TableDamage, check_data, database_in};
use galet_table::Moment;
use galet_test_client::{Client, Connection};
use galet_wire::guest::TablePage;
use galet_wire::socket::{Answer, ErrorInfo, Message};
use galet_wire::table::{Act, ClockTerms, SeatRequest, TableView};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _};
use std::path::Path;
use std::time::Duration;

const ALONE: [SeatRequest; 2] = [SeatRequest::Me, SeatRequest::Me];

/// A visitor with three tables of their own, some moves and a resignation each.
async fn three_tables(house: &House) -> (Client, Vec<String>) {
    let mut client = house.client();
    let mut ids = Vec::new();
    let texts = moves(game(0), MANY);
    for _ in 0..3 {
        let id = client.open_table(&table(game(0), ALONE, ClockTerms::None)).await.unwrap();
        let mut connection = client.connect().await.unwrap();
        for (ply, text) in texts.iter().enumerate() {
            assert_eq!(connection.play(&id, ply as u32, text).await.unwrap(), Answer::Done);
        }
        assert_eq!(connection.act(&id, MANY as u32, Act::Resign).await.unwrap(), Answer::Done);
        house.waits(1);
        ids.push(id);
    }
    (client, ids)
}

/// So many events of one table that three tables need several pages of the file.
const MANY: usize = 60;

/// Changes the database behind the server's back.
async fn tamper(folder: &Path, sql: &str) {
    let options = SqliteConnectOptions::new().filename(database_in(folder));
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// The visitor's list: tables that can be seen, and those that cannot.
async fn list(client: &mut Client) -> (Vec<String>, Vec<String>) {
    let reply = client.get("/api/me/tables").await.unwrap();
    let page: TablePage = reply.read().unwrap();
    (page.tables.into_iter().map(|card| card.table.id).collect(), page.unreadable)
}

#[tokio::test]
async fn one_unreadable_table_does_not_hide_the_others() {
    let house = House::with(wide).await;
    let (mut client, ids) = three_tables(&house).await;
    let site = house.close().await;
    let garbage = format!("UPDATE events SET body = '?' WHERE tab = '{}' AND seq = 2", ids[1]);
    tamper(site.folder(), &garbage).await;
    let house = House::on(site, wide).await;
    client.address = house.address;
    let (seen, unreadable) = list(&mut client).await;
    assert_eq!(seen, [ids[2].clone(), ids[0].clone()]);
    assert_eq!(unreadable, [ids[1].clone()]);
    let archive = client.get("/api/me/archive.pgn").await.unwrap();
    assert_eq!((archive.status, archive.text().matches("[Result ").count()), (200, 2));
    house.close().await;
}

#[tokio::test]
async fn a_table_that_lost_events_is_not_played_on() {
    let house = House::with(wide).await;
    let mut client = house.client();
    let id = client.open_table(&table(game(0), ALONE, ClockTerms::None)).await.unwrap();
    let texts = moves(game(0), 5);
    let mut connection = client.connect().await.unwrap();
    for (ply, text) in texts[..4].iter().enumerate() {
        assert_eq!(connection.play(&id, ply as u32, text).await.unwrap(), Answer::Done);
    }
    let site = house.close().await;
    assert!(check_data(site.folder()).await.unwrap().is_good());
    tamper(site.folder(), "DELETE FROM events WHERE seq > 3").await;
    let house = House::on(site, wide).await;
    client.address = house.address;
    let reply = client.get(&format!("/api/tables/{id}")).await.unwrap();
    let error: ErrorInfo = reply.read().unwrap();
    assert_eq!((reply.status, error.code.as_str()), (500, "damaged-table"));
    let mut connection = client.connect().await.unwrap();
    let answer = connection.play(&id, 2, &texts[2]).await.unwrap();
    assert_eq!(code(answer), "damaged-table");
    // Named also while the server runs.
    let report = check_data(house.folder()).await.unwrap();
    assert_eq!(report.damaged, [(id, TableDamage::Short { found: 3, expected: 5 })]);
    house.close().await;
}

#[tokio::test]
async fn damaged_pages_turn_the_server_red_and_the_rest_is_served() {
    let house = House::with(wide).await;
    let (_, ids) = three_tables(&house).await;
    let site = house.close().await;
    // The page that holds the events of the first table is overwritten.
    let path = database_in(site.folder());
    let mut bytes = std::fs::read(&path).unwrap();
    let needle = format!("{}{{\"v\":1", ids[0]);
    // The last place: what was moved elsewhere when a page was split may still be seen before it.
    let found = bytes.windows(needle.len()).rposition(|part| part == needle.as_bytes());
    let start = found.expect("the first event is somewhere") / 4096 * 4096;
    bytes[start..start + 4096].fill(0xff);
    std::fs::write(&path, bytes).unwrap();
    let report = check_data(site.folder()).await.unwrap();
    assert!(!report.file.is_empty());
    assert!(report.damaged.iter().any(|(id, _)| *id == ids[0]), "{report:?}");
    let house = House::on(site, wide).await;
    let reply = house.client().get("/health").await.unwrap();
    assert_eq!((reply.status, reply.read::<ErrorInfo>().unwrap().code.as_str()), (503, "damaged"));
    let reply = house.client().get(&format!("/api/tables/{}", ids[0])).await.unwrap();
    assert_eq!(reply.read::<ErrorInfo>().unwrap().code, "damaged-table");
    let mut whole = 0;
    for id in &ids {
        let reply = house.client().get(&format!("/api/tables/{id}")).await.unwrap();
        whole += u32::from(reply.status == 200);
    }
    assert!((1..3).contains(&whole), "{whole} tables are whole");
    house.close().await;
}

/// Waits until a page is told whether the server can save.
async fn until_storage(page: &mut Connection) -> bool {
    let told = async {
        loop {
            if let Message::Storage { working, words } = page.next().await.unwrap() {
                assert!(!words.en.is_empty() && !words.fr.is_empty());
                return working;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), told).await.expect("it is told in time")
}

#[cfg(unix)]
#[tokio::test]
async fn a_data_folder_that_is_moved_away_is_noticed_within_a_heartbeat() {
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(0), ClockTerms::SuddenDeath { initial: 60_000 }).await;
    let texts = moves(game(0), 4);
    for (ply, text) in texts[..3].iter().enumerate() {
        pair.play(ply, text).await;
    }
    let mut other = page(&mut house.client()).await;
    let (folder, away) = (house.folder().to_owned(), house.folder().with_extension("away"));
    std::fs::rename(&folder, &away).unwrap();
    house.waits(1_000);
    assert!(!until_storage(&mut other).await, "everybody is told");
    assert_eq!(house.client().get("/health").await.unwrap().status, 503);
    let refused = pair.connections[1].play(&pair.table, 3, &texts[3]).await.unwrap();
    assert_eq!(code(refused), "storage");
    // Another file in its place is no help.
    std::fs::create_dir(&folder).unwrap();
    std::fs::copy(database_in(&away), database_in(&folder)).unwrap();
    house.waits(100_000);
    let refused = pair.connections[1].play(&pair.table, 3, &texts[3]).await.unwrap();
    assert_eq!(code(refused), "storage");
    // What is read meanwhile comes from the right file, however many read at once.
    let looks = (0..16).map(|_| {
        let mut client = pair.callers[0].clone();
        async move { list(&mut client).await.0 }
    });
    for seen in futures_util::future::join_all(looks).await {
        assert_eq!(seen, [pair.table.clone()]);
    }
    // Who comes now is told, too.
    assert!(!until_storage(&mut page(&mut house.client()).await).await);
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::rename(&away, &folder).unwrap();
    house.waits(1_000);
    assert!(until_storage(&mut other).await, "it is back");
    assert_eq!(house.client().get("/health").await.unwrap().status, 200);
    // Its player has not lost on time: clocks stood still from when it was noticed.
    pair.play(3, &texts[3]).await;
    let view = pair.callers[0].get(&format!("/api/tables/{}", pair.table)).await.unwrap();
    let left = view.read::<TableView>().unwrap().state.clock.left;
    assert_eq!(left, Some([60_000, 59_000]));
    house.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_move_that_could_not_be_written_gives_no_time_back() {
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(0), ClockTerms::SuddenDeath { initial: 60_000 }).await;
    let texts = moves(game(0), 4);
    for (ply, text) in texts[..3].iter().enumerate() {
        pair.play(ply, text).await;
    }
    house.waits(4_000);
    let mut other = page(&mut house.client()).await;
    let (folder, away) = (house.folder().to_owned(), house.folder().with_extension("away"));
    std::fs::rename(&folder, &away).unwrap();
    // It is the move that finds out.
    let refused = pair.connections[1].play(&pair.table, 3, &texts[3]).await.unwrap();
    assert_eq!(code(refused), "storage");
    assert!(!until_storage(&mut other).await, "everybody is told");
    std::fs::rename(&away, &folder).unwrap();
    house.waits(1_000);
    assert!(until_storage(&mut other).await, "it is back");
    house.waits(2_000);
    pair.play(3, &texts[3]).await;
    let view = pair.callers[0].get(&format!("/api/tables/{}", pair.table)).await.unwrap();
    let left = view.read::<TableView>().unwrap().state.clock.left;
    // Four seconds before it and two after it: the one between was an outage.
    assert_eq!(left, Some([60_000, 54_000]));
    house.close().await;
}

#[tokio::test]
async fn a_second_server_keeps_out() {
    let house = House::open().await;
    let data = house.folder().to_owned();
    let settings = Settings { port: 0, data: data.clone(), ..Settings::default() };
    let second = galet_server::serve(settings, |_| {}, std::future::pending()).await;
    let Err(ServeError::Store(StoreError::InUse { folder })) = second else {
        panic!("it must not run: {second:?}");
    };
    assert_eq!(folder, data);
    let house = House::on(house.close().await, |_| {}).await;
    house.close().await;
}

#[tokio::test]
async fn a_clock_that_was_ahead_once_costs_nobody_an_outage() {
    const NOW: u64 = 1_700_000_000_000;
    const AHEAD: u64 = 40_000;
    // So much that no flag falls soon, whatever the clock says: the server would look at that game by itself.
    const WHOLE: u64 = 600_000;
    const HOUR: u64 = 3_600_000;
    let data = tempfile::tempdir().unwrap();
    let terms = ClockTerms::SuddenDeath { initial: WHOLE };
    let texts = moves(game(0), 4);
    // A game that began before, and nobody looks at it while the clock is wrong.
    let house = House::on(Site::at(data, Moment(NOW)), wide).await;
    let mut early = Pair::sit(&house, game(0), terms).await;
    for (ply, text) in texts[..3].iter().enumerate() {
        early.play(ply, text).await;
    }
    house.waits(1_000);
    let site = house.close().await;
    let site = House::on(site.at_time(Moment(NOW + AHEAD)), wide).await.close().await;
    // The clock is right again. An hour later the server is down for an hour.
    let house = House::on(site.at_time(Moment(NOW + 10_000)), wide).await;
    let mut late = Pair::sit(&house, game(0), terms).await;
    for (ply, text) in texts[..3].iter().enumerate() {
        late.play(ply, text).await;
    }
    house.waits(2_000);
    let site = house.close().await;
    site.waits(HOUR);
    let house = House::on(site, wide).await;
    let left = async |id: &str| {
        let view = house.client().get(&format!("/api/tables/{id}")).await.unwrap();
        view.read::<TableView>().unwrap().state.clock.left.unwrap()
    };
    assert_eq!(left(&late.table).await, [WHOLE, WHOLE - 2_000], "an hour of it was the server's");
    assert_eq!(left(&early.table).await, [WHOLE, WHOLE - 3_000], "it ran for three seconds in all");
    house.close().await;
}
