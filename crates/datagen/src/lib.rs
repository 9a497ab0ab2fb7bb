//! Games that the engine plays against itself, or one evaluation against another, kept for training.
//!
//! | to find | look in |
//! |---|---|
//! | what a file says about itself | [`Header`], [`Source`], [`Opponent`] |
//! | a stored game | [`StoredGame`] |
//! | reading a file; going on with one | [`Reader`], [`Appender`] |
//! | playing games and storing them | [`Plan`], [`generate`] |
//! | whether every stored move is legal | [`check`] |
//! | what is in the files | [`stats`] |
//! | several files as one, in random order | [`shuffle`] |
//! | the positions as training reads them | [`pack`] |
//!
//! `docs/datagen.md` has the formats byte by byte.
#![forbid(unsafe_code)]

mod bytes;
pub mod check;
mod file;
mod generate;
mod header;
pub mod pack;
mod play;
pub mod shuffle;
pub mod stats;
mod stored;

pub use file::{Appender, OpenError, ReadError, Reader, Resumed};
pub use generate::{GenerateError, Plan, Standing, generate};
pub use header::{Header, Openings, Opponent, Source};
pub use play::NoOpening;
pub use stored::{Ending, Ply, StoredGame};

use galet_core::random::SplitMix64;

/// A seed made of several numbers: each game has its own, whatever thread plays it.
pub(crate) fn seed_of(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |seed, part| {
        SplitMix64::new(seed ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next()
    })
}
