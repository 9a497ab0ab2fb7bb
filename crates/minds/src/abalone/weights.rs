//! The weights of the evaluation as `galet tune abalone` found them, and the levels.

use super::evaluation::Weights;
use crate::LevelSpec;

/// Weights tuned on self-play: `galet tune abalone --games 300 --nodes 3000`.
pub(super) const TUNED: Weights = Weights([197, 53, 32, -14, -15, -19, 27, -13, 46, 74]);

/// A level by positions, depth, candidates and spread.
const fn level(nodes: u64, depth: u32, candidates: usize, spread: i32) -> LevelSpec {
    LevelSpec { nodes, depth, candidates, spread, solver_nodes: 0 }
}

/// Enough to give every move a line of its own at depth 1.
const ALL_MOVES: u64 = 20_000;

/// The levels, measured against each other in `docs/strength.md`. The first three look one move
/// ahead and draw among all moves, the weaker the more evenly.
pub(super) const LEVELS: [LevelSpec; 9] = [
    level(ALL_MOVES, 1, 120, 60),
    level(ALL_MOVES, 1, 120, 32),
    level(ALL_MOVES, 1, 120, 20),
    level(ALL_MOVES, 2, 20, 22),
    level(ALL_MOVES, 2, 12, 14),
    level(40_000, 3, 8, 16),
    level(60_000, 4, 5, 10),
    level(100_000, 5, 3, 5),
    level(200_000, 7, 2, 2),
];
