//! What is proven about the beginning: the certificate's replies, by which neither side can be beaten.

use super::views;
use galet_core::Game;
use galet_qawale::{Move, Position};
use galet_qawale_check::{Book, Certificate, CertificateError, Gap};
use galet_qawale_proof::tables::Tables;

/// The replies of both sides, as far as a certificate has them.
pub(super) struct Books {
    /// One for each claim: that a side cannot force a line against the replies of the other.
    parts: Vec<Book>,
}

/// Why a certificate gives no books.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum BookError {
    /// Its bytes are wrong.
    #[error(transparent)]
    Bytes(#[from] CertificateError),
    /// Its replies do not cover what it claims.
    #[error(transparent)]
    Coverage(#[from] Gap),
}

impl Books {
    /// The books of a certificate. That its replies are legal and answer every move is checked here,
    /// which takes some tenths of a second; that they hold is not.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let wins_at_once =
            |position: &Position| views::view(position, position.turn()).can_win(Tables::get());
        let parts = Certificate::from_bytes(bytes)?.parts;
        let books = parts.iter().map(|part| Book::check(part, &wins_at_once));
        Ok(Books { parts: books.collect::<Result<_, _>>()? })
    }

    /// The stored reply of the side to move, and whether it is proven to hold: without a finished proof
    /// it is only the prover's choice.
    pub(super) fn reply(&self, position: &Position) -> Option<(Move, bool)> {
        let defending = self.parts.iter().filter(|book| book.claim().attacker() != position.turn());
        let mut replies = defending.filter_map(|book| {
            let (reply, proven) = book.reply(position)?;
            Some((reply, proven || book.is_proven()))
        });
        replies.next()
    }

    /// A reply that is stored for a position behind the proof's replies, where what comes to mind first loses.
    pub(super) fn deeper_reply(&self, position: &Position) -> Option<Move> {
        let mut defending =
            self.parts.iter().filter(|book| book.claim().attacker() != position.turn());
        defending.find_map(|book| book.deeper_reply(position))
    }

    /// Whether it is proven that the side to move cannot force a line.
    pub(super) fn cannot_win(&self, position: &Position) -> bool {
        self.proven()
            .any(|book| book.claim().attacker() == position.turn() && book.has_answered(position))
    }

    /// A reply that draws, where a draw is proven for both sides.
    pub(super) fn drawing_reply(&self, position: &Position) -> Option<Move> {
        if !self.cannot_win(position) {
            return None;
        }
        self.proven()
            .filter(|book| book.claim().attacker() != position.turn())
            .find_map(|book| book.reply(position))
            .map(|(reply, _)| reply)
    }

    fn proven(&self) -> impl Iterator<Item = &Book> {
        self.parts.iter().filter(|book| book.is_proven())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qawale::solver;
    use galet_core::random::SplitMix64;
    use galet_core::{ManualTime, Side};
    use galet_qawale::{Pebble, Setup};
    use galet_qawale_check::{Entry, Wins};
    use galet_qawale_proof::certificate::certify;
    use galet_qawale_proof::question::Question;
    use galet_qawale_proof::search::Search;
    use galet_qawale_proof::solve::{self, Options};
    use galet_qawale_proof::text::{Player, Position as Start};
    use std::sync::atomic::AtomicBool;

    const PEBBLES: u8 = 5;

    /// The certificate of the game with five pebbles, proven on the spot.
    fn small_certificate() -> Certificate {
        let parts = [Player::Light, Player::Dark].map(|attacker| {
            let start = Start::start(PEBBLES.into());
            let question = Question::new(start, attacker, 2 * u32::from(PEBBLES)).unwrap();
            let name = format!("galet-book-{attacker:?}-{}", std::process::id());
            let journal = std::env::temp_dir().join(name);
            let options = Options {
                threads: 2,
                journal: Some(journal.clone()),
                also: Vec::new(),
                shard: (0, 1),
            };
            let (time, stop) = (ManualTime::default(), AtomicBool::new(false));
            solve::run(&question, &options, &time, &stop, &|_| {}).unwrap();
            let known = solve::read(&question, &options).unwrap();
            std::fs::remove_file(journal).unwrap();
            certify(&question, &known, &Wins::new()).unwrap()
        });
        Certificate { parts: parts.into() }
    }

    /// Solved from ply 2 on, which takes a moment; before that the prover's answer is the only one.
    fn value(position: &Position) -> Option<Side> {
        let played = position.on_board(Pebble::Light) + position.on_board(Pebble::Dark);
        if played < 2 {
            return None;
        }
        let never = AtomicBool::new(false);
        solver::winner(position, &mut Search::new(&never)).expect("ten plies can be solved")
    }

    #[test]
    fn what_the_books_say_is_what_the_solver_says() {
        let mut certificate = small_certificate();
        let books = Books::read(&certificate.to_bytes()).unwrap();
        let start = Position::start(&Setup::with_pebbles(PEBBLES).unwrap());
        let mut random = SplitMix64::new(1);
        let (mut drawn, mut bounded) = (0, 0);
        for game in 0..24 {
            // One side keeps to its book, the other to its own or to nothing.
            let keeps = if game % 2 == 0 { Side::First } else { Side::Second };
            let mut position = start;
            while position.outcome().is_none() {
                if books.cannot_win(&position) {
                    bounded += 1;
                    assert_ne!(value(&position), Some(position.turn()), "{position:?}");
                }
                if let Some(reply) = books.drawing_reply(&position) {
                    drawn += 1;
                    assert_eq!(value(&position), None, "{position:?}");
                    assert_eq!(value(&position.play(reply).unwrap()), None, "{position:?}");
                }
                let moves = position.moves();
                let any = moves[random.below(moves.len())];
                let m = match books.reply(&position) {
                    Some((reply, _)) if position.turn() == keeps || random.below(3) > 0 => reply,
                    None if position.turn() == keeps => break,
                    _ => any,
                };
                position.play_unchecked(m);
                let lost = position.outcome().is_some_and(|end| end.winner == Some(keeps.other()));
                assert!(!lost, "{position:?}");
            }
        }
        assert!(drawn > 24 && bounded > 36, "{drawn} {bounded}");

        // Without the last reply nothing is claimed any more.
        for part in &mut certificate.parts {
            *part.levels.last_mut().unwrap().last_mut().unwrap() = Entry::Open;
        }
        let open = Books::read(&certificate.to_bytes()).unwrap();
        assert!(!open.cannot_win(&start) && open.drawing_reply(&start).is_none());
        assert!(open.reply(&start).is_some_and(|(_, proven)| !proven));
    }

    #[test]
    fn the_shipped_books_answer_every_first_move() {
        let shipped = galet_embedded::certificate(Position::NAME).expect("it ships");
        let books = Books::read(shipped).expect("it covers what it claims");
        let start = Position::start(&Setup::default());
        assert!(start.is_legal(books.reply(&start).unwrap().0));
        for m in start.moves() {
            let after = start.play(m).unwrap();
            assert!(after.is_legal(books.reply(&after).unwrap().0), "{m}");
        }
        // A game with other pebbles is another game.
        let other = Position::start(&Setup::with_pebbles(7).unwrap());
        assert!(books.reply(&other).is_none());
    }
    #[test]
    fn a_damaged_certificate_is_refused_and_says_why() {
        let shipped = galet_embedded::certificate(Position::NAME).expect("it ships");
        let mut bytes = shipped.to_vec();
        assert!(matches!(Books::read(&bytes[..bytes.len() / 2]), Err(BookError::Bytes(_))));
        bytes[0] ^= 1;
        assert!(matches!(Books::read(&bytes), Err(BookError::Bytes(_))));
    }
}
