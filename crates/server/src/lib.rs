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
//! | who is connected | `people` |
//! | what is deleted after a while | `retention` |
//! | the WebSocket: questions and pushes | `socket` |
//! | addresses and pages, security headers | `http` |
//! | the web app inside the binary | `web` and `build.rs` |
//!
//! Two things hold everywhere: nothing is acknowledged or pushed before it is on disk, and
//! nothing that a visitor sends makes the server wait or panic.
#![forbid(unsafe_code)]

mod agent;
mod clock;
mod error;
mod guest_name;
mod http;
mod limits;
mod log;
mod metrics;
mod people;
mod retention;
mod server;
mod settings;
mod socket;
mod store;
mod tables;
mod token;
mod visitor;
mod web;

pub use clock::{ClockHand, WallClock};
pub use log::{LogFormat, start_logging};
pub use server::{Running, ServeError, serve};
pub use settings::{Limits, PORT, Retention, Settings, database_in, default_data};
pub use store::StoreError;
pub use store::backup::BackupError;

use galet_scheduler::Scheduler;
use limits::{Buckets, Counts};
use metrics::Metrics;
use people::People;
use std::net::IpAddr;
use std::path::Path;
use store::Store;
use tables::Tables;
use tokio::sync::watch;
use visitor::VisitorKey;

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
    pub(crate) metrics: Metrics,
    pub(crate) address_buckets: Buckets<IpAddr>,
    pub(crate) opening_buckets: Buckets<IpAddr>,
    pub(crate) guest_buckets: Buckets<VisitorKey>,
    /// People who were not here before.
    pub(crate) new_guests: Buckets<IpAddr>,
    pub(crate) address_sockets: Counts<IpAddr>,
    /// Becomes true when the server goes down.
    pub(crate) down: watch::Sender<bool>,
}

/// Copies the database of a data folder to a new file, also while a server runs on it.
pub async fn backup(data: &Path, to: &Path) -> Result<(), BackupError> {
    store::backup::copy(&database_in(data), to).await
}
