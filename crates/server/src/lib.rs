//! Tables over HTTP and WebSocket, kept in one file.
//!
//! | to find | look in |
//! |---|---|
//! | what can be set | [`Settings`] |
//! | the time, which is handed in | [`WallClock`] |
//! | starting and stopping | [`serve`] |
//! | everything that is on disk, group commit | the crate `galet-store` |
//! | a table in memory: what happens there is written, then told | `tables` |
//! | who a visitor is, by a cookie | `visitor` |
//! | who is connected | `people` |
//! | what is deleted after a while | `retention` |
//! | taking connections, bounded in number and time | `listen`, `connections` |
//! | where a request comes from and whom it means | `address`, `cookie`, `origin`, `host_names` |
//! | the WebSocket: questions and pushes | `socket` |
//! | the command that starts it anew, for others | `command` |
//! | addresses and pages, security headers | `http` |
//! | small and large work off the async threads | `work` |
//! | the web app inside the binary | `web`, `packing` and `build.rs` |
//!
//! Two things hold everywhere: nothing is acknowledged or pushed before it is on disk, and
//! nothing that a visitor sends makes the server wait or panic.
#![forbid(unsafe_code)]

mod address;
mod agent;
mod allowance;
mod bus;
mod command;
mod connections;
mod cookie;
mod descriptors;
mod engine;
mod error;
mod host_names;
mod http;
mod limits;
mod line;
mod listen;
mod log;
mod metrics;
mod neighbours;
mod nodes;
mod origin;
#[cfg(test)]
mod packing;
mod people;
mod retention;
mod server;
mod settings;
mod socket;
mod tables;
mod token;
mod unheard;
mod unrecognised;
mod visitor;
mod waiting;
mod web;
mod work;

pub use bus::BusError;
pub use galet_store::{ClockHand, WallClock, database_in};
pub use log::{LogFormat, start_logging};
pub use server::{Running, ServeError, serve};
pub use settings::{Limits, PORT, Patience, Retention, Settings, default_data};
pub use store::backup::{BackupError, Copied};
pub use store::check::{CheckError, DataReport, TableDamage};
pub use store::health::StorageFault;
pub use store::{Place, PostgresUrl, StoreError};
pub use store::{TransferError, TransferProgress, Transferred, transfer};

use allowance::{Allowance, Limit};
use bus::Bus;
use connections::Connections;
use error::ApiError;
use galet_scheduler::Executor;
use galet_store as store;
use galet_table::GuestId;
use host_names::HostNames;
use limits::{Buckets, Budget, Counts};
use log::Seldom;
use metrics::Metrics;
use nodes::Nodes;
use people::People;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use store::Store;
use tables::Tables;
use token::TokenHash;
use tokio::sync::watch;
use unheard::Unanswered;
use unrecognised::Unrecognised;
use visitor::VisitorKey;
use waiting::Waiting;
use work::Work;

/// Everything that requests share.
pub(crate) struct App {
    pub(crate) settings: Settings,
    /// The port that is really listened on.
    pub(crate) port: u16,
    pub(crate) clock: WallClock,
    pub(crate) store: Store,
    pub(crate) tables: Tables,
    pub(crate) people: People,
    /// The way to other nodes on the same database.
    pub(crate) bus: Bus,
    pub(crate) nodes: Nodes,
    /// What visitors have used at other nodes.
    pub(crate) allowance: Allowance,
    /// What may come again through another node, or here.
    pub(crate) waiting: Waiting,
    /// What waits here now.
    pub(crate) unanswered: Unanswered,
    /// Pages of which it is not known whose they are, here or at other nodes.
    pub(crate) unrecognised: Unrecognised,
    /// Whoever does the engine's work.
    pub(crate) scheduler: Arc<dyn Executor>,
    pub(crate) work: Work,
    pub(crate) metrics: Metrics,
    pub(crate) address_buckets: Buckets<IpAddr>,
    /// Requests of one browser.
    pub(crate) visitor_buckets: Buckets<TokenHash>,
    pub(crate) opening_buckets: Buckets<IpAddr>,
    pub(crate) guest_buckets: Buckets<VisitorKey>,
    /// People who were not here before.
    pub(crate) new_guests: Buckets<IpAddr>,
    /// Tables that guests are opening at the moment.
    pub(crate) openings: Counts<GuestId>,
    pub(crate) address_sockets: Counts<IpAddr>,
    /// Requests that came through a proxy and are being answered.
    pub(crate) address_requests: Counts<IpAddr>,
    /// Questions to the engine.
    pub(crate) address_analyses: Counts<IpAddr>,
    pub(crate) visitor_analyses: Counts<VisitorKey>,
    /// The names that this server goes by.
    pub(crate) names: HostNames,
    /// When a refusal was logged last.
    pub(crate) refusals: Seldom,
    pub(crate) connections: Connections,
    /// Large bodies of requests, while they are read.
    pub(crate) bodies: Budget,
    /// How many of those each address sends.
    pub(crate) large_bodies: Counts<IpAddr>,
    /// Those who have pictures painted, by address.
    pub(crate) painters: Counts<IpAddr>,
    /// Small bodies, while they are read.
    pub(crate) small_bodies: Budget,
    /// Becomes true when the server goes down.
    pub(crate) down: watch::Sender<bool>,
}

impl App {
    /// The limits that are counted over all nodes, in an order that all nodes share.
    pub(crate) fn limits(&self) -> [&dyn Limit; 8] {
        [
            &self.address_buckets,
            &self.visitor_buckets,
            &self.opening_buckets,
            &self.guest_buckets,
            &self.new_guests,
            &self.address_sockets,
            &self.address_analyses,
            &self.visitor_analyses,
        ]
    }

    /// Somebody is refused because of a limit or because of what cannot be read: it is counted,
    /// and logged now and then.
    pub(crate) fn note_refusal(&self, error: &ApiError, network: Option<IpAddr>) {
        if error.info.code == "too-fast" {
            self.metrics.refused_fast.add(1);
        } else {
            self.metrics.refused_door.add(1);
        }
        if let Some(times) = self.refusals.times() {
            tracing::info!(code = error.info.code, ?network, times, "requests are refused");
        }
    }
}

/// Copies the database of a data folder to a new file, also while a server runs on it.
pub async fn backup(data: &Path, to: &Path) -> Result<Copied, BackupError> {
    store::backup::copy(&database_in(data), to).await
}

/// Checks that everything in a data folder can be read, also while a server runs on it.
pub async fn check_data(data: &Path) -> Result<DataReport, CheckError> {
    check_database(&Place::File(database_in(data))).await
}

/// Checks that everything in a database can be read, also while servers run on it.
pub async fn check_database(place: &Place) -> Result<DataReport, CheckError> {
    store::check::everything(place).await
}
