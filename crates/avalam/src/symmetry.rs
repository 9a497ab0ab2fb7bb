//! The half turn, the only symmetry of the board, and the exchange of colours.

use crate::{Cells, Move, Position};
use galet_core::Symmetric;

impl Symmetric for Position {
    /// As it is, and turned by half a turn. The turn keeps the colours of the start, so the two
    /// colours do not play the same game.
    const SYMMETRIES: usize = 2;

    fn transform(&self, symmetry: usize) -> Position {
        match symmetry {
            0 => *self,
            _ => self.rearranged(Cells::half_turn, false),
        }
    }

    fn transform_move(&self, m: Move, symmetry: usize) -> Move {
        match symmetry {
            0 => m,
            _ => Move::new(m.from().half_turn(), m.to().half_turn()),
        }
    }

    /// Light towers become dark ones and the other way round, and the other colour is to move.
    /// Which colour the first player has does not change.
    fn swap_colours(&self) -> Position {
        self.rearranged(|cells| cells, true)
    }

    fn inverse(symmetry: usize) -> usize {
        symmetry
    }
}
