//! What happens when PostgreSQL, or the way there, fails.

use super::{SERVING, Waits, bring_up_to_date, connect, open_with, options};
use crate::clock::WallClock;
use crate::conformance::{event, opening, summary};
use crate::desk::Desk;
use crate::health::StorageFault;
use crate::nodes::NodeId;
use crate::place::PostgresUrl;
use crate::postgres::desk::PostgresDesk;
use crate::query::Statement;
use crate::{Place, Store, StoreChange, StoreError};
use galet_services::{Cut, Postgres, PostgresOptions, Shutdown};
use galet_table::Moment;
use sqlx::Connection;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

const SHORT: Waits = Waits {
    statement: Duration::from_millis(400),
    answer: Duration::from_millis(600),
    connect: Duration::from_millis(600),
};
const NODE: NodeId = NodeId(7);

fn server() -> &'static Postgres {
    Postgres::shared().expect("a PostgreSQL server")
}

fn read(url: &str) -> PostgresUrl {
    PostgresUrl::read(url).expect("an address")
}

async fn node(url: &str, waits: Waits) -> Store {
    bring_up_to_date(&read(url)).await.expect("up to date");
    open_with(&read(url), waits, WallClock::system(), NODE, "test").expect("a store")
}

/// A database behind a line that can be cut.
async fn behind_a_line(waits: Waits) -> (Store, Cut) {
    let url = server().new_database().expect("a database");
    let target = SocketAddr::from(([127, 0, 0, 1], server().port()));
    let line = Cut::start(target).expect("a line");
    let there = url.replace(&format!(":{}", target.port()), &format!(":{}", line.address().port()));
    assert_ne!(url, there);
    (node(&there, waits).await, line)
}

async fn begin(store: &Store) {
    store.writer.write(opening(&summary("a", 1))).await.expect("a table");
}

/// Writes the next event of the table until that works; nobody may wait for ever.
async fn go_on(store: &Store) -> u32 {
    for _ in 0..200 {
        if let Ok(events) = store.events("a").await {
            let seq = events.len() as u32 + 1;
            if store.writer.write(event(&summary("a", seq), "on")).await.is_ok() {
                return seq;
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never works again");
}

fn assert_failing<T: std::fmt::Debug>(answer: &Result<T, StoreError>) {
    assert!(matches!(answer, Err(StoreError::Failing(StorageFault::Failing))), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_start_at_once_make_the_database_once() {
    let url = server().new_database().expect("a database");
    let starts = (1..=6).map(|number| {
        let place = Place::read(&url);
        tokio::spawn(async move {
            Store::open(&place, WallClock::system(), NodeId(number), "").await.expect("it starts")
        })
    });
    let starts: Vec<_> = starts.collect();
    for start in starts {
        let store = start.await.expect("it starts");
        store.writer.write(vec![StoreChange::Heartbeat]).await.expect("it writes");
        store.close().await;
    }
}

#[tokio::test]
async fn a_commit_is_one_way_there_and_back() {
    const DELAY: Duration = Duration::from_millis(150);
    let (store, line) = behind_a_line(SERVING).await;
    begin(&store).await;
    store.writer.write(event(&summary("a", 2), "two")).await.expect("the statement is known now");
    let carried = line.carried();
    line.slow(DELAY);
    let start = Instant::now();
    store.writer.write(event(&summary("a", 3), "three")).await.expect("an answer");
    let took = start.elapsed();
    assert!(took >= DELAY, "the line is slow: {took:?}");
    assert!(took < 4 * DELAY, "more than once there and back: {took:?}");
    assert!(line.carried() > carried);
    line.heal();
    store.close().await;
}

#[tokio::test]
async fn a_line_that_is_cut_is_an_outage() {
    let (store, line) = behind_a_line(SHORT).await;
    begin(&store).await;
    let before = store.now().await.expect("the time");
    line.cut();
    assert_failing(&store.writer.write(event(&summary("a", 2), "two")).await);
    assert!(store.health.is_failing());
    assert_failing(&store.events("a").await);
    assert_failing(&store.claim_wakes(Moment(0), 1).await);
    tokio::time::sleep(Duration::from_millis(50)).await;
    line.heal();
    assert_eq!(go_on(&store).await, 2);
    assert!(!store.health.is_failing());
    assert_eq!(store.health.get().recoveries, 1);
    let outages = store.outages_since(0).await.expect("outages");
    let [outage] = outages[..] else { panic!("one outage: {outages:?}") };
    assert_eq!(outage.node, NODE);
    assert!(outage.ended >= outage.began + 50 && outage.began + 5 >= before.0, "{outage:?}");
    store.close().await;
}

/// What nobody answers for is given up in time, and never written twice.
#[tokio::test]
async fn a_line_that_says_nothing_hangs_nobody() {
    let (store, line) = behind_a_line(SHORT).await;
    begin(&store).await;
    store.events("a").await.expect("a connection that reads");
    line.stall();
    let start = Instant::now();
    let (written, read) =
        tokio::join!(store.writer.write(event(&summary("a", 2), "two")), store.events("a"));
    assert_failing(&written);
    assert_failing(&read);
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    line.heal();
    let last = go_on(&store).await;
    let events = store.events("a").await.expect("events");
    assert_eq!(events.len() as u32, last);
    assert!(events.iter().filter(|body| *body == "two").count() <= 1, "{events:?}");
    store.close().await;
}

/// What a node that stands still has locked is free again by itself.
#[tokio::test]
async fn a_lock_of_a_node_that_stands_still_ends() {
    let url = server().new_database().expect("a database");
    let store = node(&url, SHORT).await;
    begin(&store).await;
    let own = options(&read(&url), SHORT).expect("options");
    let mut still = sqlx::PgConnection::connect_with(&own).await.expect("a connection");
    sqlx::raw_sql("BEGIN; UPDATE tables SET ply = 9").execute(&mut still).await.expect("a lock");
    assert_eq!(go_on(&store).await, 2);
    let ended = sqlx::raw_sql("COMMIT").execute(&mut still).await;
    assert!(ended.is_err(), "it was given up: {ended:?}");
    store.close().await;
}

#[tokio::test]
async fn a_full_disk_is_told_from_others_and_recovers() {
    let url = server().new_database().expect("a database");
    let store = node(&url, SERVING).await;
    begin(&store).await;
    let name = url.rsplit('/').next().expect("a name").split('?').next().expect("a name");
    let full = "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION ''no room'' USING ERRCODE = ''53100''; END';
        CREATE TRIGGER no_room BEFORE INSERT ON events EXECUTE FUNCTION no_room();
        CREATE TRIGGER no_room BEFORE INSERT ON room EXECUTE FUNCTION no_room()";
    server().query(name, full).expect("a full disk");
    for _ in 0..2 {
        let answer = store.writer.write(event(&summary("a", 2), "two")).await;
        assert!(matches!(answer, Err(StoreError::Failing(StorageFault::Full))), "{answer:?}");
    }
    server().query(name, "DROP FUNCTION no_room CASCADE").expect("room");
    assert_eq!(go_on(&store).await, 2);
    assert_eq!(store.health.get().recoveries, 1);
    store.close().await;
}

#[tokio::test]
async fn what_is_acknowledged_is_on_disk_whatever_the_database_is_set_to() {
    let url = server().new_database().expect("a database");
    let name = url.rsplit('/').next().expect("a name").split('?').next().expect("a name");
    let lax = format!("ALTER DATABASE {name} SET synchronous_commit = off");
    server().query(name, &lax).expect("a setting");
    let options = options(&read(&url), SERVING).expect("options");
    let mut desk = PostgresDesk::new(options, SERVING, url, NODE, "test");
    let rows = desk.ask(&Statement::new("SHOW synchronous_commit")).await.expect("an answer");
    assert_eq!(rows[0].text(0).expect("a text"), "on");
    desk.close().await;
}

/// However it goes down, nothing that was acknowledged is lost, and it goes on by itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_goes_down_comes_back() {
    let mut own = Postgres::start_with(PostgresOptions::default()).expect("a PostgreSQL server");
    let store = node(&own.new_database().expect("a database"), SHORT).await;
    begin(&store).await;
    let mut last = 1;
    for how in [Shutdown::Fast, Shutdown::Killed] {
        let mut acknowledged = go_on(&store).await;
        assert_eq!(acknowledged, last + 1);
        own.stop(how);
        let refused = loop {
            let next = event(&summary("a", acknowledged + 1), "lost");
            match store.writer.write(next).await {
                // Its helpers may need a moment to see that they are alone: what they say counts.
                Ok(_) => acknowledged += 1,
                refused => break refused,
            }
        };
        assert_failing(&refused);
        own.start_again().expect("it starts");
        last = go_on(&store).await;
        assert_eq!(last, acknowledged + 1, "what was acknowledged is there, and nothing else");
    }
    assert_eq!(store.health.get().recoveries, 2);
    store.close().await;
}

#[tokio::test]
async fn a_database_that_a_newer_version_has_changed_is_refused() {
    let url = server().new_database().expect("a database");
    let running = node(&url, SERVING).await;
    begin(&running).await;
    let step =
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                VALUES (99, 'of a newer version', true, '', 1)";
    galet_services::query(&url, step).expect("it is written");
    let refused = bring_up_to_date(&read(&url)).await.expect_err("nobody knows what has changed");
    assert!(refused.to_string().contains("99"), "{refused}");
    // Whoever runs goes on.
    go_on(&running).await;
}

#[tokio::test]
async fn a_database_that_is_missing_and_a_stranger_are_told_without_lines_of_source() {
    let url = server().new_database().expect("a database");
    let refused = async |url: &str| connect(&read(url)).await.expect_err("nobody is let in");
    let missing = refused(&format!("{url}_of_nobody")).await;
    assert!(matches!(missing, StoreError::NoDatabase { .. }), "{missing:?}");
    assert!(missing.to_string().ends_with("make it first, for example with `createdb`"));
    let at = url.split_once('@').map_or(&*url, |(_, place)| place);
    let stranger = refused(&format!("postgres://nobody@{at}")).await.to_string();
    assert!(stranger.contains("nobody") && !stranger.contains("line"), "{stranger}");
}
