//! Moves with the fingers: one end, the other end (unless it is a single marble), the target.
//!
//! The target of an in-line move is the cell ahead of the front marble, free or with the marble
//! to push. The targets of a broadside move are the cells that its marbles will stand on. Where
//! two directions lead to the same cell, it is that of the marble tapped last.
//!
//! A drag takes hold of one of the marbles (a second tap on it), and leads to the cell where that
//! marble shall go. A single marble pushes the row ahead of it along.

use crate::board::Cell;
use crate::group::Group;
use crate::moves::{Manner, Move};
use crate::position::Position;
use galet_core::Game;
use galet_scene::{CellId, Choice, Continuations, GestureFault, Role};

/// The cell as scenes number it: in the order of the names.
pub(crate) fn cell_id(cell: Cell) -> CellId {
    CellId(cell.index() as u8)
}

/// The cell with that number in scenes.
pub(crate) fn cell_with(id: CellId) -> Option<Cell> {
    Cell::from_index(usize::from(id.0))
}

/// A move being made.
#[derive(Clone, Copy)]
pub(crate) struct Hands {
    pub(crate) group: Group,
    /// The marble that is held, in a drag.
    pub(crate) held: Option<Cell>,
    /// The move, once it is made.
    pub(crate) made: Option<Move>,
}

impl Hands {
    /// Begins with a marble that can move, alone or with others.
    pub(crate) fn begin(position: &Position, cell: Cell) -> Option<Hands> {
        let group = Group::single(cell);
        let able = position.marbles(position.turn).contains(cell)
            && (group.can_move(position) || !group.extensions(position).is_empty());
        able.then_some(Hands { group, held: None, made: None })
    }

    /// Goes on with another tap, if it is one of those that can follow.
    pub(crate) fn tap(self, position: &Position, cell: Cell) -> Option<Hands> {
        if self.made.is_some() {
            return None;
        }
        let made = match self.held {
            None => self.group.move_to(position, cell),
            Some(by) => self.group.dragged(position, by, cell),
        };
        if made.is_some() {
            return Some(Hands { made, ..self });
        }
        let longer = self.group.extensions(position).into_iter().find(|g| g.last == cell);
        if let Some(group) = longer {
            return Some(Hands { group, ..self });
        }
        self.grabs().contains(&cell).then_some(Hands { held: Some(cell), ..self })
    }

    /// The marbles by which the group can be dragged.
    fn grabs(self) -> Vec<Cell> {
        if self.held.is_none() && self.made.is_none() { self.group.cells() } else { Vec::new() }
    }

    /// The cells that can be tapped next.
    fn choices(self, position: &Position) -> Vec<Choice> {
        if self.made.is_some() {
            return Vec::new();
        }
        let finish = match self.held {
            None => self.group.targets(position),
            Some(by) => self.group.drag_targets(position, by),
        };
        let mut longer: Vec<Cell> =
            self.group.extensions(position).iter().map(|group| group.last).collect();
        longer.retain(|cell| !finish.contains(cell));
        let longer = longer.into_iter().map(|cell| Choice::new(cell_id(cell), Role::Extend));
        let finish = finish.into_iter().map(|cell| {
            let made = self.tap(position, cell).and_then(|hands| hands.made);
            let from = made.and_then(|m| cell.neighbour(m.direction().opposite()));
            Choice { cell: cell_id(cell), role: Role::Finish, from: from.map(cell_id) }
        });
        longer.chain(finish).collect()
    }
}

/// What can follow these taps.
pub(crate) fn continuations(
    position: &Position,
    taps: &[CellId],
) -> Result<Continuations<Move>, GestureFault> {
    let ids = |cells: Vec<Cell>| cells.into_iter().map(cell_id).collect();
    let none = |choices| Continuations {
        choices,
        complete: None,
        selected: Vec::new(),
        grabs: Vec::new(),
        hand: Vec::new(),
        dropped: Vec::new(),
    };
    match follow(position, taps)? {
        None => {
            let begin = |cell: &Cell| Hands::begin(position, *cell).is_some();
            let beginnings = position.marbles(position.turn).iter().filter(begin);
            let select = |cell| Choice::new(cell_id(cell), Role::Select);
            Ok(none(beginnings.map(select).collect()))
        }
        Some(hands) => Ok(Continuations {
            complete: hands.made,
            selected: ids(hands.group.cells()),
            grabs: ids(hands.grabs()),
            ..none(hands.choices(position))
        }),
    }
}

/// The move being made after these taps; `None` before the first.
pub(crate) fn follow(position: &Position, taps: &[CellId]) -> Result<Option<Hands>, GestureFault> {
    let mut hands: Option<Hands> = None;
    for (tap, &id) in taps.iter().enumerate() {
        let next = cell_with(id).and_then(|cell| match hands {
            None => Hands::begin(position, cell),
            Some(hands) => hands.tap(position, cell),
        });
        hands = Some(next.ok_or(GestureFault { tap })?);
    }
    Ok(hands)
}

/// The taps that make a legal move.
pub(crate) fn gesture(position: &Position, m: Move) -> Vec<CellId> {
    debug_assert!(position.is_legal(m));
    let first = m.cell();
    let last = m.origins().last().unwrap_or(first);
    let target = match m.manner() {
        Manner::InLine { .. } => first.steps(m.direction(), m.marbles()),
        Manner::Broadside { .. } => last.neighbour(m.direction()),
    };
    let mut taps = vec![first];
    taps.extend((last != first).then_some(last));
    taps.extend(target);
    taps.into_iter().map(cell_id).collect()
}
