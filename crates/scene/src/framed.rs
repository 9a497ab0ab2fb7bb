//! What both painters look at before they paint: the scene as seen from one side of the table,
//! with a half-made move carried out, and what is to be marked on each cell.

use crate::{CellId, Highlights, MarkerKind, Owner, Point, Role, Scene};

/// A plane larger than any board. Places beyond it, or nowhere, are brought back to its edge, so
/// that no scene from outside can ask for a picture of unbounded size.
const EDGE: f64 = 64.0;

/// The scene as it is to be painted.
pub(crate) struct Framed {
    /// The scene, turned and with the half-made move carried out.
    pub(crate) scene: Scene,
    /// What is to be marked on each cell.
    pub(crate) marks: Vec<Marks>,
}

/// What is to be marked on a cell.
#[derive(Clone, Copy, Default)]
pub(crate) struct Marks {
    pub(crate) last_from: bool,
    pub(crate) last_to: bool,
    pub(crate) safe: bool,
    pub(crate) threatened: bool,
    pub(crate) winning: bool,
    pub(crate) selected: bool,
    pub(crate) choice: Option<Role>,
}

/// A rectangle on the plane.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) min: Point,
    pub(crate) max: Point,
}

impl Framed {
    /// Looks at a scene. Without `last_move` its trail and markers are left out, and also once
    /// the next move is begun; `flipped` looks from the other side of the table.
    pub(crate) fn new(
        scene: &Scene,
        highlights: &Highlights,
        flipped: bool,
        last_move: bool,
    ) -> Framed {
        let mut scene = scene.clone();
        for place in places(&mut scene) {
            *place = Point { x: bounded(place.x), y: bounded(place.y) };
        }
        if flipped {
            let around = Bounds::of(scene.board.outline.iter().chain(cell_places(&scene)));
            for place in places(&mut scene) {
                place.x = around.min.x + around.max.x - place.x;
                place.y = around.min.y + around.max.y - place.y;
            }
        }
        let begun = !highlights.selected.is_empty() || highlights.lifted();
        if begun || !last_move {
            scene.trail = None;
            scene.markers.retain(|m| !matches!(m.kind, MarkerKind::LastFrom | MarkerKind::LastTo));
        }
        carry_out(&mut scene, highlights);
        let marks = marks(&scene, highlights);
        Framed { scene, marks }
    }

    /// The rectangle around the board, and around the labels if they are asked for.
    pub(crate) fn bounds(&self, coordinates: bool) -> Bounds {
        let scene = &self.scene;
        let board = Bounds::of(scene.board.outline.iter().chain(cell_places(scene)));
        if !coordinates || scene.labels.is_empty() {
            return board;
        }
        let labels = Bounds::of(scene.labels.iter().map(|label| &label.at)).widened(0.2);
        Bounds {
            min: Point { x: board.min.x.min(labels.min.x), y: board.min.y.min(labels.min.y) },
            max: Point { x: board.max.x.max(labels.max.x), y: board.max.y.max(labels.max.y) },
        }
    }

    /// The cells with their marks, in the order of their numbers.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (&crate::Cell, &Marks)> {
        self.scene.cells.iter().zip(&self.marks)
    }

    /// The player whose figure or turn that is; nobody has no player.
    pub(crate) fn player(&self, owner: Owner) -> Option<&crate::Player> {
        match owner {
            Owner::First => Some(&self.scene.players[0]),
            Owner::Second => Some(&self.scene.players[1]),
            Owner::Nobody => None,
        }
    }
}

impl Bounds {
    /// The smallest rectangle around these places; a unit square around the origin if there are
    /// none.
    pub(crate) fn of<'a>(places: impl Iterator<Item = &'a Point>) -> Bounds {
        places
            .fold(None, |bounds: Option<Bounds>, p| {
                let b = bounds.unwrap_or(Bounds { min: *p, max: *p });
                Some(Bounds {
                    min: Point { x: b.min.x.min(p.x), y: b.min.y.min(p.y) },
                    max: Point { x: b.max.x.max(p.x), y: b.max.y.max(p.y) },
                })
            })
            .unwrap_or(Bounds { min: Point { x: -0.5, y: -0.5 }, max: Point { x: 0.5, y: 0.5 } })
    }

    /// The rectangle with a margin on every side.
    pub(crate) fn widened(self, margin: f64) -> Bounds {
        Bounds {
            min: Point { x: self.min.x - margin, y: self.min.y - margin },
            max: Point { x: self.max.x + margin, y: self.max.y + margin },
        }
    }

    pub(crate) fn width(self) -> f64 {
        self.max.x - self.min.x
    }

    pub(crate) fn height(self) -> f64 {
        self.max.y - self.min.y
    }
}

fn bounded(x: f64) -> f64 {
    if x.is_finite() { x.clamp(-EDGE, EDGE) } else { 0.0 }
}

fn cell_places(scene: &Scene) -> impl Iterator<Item = &Point> {
    scene.cells.iter().map(|cell| &cell.at)
}

/// Every place of a scene.
fn places(scene: &mut Scene) -> impl Iterator<Item = &mut Point> {
    let cells = scene.cells.iter_mut().map(|cell| &mut cell.at);
    let labels = scene.labels.iter_mut().map(|label| &mut label.at);
    let trail = scene.trail.iter_mut().flat_map(|trail| &mut trail.points);
    scene.board.outline.iter_mut().chain(cells).chain(labels).chain(trail)
}

/// Lifts the selected stacks when the move has pieces in hand, and puts down what was dropped.
fn carry_out(scene: &mut Scene, highlights: &Highlights) {
    if highlights.lifted() {
        for cell in &highlights.selected {
            if let Some(cell) = scene.cells.get_mut(usize::from(cell.0)) {
                cell.stack.clear();
            }
        }
    }
    for dropped in &highlights.dropped {
        if let Some(cell) = scene.cells.get_mut(usize::from(dropped.cell.0)) {
            cell.stack.push(dropped.piece);
        }
    }
}

fn marks(scene: &Scene, highlights: &Highlights) -> Vec<Marks> {
    let mut marks = vec![Marks::default(); scene.cells.len()];
    let mut mark = |cell: CellId, set: &dyn Fn(&mut Marks)| {
        if let Some(marks) = marks.get_mut(usize::from(cell.0)) {
            set(marks);
        }
    };
    for marker in &scene.markers {
        mark(marker.cell, &|marks| match marker.kind {
            MarkerKind::LastFrom => marks.last_from = true,
            MarkerKind::LastTo => marks.last_to = true,
            MarkerKind::Safe => marks.safe = true,
            MarkerKind::Threatened => marks.threatened = true,
            MarkerKind::WinningLine => marks.winning = true,
        });
    }
    for &cell in &highlights.selected {
        mark(cell, &|marks| marks.selected = true);
    }
    for choice in &highlights.choices {
        mark(choice.cell, &|marks| marks.choice = Some(choice.role));
    }
    marks
}
