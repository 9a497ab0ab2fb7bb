//! Going from cell to cell with the arrow keys.

use galet_scene::{CellId, Point, Scene};

/// Where an arrow key points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl Direction {
    /// The direction on a board that is seen from the other side.
    pub(super) fn flipped(self) -> Self {
        match self {
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        }
    }
}

/// A cell, and the column that going up and down keeps to: on a board of hexagons no cell is
/// straight above another, so the way zigzags around it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Cursor {
    pub(super) cell: CellId,
    column: f64,
}

/// Cells whose heights differ by less are in one row.
const SAME_ROW: f64 = 0.25;

impl Cursor {
    /// On a cell.
    pub(super) fn on(scene: &Scene, cell: CellId) -> Self {
        let column = place(scene, cell).map_or(0.0, |at| at.x);
        Cursor { cell, column }
    }

    /// In the middle of the board.
    pub(super) fn in_the_middle(scene: &Scene) -> Self {
        let count = scene.cells.len().max(1) as f64;
        let x = scene.cells.iter().map(|cell| cell.at.x).sum::<f64>() / count;
        let y = scene.cells.iter().map(|cell| cell.at.y).sum::<f64>() / count;
        let far = |at: Point| (at.x - x).powi(2) + (at.y - y).powi(2);
        Cursor::on(scene, nearest(scene, |at| Some(far(at))).unwrap_or(CellId(0)))
    }

    /// The nearest cell in a direction; the same cell at the edge of the board.
    pub(super) fn moved(self, scene: &Scene, direction: Direction) -> Self {
        let Some(here) = place(scene, self.cell) else { return self };
        let sideways = |ahead: f64, at: Point| {
            (ahead > 0.0 && (at.y - here.y).abs() < SAME_ROW).then_some(ahead)
        };
        // The next row counts first, then how far one strays from the column.
        let vertical = |ahead: f64, at: Point| {
            (ahead > SAME_ROW).then(|| 2.0 * ahead + (at.x - self.column).abs())
        };
        let found = nearest(scene, |at| match direction {
            Direction::Left => sideways(here.x - at.x, at),
            Direction::Right => sideways(at.x - here.x, at),
            Direction::Up => vertical(here.y - at.y, at),
            Direction::Down => vertical(at.y - here.y, at),
        });
        match (found, direction) {
            (None, _) => self,
            (Some(cell), Direction::Left | Direction::Right) => Cursor::on(scene, cell),
            (Some(cell), Direction::Up | Direction::Down) => Cursor { cell, ..self },
        }
    }
}

fn place(scene: &Scene, cell: CellId) -> Option<Point> {
    scene.cells.get(usize::from(cell.0)).map(|cell| cell.at)
}

/// The cell with the smallest distance, among those that have one.
fn nearest(scene: &Scene, distance: impl Fn(Point) -> Option<f64>) -> Option<CellId> {
    let cells = (0..).map(CellId).zip(&scene.cells);
    let far = cells.filter_map(|(id, cell)| Some((id, distance(cell.at)?)));
    far.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_games::SetupText;
    use std::collections::BTreeSet;

    const ALL: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

    #[test]
    fn every_cell_of_every_game_is_reached() {
        for game in galet_games::all() {
            let scene = game.start(&SetupText::default()).unwrap().scene();
            let mut reached = BTreeSet::new();
            let mut waiting = vec![Cursor::in_the_middle(&scene)];
            while let Some(cursor) = waiting.pop() {
                if reached.insert(cursor.cell) {
                    let here = Cursor::on(&scene, cursor.cell);
                    waiting.extend(ALL.map(|direction| here.moved(&scene, direction)));
                }
            }
            assert_eq!(reached.len(), scene.cells.len(), "{}", game.name());
        }
    }

    #[test]
    fn going_up_and_down_again_leads_back() {
        for game in galet_games::all() {
            let scene = game.start(&SetupText::default()).unwrap().scene();
            let start = Cursor::in_the_middle(&scene);
            let up = start.moved(&scene, Direction::Up).moved(&scene, Direction::Up);
            assert_ne!(up.cell, start.cell);
            let back = up.moved(&scene, Direction::Down).moved(&scene, Direction::Down);
            assert_eq!(back.cell, start.cell, "{}", game.name());
        }
    }

    #[test]
    fn the_edge_of_the_board_is_the_end() {
        for game in galet_games::all() {
            let scene = game.start(&SetupText::default()).unwrap().scene();
            for direction in ALL {
                let mut cursor = Cursor::in_the_middle(&scene);
                for _ in 0..20 {
                    cursor = cursor.moved(&scene, direction);
                }
                assert_eq!(cursor.moved(&scene, direction), cursor);
            }
        }
    }
}
