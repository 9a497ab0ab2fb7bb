//! Avalam at a first glance: a flat count of towers.

use super::Plain;
use galet_avalam::Position;
use galet_search::score::Score;

/// What a tower is worth.
const TOWER: Score = 100;

impl Plain for Position {
    fn plain_evaluation(&self) -> Score {
        let towers = |colour| self.towers(colour) as Score;
        (towers(self.to_move()) - towers(self.to_move().other())) * TOWER
    }
}
