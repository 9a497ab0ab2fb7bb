//! What a person sees: a board of twelve square fields with stones on it.

use crate::board::{Cell, FILES, RANKS, cells};
use crate::position::{Move, Position, Unplayable};
use crate::position_text::Warning;
use crate::setup::Setup;
use crate::theme::THEME;
use crate::{lessons, refusals, words};
use galet_core::{Game, Outcome, PerSide, Progress, Side};
use galet_scene::{
    About, Animation, Board, CellId, CellShape, Continuations, Counter, CounterKind, Ending,
    GestureFault, Label, Lesson, Marker, MarkerKind, Misplaced, Motion, Owner, Phrase, Piece,
    Place, Player, Point, Scene, Scenic, Step, Theme, Tint, ToPhrase, Trail, Travel,
};

/// How far the board reaches beyond the centres of the outer cells.
const RIM: f64 = 0.65;
/// How far the coordinates are from the centres of the outer cells.
const LABELS: f64 = 0.9;

impl Scenic for Position {
    const TITLE: &'static str = "Gué";
    const ABOUT: About = About {
        words: Phrase::fixed(
            "Step by step, bring a stone across the ford before the opponent does.",
            "Pas à pas, menez une pierre de l’autre côté du gué avant l’adversaire.",
        ),
        position: "x.x/.x./.o./o.o o",
        played: "b2b3",
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
            board: board(),
            stacking: false,
            motion: Motion::Lift,
            cells: Cell::ALL
                .into_iter()
                .map(|cell| galet_scene::Cell {
                    name: cell.to_string(),
                    at: centre(cell),
                    stack: position.at(cell).map(piece).into_iter().collect(),
                })
                .collect(),
            labels: labels(),
            markers: markers(position, last, outcome),
            trail: last.and_then(trail),
            counters: Side::BOTH.map(|side| taken(game, side)).into(),
            players: Side::BOTH
                .map(|side| Player { tint: piece(side).tint, name: words::player(side) }),
            turn: outcome.is_none().then(|| position.turn.into()),
            ending: outcome.map(|outcome| Ending {
                winner: outcome.winner.map_or(Owner::Nobody, Owner::from),
                reason: outcome.reason.name().to_owned(),
                words: words::say_outcome(position, outcome),
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
        Animation { steps: vec![Step { travels: travels(game.position(), m) }] }
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
        Misplaced::check_cells(stacks, Cell::COUNT)?;
        let mut stones = PerSide::new(0, 0);
        for (cell, stack) in Cell::ALL.into_iter().zip(stacks) {
            let side = match stack[..] {
                [] => continue,
                [Piece { tint: Tint::Light, .. }] => Side::First,
                [Piece { tint: Tint::Dark, .. }] => Side::Second,
                _ => {
                    let words = Phrase::new(
                        format!("There is one light or dark stone on {cell}, or none."),
                        format!("Il y a une pierre claire ou foncée en {cell}, ou aucune."),
                    );
                    return Err(Misplaced::on(cell.index(), words));
                }
            };
            stones[side] |= cell.bit();
        }
        Position::new(stones, turn, setup.crossing())
            .map_err(|why: Unplayable| Misplaced::whole(why.to_phrase().sentence()))
    }

    fn say_warning(warning: &Warning) -> Phrase {
        refusals::say_warning(warning)
    }
}

/// A cell of the board as a cell of the scene.
pub(crate) fn id(cell: Cell) -> CellId {
    CellId(cell.index() as u8)
}

fn piece(side: Side) -> Piece {
    let tint = match side {
        Side::First => Tint::Light,
        Side::Second => Tint::Dark,
    };
    Piece { tint, owner: side.into() }
}

fn centre(cell: Cell) -> Point {
    Point { x: cell.file().into(), y: (RANKS - 1 - cell.rank()).into() }
}

fn board() -> Board {
    let (right, bottom) = (f64::from(FILES - 1) + RIM, f64::from(RANKS - 1) + RIM);
    let corners = [(-RIM, -RIM), (right, -RIM), (right, bottom), (-RIM, bottom)];
    Board {
        outline: corners.map(|(x, y)| Point { x, y }).into(),
        rounding: 0.3,
        cell: CellShape::Square { half: 0.46, rounding: 0.12 },
    }
}

fn labels() -> Vec<Label> {
    let files = Cell::ALL.into_iter().filter(|cell| cell.rank() == 0).map(|cell| Label {
        at: Point { x: cell.file().into(), y: f64::from(RANKS - 1) + LABELS },
        text: cell.to_string()[..1].to_owned(),
    });
    let ranks = Cell::ALL.into_iter().filter(|cell| cell.file() == 0).map(|cell| Label {
        at: Point { x: -LABELS, ..centre(cell) },
        text: cell.to_string()[1..].to_owned(),
    });
    files.chain(ranks).collect()
}

/// Where the last move began and ended, and the stones that have crossed at the end.
fn markers(position: &Position, last: Option<Move>, outcome: Option<Outcome>) -> Vec<Marker> {
    let mut markers = Vec::new();
    if let Some(Move::Step { from, to }) = last {
        markers.push(Marker { cell: id(from), kind: MarkerKind::LastFrom });
        markers.push(Marker { cell: id(to), kind: MarkerKind::LastTo });
    }
    if let Some(winner) = outcome.and_then(|o| o.winner) {
        let crossed = cells(position.crossed(winner));
        markers.extend(crossed.map(|c| Marker { cell: id(c), kind: MarkerKind::WinningLine }));
    }
    markers
}

fn trail(m: Move) -> Option<Trail> {
    match m {
        Move::Step { from, to } => Some(Trail { points: vec![centre(from), centre(to)] }),
        Move::Pass => None,
    }
}

/// The stones that a side has taken from the opponent since the game began.
fn taken(game: &Progress<Position>, side: Side) -> Counter {
    let [before, now] = [game.start(), game.position()].map(|p| p.score()[side.other()]);
    Counter {
        kind: CounterKind::Captured,
        owner: side.into(),
        label: Phrase::fixed("Taken", "Prises"),
        value: before - now,
        of: Some(before),
    }
}

/// A stone goes its way, and what it takes leaves the board; to pass, a stone is lifted and put
/// back.
fn travels(position: &Position, m: Move) -> Vec<Travel> {
    let mover = position.turn;
    let (from, to) = match m {
        Move::Step { from, to } => (Some(from), Some(to)),
        Move::Pass => (position.first_stone(), position.first_stone()),
    };
    let travel =
        |side: Side, from: Place, to: Place| Travel { from, to, pieces: vec![piece(side)] };
    let taken = to.filter(|_| position.takes(m)).map(|cell| {
        let loser = mover.other();
        travel(loser, Place::Cell(id(cell)), Place::Lost(loser.into()))
    });
    let step =
        from.zip(to).map(|(from, to)| travel(mover, Place::Cell(id(from)), Place::Cell(id(to))));
    taken.into_iter().chain(step).collect()
}
