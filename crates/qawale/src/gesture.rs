//! A move as a person makes it: tap the stack, then each cell where a pebble falls.

use crate::board::{Cell, Direction};
use crate::moves::Move;
use crate::pebbles::Pebble;
use crate::position::Position;
use crate::scene::{id, piece};
use crate::walks::next_cell;
use galet_scene::{CellId, Choice, Continuations, Dropped, GestureFault, Role};

impl Position {
    /// The stack's cell, then the cells of the walk.
    pub(crate) fn taps(&self, m: Move) -> Vec<CellId> {
        std::iter::once(m.origin()).chain(m.cells()).map(id).collect()
    }

    /// What can follow these taps. A walk that may not turn straight back never gets stuck on
    /// this board, so every beginning can be finished.
    pub(crate) fn after_taps(&self, taps: &[CellId]) -> Result<Continuations<Move>, GestureFault> {
        let playable = |cell: &Cell| self.end().is_none() && !self.stack(*cell).is_empty();
        let Some((first, dropped_on)) = taps.split_first() else {
            let choices = Cell::ALL.into_iter().filter(playable);
            return Ok(Continuations {
                choices: choices.map(|c| Choice::new(id(c), Role::Select)).collect(),
                complete: None,
                selected: Vec::new(),
                grabs: Vec::new(),
                hand: Vec::new(),
                dropped: Vec::new(),
            });
        };
        let origin = Cell::from_index(first.0.into()).filter(playable);
        let origin = origin.ok_or(GestureFault { tap: 0 })?;

        let mut hand: Vec<Pebble> = self.stack(origin).pebbles().collect();
        hand.push(Pebble::of(self.turn));
        let mut walk: Vec<Direction> = Vec::new();
        let mut cell = origin;
        for (n, tapped) in dropped_on.iter().enumerate() {
            let mut steps = followers(cell, walk.last().copied());
            let step = steps.find(|(_, next)| n < hand.len() && id(*next) == *tapped);
            let (step, next) = step.ok_or(GestureFault { tap: n + 1 })?;
            walk.push(step);
            cell = next;
        }

        let in_hand = hand.split_off(walk.len());
        let role = if in_hand.len() == 1 { Role::Finish } else { Role::Drop };
        let choices = followers(cell, walk.last().copied())
            .filter(|_| !in_hand.is_empty())
            .map(|(_, next)| Choice::new(id(next), role));
        Ok(Continuations {
            choices: choices.collect(),
            complete: if in_hand.is_empty() {
                Move::new(origin, walk.iter().copied())
            } else {
                None
            },
            selected: vec![id(origin)],
            grabs: Vec::new(),
            hand: in_hand.into_iter().map(piece).collect(),
            dropped: dropped_on
                .iter()
                .zip(hand)
                .map(|(&cell, pebble)| Dropped { cell, piece: piece(pebble) })
                .collect(),
        })
    }
}

/// The steps that a walk can take, with the cells they lead to.
fn followers(cell: Cell, came: Option<Direction>) -> impl Iterator<Item = (Direction, Cell)> {
    Direction::ALL
        .into_iter()
        .filter_map(move |step| Some((step, next_cell(cell, came, step).ok()?)))
}
