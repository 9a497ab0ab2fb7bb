//! The clock of a whole game.

use crate::player::GameSoFar;
use galet_core::PerSide;
use galet_engine::ugi::moves_to_go;
use galet_search::TimeControl;
use std::time::Duration;

/// What a player has for the rest of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerClock {
    /// Left on the clock.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// The clocks of both sides; a side may be without.
pub type Clocks = PerSide<Option<PlayerClock>>;

impl PlayerClock {
    /// A move has been made.
    pub(crate) fn press(&mut self, took: Duration) {
        self.left = self.left.saturating_sub(took) + self.increment;
    }

    /// The clock as a search plans by it.
    pub(crate) fn control(self, game: &GameSoFar) -> TimeControl {
        let PlayerClock { left, increment } = self;
        TimeControl { left, increment, moves_to_go: moves_to_go(game.progress()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_its_time_and_brings_the_increment() {
        let seconds = Duration::from_secs;
        let mut clock = PlayerClock { left: seconds(60), increment: seconds(2) };
        clock.press(seconds(10));
        assert_eq!(clock.left, seconds(52));
        clock.press(seconds(90));
        assert_eq!(clock.left, seconds(2));
    }
}
