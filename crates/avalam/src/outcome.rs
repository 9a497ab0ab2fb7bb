//! Who has won when nobody can move any more.

use crate::{Position, Tie};
use galet_core::{Game, Outcome, Side};

/// The reasons for an end.
pub mod reason {
    use galet_core::Reason;

    /// The winner has more towers.
    pub const MORE_TOWERS: Reason = Reason::new("more-towers");
    /// Both have as many towers; the winner has more towers of five.
    pub const MORE_FIVE_TOWERS: Reason = Reason::new("more-five-towers");
    /// A draw: both have as many towers, and under [`crate::Tie::TowersOfFive`] as many of five.
    pub const LEVEL: Reason = Reason::new("level");
}

impl Position {
    /// The result if the game ended here: towers are counted, then the tie rule is asked.
    pub(crate) fn verdict(&self) -> Outcome {
        let towers = self.score();
        if towers.first != towers.second || self.tie() == Tie::Plain {
            return by_points(towers.first, towers.second, reason::MORE_TOWERS);
        }
        let [first, second] = Side::BOTH.map(|side| self.towers_of_five(self.colour_of(side)));
        by_points(first, second, reason::MORE_FIVE_TOWERS)
    }
}

fn by_points(first: u32, second: u32, why: galet_core::Reason) -> Outcome {
    Outcome::by_points(first as i32, second as i32, why, reason::LEVEL)
}
