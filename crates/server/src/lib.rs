//! Tables over HTTP and WebSocket, kept in one file.
//!
//! | to find | look in |
//! |---|---|
//! | what can be set | [`Settings`] |
//! | the time, which is handed in | [`WallClock`] |
//! | starting and stopping | [`serve`] |
//! | everything that is on disk, group commit | `store` |
//! | a table in memory: what happens there is written, then told | `tables` |
//! | who a visitor is: cookie, address, origin | `visitor` |
//! | the WebSocket: questions and pushes | `socket` |
//! | addresses and pages, security headers | `http` |
//! | small and large work off the async threads | `work` |
//! | the web app inside the binary | `web` and `build.rs` |
//!
//! Two things hold everywhere: nothing is acknowledged or pushed before it is on disk, and
//! nothing that a visitor sends makes the server wait or panic.
#![forbid(unsafe_code)]

mod clock;
mod error;
mod http;
mod limits;
mod log;
mod metrics;
mod people;
mod server;
mod settings;
mod socket;
mod store;
mod tables;
mod token;
mod visitor;
mod web;
mod work;

pub use clock::{ClockHand, WallClock};
pub use log::{LogFormat, start_logging};
pub use server::{Running, ServeError, serve};
pub use settings::{Limits, PORT, Settings, database_in, default_data};
pub use store::StoreError;
pub use store::backup::{BackupError, Copied};
pub use store::check::{CheckError, DataReport, TableDamage};
pub use store::health::StorageFault;

use galet_scheduler::Scheduler;
use limits::{Buckets, Counts};
use metrics::Metrics;
use people::People;
use std::net::IpAddr;
use std::path::Path;
use store::Store;
use tables::Tables;
use tokio::sync::watch;
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
    pub(crate) scheduler: Scheduler,
    pub(crate) work: Work,
    pub(crate) metrics: Metrics,
    pub(crate) address_buckets: Buckets<IpAddr>,
    pub(crate) opening_buckets: Buckets<IpAddr>,
    pub(crate) guest_buckets: Buckets<u64>,
    pub(crate) address_sockets: Counts<IpAddr>,
    /// Becomes true when the server goes down.
    pub(crate) down: watch::Sender<bool>,
}

/// Copies the database of a data folder to a new file, also while a server runs on it.
pub async fn backup(data: &Path, to: &Path) -> Result<Copied, BackupError> {
    store::backup::copy(&database_in(data), to).await
}

/// Checks that everything in a data folder can be read, also while a server runs on it.
pub async fn check_data(data: &Path) -> Result<DataReport, CheckError> {
    store::check::everything(&database_in(data)).await
}
