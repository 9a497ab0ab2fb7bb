//! The weights of the evaluation, in hundredths of a tower.
//!
//! They are least-squares fits to the final lead in towers of 4,000 games of the mind against
//! itself (3,000 nodes a move after 4 to 11 random plies, 101,707 positions), rounded.

use crate::tuning::Weights;
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

/// What is counted, in the order of the weights.
const COUNTED: [(&str, &str); COUNT] = [
    ("settled", "a tower that can never be joined again"),
    ("five", "a tower of five, which decides between equal numbers of towers"),
    ("sheltered-1", "a single counter without an enemy partner"),
    ("sheltered-2", "a tower of two without an enemy partner"),
    ("sheltered-3", "a tower of three without an enemy partner"),
    ("sheltered-4", "a tower of four without an enemy partner"),
    ("exposed-1", "a single counter with one enemy partner"),
    ("exposed-2", "a tower of two with one enemy partner"),
    ("exposed-3", "a tower of three with one enemy partner"),
    ("exposed-4", "a tower of four with one enemy partner"),
    ("besieged-1", "a single counter with several enemy partners"),
    ("besieged-2", "a tower of two with several enemy partners"),
    ("besieged-3", "a tower of three with several enemy partners"),
    ("besieged-4", "a tower of four with several enemy partners"),
    ("supported", "a tower with enemy partners that has a friendly one too"),
    ("pair", "two friendly towers that have only each other: one will be lost"),
    ("contested", "an odd number of mixed pairs that have only each other"),
    ("move", "to be the one to move"),
];

/// A tower counts under at most two weights, so 49 of them stay within the limit of evaluations.
const MAX_WEIGHT: Score = 200;

/// The weights as they were fitted.
#[rustfmt::skip]
pub(super) const FITTED: Weights<COUNT> = Weights::new(&COUNTED, MAX_WEIGHT, [
    100, 8, // settled, five
    45, 58, 74, 87, // sheltered, by height
    52, 59, 67, 50, // exposed
    54, 54, 61, 43, // besieged
    8, -15, 41, 35, // supported, pair, contested, move
]);
