//! Moves with the fingers: one end, the other end (unless it is a single marble), the target.
//!
//! The target of an in-line move is the cell ahead of the front marble, free or with the marble
//! to push. The target of a broadside move is the cell next to the end tapped last. So each of
//! the six directions of a group has one target, and no two have the same.

use crate::board::{Cell, Direction};
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

/// Own marbles selected by the taps: first and last tapped end.
#[derive(Clone, Copy)]
struct Group {
    first: Cell,
    last: Cell,
}

impl Group {
    /// The marbles of the group, from the first tapped end on.
    fn cells(self) -> Vec<Cell> {
        match self.first.straight_to(self.last) {
            None => vec![self.first],
            Some((line, steps)) => (0..=steps).filter_map(|k| self.first.steps(line, k)).collect(),
        }
    }

    /// The legal moves of exactly these marbles, each with its target.
    fn moves(self, position: &Position) -> Vec<(Cell, Move)> {
        let line = self.first.straight_to(self.last);
        let marbles = line.map_or(1, |(_, steps)| steps + 1);
        let target_and_move = |direction: Direction| {
            let (rear, front) = match line {
                None => (self.first, self.first),
                Some((line, _)) if line == direction => (self.first, self.last),
                Some((line, _)) if line.opposite() == direction => (self.last, self.first),
                Some(_) => {
                    let m = position.broadside_move(self.first, self.last, direction).ok()?;
                    return Some((self.last.neighbour(direction)?, m));
                }
            };
            let m = position.in_line_move(rear, direction).ok()?;
            (m.marbles() == marbles).then_some((front.neighbour(direction)?, m))
        };
        Direction::ALL.into_iter().filter_map(target_and_move).collect()
    }
}

/// The other ends up to which a single selected marble can be extended so that the group can
/// move.
fn extensions(position: &Position, first: Cell) -> Vec<Group> {
    let own = position.marbles(position.turn);
    let mut groups = Vec::new();
    for line in Direction::ALL {
        for steps in 1..=2 {
            match first.steps(line, steps) {
                Some(last) if own.contains(last) => groups.push(Group { first, last }),
                _ => break,
            }
        }
    }
    groups.retain(|group| !group.moves(position).is_empty());
    groups
}

/// Whether a move can begin with a tap on this cell.
fn can_begin(position: &Position, cell: Cell) -> bool {
    position.marbles(position.turn).contains(cell)
        && (!Group { first: cell, last: cell }.moves(position).is_empty()
            || !extensions(position, cell).is_empty())
}

/// What can follow these taps.
pub(crate) fn continuations(
    position: &Position,
    taps: &[CellId],
) -> Result<Continuations<Move>, GestureFault> {
    let mut next = Continuations {
        choices: Vec::new(),
        complete: None,
        selected: Vec::new(),
        hand: Vec::new(),
        dropped: Vec::new(),
    };
    let choice = |cell, role| Choice { cell: cell_id(cell), role };
    let Some((&first_tap, more)) = taps.split_first() else {
        let beginnings = position.marbles(position.turn).iter();
        let beginnings = beginnings.filter(|&cell| can_begin(position, cell));
        next.choices = beginnings.map(|cell| choice(cell, Role::Select)).collect();
        return Ok(next);
    };
    let first = cell_with(first_tap).filter(|&cell| can_begin(position, cell));
    let first = first.ok_or(GestureFault { tap: 0 })?;

    let mut group = Group { first, last: first };
    for (n, &tap) in more.iter().enumerate() {
        let fault = GestureFault { tap: n + 1 };
        let tapped = cell_with(tap).filter(|_| next.complete.is_none()).ok_or(fault.clone())?;
        let mut moves = group.moves(position).into_iter();
        if let Some((_, m)) = moves.find(|(target, _)| *target == tapped) {
            next.complete = Some(m);
        } else if n == 0
            && let Some(extended) =
                extensions(position, first).into_iter().find(|g| g.last == tapped)
        {
            group = extended;
        } else {
            return Err(fault);
        }
    }

    next.selected = group.cells().into_iter().map(cell_id).collect();
    if next.complete.is_none() {
        if group.first == group.last {
            let ends = extensions(position, first);
            next.choices.extend(ends.iter().map(|g| choice(g.last, Role::Extend)));
        }
        let targets = group.moves(position);
        next.choices.extend(targets.iter().map(|(target, _)| choice(*target, Role::Finish)));
    }
    Ok(next)
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
