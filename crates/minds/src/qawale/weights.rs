//! The weights of the evaluation, and the levels.

use super::evaluation::Weights;
use crate::LevelSpec;

/// Set by hand: games between variants of them are nearly all drawn.
pub(super) const SHIPPED: Weights = Weights([4, 14, 40, 6, 30]);

/// A level by positions, depth, candidates, spread and the solver's positions.
const fn level(
    nodes: u64,
    depth: u32,
    candidates: usize,
    spread: i32,
    solver_nodes: u64,
) -> LevelSpec {
    LevelSpec { nodes, depth, candidates, spread, solver_nodes }
}

/// Enough to give every move a line of its own at depth 1.
const ALL_MOVES: u64 = 100_000;

/// The levels, told apart by how they do against fixed opponents (`docs/strength.md`). The first
/// five draw among all moves: an opponent's win at once, 5,000 in the evaluation, is overlooked
/// often, now and then, or seldom.
pub(super) const LEVELS: [LevelSpec; 9] = [
    level(ALL_MOVES, 1, 400, 3_500, 0),
    level(ALL_MOVES, 1, 400, 2_200, 0),
    level(ALL_MOVES, 1, 400, 1_300, 0),
    level(ALL_MOVES, 1, 400, 900, 0),
    level(ALL_MOVES, 1, 400, 450, 0),
    level(20_000, 1, 16, 60, 0),
    level(40_000, 3, 6, 20, 0),
    level(80_000, 4, 4, 10, 0),
    level(150_000, 5, 3, 6, 20_000),
];
