//! What speaks for a move: facts that follow from the rules, each of which a person can try out.

mod motifs;
mod words;

use crate::board::{Cell, Direction};
use crate::cells::Cells;
use crate::gesture::cell_id;
use crate::moves::Move;
use crate::position::Position;
use galet_core::{Game, Progress, Setup as _, Side};
use galet_scene::{MoveReason, Phrase, Reasoned, Scenic};
use std::ops::ControlFlow;

/// The cell in the middle of the board.
const CENTRE: (i8, i8) = (4, 5);

impl Reasoned for Position {
    const REASONS: &'static [&'static str] = &[
        "wins",
        "ejects",
        "sure-ejection",
        "two-threats",
        "threat",
        "rescue",
        "no-push",
        "breaks-row",
        "splits",
        "joins",
        "to-edge",
        "centre",
    ];

    fn reasons(game: &Progress<Self>, m: Move) -> Vec<MoveReason> {
        let mut later = game.clone();
        if later.play(m).is_err() {
            return Vec::new();
        }
        let played = Played { m, before: *game.position(), after: *later.position() };
        let mut reasons = Vec::new();
        let mut tell = |kind, found: Option<(Phrase, Cells)>| {
            let reason = found.filter(|(_, cells)| !cells.is_empty());
            reasons.extend(
                reason
                    .map(|(words, cells)| MoveReason::new(kind, words, cells.iter().map(cell_id))),
            );
        };
        if let Some(outcome) = later.outcome() {
            let won = outcome.winner == Some(played.me());
            tell("wins", won.then(|| (played.after.say_outcome(outcome), played.moved())));
            tell("ejects", played.ejects().filter(|_| !won));
            return reasons;
        }
        tell("ejects", played.ejects());
        tell("sure-ejection", played.sure_ejection(&mut later));
        let threats = played.threats(game);
        let kind = if threats.len() > 1 { "two-threats" } else { "threat" };
        tell(kind, Some((words::threat(played.me(), threats), threats)));
        tell("rescue", played.rescue());
        tell("no-push", played.no_push());
        tell("breaks-row", played.breaks_row());
        tell("splits", played.splits());
        tell("joins", played.joins());
        tell("to-edge", played.to_edge());
        tell("centre", played.nearer_the_centre());
        reasons
    }
}

/// A move with the positions around it.
struct Played {
    m: Move,
    before: Position,
    after: Position,
}

impl Played {
    fn me(&self) -> Side {
        self.before.turn()
    }

    fn them(&self) -> Side {
        self.me().other()
    }

    /// Where a marble stands after the move that stood on `cell` before; `None` off the board.
    fn now(&self, cell: Cell) -> Option<Cell> {
        let touched = self.m.origins().chain(self.pushed()).any(|origin| origin == cell);
        if touched { cell.neighbour(self.m.direction()) } else { Some(cell) }
    }

    /// The marbles of a set where they stand after the move.
    fn all_now(&self, cells: Cells) -> Cells {
        cells.iter().filter_map(|cell| self.now(cell)).collect()
    }

    /// The cells that the opponent's marbles are pushed from.
    fn pushed(&self) -> impl Iterator<Item = Cell> {
        let m = self.m;
        (m.marbles()..m.marbles() + m.pushed())
            .filter_map(move |k| m.cell().steps(m.direction(), k))
    }

    /// Where the own marbles of the move stand after it.
    fn moved(&self) -> Cells {
        self.m.origins().filter_map(|cell| self.now(cell)).collect()
    }

    fn ejects(&self) -> Option<(Phrase, Cells)> {
        let gone = self.pushed().find(|&cell| self.now(cell).is_none())?;
        Some((words::ejects(&self.after, self.me()), gone.into()))
    }

    /// Whatever the opponent answers, a marble can be pushed off then.
    fn sure_ejection(&self, later: &mut Progress<Position>) -> Option<(Phrase, Cells)> {
        let threatened = endangered(&self.after, self.me());
        let mut holds = |reply| {
            later.play(reply).is_ok() && {
                let over = later.outcome().is_some();
                let ejections = later.position().ejections(self.me());
                later.undo();
                !over && ejections > 0
            }
        };
        let sure = !threatened.is_empty() && self.after.moves().into_iter().all(&mut holds);
        sure.then(|| (words::sure_ejection(self.me()), threatened))
    }

    /// The marbles that could be pushed off after this move, if the opponent did nothing, and not
    /// before it.
    fn threats(&self, game: &Progress<Position>) -> Cells {
        let limit = game.setup().history_rules().move_limit;
        if limit.is_some_and(|limit| game.moves().len() + 2 >= limit as usize) {
            return Cells::NONE;
        }
        endangered(&self.after, self.me()) & !self.all_now(endangered(&self.before, self.me()))
    }

    /// Marbles of the mover's that the opponent could have pushed off, and now cannot.
    fn rescue(&self) -> Option<(Phrase, Cells)> {
        let in_danger = self.all_now(endangered(&self.before, self.them()));
        let saved = in_danger & !endangered(&self.after, self.them());
        Some((words::rescue(self.them(), saved), saved))
    }

    /// The opponent could have pushed some marble of the mover's, and now cannot push any.
    fn no_push(&self) -> Option<(Phrase, Cells)> {
        let pushable = self.all_now(pushable(&self.before, self.them()));
        let none = crate::reasons::pushable(&self.after, self.them()).is_empty();
        none.then(|| (words::no_push(self.me(), self.them()), pushable))
    }

    /// A row of three or more of the opponent's that is pushed apart.
    fn breaks_row(&self) -> Option<(Phrase, Cells)> {
        let across = |axis: &Direction| *axis != self.m.direction().axis();
        let rows = Direction::AXES.into_iter().filter(across).flat_map(|axis| {
            self.pushed().map(move |cell| (axis, row(self.before.marbles(self.them()), cell, axis)))
        });
        let theirs = self.after.marbles(self.them());
        let whole = |axis, cells: Cells| {
            (cells & theirs).iter().any(|cell| row(cells & theirs, cell, axis).len() >= 3)
        };
        let broken = rows.filter(|&(axis, cells)| cells.len() >= 3 && !whole(axis, cells));
        let (_, cells) = broken.max_by_key(|(_, cells)| cells.len())?;
        Some((words::breaks_row(self.them(), cells), cells))
    }

    /// The opponent's marbles fall into more groups than before.
    fn splits(&self) -> Option<(Phrase, Cells)> {
        let count = |position: &Position| groups(position.marbles(self.them())).len();
        let (before, after) = (count(&self.before), groups(self.after.marbles(self.them())));
        let smallest = after.iter().copied().min_by_key(|group| group.len())?;
        (after.len() > before).then(|| (words::splits(self.them(), after.len(), before), smallest))
    }

    /// The mover's marbles become one group.
    fn joins(&self) -> Option<(Phrase, Cells)> {
        let count = |position: &Position| groups(position.marbles(self.me())).len();
        (count(&self.before) > 1 && count(&self.after) == 1)
            .then(|| (words::joins(self.me()), self.moved()))
    }

    /// A marble is pushed to the edge.
    fn to_edge(&self) -> Option<(Phrase, Cells)> {
        let pushed = self.pushed().filter(|&cell| !is_edge(cell));
        let there: Cells =
            pushed.filter_map(|cell| self.now(cell)).filter(|&c| is_edge(c)).collect();
        Some((words::to_edge(self.them(), there), there))
    }

    /// Every marble of the move comes closer to the centre.
    fn nearer_the_centre(&self) -> Option<(Phrase, Cells)> {
        let nearer = |cell| self.now(cell).is_some_and(|now| from_centre(now) < from_centre(cell));
        let moved = self.moved();
        self.m.origins().all(nearer).then(|| (words::centre(moved), moved))
    }
}

/// The marbles that `attacker` could push off if it were its turn.
fn endangered(position: &Position, attacker: Side) -> Cells {
    let mut cells = Cells::NONE;
    let _ = position.with_turn(attacker).visit_ejections(|m| {
        let last = m.cell().steps(m.direction(), m.marbles() + m.pushed() - 1);
        cells = last.map_or(cells, |cell| cells | cell.into());
        ControlFlow::Continue(())
    });
    cells
}

/// The marbles that `attacker` could push if it were its turn.
fn pushable(position: &Position, attacker: Side) -> Cells {
    let mut cells = Cells::NONE;
    let _ = position.with_turn(attacker).visit_moves(|m| {
        for k in m.marbles()..m.marbles() + m.pushed() {
            cells = m.cell().steps(m.direction(), k).map_or(cells, |cell| cells | cell.into());
        }
        ControlFlow::Continue(())
    });
    cells
}

/// The cells of a set that touch each other along an axis, on both sides of `cell`.
fn row(set: Cells, cell: Cell, axis: Direction) -> Cells {
    let along = |direction| {
        std::iter::successors(Some(cell), move |cell: &Cell| cell.neighbour(direction))
            .take_while(|&cell| set.contains(cell))
    };
    along(axis).chain(along(axis.opposite())).collect()
}

/// The groups of a set: cells that hang together.
fn groups(mut set: Cells) -> Vec<Cells> {
    let mut groups = Vec::new();
    while let Some(first) = set.iter().next() {
        let mut group = Cells::only(first);
        loop {
            let grown = Direction::ALL
                .into_iter()
                .fold(group, |grown, direction| grown | (group.behind(direction) & set));
            if grown == group {
                break;
            }
            group = grown;
        }
        set = set & !group;
        groups.push(group);
    }
    groups
}

fn is_edge(cell: Cell) -> bool {
    Direction::ALL.into_iter().any(|direction| cell.neighbour(direction).is_none())
}

/// How many steps a cell is from the middle.
fn from_centre(cell: Cell) -> i8 {
    let (rows, diagonals) = (cell.row() - CENTRE.0, cell.diagonal() - CENTRE.1);
    rows.abs().max(diagonals.abs()).max((rows - diagonals).abs())
}
