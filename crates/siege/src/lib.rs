//! Attacks on a running server, all on this computer and all bounded: does it keep what it has
//! acknowledged, does it go on serving those who play, and does it recover?
//!
//! | attack | what must hold |
//! |---|---|
//! | [`kill`]: the program is killed in play, again and again | every acknowledged move is there |
//! | [`power`]: only what was synced survives | the same; without syncs moves must be lost |
//! | [`full`]: the disk is full for a while | play goes on with the first free byte |
//! | [`slow`]: visitors who send or read slowly, or not at all | memory stays bounded, others play |
//! | [`flood`]: strangers in numbers do everything at once | the same, and figures for the docs |
//! | [`wrong`]: wrong input on every address and in every message | a clear refusal, no panic |
//!
//! `cargo xtask siege` runs all of it; the tests of the program run a short version.
#![forbid(unsafe_code)]
#![cfg(target_os = "linux")]

pub mod flood;
mod fort;
pub mod full;
pub mod kill;
mod play;
pub mod power;
mod schema;
pub mod slow;
pub mod wrong;

pub use fort::Fort;
pub use play::Latencies;

use galet_test_client::ClientError;

/// Why an attack did not end well.
#[derive(Debug, thiserror::Error)]
pub enum SiegeError {
    /// The server cannot be spoken to.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// A file or a process cannot be used.
    #[error("{0}")]
    System(#[from] std::io::Error),
    /// Something that must hold does not.
    #[error("{0}")]
    Broken(String),
}

/// Says that something that must hold does not.
pub(crate) fn broken<T>(what: impl Into<String>) -> Result<T, SiegeError> {
    Err(SiegeError::Broken(what.into()))
}
