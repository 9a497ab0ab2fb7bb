//! Alpha-beta search for any game, and the trait that a game's mind fills in.
//!
//! | to find | look in |
//! |---|---|
//! | what a mind knows of its game | [`Mind`], [`Tuning`] |
//! | starting a search and hearing from it | [`Search`], [`Report`] |
//! | when a search stops | [`Limits`], [`TimeControl`] |
//! | what a score means | [`score`] |
//! | the memory shared by all threads | [`Table`] |
//! | the tree walk itself | `worker.rs` |
//! | the twenty lines that everything must agree with | [`plain`] |
#![forbid(unsafe_code)]

mod limits;
mod mind;
pub mod negamax;
mod ordering;
mod root;
pub mod score;
mod table;
mod worker;

pub use limits::{Limits, Stop, TimeControl};
pub use mind::{Mind, Tuning};
pub use root::{Report, Search, Variation};
pub use table::Table;
