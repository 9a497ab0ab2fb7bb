//! What a player of each game knows: evaluation, move ordering, exact play at the end.
//!
//! One module per game, none of which knows the others. Each has a type that implements
//! [`galet_search::Mind`], by which the search plays, and the abilities beside it:
//!
//! | ability | who needs it | look in |
//! |---|---|---|
//! | [`FromResources`]: is made of files that are handed in as bytes | whoever makes a mind | `resources.rs` |
//! | [`Calibrated`]: what a score means, how strong each level is | players, judges of openings | `calibration.rs` |
//! | [`Prospects`]: what a move costs, in chances and on the board | reviews | `prospects.rs` |
//! | [`Solve`]: proves results and knows moves that do not lose | engines, self-play | `solve.rs` |
//! | [`Tunable`]: its evaluation by terms and weights | tuning, explanations | `tuning.rs` |
//! | [`Trainable`]: the board as the training of networks reads it | training data | here |
//!
//! [`Expert`] is all of them together, for the registry of minds; nothing else asks for more than it
//! uses.
#![forbid(unsafe_code)]

pub mod abalone;
pub mod avalam;
pub mod baseline;
mod calibration;
mod prospects;
pub mod qawale;
mod resources;
#[cfg(feature = "sample")]
pub mod sample;
mod solve;
mod tuning;

pub use calibration::{Calibrated, LevelSpec, chances};
pub use prospects::{Effort, Fitted, Lead, Prospects, fingerprint};
pub use resources::{Equipment, FromResources, Presence, ResourceError, Resources};
pub use solve::{Budget, Safety, Solution, Solve};
pub use tuning::{Term, Tunable, Weight};

use galet_search::Mind;

/// A mind whose game networks can learn.
pub trait Trainable: Mind {
    /// The board as the training of networks reads it, seen by the side to move; always of the
    /// same length. `None` where no network learns the game.
    fn board(_position: &Self::Game) -> Option<Vec<u8>> {
        None
    }
}

/// A mind with every ability.
pub trait Expert: FromResources + Prospects + Solve + Tunable + Trainable + 'static {}

impl<M: FromResources + Prospects + Solve + Tunable + Trainable + 'static> Expert for M {}
