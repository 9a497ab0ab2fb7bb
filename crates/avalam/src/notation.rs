//! Positions and moves as text: where to find which.

use crate::{Move, MoveFault, Position, PositionFault, Setup, Warning, move_text, position_text};
use galet_core::{Checked, Fault, Notation};

impl Notation for Position {
    type PositionFault = PositionFault;
    type Warning = Warning;
    type MoveFault = MoveFault;

    fn position_text(&self) -> String {
        position_text::write(self)
    }

    fn parse_position(text: &str, setup: &Setup) -> Result<Checked<Self>, Fault<PositionFault>> {
        let position = position_text::read(text, setup)?;
        let warnings = position_text::warnings(&position);
        Ok(Checked { position, warnings })
    }

    fn move_text(&self, m: Move) -> String {
        move_text::write(m)
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault<MoveFault>> {
        move_text::read(self, text)
    }
}
