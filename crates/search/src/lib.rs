//! Alpha-beta search for any game, and the trait that a game's mind fills in.
//!
//! | to find | look in |
//! |---|---|
//! | what a mind knows of its game | [`Mind`] |
//! | the parameters of the search, by name | [`Tuning`], [`Parameter`] |
//! | starting a search and hearing from it | [`Search`], [`Report`] |
//! | when a search stops | [`Limits`], [`TimeControl`] |
//! | how settled the best move is | `stability.rs` |
//! | what a score means | [`score`] |
//! | the memory shared by all threads | [`Table`] |
//! | what is learned about moves, kept from move to move | [`Memory`] |
//! | deeper and deeper | `deepening.rs` |
//! | the walk through the tree | `alpha_beta.rs`; its leaves: `quiescence.rs` |
//! | which nodes need no walk | `shortcuts.rs` |
//! | what is searched less deeply or not at all | `pruning.rs` |
//! | which move comes next | `picker.rs`, `ordering.rs` |
//! | when a thread looks at the clock, what it keeps | `worker.rs` |
//! | the twenty lines that everything must agree with | [`negamax`] |
#![forbid(unsafe_code)]

mod alpha_beta;
mod deepening;
mod history;
mod lazy;
mod limits;
mod mind;
pub mod negamax;
mod node;
mod ordering;
mod picker;
mod pruning;
mod quiescence;
mod root;
pub mod score;
mod shortcuts;
mod stability;
mod table;
mod tuning;
mod worker;

pub use history::Memory;
pub use limits::{Limits, Stop, TimeControl};
pub use mind::Mind;
pub use root::{Report, Search, Variation};
pub use table::Table;
pub use tuning::{Parameter, Tuning};
