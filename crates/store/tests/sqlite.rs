//! One SQLite file passes what every database must.

use galet_store::conformance::Bench;
use galet_store::{ClockHand, NodeId, Place, Store, WallClock, database_in};
use galet_table::Moment;
use std::time::Duration;
use tempfile::TempDir;

struct File {
    folder: TempDir,
    clock: WallClock,
    hand: ClockHand,
}

fn file() -> File {
    let (clock, hand) = WallClock::by_hand(Moment(1_700_000_000_000));
    File { folder: tempfile::tempdir().expect("a folder"), clock, hand }
}

impl Bench for File {
    async fn open(&self, node: NodeId) -> Store {
        let place = Place::File(database_in(self.folder.path()));
        Store::open(&place, self.clock.clone(), node, "bench").await.expect("a file")
    }

    async fn pass(&self, time: Duration) {
        self.hand.advance(time);
    }
}

galet_store::store_conformance!(file);
