//! The two-cell "Nacre" form of moves: read on request only, because it looks like Aba-Pro
//! notation and often means something else.
//!
//! The origin of one end and the arrival of the other. In line: `a1d4` moves the three marbles
//! from a1 on. Broadside: `c3d6` moves c3–c5 so that c5 arrives at d6; of the two possible
//! spellings it is the one whose cells are farther apart.

use crate::board::{Cell, Direction};
use crate::move_text::{MoveFault, Named};
use crate::moves::Move;
use crate::position::Position;
use galet_core::Fault;

impl Position {
    /// Reads a move in the two-cell form and checks that it is legal here.
    ///
    /// ```
    /// use galet_abalone::{Notation, Position};
    ///
    /// let start = Position::default();
    /// assert_eq!(start.parse_nacre_move("a1d4")?, start.parse_move("a1b2")?);
    /// assert_eq!(start.parse_nacre_move("c3d6")?, start.parse_move("c3c5d4")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_nacre_move(&self, text: &str) -> Result<Move, Fault<MoveFault>> {
        let named = Named::read(text)?;
        let [(from, _), (to, _)] = named.cells[..] else { return Err(named.wrong_number()) };
        if let Some((direction, said)) = from.straight_to(to) {
            let m = self.in_line_move(from, direction).map_err(|why| named.forbidden(why))?;
            let there = m.marbles();
            if there != said {
                return Err(Fault::new(named.at, MoveFault::OtherCount { from, to, said, there }));
            }
            return Ok(m);
        }
        // Two marbles make two candidates (along one direction and a step in the other, or the
        // other way round), of which one at most is legal: what is an own marble for one must be
        // a free cell for the other.
        let mut fault = None;
        for (other_end, direction) in broadsides(from, to) {
            match self.broadside_move(from, other_end, direction) {
                Ok(m) => return Ok(m),
                Err(why) => fault = Some(named.forbidden(why)),
            }
        }
        let no_such = || Fault::new(named.at.clone(), MoveFault::NoSuchArrival { from, to });
        Err(fault.unwrap_or_else(no_such))
    }
}

/// The broadside moves with one end at `from` whose other end arrives at `to`: other end and
/// direction. The direction is a sixth of a turn from the line, which makes the two cells named
/// the ones that are farther apart.
fn broadsides(from: Cell, to: Cell) -> impl Iterator<Item = (Cell, Direction)> {
    Direction::ALL.into_iter().flat_map(move |line| {
        [line.turned(1), line.turned(5)].into_iter().flat_map(move |direction| {
            [1, 2].into_iter().filter_map(move |steps| {
                let other_end = from.steps(line, steps)?;
                (other_end.neighbour(direction)? == to).then_some((other_end, direction))
            })
        })
    })
}
