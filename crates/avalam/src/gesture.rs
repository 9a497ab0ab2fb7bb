//! Moves by taps: the tower to move, then the tower to move it onto.

use crate::scene::id;
use crate::{Cell, Cells, Move, Position};
use galet_scene::{CellId, Choice, Continuations, GestureFault, Role};

pub(crate) fn continuations(
    position: &Position,
    taps: &[CellId],
) -> Result<Continuations<Move>, GestureFault> {
    let cells = |set: Cells, role| set.iter().map(|cell| Choice::new(id(cell), role)).collect();
    let (choices, complete) = match *taps {
        [] => (cells(movable(position), Role::Select), None),
        [source] => {
            let source = tapped(source, movable(position), 0)?;
            (cells(position.partners(source), Role::Finish), None)
        }
        [source, target] => {
            let source = tapped(source, movable(position), 0)?;
            let target = tapped(target, position.partners(source), 1)?;
            (Vec::new(), Some(Move::new(source, target)))
        }
        [source, target, ..] => {
            let source = tapped(source, movable(position), 0)?;
            tapped(target, position.partners(source), 1)?;
            return Err(GestureFault { tap: 2 });
        }
    };
    let selected = taps.first().copied().into_iter().collect();
    Ok(Continuations {
        choices,
        complete,
        selected,
        grabs: Vec::new(),
        hand: Vec::new(),
        dropped: Vec::new(),
    })
}

/// The towers that can be moved. As joining is mutual, these are all that are not safe.
fn movable(position: &Position) -> Cells {
    position.occupied() & !position.safe()
}

/// The hole that was tapped, if it is one of those `offered`.
fn tapped(cell: CellId, offered: Cells, tap: usize) -> Result<Cell, GestureFault> {
    let cell = Cell::ALL.get(usize::from(cell.0)).copied();
    cell.filter(|&cell| offered.contains(cell)).ok_or(GestureFault { tap })
}
