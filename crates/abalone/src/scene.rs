//! The picture of a game: the hexagon, the marbles, the last move, marbles in danger.

use crate::board::{Cell, Direction};
use crate::gesture::{self, cell_id};
use crate::moves::{Manner, Move};
use crate::position::Position;
use crate::position_text::Warning;
use crate::setup::Setup;
use crate::theme::THEME;
use crate::{arrange, layout_names, lessons, refusals, words};
use galet_core::{Game, Outcome, Progress, Side};
use galet_scene::{
    About, Animation, Board, CellId, CellShape, Continuations, Counter, CounterKind, Ending,
    GestureFault, Label, Lesson, Marker, MarkerKind, Misplaced, Motion, Owner, Phrase, Piece,
    Place, Player, Point, Scene, Scenic, Step, Theme, Tint, Trail, Travel,
};

/// Half the square root of 3: how far apart two rows are.
const ROW: f64 = 0.866_025_403_784_438_6;

/// From the centre to a corner of the board; the corner cells are at 4.
const CORNER: f64 = 5.3;

/// From an outermost cell to its label, in the rim of the board.
const LABEL: f64 = 0.9;

/// Marbles one step apart in a direction are this far apart on the plane.
fn offset(direction: Direction, steps: f64) -> Point {
    let (row, diagonal) = direction.vector();
    let (row, diagonal) = (f64::from(row), f64::from(diagonal));
    Point { x: (diagonal - row / 2.0) * steps, y: -row * ROW * steps }
}

/// The centre of a cell; `e5` is at the origin.
fn place(cell: Cell) -> Point {
    let (row, diagonal) = (f64::from(cell.row() - 4), f64::from(cell.diagonal() - 5));
    Point { x: diagonal - row / 2.0, y: -row * ROW }
}

fn moved(from: Point, by: Point) -> Point {
    Point { x: from.x + by.x, y: from.y + by.y }
}

fn between(a: Point, b: Point) -> Point {
    Point { x: (a.x + b.x) / 2.0, y: (a.y + b.y) / 2.0 }
}

fn tint(side: Side) -> Tint {
    match side {
        Side::First => Tint::Dark,
        Side::Second => Tint::Light,
    }
}

fn marble(side: Side) -> Piece {
    Piece { tint: tint(side), owner: side.into() }
}

/// A marble that a move takes one step further, or off the board.
struct Rolling {
    side: Side,
    from: Cell,
    to: Option<Cell>,
}

/// Every marble that a legal move touches: own ones first, then the pushed ones.
fn rolling(position: &Position, m: Move) -> Vec<Rolling> {
    let own = m.origins().map(|from| (position.turn, from));
    let pushed = (m.marbles()..m.marbles() + m.pushed())
        .filter_map(|k| m.cell().steps(m.direction(), k))
        .map(|from| (position.turn.other(), from));
    own.chain(pushed)
        .map(|(side, from)| Rolling { side, from, to: from.neighbour(m.direction()) })
        .collect()
}

/// The marble that a legal move ejects.
fn ejected(position: &Position, m: Move) -> Option<Cell> {
    rolling(position, m).into_iter().find(|marble| marble.to.is_none()).map(|marble| marble.from)
}

/// The marbles that the next move of their owner's opponent could eject, of both sides: what
/// the side to move can take now, and what it stands to lose if it does nothing about it.
fn threatened(position: &Position) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Side::BOTH
        .into_iter()
        .flat_map(|attacker| {
            let attack = position.with_turn(attacker);
            attack.moves().into_iter().filter_map(move |m| ejected(&attack, m))
        })
        .collect();
    galet_core::sort_few(&mut cells, |a, b| a.index() < b.index());
    cells.dedup();
    cells
}

fn board() -> Board {
    let outline = Direction::ALL.into_iter().map(|corner| offset(corner, CORNER)).collect();
    Board { outline, rounding: 0.5, cell: CellShape::Round { radius: 0.465 } }
}

/// The letters at the western end of the rows, the figures at the south-eastern end of the
/// diagonals.
fn labels() -> Vec<Label> {
    let label = |cell: Cell, side: Direction, text: String| Label {
        at: moved(place(cell), offset(side, LABEL)),
        text,
    };
    let ends = |side: Direction| Cell::ALL.into_iter().filter(move |c| c.neighbour(side).is_none());
    let rows = ends(Direction::West)
        .map(|c| label(c, Direction::West, char::from(b'a' + c.row() as u8).to_string()));
    let diagonals = ends(Direction::SouthEast)
        .map(|c| label(c, Direction::SouthEast, c.diagonal().to_string()));
    rows.chain(diagonals).collect()
}

/// The cells that the last move left and the cells it came to, pushed marbles included.
fn last_move_markers(before: &Position, m: Move) -> Vec<Marker> {
    let marbles = rolling(before, m);
    let to: Vec<Cell> = marbles.iter().filter_map(|marble| marble.to).collect();
    let left = marbles.iter().map(|marble| marble.from).filter(|cell| !to.contains(cell));
    let left = left.map(|cell| Marker { cell: cell_id(cell), kind: MarkerKind::LastFrom });
    let came = to.iter().map(|&cell| Marker { cell: cell_id(cell), kind: MarkerKind::LastTo });
    left.chain(came).collect()
}

/// In line: from the rear marble to the foremost cell reached, over the edge for an ejected
/// marble. Broadside: from the middle of the group to its new middle.
fn trail(before: &Position, m: Move) -> Trail {
    let marbles = rolling(before, m);
    let step = offset(m.direction(), 1.0);
    let first = place(m.cell());
    let last = marbles.last().map_or(first, |marble| place(marble.from));
    let start = match m.manner() {
        Manner::InLine { .. } => first,
        Manner::Broadside { .. } => between(first, last),
    };
    let end = match m.manner() {
        Manner::InLine { .. } => moved(last, step),
        Manner::Broadside { .. } => moved(start, step),
    };
    Trail { points: vec![start, end] }
}

impl Scenic for Position {
    const TITLE: &'static str = "Abalone";
    const ABOUT: About = About {
        words: Phrase::fixed(
            "Push six of the opponent’s marbles off the board: two or three in a row push fewer.",
            "Poussez six billes adverses hors du plateau\u{a0}: deux ou trois en ligne en poussent moins.",
        ),
        position: "2w1w/1wwwww/1wwbw1w/2wbwbb1/3bbbbw1/1b1bbb2/1bb4/6/5 b 0 0",
        played: "d6e7",
    };
    const LESSONS: &'static [Lesson] = lessons::LESSONS;

    fn theme() -> &'static Theme {
        &THEME
    }

    fn scene(game: &Progress<Self>) -> Scene {
        let position = game.position();
        let outcome = game.outcome();
        let cells = Cell::ALL.into_iter().map(|cell| galet_scene::Cell {
            name: cell.to_string(),
            at: place(cell),
            stack: position.at(cell).map(marble).into_iter().collect(),
        });
        let mut markers = Vec::new();
        if let Some((before, m)) = game.last_move() {
            markers = last_move_markers(before, m);
        }
        if outcome.is_none() {
            let danger = threatened(position).into_iter();
            markers
                .extend(danger.map(|c| Marker { cell: cell_id(c), kind: MarkerKind::Threatened }));
        }
        let counters = Side::BOTH.map(|side| Counter {
            kind: CounterKind::Captured,
            owner: side.into(),
            label: Phrase::new("Ejected", "Éjectées"),
            value: position.ejected_by(side),
            of: Some(position.marbles_to_win()),
        });
        Scene {
            game: Position::NAME.to_owned(),
            theme: THEME.name.clone(),
            board: board(),
            stacking: false,
            motion: Motion::Roll,
            cells: cells.collect(),
            labels: labels(),
            markers,
            trail: game.last_move().map(|(before, m)| trail(before, m)),
            counters: counters.into(),
            players: Side::BOTH.map(|side| Player { tint: tint(side), name: words::name(side) }),
            turn: outcome.is_none().then(|| position.turn.into()),
            ending: outcome.map(|outcome| Ending {
                winner: outcome.winner.map_or(Owner::Nobody, Owner::from),
                reason: outcome.reason.name().to_owned(),
                words: words::say_outcome(position, outcome),
            }),
        }
    }

    fn gesture(&self, m: Move) -> Vec<CellId> {
        gesture::gesture(self, m)
    }

    fn continuations(&self, taps: &[CellId]) -> Result<Continuations<Move>, GestureFault> {
        gesture::continuations(self, taps)
    }

    fn why_not(&self, taps: &[CellId]) -> Option<Phrase> {
        refusals::why_not(self, taps)
    }

    /// One step: every marble rolls one cell, an ejected one into its owner's tray.
    fn animation(game: &Progress<Self>, m: Move) -> Animation {
        let travels = rolling(game.position(), m).into_iter().map(|rolls| Travel {
            from: Place::Cell(cell_id(rolls.from)),
            to: match rolls.to {
                Some(cell) => Place::Cell(cell_id(cell)),
                None => Place::Lost(rolls.side.into()),
            },
            pieces: vec![marble(rolls.side)],
        });
        Animation { steps: vec![Step { travels: travels.collect() }] }
    }

    fn say_move(&self, m: Move) -> Phrase {
        words::say_move(self, m)
    }

    fn say_position(&self) -> Phrase {
        words::say_position(self)
    }

    fn say_outcome(&self, outcome: Outcome) -> Phrase {
        words::say_outcome(self, outcome)
    }

    fn arrange(setup: &Setup, stacks: &[Vec<Piece>], turn: Side) -> Result<Self, Misplaced> {
        arrange::arrange(setup, stacks, turn)
    }

    fn say_layout(layout: &str) -> Option<Phrase> {
        layout_names::say_layout(layout)
    }

    fn say_warning(warning: &Warning) -> Phrase {
        arrange::say_warning(warning)
    }
}
