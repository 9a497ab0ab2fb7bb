//! Matches between players, what they say about strength, and weights tuned from self-play.
//!
//! | to find | look in |
//! |---|---|
//! | who can play, as text | [`PlayerSpec`] |
//! | the players themselves | [`player`] |
//! | a game under our rules as the referee | [`game`] |
//! | whole-game clocks | [`PlayerClock`] |
//! | balanced beginnings | [`opening`] |
//! | a match: pairs of games, several at once | [`MatchPlan`], [`Standing`] |
//! | Elo, error bars, likelihood of superiority | [`Tally`], [`Estimate`] |
//! | deciding early | [`Sprt`] |
//! | what was played, kept in a file | [`journal`] |
//! | the levels against each other | [`ladder`] |
//! | how accurately players played, and what scores meant | [`review`] |
//! | weights of an evaluation from self-play | [`tune`] |
//! | parameters of the search from short matches | [`spsa`] |
#![forbid(unsafe_code)]

mod clock;
pub mod game;
pub mod journal;
pub mod ladder;
mod matches;
pub mod opening;
pub mod player;
pub mod review;
mod spec;
mod sprt;
pub mod spsa;
mod statistics;
pub mod tune;

pub use clock::{Clocks, PlayerClock};
pub use matches::{MatchError, MatchPlan, PairReport, Standing};
pub use spec::{Bounds, PlayerKind, PlayerSpec, SpecError, read_count, read_duration};
pub use sprt::{Sprt, SprtDecision, SprtError};
pub use statistics::{Estimate, Tally};

use galet_core::random::SplitMix64;

/// A seed made of several numbers: each game of a match has its own, whatever thread plays it.
pub(crate) fn seed_of(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |seed, part| {
        SplitMix64::new(seed ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next()
    })
}
