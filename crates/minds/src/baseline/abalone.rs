//! Abalone at a first glance: marbles, and how near they are to the centre.

use super::Baseline;
use galet_abalone::{Cell, Cells, Position};
use galet_core::{Game, Side};
use galet_search::score::Score;

/// What an ejected marble is worth.
const MARBLE: Score = 1_000;
/// What a step towards the centre is worth.
const STEP: Score = 10;

/// The cells one, two, three, four or more steps from the centre.
static AT_LEAST: [Cells; 4] = {
    let mut sets = [0; 4];
    let mut row = 0;
    while row < 9 {
        let mut diagonal = 1;
        while diagonal <= 9 {
            if let Some(cell) = Cell::at(row, diagonal) {
                let (up, along) = (row as i32 - 4, diagonal as i32 - 5);
                let mut steps = 1;
                while steps <= 4 {
                    let inside =
                        up.abs() < steps && along.abs() < steps && (up - along).abs() < steps;
                    if !inside {
                        sets[steps as usize - 1] |= Cells::only(cell).bits();
                    }
                    steps += 1;
                }
            }
            diagonal += 1;
        }
        row += 1;
    }
    let [a, b, c, d] = sets;
    [Cells::from_bits(a), Cells::from_bits(b), Cells::from_bits(c), Cells::from_bits(d)]
};

impl Baseline for Position {
    fn baseline_evaluation(&self) -> Score {
        let worth = |side: Side| {
            let marbles = self.marbles(side);
            let steps: u32 = AT_LEAST.iter().map(|&far| (marbles & far).len()).sum();
            self.ejected_by(side) as Score * MARBLE - steps as Score * STEP
        };
        worth(self.turn()) - worth(self.turn().other())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_have_as_many_cells_as_they_should() {
        assert_eq!(AT_LEAST.map(Cells::len), [60, 54, 42, 24]);
    }
}
