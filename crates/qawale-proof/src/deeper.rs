//! Behind the units: what to play where the time is too short for a proof.
//!
//! A unit proves that some reply holds against every attack that follows, and forgets the replies to those
//! attacks. Whoever plays finds them again, in seconds or in milliseconds: the earlier, the longer it takes.
//! In a hurry the first reply of the plain order is played unproven (the first of [`choices`]). Nearly always it
//! holds. [`behind`] goes through everything that can happen behind a unit while a proof takes long, and
//! keeps those positions in which the first choice loses, each with a reply that is proven to hold.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use crate::board::Board;
use crate::candidate::Candidate;
use crate::question::Question;
use crate::safe::for_each_safe_move;
use crate::search::{Interrupted, Search};
use crate::tables::Tables;
use crate::walks::Move;

/// Positions with at least so many attacks to come are looked at: fewer take some milliseconds to prove.
pub const LONG: usize = 4;

/// A position in which the first choice loses, and a reply that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The position, the smallest of its images, as text.
    pub position: String,
    /// The reply that holds, as move text.
    pub reply: String,
}

/// What was found behind a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behind {
    /// Where the first choice loses.
    pub corrections: Vec<Correction>,
    /// Positions looked at.
    pub positions: u64,
}

/// Why there is nothing to tell about a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotBehind {
    /// It was told to stop.
    Interrupted,
    /// A position of the unit in which every reply loses: the unit does not hold.
    Falls(String),
}

impl From<Interrupted> for NotBehind {
    fn from(_: Interrupted) -> Self {
        NotBehind::Interrupted
    }
}

/// The replies to try, in an order that depends on nothing but the position up to symmetry: the first is what
/// is played when there is no time to prove anything. `board` is canonical.
pub fn choices(
    search: &mut Search<'_>,
    board: &Board,
    attacks: usize,
) -> Result<Vec<Move>, Interrupted> {
    search.plan(board, attacks, &[])
}

/// The first of [`choices`] that is proven to hold, and its place among them; `None` if all of them lose.
pub fn first_to_hold(
    search: &mut Search<'_>,
    board: &Board,
    attacks: usize,
) -> Result<Option<(usize, Move)>, Interrupted> {
    for (place, reply) in choices(search, board, attacks)?.into_iter().enumerate() {
        if Candidate::new(board, reply).examine(search, attacks)? {
            return Ok(Some((place, reply)));
        }
    }
    Ok(None)
}

/// Positions, up to symmetry, that some unit has led to already.
#[derive(Debug, Default)]
pub struct Seen(Mutex<HashSet<Board>>);

impl Seen {
    fn is_new(&self, board: Board) -> bool {
        self.0.lock().expect("nobody panics here").insert(board)
    }
}

/// Looks at what can happen after the reply to a unit, with the attacker to move after `depth` plies from the
/// start of the question.
pub fn behind(
    search: &mut Search<'_>,
    question: &Question,
    board: &Board,
    depth: u32,
    seen: &Seen,
) -> Result<Behind, NotBehind> {
    let mut found = Behind::default();
    look(search, question, board, depth, seen, &mut found)?;
    Ok(found)
}

fn look(
    search: &mut Search<'_>,
    question: &Question,
    board: &Board,
    depth: u32,
    seen: &Seen,
    found: &mut Behind,
) -> Result<(), NotBehind> {
    let attacks = question.attacks(depth + 1);
    if attacks < LONG {
        return Ok(());
    }
    let mut next = Vec::new();
    let _ = for_each_safe_move(Tables::get(), &board.defender, |m| {
        next.push(board.attack(m).canonical().0);
        ControlFlow::Continue(())
    });
    next.sort_unstable();
    next.dedup();
    for board in next {
        if !seen.is_new(board) {
            continue;
        }
        found.positions += 1;
        let holding = first_to_hold(search, &board, attacks)?;
        let position = question.text(&board, depth + 1);
        let Some((place, reply)) = holding else { return Err(NotBehind::Falls(position)) };
        if place > 0 {
            found.corrections.push(Correction { position, reply: reply.to_string() });
        }
        look(search, question, &board.defend(reply), depth + 2, seen, found)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Player, Position};
    use std::sync::atomic::AtomicBool;

    /// The board of a position, with the side to move as the defender.
    fn board(text: &str) -> Board {
        let position = Position::parse(text).unwrap();
        match position.turn {
            Player::Light => position.board.swapped(),
            Player::Dark => position.board,
        }
    }

    #[test]
    fn the_first_reply_that_holds_is_found() {
        let never = AtomicBool::new(false);
        let mut search = Search::new(&never);
        // In the first two the first choice loses; they were lost in games.
        for (text, is_first) in [
            ("xon,,n,/no,,,/xn,,o,/xo,n,n,nn x 4 5", false),
            (",,xo,nno/n,,,/xn,,o,n/n,nn,,xo x 4 5", false),
            (",,,/n,on,xx,n/,on,n,o/no,n,xn, x 4 5", true),
        ] {
            let board = board(text).canonical().0;
            let (place, reply) = first_to_hold(&mut search, &board, 4).unwrap().unwrap();
            assert_eq!(place == 0, is_first, "{text}: {reply}");
            let replies = choices(&mut search, &board, 4).unwrap();
            assert_eq!(replies[place], reply);
            for (at, &reply) in replies[..=place].iter().enumerate() {
                let loses = search.attacker_wins(&board.defend(reply), 4).unwrap();
                assert_eq!(loses, at < place, "{text}: {reply}");
            }
        }
    }

    /// With three attacks to come nothing is kept, with four every attack is looked at once.
    #[test]
    fn it_looks_as_far_as_a_proof_takes_long() {
        let never = AtomicBool::new(false);
        let mut search = Search::new(&never);
        let start = Position::parse(",,,/,,,/nn,o,,nn/nno,,nn,xxx o 5 5").unwrap();
        let seen = Seen::default();
        for (by, looked) in [(12, false), (14, true)] {
            let question = Question::new(start.clone(), Player::Light, by).unwrap();
            let found = behind(&mut search, &question, &question.board(), 0, &seen).unwrap();
            assert_eq!(found.positions > 0, looked, "{by}");
        }
    }
}
