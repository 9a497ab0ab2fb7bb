//! One, two or three marbles that move together, and the directions in which they can.

use crate::board::{Cell, Direction};
use crate::moves::Move;
use crate::position::Position;

/// Own marbles from one end to the other, as they were tapped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Group {
    /// The end tapped first.
    pub(crate) first: Cell,
    /// The end tapped last.
    pub(crate) last: Cell,
}

impl Group {
    pub(crate) fn single(cell: Cell) -> Group {
        Group { first: cell, last: cell }
    }

    pub(crate) fn is_single(self) -> bool {
        self.first == self.last
    }

    /// The marbles, from the end tapped first on.
    pub(crate) fn cells(self) -> Vec<Cell> {
        match self.first.straight_to(self.last) {
            None => vec![self.first],
            Some((line, steps)) => (0..=steps).filter_map(|k| self.first.steps(line, k)).collect(),
        }
    }

    /// The rear and the front marble for a step along the line of the group.
    pub(crate) fn in_line(self, direction: Direction) -> Option<(Cell, Cell)> {
        match self.first.straight_to(self.last) {
            None => Some((self.first, self.first)),
            Some((line, _)) if line == direction => Some((self.first, self.last)),
            Some((line, _)) if line.opposite() == direction => Some((self.last, self.first)),
            Some(_) => None,
        }
    }

    /// The legal move of exactly these marbles in a direction.
    pub(crate) fn goes(self, position: &Position, direction: Direction) -> Option<Move> {
        let Some((rear, front)) = self.in_line(direction) else {
            return position.broadside_move(self.first, self.last, direction).ok();
        };
        let marbles = rear.straight_to(front).map_or(1, |(_, steps)| steps + 1);
        let m = position.in_line_move(rear, direction).ok()?;
        (m.marbles() == marbles).then_some(m)
    }

    pub(crate) fn can_move(self, position: &Position) -> bool {
        Direction::ALL.into_iter().any(|direction| self.goes(position, direction).is_some())
    }

    /// The directions in which some marble of the group has that cell ahead, whether they are
    /// legal or not: two at most, the one from the marble tapped last before the other.
    pub(crate) fn directions_to(self, cell: Cell) -> Vec<Direction> {
        let cells = self.cells();
        if cells.contains(&cell) {
            return Vec::new();
        }
        let ways = cells.iter().rev().filter_map(|marble| marble.straight_to(cell));
        ways.filter(|&(_, steps)| steps == 1).map(|(direction, _)| direction).collect()
    }

    /// The move that a tap on a cell means. Where two directions lead there, the marble tapped
    /// last decides; where it does not touch the cell, nobody can tell.
    pub(crate) fn move_to(self, position: &Position, cell: Cell) -> Option<Move> {
        let ways = self.directions_to(cell).into_iter();
        let legal: Vec<Move> = ways.filter_map(|way| self.goes(position, way)).collect();
        match legal[..] {
            [m] => Some(m),
            [m, _] => (self.last.neighbour(m.direction()) == Some(cell)).then_some(m),
            _ => None,
        }
    }

    /// The cells that can be tapped to move, each once.
    pub(crate) fn targets(self, position: &Position) -> Vec<Cell> {
        let mut targets: Vec<Cell> = Vec::new();
        for direction in Direction::ALL {
            for cell in self.cells().into_iter().filter_map(|marble| marble.neighbour(direction)) {
                if !targets.contains(&cell) && self.move_to(position, cell).is_some() {
                    targets.push(cell);
                }
            }
        }
        targets
    }

    /// The move that is made when the group is dragged by one of its marbles to a cell: one step,
    /// or in line up to the cell ahead of the row. A single marble takes the row ahead along.
    pub(crate) fn dragged(self, position: &Position, by: Cell, to: Cell) -> Option<Move> {
        let (direction, steps) = by.straight_to(to)?;
        let m = if self.is_single() {
            position.in_line_move(by, direction).ok()?
        } else {
            self.goes(position, direction)?
        };
        (steps == 1 || self.end_of_drag(m, direction) == Some(to)).then_some(m)
    }

    /// The cell ahead of the row that moves in line.
    fn end_of_drag(self, m: Move, direction: Direction) -> Option<Cell> {
        let (rear, _) = self.in_line(direction)?;
        rear.steps(direction, m.marbles())
    }

    /// The cells to which the group can be dragged by one of its marbles, each once.
    pub(crate) fn drag_targets(self, position: &Position, by: Cell) -> Vec<Cell> {
        let ways = Direction::ALL.into_iter();
        let cells = ways.flat_map(|direction| (1..=3).filter_map(move |n| by.steps(direction, n)));
        cells.filter(|&to| self.dragged(position, by, to).is_some()).collect()
    }

    /// The longer groups that begin with this single marble and can move.
    pub(crate) fn extensions(self, position: &Position) -> Vec<Group> {
        let own = position.marbles(position.turn);
        let mut groups = Vec::new();
        for line in Direction::ALL.into_iter().filter(|_| self.is_single()) {
            for steps in 1..=2 {
                match self.first.steps(line, steps) {
                    Some(last) if own.contains(last) => {
                        groups.push(Group { first: self.first, last });
                    }
                    _ => break,
                }
            }
        }
        groups.retain(|group| group.can_move(position));
        groups
    }
}
