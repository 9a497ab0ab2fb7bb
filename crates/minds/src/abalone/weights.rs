//! The weights of the evaluation as `galet tune abalone` found them, and the levels.

use super::evaluation::Weights;
use crate::LevelSpec;

/// Weights tuned on self-play.
pub(super) const TUNED: Weights = Weights([197, 53, 32, -14, -15, -19, 27, -13, 46, 74]);

/// A level by positions, depth, candidates and spread.
const fn level(nodes: u64, depth: u32, candidates: usize, spread: i32) -> LevelSpec {
    LevelSpec { nodes, depth, candidates, spread, solver_nodes: 0 }
}

/// The levels, measured against each other in `docs/strength.md`.
pub(super) const LEVELS: [LevelSpec; 9] = [
    level(200, 1, 40, 60),
    level(400, 1, 20, 30),
    level(1_000, 2, 12, 20),
    level(2_000, 2, 8, 12),
    level(4_000, 3, 6, 10),
    level(8_000, 4, 5, 8),
    level(20_000, 6, 4, 6),
    level(60_000, 8, 3, 4),
    level(200_000, 12, 2, 2),
];
