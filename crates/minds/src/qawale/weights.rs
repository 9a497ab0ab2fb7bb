//! The weights of the evaluation as `galet tune qawale` found them, and the levels.

use super::evaluation::Weights;
use crate::LevelSpec;

/// Weights tuned on self-play.
pub(super) const TUNED: Weights = Weights([4, 14, 40, 6, 30]);

/// A level by positions, depth, candidates and spread.
const fn level(nodes: u64, depth: u32, candidates: usize, spread: i32) -> LevelSpec {
    LevelSpec { nodes, depth, candidates, spread, solver_nodes: 0 }
}

/// The levels, measured in `docs/strength.md`.
pub(super) const LEVELS: [LevelSpec; 9] = [
    level(200, 1, 30, 40),
    level(600, 1, 16, 25),
    level(2_000, 2, 12, 20),
    level(6_000, 2, 8, 15),
    level(12_000, 3, 6, 12),
    level(25_000, 3, 5, 10),
    level(60_000, 4, 4, 8),
    level(150_000, 5, 3, 6),
    level(400_000, 8, 2, 4),
];
