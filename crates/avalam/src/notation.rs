//! Positions and moves as text: where to find which.

use crate::{Move, MoveFault, Position, PositionFault, Setup, Warning, move_text, position_text};
use galet_core::{Checked, Fault, Notation};
use std::fmt;
use std::str::FromStr;

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
        m.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault<MoveFault>> {
        move_text::read(self, text)
    }
}

/// The position text, as [`Notation::position_text`] has it. Options are not part of it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.position_text())
    }
}

/// Reads a position text under the options of the leaflet's game. [`Notation::parse_position`]
/// takes other options, and tells what is odd about a position that can be played all the same.
impl FromStr for Position {
    type Err = Fault<PositionFault>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Position::parse_position(text, &Setup::default()).map(|checked| checked.position)
    }
}
