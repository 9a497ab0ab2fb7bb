//! Whether one move is legal, and if not, which rule forbids it.

use crate::board::{Cell, Direction};
use crate::moves::{Manner, Move};
use crate::position::{Position, colour};
use galet_core::Side;

/// The rule that forbids a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Forbidden {
    /// Nobody moves after the end.
    #[error("the game is over: {} has ejected {ejected} marbles and won", colour(*.winner))]
    GameOver {
        /// Who won.
        winner: Side,
        /// With how many marbles ejected.
        ejected: u32,
    },
    /// A player moves only marbles of their own.
    #[error("{} is to move, but there is no {} marble on {cell}", colour(*.side), colour(*.side))]
    NotYours {
        /// The cell named.
        cell: Cell,
        /// The side to move.
        side: Side,
    },
    /// More than three marbles never move together.
    #[error(
        "{marbles} marbles stand in that line and three at most move together; \
         the three in front begin at {three_from}"
    )]
    MoreThanThree {
        /// How many own marbles stand in the line.
        marbles: u8,
        /// The rear marble of the three that could move.
        three_from: Cell,
    },
    /// Nobody moves off the board by itself.
    #[error("the marble on {cell} would leave the board: own marbles never do")]
    OffTheBoard {
        /// The own marble at the edge.
        cell: Cell,
    },
    /// One marble against any number.
    #[error("a single marble never pushes, and {cell} is occupied")]
    SingleNeverPushes {
        /// The opponent's marble ahead.
        cell: Cell,
    },
    /// Pushing means outnumbering; equal numbers are a pac.
    #[error(
        "{own} against {enemy}{}: pushing takes more marbles than are pushed",
        if own == enemy { " is a pac" } else { "" }
    )]
    Pac {
        /// Own marbles in the line, at most three.
        own: u8,
        /// The opponent's marbles that touch them.
        enemy: u8,
    },
    /// Behind the pushed marbles must be a free cell or the edge.
    #[error(
        "no free cell behind the pushed marbles: {cell} has an own marble, \
         and own marbles are never pushed"
    )]
    OwnMarbleBehind {
        /// The own marble that is in the way.
        cell: Cell,
    },
    /// A broadside move takes marbles in one line.
    #[error("{end} and {other_end} are not in one line")]
    NotInLine {
        /// One end.
        end: Cell,
        /// The other.
        other_end: Cell,
    },
    /// A broadside move takes two or three marbles.
    #[error("from {end} to {other_end} are {marbles} cells: two or three marbles move broadside")]
    NotTwoOrThree {
        /// One end.
        end: Cell,
        /// The other.
        other_end: Cell,
        /// How many cells the line has.
        marbles: u8,
    },
    /// Along their own line marbles move in line, which is written otherwise.
    #[error("that is an in-line move: write the rear marble and the cell it goes to, {rear}{to}")]
    AlongTheLine {
        /// The rear marble.
        rear: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// Every destination of a broadside move must be free.
    #[error("a broadside move needs free cells and never pushes: {cell} is occupied")]
    Occupied {
        /// The cell that is not free.
        cell: Cell,
    },
}

impl Position {
    /// The in-line move that begins with the marble on `rear`: every own marble in front of it
    /// goes with it. Says which rule forbids it if it is not legal.
    ///
    /// ```
    /// use galet_abalone::{Cell, Direction, Forbidden, Position};
    ///
    /// let start = Position::default();
    /// let c3 = Cell::named("c3").unwrap();
    /// assert!(start.in_line_move(c3, Direction::NorthEast).is_ok());
    /// let off = start.in_line_move(c3, Direction::SouthWest);
    /// assert_eq!(off, Err(Forbidden::OffTheBoard { cell: Cell::named("a1").unwrap() }));
    /// ```
    pub fn in_line_move(&self, rear: Cell, direction: Direction) -> Result<Move, Forbidden> {
        self.check_not_over()?;
        self.check_own(rear)?;
        let (own, front, ahead) = self.row_ahead(rear, direction, self.turn);
        if own > 3 {
            // `own` marbles stand there, so the cells exist.
            let three_from =
                (3..own).fold(rear, |cell, _| cell.neighbour(direction).unwrap_or(cell));
            return Err(Forbidden::MoreThanThree { marbles: own, three_from });
        }
        let Some(ahead) = ahead else { return Err(Forbidden::OffTheBoard { cell: front }) };
        if self.free().contains(ahead) {
            return Ok(Move::in_line(rear, direction, own, 0));
        }
        if own == 1 {
            return Err(Forbidden::SingleNeverPushes { cell: ahead });
        }
        let (enemy, _, behind) = self.row_ahead(ahead, direction, self.turn.other());
        if enemy >= own {
            return Err(Forbidden::Pac { own, enemy });
        }
        match behind {
            Some(cell) if !self.free().contains(cell) => Err(Forbidden::OwnMarbleBehind { cell }),
            _ => Ok(Move::in_line(rear, direction, own, enemy)),
        }
    }

    /// The broadside move of the marbles between two ends, named in either order. Says which
    /// rule forbids it if it is not legal.
    pub fn broadside_move(
        &self,
        end: Cell,
        other_end: Cell,
        direction: Direction,
    ) -> Result<Move, Forbidden> {
        self.check_not_over()?;
        if end == other_end {
            return Err(Forbidden::NotTwoOrThree { end, other_end, marbles: 1 });
        }
        let Some((line, steps)) = end.straight_to(other_end) else {
            return Err(Forbidden::NotInLine { end, other_end });
        };
        let marbles = steps + 1;
        if marbles > 3 {
            return Err(Forbidden::NotTwoOrThree { end, other_end, marbles });
        }
        if line.axis() == direction.axis() {
            let rear = if line == direction { end } else { other_end };
            let to = rear.neighbour(direction).unwrap_or(rear);
            return Err(Forbidden::AlongTheLine { rear, to });
        }
        let group = || (0..marbles).filter_map(|k| end.steps(line, k));
        for cell in group() {
            self.check_own(cell)?;
        }
        for cell in group() {
            match cell.neighbour(direction) {
                None => return Err(Forbidden::OffTheBoard { cell }),
                Some(to) if !self.free().contains(to) => {
                    return Err(Forbidden::Occupied { cell: to });
                }
                Some(_) => {}
            }
        }
        let smaller_end = if line == line.axis() { end } else { other_end };
        Ok(Move::broadside(smaller_end, line.axis(), direction, marbles))
    }

    /// Whether a move is legal here: whether it is the one that its cells make.
    pub(crate) fn allows(&self, m: Move) -> bool {
        match m.manner() {
            Manner::InLine { .. } => self.in_line_move(m.cell(), m.direction()) == Ok(m),
            Manner::Broadside { axis } => {
                m.cell().steps(axis, m.marbles().saturating_sub(1)).is_some_and(|other_end| {
                    self.broadside_move(m.cell(), other_end, m.direction()) == Ok(m)
                })
            }
        }
    }

    /// From a marble of `side` on: how many of its marbles touch in that direction, the last of
    /// them, and the cell after it, unless the board ends there.
    fn row_ahead(&self, from: Cell, direction: Direction, side: Side) -> (u8, Cell, Option<Cell>) {
        let (mut count, mut last) = (1, from);
        loop {
            match last.neighbour(direction) {
                Some(next) if self.marbles(side).contains(next) => {
                    (count, last) = (count + 1, next);
                }
                after => return (count, last, after),
            }
        }
    }

    fn check_not_over(&self) -> Result<(), Forbidden> {
        match Side::BOTH.into_iter().find(|&side| self.has_won(side)) {
            Some(winner) => Err(Forbidden::GameOver { winner, ejected: self.ejected_by(winner) }),
            None => Ok(()),
        }
    }

    fn check_own(&self, cell: Cell) -> Result<(), Forbidden> {
        if self.marbles(self.turn).contains(cell) {
            Ok(())
        } else {
            Err(Forbidden::NotYours { cell, side: self.turn })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::Game;
    use galet_core::random::walk;
    use std::collections::HashSet;

    /// Every value that the move type can hold, sensible or not.
    fn every_value() -> impl Iterator<Item = Move> {
        Cell::ALL.into_iter().flat_map(|cell| {
            Direction::ALL.into_iter().flat_map(move |direction| {
                (0..4).flat_map(move |marbles| {
                    let in_line = (0..4).map(move |p| Move::in_line(cell, direction, marbles, p));
                    let broadside = Direction::AXES
                        .into_iter()
                        .map(move |axis| Move::broadside(cell, axis, direction, marbles));
                    in_line.chain(broadside)
                })
            })
        })
    }

    #[test]
    fn legal_is_what_is_listed_for_every_value_of_the_type() {
        walk::<Position>(64, 30, 77, |position, _| {
            let listed: HashSet<Move> = position.moves().into_iter().collect();
            for m in every_value() {
                assert_eq!(position.is_legal(m), listed.contains(&m), "{m:?} in {position:?}");
            }
        });
    }
}
