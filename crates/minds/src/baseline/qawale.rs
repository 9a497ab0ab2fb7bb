//! Qawale at a first glance: the lines that are still open to one side alone.

use super::Baseline;
use galet_core::Game;
use galet_qawale::{Line, Position};
use galet_search::score::Score;

/// What a line is worth that shows so many pebbles of one side and none of the other.
const WORTH: [Score; 5] = [0, 10, 30, 90, 0];

impl Baseline for Position {
    fn baseline_evaluation(&self) -> Score {
        let own = self.tops(self.turn());
        let enemy = self.tops(self.turn().other());
        let mut score = 0;
        for line in Line::all() {
            match (line.count_in(own), line.count_in(enemy)) {
                (tops, 0) => score += WORTH[tops as usize],
                (0, tops) => score -= WORTH[tops as usize],
                _ => {}
            }
        }
        score
    }
}
