//! The writer when the disk fails. `max_page_count` is a disk that is full for one connection: the
//! next one finds room again, as if somebody had made some.

use crate::clock::WallClock;
use crate::file::DatabaseFile;
use crate::health::{StorageFault, StorageHealth};
use crate::nodes::{ALONE, NodeId, Outage};
use crate::place::Place;
use crate::sqlite::{desk::SqliteDesk, options};
use crate::writer::{StoreChange, Summary, Writer};
use crate::{Store, StoreError};
use galet_table::Moment;
use sqlx::{AssertSqlSafe, ConnectOptions, Row};
use tempfile::TempDir;

struct Desk {
    _folder: TempDir,
    writer: Writer,
    health: StorageHealth,
}

/// A writer whose first connection finds room for a few pages only.
async fn desk_with_little_room() -> Desk {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("galet.db");
    let clock = WallClock::by_hand(Moment(1_000)).0;
    open(&path, clock.clone()).await.close().await;
    let mut connection = options(&path).connect().await.expect("a connection");
    let pages: i64 = sqlx::query("PRAGMA page_count")
        .fetch_one(&mut connection)
        .await
        .and_then(|row| row.try_get(0))
        .expect("a number");
    let limit = AssertSqlSafe(format!("PRAGMA max_page_count = {}", pages + 2));
    sqlx::query(limit).execute(&mut connection).await.expect("a limit");
    let health = StorageHealth::default();
    let file = DatabaseFile::at(&path);
    let desk = SqliteDesk {
        file,
        connection: Some(connection),
        clock: clock.clone(),
        name: String::new(),
    };
    let writer = Writer::start(desk, ALONE, clock, health.clone());
    Desk { _folder: folder, writer, health }
}

async fn open(path: &std::path::Path, clock: WallClock) -> Store {
    let place = Place::File(path.to_owned());
    Store::open(&place, clock, ALONE, "").await.expect("a database")
}

fn event(seq: u32, bytes: usize) -> Vec<StoreChange> {
    let summary = Summary {
        id: "a".into(),
        game: "any",
        first: None,
        second: None,
        turn: None,
        ply: 0,
        seq,
        ended: false,
        at: 0,
        wake: None,
        level: None,
        result: None,
        over: None,
        goes_on: false,
    };
    vec![
        StoreChange::Event { table: "a".into(), seq, body: "x".repeat(bytes) },
        StoreChange::Summary(Box::new(summary)),
    ]
}

fn guest(id: i64) -> Vec<StoreChange> {
    vec![StoreChange::Guest { id, name: String::new(), at: 0 }]
}

#[tokio::test]
async fn writing_works_again_with_the_first_room() {
    let desk = desk_with_little_room().await;
    assert_eq!(desk.writer.write(guest(1)).await.expect("there is room for this"), 1);
    let full = desk.writer.write(event(1, 100_000)).await;
    assert!(matches!(full, Err(StoreError::Failing(StorageFault::Full))), "{full:?}");
    assert!(desk.health.is_failing());
    desk.writer.write(event(1, 100_000)).await.expect("there is room again");
    assert!(!desk.health.is_failing());
    assert_eq!(desk.health.get().recoveries, 1);
    desk.writer.close().await;
}

#[tokio::test]
async fn who_is_at_fault_does_not_take_the_others_along() {
    let desk = desk_with_little_room().await;
    desk.writer.write(guest(1)).await.expect("a guest");
    // The same guest twice goes against a constraint; whoever comes with it is written.
    let (wrong, right) = tokio::join!(desk.writer.write(guest(1)), desk.writer.write(guest(2)));
    assert!(matches!(wrong, Err(StoreError::Query(_))), "{wrong:?}");
    assert_eq!(right.expect("another guest"), 1);
    assert!(!desk.health.is_failing(), "the disk is fine");
    desk.writer.close().await;
}

#[tokio::test]
async fn the_time_without_a_disk_is_an_outage() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("galet.db");
    let (clock, hand) = WallClock::by_hand(Moment(1_000));
    let store = open(&path, clock).await;
    let away = folder.path().join("away.db");
    std::fs::rename(&path, &away).expect("it can be moved");
    let gone = store.writer.write(guest(1)).await;
    assert!(matches!(gone, Err(StoreError::Failing(StorageFault::Gone))), "{gone:?}");
    hand.advance(std::time::Duration::from_millis(500));
    // Another file in its place does not help, and is left alone.
    std::fs::write(&path, "another").expect("a file");
    let replaced = store.writer.write(guest(1)).await;
    assert!(matches!(replaced, Err(StoreError::Failing(StorageFault::Gone))), "{replaced:?}");
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "another");
    std::fs::rename(&away, &path).expect("it can be moved back");
    store.writer.write(guest(1)).await.expect("it is back");
    assert_eq!(
        store.outages_since(0).await.expect("outages"),
        [Outage { node: ALONE, began: 1_000, ended: 1_500 }]
    );
    store.close().await;
}

#[tokio::test]
async fn a_node_that_was_stopped_says_so_with_the_first_it_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("galet.db");
    let (clock, hand) = WallClock::by_hand(Moment(1_000));
    open(&path, clock.clone()).await.close().await;
    let connection = options(&path).connect().await.expect("a connection");
    let desk = SqliteDesk {
        file: DatabaseFile::at(&path),
        connection: Some(connection),
        clock: clock.clone(),
        name: String::new(),
    };
    let node = NodeId(7);
    let writer = Writer::start(desk, node, clock.clone(), StorageHealth::default());
    for (number, seconds) in [(1, 0), (2, 3), (3, 10), (4, 1)] {
        hand.advance(std::time::Duration::from_secs(seconds));
        writer.write(guest(number)).await.expect("a guest");
    }
    writer.close().await;
    let store = open(&path, clock).await;
    let outages = store.outages_since(0).await.expect("outages");
    assert_eq!(outages, [Outage { node, began: 4_000, ended: 14_000 }]);
    store.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &std::path::Path| {
        std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    };
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    std::fs::create_dir(&data).expect("a folder");
    let path = data.join("galet.db");
    // As an earlier version left it.
    std::fs::write(&path, "").expect("a file");
    for (path, mode) in [(&data, 0o755), (&path, 0o644)] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("rights");
    }
    let _lock = crate::file::FolderLock::take(&data).expect("a lock");
    let clock = WallClock::by_hand(Moment(1_000)).0;
    let store = open(&path, clock).await;
    store.writer.write(guest(1)).await.expect("a guest");
    assert_eq!(mode(&data), 0o700);
    for name in ["galet.db", "galet.db-wal", "galet.db-shm", "galet.lock"] {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
    }
    store.close().await;
    // A folder with other things in it may be needed by others.
    std::fs::write(folder.path().join("letters.txt"), "").expect("a file");
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).expect("rights");
    let _other = crate::file::FolderLock::take(folder.path()).expect("a lock");
    assert_eq!(mode(folder.path()), 0o755);
}
