//! The weights of the evaluation, and the levels.

use super::evaluation::{COUNTS, weighted};
use crate::LevelSpec;
use crate::tuning::Weights;

/// Set by hand: games between variants of them are nearly all drawn.
pub(super) const BY_HAND: Weights<COUNTS> = weighted([4, 14, 40, 6, 30]);

/// Enough to give every move a line of its own at depth 1.
const ALL_MOVES: u64 = 100_000;

/// The levels, told apart by how they do against fixed opponents (`docs/strength.md`). The first
/// five draw among all moves: an opponent's win at once, 5,000 in the evaluation, is overlooked
/// often, now and then, or seldom.
pub(super) const LEVELS: [LevelSpec; 9] = [
    LevelSpec::new(ALL_MOVES, 1, 400, 3_500),
    LevelSpec::new(ALL_MOVES, 1, 400, 2_200),
    LevelSpec::new(ALL_MOVES, 1, 400, 1_300),
    LevelSpec::new(ALL_MOVES, 1, 400, 900),
    LevelSpec::new(ALL_MOVES, 1, 400, 450),
    LevelSpec::new(20_000, 1, 16, 60),
    LevelSpec::new(40_000, 3, 6, 20),
    LevelSpec::new(80_000, 4, 4, 10),
    LevelSpec::new(150_000, 5, 3, 6).with_solver(20_000),
];

/// Fitted to all games against fixed opponents in `docs/strength.md`, a draw as half a win: the
/// ratings that make the scores of that table most likely. Full strength scored no more than level
/// 9 and counts as much.
pub(super) const ELO: &[u32] = &[0, 133, 237, 344, 424, 546, 577, 661, 678, 678];
