//! Behind the units: what to play where the time is too short for a proof.
//!
//! A unit proves that some reply holds against every attack that follows, and forgets the replies to those
//! attacks. Whoever plays finds them again, in seconds or in milliseconds: the earlier, the longer it takes.
//! In a hurry the first reply of the plain order is played unproven (the first of [`choices`]). Nearly always it
//! holds. [`behind`] goes through everything that can happen behind a unit while a proof takes long, and
//! keeps those positions in which the first choice loses, each with a reply that is proven to hold; the certificate
//! takes them from the journal ([`read`]).

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use galet_core::{Game, Notation, Side, Symmetric};
use galet_qawale::{Position as Rules, Setup};
use galet_qawale_check::{Deeper, canonical};

use crate::board::Board;
use crate::candidate::Candidate;
use crate::question::Question;
use crate::safe::for_each_safe_move;
use crate::search::{Interrupted, Search};
use crate::tables::Tables;
use crate::text::Player;
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

/// What a journal of the example `corrections` has for a question, one line for every finished unit:
///
/// ```text
/// behind 1 <TAB> unit <TAB> positions <TAB> nodes <TAB> ms <TAB> position = reply;position = reply;…
/// ```
///
/// Lines that are not complete, or about another question, are passed over.
pub fn read(journal: &str, question: &Question) -> Result<Vec<Deeper>, WrongReply> {
    let whole = journal.rfind('\n').map_or("", |end| &journal[..end]);
    let kept = whole.lines().filter_map(|line| line.strip_prefix("behind 1\t")?.split('\t').nth(4));
    let mut found = Vec::new();
    for text in kept.flat_map(|kept| kept.split(';')).filter(|text| !text.is_empty()) {
        let wrong = || WrongReply(text.to_owned());
        let (position, reply) = text.split_once(" = ").ok_or_else(wrong)?;
        let position = Rules::parse_position(position, &Setup::default()).map_err(|_| wrong())?;
        let position = position.position;
        let m = position.parse_move(reply).map_err(|_| wrong())?;
        let attacker = match question.attacker() {
            Player::Light => Side::First,
            Player::Dark => Side::Second,
        };
        if position.turn() != attacker {
            let found_as = canonical(&position);
            let m = position.transform_move(m, found_as.symmetry);
            found.push(Deeper { position: found_as.position, m });
        }
    }
    Ok(found)
}

/// An entry of a journal that is no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the journal says {0:?}: a position, ' = ' and a legal move are wanted")]
pub struct WrongReply(
    /// The entry.
    pub String,
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Position;
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

    #[test]
    fn a_journal_gives_the_replies_of_its_question() {
        let start = Position::start(8);
        let question = |attacker| Question::new(start.clone(), attacker, 16).unwrap();
        let line = "behind 1\tunit\t9\t8\t7\txon,,n,/no,,,/xn,,o,/xo,n,n,nn x 4 5 = a4eess\n";
        let text = format!("{line}behind 1\tunit\t9\t8\t7\t\nbehind 1\tcut");
        let found = read(&text, &question(Player::Light)).unwrap();
        assert_eq!(found.len(), 1);
        let Deeper { position, m } = found[0];
        assert!(position.is_legal(m) && canonical(&position).position == position);
        assert_eq!(read(&text, &question(Player::Dark)), Ok(Vec::new()));
        for wrong in [" x 4 5 = a4n", " 4 5 = a4eess", " x 4 5"] {
            let text = line.replace(" x 4 5 = a4eess", wrong);
            assert!(read(&text, &question(Player::Light)).is_err(), "{wrong}");
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
