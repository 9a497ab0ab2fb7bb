//! Avalam at a first glance: a flat count of towers.

use super::Baseline;
use galet_avalam::Position;
use galet_search::score::Score;

/// What a tower is worth.
const TOWER: Score = 100;

impl Baseline for Position {
    fn baseline_evaluation(&self) -> Score {
        let towers = |colour| self.towers(colour) as Score;
        (towers(self.to_move()) - towers(self.to_move().other())) * TOWER
    }
}
