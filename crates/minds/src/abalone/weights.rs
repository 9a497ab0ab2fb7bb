//! The weights of the evaluation as `galet tune abalone` found them, and the levels.

use super::evaluation::{COUNTS, weighted};
use crate::LevelSpec;
use crate::tuning::Weights;
use galet_search::score::Score;

/// Weights tuned on self-play: `galet tune abalone --games 300 --nodes 3000`.
pub(super) const TUNED: Weights<COUNTS> = weighted([197, 53, 32, -14, -15, -19, 27, -13, 46, 74]);

/// The levels, each meant to score 65 to 80 % against the one below (`docs/strength.md` has what
/// was measured): further and further ahead, and choosier at the same depth. They draw among a
/// handful of moves: a level that now and then plays any move at all wanders about and never
/// brings a game to its end.
pub(super) const LEVELS: [LevelSpec; 9] = [
    LevelSpec::new(20_000, 1, 4, 200),
    LevelSpec::new(20_000, 2, 6, 82),
    LevelSpec::new(20_000, 2, 6, 33),
    LevelSpec::new(30_000, 3, 6, 70),
    LevelSpec::new(30_000, 3, 6, 44),
    LevelSpec::new(60_000, 4, 6, 54),
    LevelSpec::new(60_000, 4, 6, 30),
    LevelSpec::new(100_000, 5, 6, 37),
    LevelSpec::new(150_000, 6, 6, 40),
];

/// The experts, each meant to score 65 to 80 % against the one below, too: by the network, which sees
/// more in one move than level 9 in six. So the first four look one move ahead, and three of them draw as a
/// level does; the others play the best they see.
pub(super) const EXPERTS: &[LevelSpec] = &[
    LevelSpec::new(20_000, 1, 4, 40).with_network().always_drawing(),
    LevelSpec::new(20_000, 1, 4, 20).with_network().always_drawing(),
    LevelSpec::new(20_000, 1, 4, 10).with_network().always_drawing(),
    LevelSpec::new(20_000, 1, 3, EXPERT_SPREAD).with_network(),
    LevelSpec::expert(200, EXPERT_SPREAD),
    LevelSpec::expert(500, EXPERT_SPREAD),
    LevelSpec::expert(8_000, EXPERT_SPREAD),
];
/// A twentieth of what makes three chances in four by the network.
const EXPERT_SPREAD: Score = 10;

/// The scores of the ladder in `docs/strength.md`, step by step (400 log10(p / (1 - p))), full strength by its
/// 100,000 nodes.
pub(super) const ELO: &[u32] = &[
    0, 168, 388, 579, 775, 989, 1_133, 1_256, 1_411, 1_593, 1_766, 1_949, 2_092, 2_272, 2_456,
    2_636, 2_804,
];
