//! The picture of a game: the board of pale wood, its towers counter by counter.

use crate::board::ROWS;
use crate::theme::THEME;
use crate::{
    Cell, Colour, Move, Position, Setup, Warning, arrange, gesture, lessons, refusals, words,
};
use galet_core::{Game, Outcome, Progress, Side};
use galet_scene::{
    About, Animation, Board, Cell as SceneCell, CellId, CellShape, Continuations, Counter,
    CounterKind, Ending, GestureFault, Label, Lesson, Marker, MarkerKind, Misplaced, Motion, Owner,
    Phrase, Piece, Place, Player, Point, Scene, Scenic, Step, Theme, Tint, Trail, Travel,
};

/// The counters on each hole of [`Cell::ALL`], bottom first.
type Stacks = [Vec<Piece>; Cell::COUNT];

impl Scenic for Position {
    const TITLE: &'static str = "Avalam";
    const ABOUT: About = About {
        words: Phrase::fixed(
            "Pile towers of up to five: whoever has their colour on top of more towers wins.",
            "Empilez des tours de cinq pions au plus\u{a0}: qui en coiffe le plus gagne.",
        ),
        position: "B1/4/ACc1b1/1CaAc1BA/a2c2Cca/b2a4/aAB1cA/1bA1/A1 o",
        played: "d4e3",
    };
    const LESSONS: &'static [Lesson] = lessons::LESSONS;

    fn theme() -> &'static Theme {
        &THEME
    }

    fn scene(game: &Progress<Position>) -> Scene {
        let position = game.position();
        let cells = Cell::ALL.iter().zip(stacks(game));
        let outcome = game.outcome();
        Scene {
            game: Position::NAME.to_owned(),
            theme: THEME.name.clone(),
            board: board(),
            stacking: true,
            motion: Motion::Lift,
            cells: cells
                .map(|(&cell, stack)| SceneCell { name: cell.to_string(), at: point(cell), stack })
                .collect(),
            labels: labels(),
            markers: markers(game),
            trail: game
                .last_move()
                .map(|(_, m)| Trail { points: vec![point(m.from()), point(m.to())] }),
            counters: counters(position),
            players: Side::BOTH.map(|side| player(position.colour_of(side))),
            turn: outcome.is_none().then(|| position.turn().into()),
            ending: outcome.map(|outcome| Ending {
                winner: outcome.winner.map_or(Owner::Nobody, Owner::from),
                reason: outcome.reason.name().to_owned(),
                words: position.say_outcome(outcome),
            }),
        }
    }

    /// The tower to move, then the tower to move it onto.
    fn gesture(&self, m: Move) -> Vec<CellId> {
        vec![id(m.from()), id(m.to())]
    }

    fn continuations(&self, taps: &[CellId]) -> Result<Continuations<Move>, GestureFault> {
        gesture::continuations(self, taps)
    }

    fn why_not(&self, taps: &[CellId]) -> Option<Phrase> {
        refusals::why_not(self, taps)
    }

    /// The whole tower travels at once.
    fn animation(game: &Progress<Position>, m: Move) -> Animation {
        let pieces = std::mem::take(&mut stacks(game)[m.from().index()]);
        let (from, to) = (Place::Cell(id(m.from())), Place::Cell(id(m.to())));
        Animation { steps: vec![Step { travels: vec![Travel { from, to, pieces }] }] }
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

    fn say_value(option: &str, word: &str) -> Option<Phrase> {
        words::say_value(option, word)
    }

    fn say_warning(warning: &Warning) -> Phrase {
        arrange::say_warning(warning)
    }
}

/// The number of a hole in scenes: its place in reading order.
pub(crate) fn id(cell: Cell) -> CellId {
    CellId(cell.index() as u8)
}

/// What lies in each tower. Below its top nobody knows a tower that the game began with, but
/// every tower that grew since is known as far as its parts were: from the start layout, wholly.
fn stacks(game: &Progress<Position>) -> Stacks {
    let start = game.start();
    let mut stacks = Cell::ALL.map(|cell| {
        let Some(tower) = start.tower(cell) else { return Vec::new() };
        let buried = Piece { tint: Tint::Unknown, owner: Owner::Nobody };
        let mut stack = vec![buried; usize::from(tower.height()) - 1];
        stack.push(piece(start, tower.colour()));
        stack
    });
    for m in game.moves() {
        let moved = std::mem::take(&mut stacks[m.from().index()]);
        stacks[m.to().index()].extend(moved);
    }
    stacks
}

fn piece(position: &Position, colour: Colour) -> Piece {
    Piece { tint: tint(colour), owner: position.side_of(colour).into() }
}

fn tint(colour: Colour) -> Tint {
    match colour {
        Colour::Light => Tint::Light,
        Colour::Dark => Tint::Dark,
    }
}

fn player(colour: Colour) -> Player {
    Player { tint: tint(colour), name: words::name(colour) }
}

fn point(cell: Cell) -> Point {
    Point { x: f64::from(cell.column()), y: f64::from(cell.row()) }
}

/// The outermost holes, clockwise from the top left, and each corner of the board a little
/// further out from the centre than its hole.
fn board() -> Board {
    const CORNERS: [(f64, f64); 10] = [
        (2.0, 0.0),
        (3.0, 0.0),
        (8.0, 3.0),
        (8.0, 4.0),
        (7.0, 7.0),
        (6.0, 8.0),
        (5.0, 8.0),
        (0.0, 5.0),
        (0.0, 4.0),
        (1.0, 1.0),
    ];
    const MARGIN: f64 = 1.0;
    let corner = |(x, y): (f64, f64)| {
        let (right, down) = (x - 4.0, y - 4.0);
        let further = 1.0 + MARGIN / right.hypot(down);
        Point { x: 4.0 + right * further, y: 4.0 + down * further }
    };
    Board {
        outline: CORNERS.into_iter().map(corner).collect(),
        rounding: 0.5,
        cell: CellShape::Round { radius: 0.445 },
    }
}

/// Column letters below the board, row numbers to its left.
fn labels() -> Vec<Label> {
    const BESIDE: f64 = 1.4;
    let last = f64::from(ROWS.len() as u8 - 1);
    let columns = (0..9u8).map(|column| Label {
        at: Point { x: f64::from(column), y: last + BESIDE },
        text: char::from(b'a' + column).to_string(),
    });
    let rows = (0..9u8).map(|row| Label {
        at: Point { x: -BESIDE, y: f64::from(row) },
        text: (9 - row).to_string(),
    });
    columns.chain(rows).collect()
}

/// The last move and the towers that will never change. Threats are not marked: almost every
/// other tower can be covered by the next move.
fn markers(game: &Progress<Position>) -> Vec<Marker> {
    let mark = |cell, kind| Marker { cell: id(cell), kind };
    let last = game
        .last_move()
        .map(|(_, m)| [mark(m.from(), MarkerKind::LastFrom), mark(m.to(), MarkerKind::LastTo)]);
    let safe = game.position().safe();
    let safe = safe.iter().map(|cell| mark(cell, MarkerKind::Safe));
    last.into_iter().flatten().chain(safe).collect()
}

/// The towers of each player, and how many of them have five counters.
fn counters(position: &Position) -> Vec<Counter> {
    let of = |side: Side| {
        let colour = position.colour_of(side);
        let counter = |label, value| Counter {
            kind: CounterKind::Figure,
            owner: side.into(),
            label,
            value,
            of: None,
        };
        [
            counter(Phrase::new("Towers", "Tours"), position.towers(colour)),
            counter(
                Phrase::new("Towers of five", "Tours de cinq"),
                position.towers_of_five(colour),
            ),
        ]
    };
    Side::BOTH.into_iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest distance of a point from the lines through the sides of the board; negative
    /// outside. The corners go round clockwise on the screen.
    fn room(outline: &[Point], at: Point) -> f64 {
        (0..outline.len())
            .map(|n| {
                let (a, b) = (outline[n], outline[(n + 1) % outline.len()]);
                let (right, down) = (b.x - a.x, b.y - a.y);
                (right * (at.y - a.y) - down * (at.x - a.x)) / right.hypot(down)
            })
            .fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn every_hole_has_room_on_the_board_and_no_label_lies_on_it() {
        let outline = board().outline;
        for cell in Cell::ALL {
            assert!(room(&outline, point(cell)) > 0.6, "{cell}");
        }
        for label in labels() {
            assert!(room(&outline, label.at) < -0.2, "{}", label.text);
        }
    }
}
