//! The certificate of the proof about Qawale, and a checker that takes nobody's word for it.
//!
//! The prover (`galet-qawale-proof`) claims that a side cannot force a line by some ply. What it found
//! is kept as a [`Certificate`]: the defender's reply in every early position. This crate reads and
//! writes certificates and checks them with the rules of the game and with code of its own; it shares
//! nothing with the prover, which depends on this crate and not the other way round.
//!
//! | to find | look in |
//! |---|---|
//! | what is claimed | [`Claim`] (`claim.rs`) |
//! | the file: its bytes and its errors | [`Certificate`] (`certificate.rs`), docs/qawale-certificate.md |
//! | single replies behind them, for players | [`Deeper`] (`deeper.rs`) |
//! | positions up to symmetry | `canonical.rs` |
//! | coverage: every attacker's move has a reply | [`Book`] (`book.rs`) |
//! | can the side to move complete a line at once? | [`Wins`] (`wins.rs`) |
//! | can the attacker force a line? | [`Search`] (`search.rs`) |
//! | nobody is forced to line up the opponent | [`forced`] |
//! | proving leaves again: all, or random lines | [`verify`] |
#![forbid(unsafe_code)]

mod book;
mod canonical;
mod certificate;
mod claim;
mod deeper;
pub mod forced;
mod log;
mod search;
pub mod verify;
mod wins;

pub use book::{Book, Gap, Level};
pub use canonical::{Canonical, canonical};
pub use certificate::{Certificate, CertificateError, Entry, Stored};
pub use claim::{Claim, ClaimError};
pub use deeper::Deeper;
pub use log::{Log, LogError};
pub use search::{Search, Stopped};
pub use wins::{WinTest, Wins};
