//! From journals to a certificate that others can check.

use galet_core::{Notation, Side, Symmetric};
use galet_qawale::{Move, Position};
use galet_qawale_check::{Book, Claim, ClaimError, Gap, Stored, Wins};

use crate::journal::Known;
use crate::question::Question;
use crate::solve::{Answer, Walk};
use crate::text::Player;

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertifyError {
    /// There is nothing to certify.
    #[error("the attacker can force a line: there is no defence to certify")]
    AttackerWins,
    /// The question is no claim that can be certified.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// A journal has a reply that is none.
    #[error("a journal says {reply:?} in {position}: {why}")]
    Reply {
        /// The reply.
        reply: String,
        /// The position.
        position: String,
        /// What is wrong.
        why: String,
    },
    /// The replies do not cover everything.
    #[error(transparent)]
    Gap(#[from] Gap),
}

/// The replies that the journals have for a question, as far as they go: the plan's choice in early
/// positions, the unit's reply in the last ones. Units that are not finished stay open.
pub fn certify(question: &Question, known: &Known, wins: &Wins) -> Result<Stored, CertifyError> {
    let mut walk = Walk::new(question, known);
    if walk.standing().answer == Answer::AttackerWins {
        return Err(CertifyError::AttackerWins);
    }
    let attacker = match question.attacker() {
        Player::Light => Side::First,
        Player::Dark => Side::Second,
    };
    let claim = Claim::parse(&question.start().text(), attacker, question.by())?;
    let mut wrong = None;
    let stored = Book::record(&claim, walk.levels(), wins, |position| {
        // The prover may know the position turned or mirrored.
        (0..Position::SYMMETRIES).find_map(|symmetry| {
            let image = position.transform(symmetry);
            let text = image.position_text();
            let unit = known.units.get(&text).and_then(|unit| unit.reply.as_ref());
            let reply = unit.or_else(|| walk.chosen.get(&text))?;
            match image.parse_move(reply) {
                Ok(m) => Some((back(&image, m, symmetry), unit.is_some())),
                Err(fault) => {
                    let why = fault.why.to_string();
                    wrong = Some(CertifyError::Reply { reply: reply.clone(), position: text, why });
                    None
                }
            }
        })
    });
    match wrong {
        Some(error) => Err(error),
        None => Ok(stored?),
    }
}

/// A move in the image of a position as a move in the position itself.
fn back(image: &Position, m: Move, symmetry: usize) -> Move {
    image.transform_move(m, Position::inverse(symmetry))
}
