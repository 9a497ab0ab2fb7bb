//! What a person sees: a small wooden tray with river pebbles.

use crate::board::Cell;
use crate::moves::Move;
use crate::pebbles::Pebble;
use crate::position::Position;
use crate::position_text::Warning;
use crate::setup::Setup;
use crate::theme::THEME;
use crate::{arrange, lessons, refusals, words};
use galet_core::{Game, Outcome, Progress, Side};
use galet_scene::{
    About, Animation, Board, CellId, CellShape, Continuations, Counter, CounterKind, Ending,
    GestureFault, Label, Lesson, Marker, MarkerKind, Misplaced, Motion, Owner, Phrase, Piece,
    Place, Player, Point, Scene, Scenic, Step, Theme, Tint, Trail, Travel,
};

/// How far the tray reaches beyond the centres of the outer cells.
const RIM: f64 = 0.65;
/// How far the coordinates are from the centres of the outer cells.
const LABELS: f64 = 0.9;

impl Scenic for Position {
    const TITLE: &'static str = "Qawale";
    const ABOUT: About = About {
        words: Phrase::fixed(
            "Lay a pebble on a stack, sow the stack cell by cell, and line up four of your colour.",
            "Posez un galet sur une pile, semez-la case par case, et alignez quatre galets à vous.",
        ),
        position: ",x,nn,/on,xnno,n,/o,xnxo,o,/ox,,n, x 2 3",
        played: "b2eswnw",
    };
    const LESSONS: &'static [Lesson] = lessons::LESSONS;

    fn theme() -> &'static Theme {
        &THEME
    }

    fn scene(game: &Progress<Self>) -> Scene {
        let position = game.position();
        let outcome = game.outcome();
        let last = game.last_move().map(|(_, m)| m);
        Scene {
            game: Position::NAME.to_owned(),
            theme: THEME.name.clone(),
            board: tray(),
            stacking: true,
            motion: Motion::Sow,
            cells: Cell::ALL
                .into_iter()
                .map(|cell| galet_scene::Cell {
                    name: cell.to_string(),
                    at: centre(cell),
                    stack: position.stack(cell).pebbles().map(piece).collect(),
                })
                .collect(),
            labels: labels(),
            markers: markers(position, last, outcome),
            trail: last.map(|m| Trail {
                points: std::iter::once(m.origin()).chain(m.cells()).map(centre).collect(),
            }),
            counters: Side::BOTH.map(|side| pebbles_left(game, side)).into(),
            players: Side::BOTH
                .map(|side| Player { tint: tint(Pebble::of(side)), name: words::player(side) }),
            turn: outcome.is_none().then(|| position.turn.into()),
            ending: outcome.map(|outcome| Ending {
                winner: outcome.winner.map_or(Owner::Nobody, Owner::from),
                reason: outcome.reason.name().to_owned(),
                words: position.say_outcome(outcome),
            }),
        }
    }

    fn gesture(&self, m: Move) -> Vec<CellId> {
        self.taps(m)
    }

    fn continuations(&self, taps: &[CellId]) -> Result<Continuations<Move>, GestureFault> {
        self.after_taps(taps)
    }

    fn why_not(&self, taps: &[CellId]) -> Option<Phrase> {
        refusals::why_not(self, taps)
    }

    fn animation(game: &Progress<Self>, m: Move) -> Animation {
        sowing(game.position(), m)
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

    fn say_warning(warning: &Warning) -> Phrase {
        arrange::say_warning(warning)
    }
}

/// A cell of the board as a cell of the scene.
pub(crate) fn id(cell: Cell) -> CellId {
    CellId(cell.index() as u8)
}

/// A pebble as a piece of the scene.
pub(crate) fn piece(pebble: Pebble) -> Piece {
    Piece { tint: tint(pebble), owner: pebble.owner().map_or(Owner::Nobody, Owner::from) }
}

fn tint(pebble: Pebble) -> Tint {
    match pebble {
        Pebble::Neutral => Tint::Neutral,
        Pebble::Light => Tint::Light,
        Pebble::Dark => Tint::Dark,
    }
}

fn centre(cell: Cell) -> Point {
    Point { x: cell.file().into(), y: (3 - cell.rank()).into() }
}

fn tray() -> Board {
    let (near, far) = (-RIM, 3.0 + RIM);
    let corners = [(near, near), (far, near), (far, far), (near, far)];
    Board {
        outline: corners.map(|(x, y)| Point { x, y }).into(),
        rounding: 0.3,
        cell: CellShape::Square { half: 0.46, rounding: 0.12 },
    }
}

fn labels() -> Vec<Label> {
    let files = Cell::ALL.into_iter().filter(|cell| cell.rank() == 0).map(|cell| Label {
        at: Point { x: cell.file().into(), y: 3.0 + LABELS },
        text: cell.to_string()[..1].to_owned(),
    });
    let ranks = Cell::ALL.into_iter().filter(|cell| cell.file() == 0).map(|cell| Label {
        at: Point { x: -LABELS, y: (3 - cell.rank()).into() },
        text: cell.to_string()[1..].to_owned(),
    });
    files.chain(ranks).collect()
}

/// Where the last move began and ended, and the winning lines.
fn markers(position: &Position, last: Option<Move>, outcome: Option<Outcome>) -> Vec<Marker> {
    let mut markers = Vec::new();
    if let Some(m) = last {
        markers.push(Marker { cell: id(m.origin()), kind: MarkerKind::LastFrom });
        markers.extend(m.cells().last().map(|c| Marker { cell: id(c), kind: MarkerKind::LastTo }));
    }
    if let Some(winner) = outcome.and_then(|o| o.winner) {
        let winning = position.lines(winner).fold(0, |cells, line| cells | line.set());
        let winning = Cell::ALL.into_iter().filter(|cell| winning & cell.bit() != 0);
        markers.extend(winning.map(|c| Marker { cell: id(c), kind: MarkerKind::WinningLine }));
    }
    markers
}

fn pebbles_left(game: &Progress<Position>, side: Side) -> Counter {
    let left = game.position().left[side];
    Counter {
        kind: CounterKind::Supply,
        owner: side.into(),
        label: Phrase::new("Pebbles left", "Galets restants"),
        value: left.into(),
        // An edited position may begin with more pebbles than the setup gives.
        of: Some(game.setup().pebbles().max(game.start().left[side]).into()),
    }
}

/// The pebble is put on the stack, the stack is lifted, and the hand goes from cell to cell,
/// one pebble falling from its bottom at each.
fn sowing(position: &Position, m: Move) -> Animation {
    let (origin, side) = (m.origin(), position.turn);
    let own = piece(Pebble::of(side));
    let mut hand: Vec<Piece> = position.stack(origin).pebbles().map(piece).collect();
    let put =
        Travel { from: Place::Supply(side.into()), to: Place::Cell(id(origin)), pieces: vec![own] };
    hand.push(own);
    let lift =
        Travel { from: Place::Cell(id(origin)), to: Place::Hand(id(origin)), pieces: hand.clone() };
    let mut steps = vec![Step { travels: vec![put] }, Step { travels: vec![lift] }];

    let mut above = id(origin);
    for cell in m.cells().map(id) {
        let rest = hand.split_off(1);
        let mut travels =
            vec![Travel { from: Place::Hand(above), to: Place::Cell(cell), pieces: hand }];
        if !rest.is_empty() {
            let (from, to) = (Place::Hand(above), Place::Hand(cell));
            travels.push(Travel { from, to, pieces: rest.clone() });
        }
        steps.push(Step { travels });
        (hand, above) = (rest, cell);
    }
    Animation { steps }
}
