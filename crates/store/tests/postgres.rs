//! PostgreSQL passes what every database must.
#![cfg(all(feature = "postgres", target_os = "linux"))]

use galet_services::Postgres;
use galet_store::conformance::Bench;
use galet_store::{NodeId, Place, Store, WallClock};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

struct Database {
    url: String,
    passed: AtomicU64,
}

fn database() -> Database {
    let server = Postgres::shared().expect("a PostgreSQL server");
    Database { url: server.new_database().expect("a database"), passed: AtomicU64::new(0) }
}

impl Bench for Database {
    async fn open(&self, node: NodeId) -> Store {
        let place = Place::read(&self.url);
        Store::open(&place, WallClock::system(), node, "bench").await.expect("a database")
    }

    /// The database's time is a function in it.
    async fn pass(&self, time: Duration) {
        let time = time.as_millis() as u64;
        let passed = self.passed.fetch_add(time, Ordering::SeqCst) + time;
        let ahead = format!(
            "CREATE OR REPLACE FUNCTION galet_now() RETURNS bigint LANGUAGE sql STABLE
             AS 'SELECT (extract(epoch FROM now()) * 1000)::bigint + {passed}'"
        );
        let name = self.url.rsplit('/').next().expect("it has a name");
        let name = name.split('?').next().expect("it has a beginning");
        Postgres::shared().expect("it runs").query(name, &ahead).expect("time passes");
    }
}

galet_store::store_conformance!(database);
