//! The weights of the evaluation, in hundredths of a tower.
//!
//! They are least-squares fits to the final lead in towers of 4,000 games of the mind against
//! itself (3,000 nodes a move after 4 to 11 random plies, 101,707 positions), rounded.

use crate::Weight;
use galet_search::score::Score;

/// The number of weights.
pub(super) const COUNT: usize = 18;

/// Places of the weights; those of towers by height begin at the place named.
pub(super) const SETTLED: usize = 0;
pub(super) const FIVE: usize = 1;
pub(super) const SHELTERED: usize = 2;
pub(super) const EXPOSED: usize = 6;
pub(super) const BESIEGED: usize = 10;
pub(super) const SUPPORTED: usize = 14;
pub(super) const PAIR: usize = 15;
pub(super) const CONTESTED: usize = 16;
pub(super) const MOVE: usize = 17;

/// The weights that ship with Galet.
pub(super) const SHIPPED: [Weight; COUNT] = [
    weight("settled", "a tower that can never be joined again", 100),
    weight("five", "a tower of five, which decides between equal numbers of towers", 8),
    weight("sheltered-1", "a single counter without an enemy partner", 45),
    weight("sheltered-2", "a tower of two without an enemy partner", 58),
    weight("sheltered-3", "a tower of three without an enemy partner", 74),
    weight("sheltered-4", "a tower of four without an enemy partner", 87),
    weight("exposed-1", "a single counter with one enemy partner", 52),
    weight("exposed-2", "a tower of two with one enemy partner", 59),
    weight("exposed-3", "a tower of three with one enemy partner", 67),
    weight("exposed-4", "a tower of four with one enemy partner", 50),
    weight("besieged-1", "a single counter with several enemy partners", 54),
    weight("besieged-2", "a tower of two with several enemy partners", 54),
    weight("besieged-3", "a tower of three with several enemy partners", 61),
    weight("besieged-4", "a tower of four with several enemy partners", 43),
    weight("supported", "a tower with enemy partners that has a friendly one too", 8),
    weight("pair", "two friendly towers that have only each other: one will be lost", -15),
    weight("contested", "an odd number of mixed pairs that have only each other", 41),
    weight("move", "to be the one to move", 35),
];

const fn weight(name: &'static str, about: &'static str, value: Score) -> Weight {
    Weight { name, about, value }
}
