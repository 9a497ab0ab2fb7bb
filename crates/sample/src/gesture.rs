//! A move as a person makes it: tap a stone, then the cell it goes to. To pass, lift a stone and
//! put it back: tap it twice.

use crate::board::{Cell, cells};
use crate::position::{Move, Position};
use crate::scene::id;
use galet_core::Game;
use galet_scene::{CellId, Choice, Continuations, GestureFault, Role};

impl Position {
    /// The stone and where it goes; for a pass the first stone, twice.
    pub(crate) fn taps(&self, m: Move) -> Vec<CellId> {
        match m {
            Move::Step { from, to } => vec![id(from), id(to)],
            Move::Pass => self.first_stone().map_or(Vec::new(), |cell| vec![id(cell); 2]),
        }
    }

    /// The stone that is lifted to pass when it does not matter which.
    pub(crate) fn first_stone(&self) -> Option<Cell> {
        cells(self.stones[self.turn]).next()
    }

    /// What can follow these taps.
    pub(crate) fn after_taps(&self, taps: &[CellId]) -> Result<Continuations<Move>, GestureFault> {
        let own = if self.outcome().is_none() { self.stones[self.turn] } else { 0 };
        let offered = |set: u16, role| -> Vec<Choice> {
            cells(set).map(|cell| Choice::new(id(cell), role)).collect()
        };
        let mut next = Continuations {
            choices: offered(own, Role::Select),
            complete: None,
            selected: Vec::new(),
            grabs: Vec::new(),
            hand: Vec::new(),
            dropped: Vec::new(),
        };
        // A tap that was not offered is refused with its number.
        let mut last: Option<Cell> = None;
        for (tap, &id) in taps.iter().enumerate() {
            let cell = Cell::from_index(id.0.into()).ok_or(GestureFault { tap })?;
            if !next.choices.iter().any(|choice| choice.cell == id) {
                return Err(GestureFault { tap });
            }
            next.choices.clear();
            match last {
                None => {
                    next.choices = offered(cell.neighbours() & !own | cell.bit(), Role::Finish);
                    next.selected = vec![id];
                    last = Some(cell);
                }
                Some(from) if from == cell => next.complete = Some(Move::Pass),
                Some(from) => next.complete = Some(Move::Step { from, to: cell }),
            }
        }
        Ok(next)
    }
}
