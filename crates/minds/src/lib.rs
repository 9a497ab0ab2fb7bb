//! What a player of each game knows: evaluation, move ordering, exact play at the end.
//!
//! One module per game, none of which knows the others. What they have in common is
//! [`Expert`], and [`galet_search::Mind`] below it.

pub mod abalone;
pub mod avalam;
pub mod baseline;
mod expert;
pub mod net;
pub mod qawale;

pub use expert::{Budget, Expert, LevelSpec, Solution, Term, Weight, chances};
