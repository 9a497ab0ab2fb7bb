//! Faults for a cluster in play, all on this computer and all bounded: PostgreSQL, three NATS servers,
//! several nodes and engine workers, with every connection between them behind a proxy that can be
//! cut. People play at hundreds of tables meanwhile, and remember what was acknowledged.
//!
//! | to find | look in |
//! |---|---|
//! | what can break, and how it is mended | `faults` |
//! | who plays, and what they remember | `play` |
//! | what must hold after each fault | `inspect`, `clocks` |
//! | the whole run | [`run`] |
//! | several nodes that look like one program, for the browser tests | [`front`] |
//!
//! What must hold: every acknowledged event is there exactly once and in order, through every node
//! and in the database; no table is stuck; no clock charges an outage to a player; nobody
//! has another's seat. `cargo xtask cluster` runs all of it; the crate's test runs a short version.
#![forbid(unsafe_code)]
#![cfg(target_os = "linux")]

mod clocks;
mod disk;
mod faults;
pub mod front;
mod inspect;
mod play;
mod run;
mod stored;
mod summary;

pub use run::{Plan, run, run_alone};
pub use summary::Summary;

use galet_test_client::ClientError;

/// Why a run did not end well.
#[derive(Debug, thiserror::Error)]
pub enum FaultError {
    /// A server cannot be spoken to where it must.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// A file or a process cannot be used.
    #[error("{0}")]
    System(#[from] std::io::Error),
    /// PostgreSQL or NATS does not run.
    #[error(transparent)]
    Service(#[from] galet_services::ServiceError),
    /// Something that must hold does not.
    #[error("{0}")]
    Broken(String),
}

/// Says that something that must hold does not.
pub(crate) fn broken<T>(what: impl Into<String>) -> Result<T, FaultError> {
    Err(FaultError::Broken(what.into()))
}
