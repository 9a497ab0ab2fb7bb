//! An installation is copied to another place, whatever comes between.

use galet_store::{
    NodeId, Outage, Place, Removal, Store, StoreChange, StoreError, Summary, TokenHash,
    TransferError, TransferProgress, WallClock, database_in, file::FolderLock, transfer,
};
use galet_table::{GuestId, TableFilter};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use std::path::Path;
use tempfile::TempDir;

const GUESTS: i64 = 1_300;
const TABLES: i64 = 700;

fn folder() -> (TempDir, Place) {
    let folder = tempfile::tempdir().expect("a folder");
    let place = Place::File(database_in(folder.path()));
    (folder, place)
}

async fn open(place: &Place) -> Store {
    Store::open(place, WallClock::system(), NodeId(5), "test").await.expect("it opens")
}

fn hash(number: i64) -> TokenHash {
    let mut bytes = [7; 32];
    // Not in the order in which they are written.
    bytes[..8]
        .copy_from_slice(&number.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as i64).to_le_bytes());
    TokenHash(bytes)
}

/// An installation with something of everything, in more than one part.
async fn fill(place: &Place) {
    let store = open(place).await;
    let mut changes = Vec::new();
    for id in 1..=GUESTS {
        changes.push(StoreChange::Guest { id, name: format!("Zoé {id}"), at: 5 });
        let (hash, about) = (hash(id), "Firefox, « Linux »".to_owned());
        changes.push(StoreChange::Token { hash, guest: id, device: id, about, at: 7 });
    }
    changes.push(StoreChange::Link { hash: hash(-1), guest: 1, expires: 99 });
    changes.push(StoreChange::Removal(Removal::Token { hash: hash(1), at: 9 }));
    for (began, ended) in [(100, 200), (100, 200), (150, 300)] {
        changes.push(StoreChange::Outage { node: NodeId(1), began, ended });
    }
    for number in 0..TABLES {
        let id = format!("{}{number:04}", if number % 2 == 0 { 'a' } else { 'B' });
        let events = (number % 5 + 1) as u32;
        for seq in 1..=events {
            let body = format!("{{\"n\":{number},\"seq\":{seq},\"é\":\"❤\"}}");
            changes.push(StoreChange::Event { table: id.clone(), seq, body });
        }
        changes.push(StoreChange::Summary(Box::new(Summary {
            id,
            game: "game",
            first: Some(number % GUESTS + 1),
            second: None,
            turn: (number % 3 == 0).then_some(1),
            ply: events,
            seq: events,
            ended: number % 3 != 0,
            at: 1_000 + number as u64,
            wake: (number % 7 == 0).then_some(50),
            level: Some(3),
            result: (number % 3 != 0).then_some("draw"),
            over: (number % 3 != 0).then_some(2_000),
            goes_on: false,
        })));
    }
    store.writer.write(changes).await.expect("it is written");
    store.writer.write(vec![StoreChange::NodeLeft]).await.expect("it leaves");
    store.close().await;
}

/// What lists, readers and clocks see of it.
async fn look(place: &Place) -> Vec<String> {
    let store = open(place).await;
    let mut seen = Vec::new();
    let filter = TableFilter { at_most: 50, ..all() };
    for guest in [1, 2, 500] {
        let tables = store.tables_of(guest, &filter).await.expect("a list");
        for table in &tables {
            let events = store.events(&table.id).await.expect("events");
            let known = store.known(&table.id).await.expect("known").expect("there");
            seen.push(format!("{table:?} {events:?} {} {}", known.seq, known.ply));
        }
        let name = store.guest_name(GuestId(guest as u64)).await.expect("a name");
        let devices = store.devices_of(GuestId(guest as u64)).await.expect("devices");
        let finished = store.finished_of(guest).await.expect("results");
        seen.push(format!("{name} {devices:?} {finished:?}"));
    }
    let holder = store.holder_of(hash(GUESTS)).await.expect("an answer").expect("somebody");
    let link = store.guest_of_link(hash(-1), 50).await.expect("an answer").expect("somebody");
    assert!(store.is_signed_out(hash(1)).await.expect("an answer"));
    let outages = store.outages_since(0).await.expect("outages");
    let outages: Vec<_> =
        outages.iter().map(|Outage { began, ended, .. }| (began, ended)).collect();
    seen.push(format!("{holder:?} {link:?} {outages:?} {:?}", store.heartbeat().await));
    assert_eq!(store.guests_after(GUESTS - 1).await.expect("a number"), Some(GUESTS));
    store.close().await;
    seen
}

fn all() -> TableFilter {
    TableFilter { ended: None, game: None, result: None, opponent: None, before: None, at_most: 9 }
}

/// Copies with a break after each few parts, each time a few more.
async fn copy_in_pieces(from: &Place, to: &Place) -> u32 {
    for breaks in 0.. {
        let mut parts = 0;
        let copied = transfer(from, to, |_| {
            parts += 1;
            parts <= 2 + 3 * breaks
        });
        match copied.await {
            Ok(copied) => {
                assert_eq!((copied.guests, copied.tables), (GUESTS as u64, TABLES as u64));
                assert_eq!(copied.events, (TABLES * 3) as u64);
                return breaks;
            }
            Err(TransferError::Stopped) => {
                // Nobody can serve from it meanwhile, once something is there.
                if breaks == 1 {
                    let half = Store::open(to, WallClock::system(), NodeId(5), "test").await;
                    assert!(matches!(half, Err(StoreError::HalfCopy { .. })), "{half:?}");
                }
            }
            Err(error) => panic!("{error}"),
        }
    }
    unreachable!()
}

async fn there_and_compare(from: &Place, to: &Place) {
    let breaks = copy_in_pieces(from, to).await;
    assert!(breaks > 4, "it broke off in the middle: {breaks}");
    // A second run finds nothing to do, and says the same.
    let again = transfer(from, to, |progress: TransferProgress| {
        assert!(progress.comparing);
        true
    });
    assert_eq!(again.await.expect("the same").events, (TABLES * 3) as u64);
}

/// One event less, more or other than there was is found, wherever the copy is; then all is as it was.
async fn every_event_is_compared(from: &Place, to: &Place, change: impl AsyncFn(&str)) {
    let body = r#"{"n":4,"seq":5,"é":"❤"}"#;
    let taken = body.replace('❤', "♠");
    let insert =
        |tab: &str, seq: u32| format!("INSERT INTO events VALUES ('{tab}', {seq}, '{body}')");
    let (remove, last) = ("DELETE FROM events WHERE tab =", "tab = 'a0004' AND seq = 5");
    for (wrong, right, what) in [
        (
            format!("UPDATE events SET body = '{taken}' WHERE {last}"),
            format!("UPDATE events SET body = '{body}' WHERE {last}"),
            "a0004",
        ),
        (format!("DELETE FROM events WHERE {last}"), insert("a0004", 5), "a0004"),
        (insert("a0004", 6), format!("{remove} 'a0004' AND seq = 6"), "a0004"),
        // A table that is nowhere else, after all others.
        (insert("zz", 1), format!("{remove} 'zz'"), "zz"),
    ] {
        change(&wrong).await;
        let differs = transfer(from, to, |_| true).await;
        assert!(
            matches!(&differs, Err(TransferError::Differs { what: table }) if table == what),
            "{wrong}: {differs:?}"
        );
        change(&right).await;
        transfer(from, to, |_| true).await.expect("the same again");
    }
}

fn seen_alike(left: &[String], right: &[String]) {
    // Two outages at the same time are one.
    let once = |text: &String| text.replace("(100, 200), (100, 200)", "(100, 200)");
    let [left, right] = [left, right].map(|seen| seen.iter().map(once).collect::<Vec<_>>());
    assert_eq!(left, right);
}

#[tokio::test]
async fn from_folder_to_folder() {
    let ((_one, from), (two, to)) = (folder(), folder());
    fill(&from).await;
    there_and_compare(&from, &to).await;
    seen_alike(&look(&from).await, &look(&to).await);
    let change = async |sql: &str| {
        let path = database_in(two.path());
        let mut file = SqliteConnection::connect(&path.to_string_lossy()).await.expect("a file");
        let done = sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut file).await;
        assert_eq!(done.expect("it is changed").rows_affected(), 1);
        file.close().await.expect("it is closed");
    };
    every_event_is_compared(&from, &to, change).await;
    // A target that was played on since is not the same any more, and stays as it is.
    let store = open(&to).await;
    let rename = StoreChange::Rename { id: 1, name: "Other".into() };
    store.writer.write(vec![rename]).await.expect("another name");
    store.close().await;
    let differs = transfer(&from, &to, |_| true).await;
    assert!(matches!(&differs, Err(TransferError::Differs { what }) if what == "guests"));
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let ((one, from), (two, to)) = (folder(), folder());
    let nothing = transfer(&from, &to, |_| true).await;
    assert!(matches!(nothing, Err(TransferError::Nothing(_))), "{nothing:?}");
    assert!(!database_in(one.path()).exists(), "nothing is made of nothing");
    fill(&from).await;
    let same = transfer(&from, &from, |_| true).await;
    assert!(matches!(same, Err(TransferError::Same(_))), "{same:?}");
    for busy in [&one, &two] {
        let _server = FolderLock::take(busy.path()).expect("a server");
        let served = transfer(&from, &to, |_| true).await;
        let in_use = |served: &Result<_, _>| {
            matches!(served, Err(TransferError::Store(StoreError::InUse { .. })))
        };
        assert!(in_use(&served), "{served:?}");
    }
    // Somebody plays there already.
    let (_three, other) = folder();
    let store = open(&other).await;
    let guest = StoreChange::Guest { id: 1, name: String::new(), at: 0 };
    store.writer.write(vec![guest]).await.expect("a guest");
    store.close().await;
    let occupied = transfer(&from, &other, |_| true).await;
    assert!(matches!(occupied, Err(TransferError::Occupied { .. })), "{occupied:?}");
    // Half of a copy of something else.
    let stopped = transfer(&from, &to, |progress| progress.done == 0).await;
    assert!(matches!(stopped, Err(TransferError::Stopped)), "{stopped:?}");
    let half = transfer(&other, &to, |_| true).await;
    assert!(matches!(half, Err(TransferError::OtherSource { .. })), "{half:?}");
    assert!(Path::new(&database_in(one.path())).exists());
}

#[cfg(all(feature = "postgres", target_os = "linux"))]
mod postgres {
    use super::*;
    use galet_services::{Postgres, query};

    #[tokio::test]
    async fn from_a_folder_to_postgres_and_back() {
        let ((_one, from), (_two, back)) = (folder(), folder());
        let server = Postgres::shared().expect("a PostgreSQL server");
        let url = server.new_database().expect("a database");
        let there = Place::read(&url);
        fill(&from).await;
        there_and_compare(&from, &there).await;
        let change = async |sql: &str| drop(query(&url, sql).expect("it is changed"));
        every_event_is_compared(&from, &there, change).await;
        let seen = look(&from).await;
        seen_alike(&seen, &look(&there).await);
        there_and_compare(&there, &back).await;
        seen_alike(&seen, &look(&back).await);
    }

    #[tokio::test]
    async fn a_database_that_is_served_is_left_alone() {
        let server = Postgres::shared().expect("a PostgreSQL server");
        let there = Place::read(&server.new_database().expect("a database"));
        let (_folder, other) = folder();
        fill(&other).await;
        let node = open(&there).await;
        node.writer.write(vec![StoreChange::Heartbeat]).await.expect("it runs");
        for (from, to) in [(&there, &other), (&other, &there)] {
            let served = transfer(from, to, |_| true).await;
            assert!(
                matches!(&served, Err(TransferError::Served { node, .. }) if node == "test"),
                "{served:?}"
            );
        }
        node.close().await;
    }

    #[tokio::test]
    async fn whoever_serves_while_it_is_copied_is_noticed_though_gone_again() {
        let server = Postgres::shared().expect("a PostgreSQL server");
        let url = server.new_database().expect("a database");
        let (from, (_folder, to)) = (Place::read(&url), folder());
        fill(&from).await;
        query(&url, "UPDATE nodes SET at = at - 60000").expect("it is long ago");
        let mut served = false;
        let noticed = transfer(&from, &to, |progress| {
            if progress.comparing && !std::mem::replace(&mut served, true) {
                let brief = "INSERT INTO nodes (id, name, at, left_at)
                     VALUES (9, 'brief', galet_now(), galet_now())";
                query(&url, brief).expect("it was there");
            }
            true
        });
        let noticed = noticed.await;
        assert!(
            matches!(&noticed, Err(TransferError::Served { node, .. }) if node == "brief"),
            "{noticed:?}"
        );
        let half = Store::open(&to, WallClock::system(), NodeId(5), "test").await;
        assert!(matches!(half, Err(StoreError::HalfCopy { .. })), "{half:?}");
    }
}
