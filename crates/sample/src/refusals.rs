//! Why something is refused, in both languages: for texts, and for taps.

use crate::board::Cell;
use crate::move_text::MoveFault;
use crate::position::{Position, Unplayable};
use crate::position_text::{PositionFault, Warning};
use crate::words::{name, say_outcome};
use galet_core::{Game, Shown};
use galet_scene::{CellId, Language, Phrase, ToPhrase};

/// Why these taps are refused, unless they are not.
pub(crate) fn why_not(position: &Position, taps: &[CellId]) -> Option<Phrase> {
    let tap = position.after_taps(taps).err()?.tap;
    if let Some(outcome) = position.outcome() {
        return Some(say_outcome(position, outcome));
    }
    let cell = |n: usize| taps.get(n).and_then(|id| Cell::from_index(id.0.into()));
    let clause = match (tap, cell(0), cell(1)) {
        (0, Some(from), _) => MoveFault::NotYours { cell: from }.to_phrase(),
        (1, Some(from), Some(to)) => match position.check_step(from, to) {
            Err(fault) => fault.to_phrase(),
            Ok(()) => already_made(),
        },
        (0 | 1, ..) => Phrase::new("there is no cell there", "il n’y a pas de case à cet endroit"),
        _ => already_made(),
    };
    Some(clause.sentence())
}

fn already_made() -> Phrase {
    Phrase::new("the move is made with two taps", "deux touches suffisent pour jouer")
}

impl ToPhrase for MoveFault {
    fn to_phrase(&self) -> Phrase {
        let fr = match self {
            MoveFault::GameOver(_) => "la partie est terminée".to_owned(),
            MoveFault::NoMove { found } => format!(
                "«\u{a0}{}\u{a0}» n’est pas un coup\u{a0}: la case d’une pierre et une case \
                 voisine, comme b1b2, ou pass",
                Shown(found)
            ),
            MoveFault::NotYours { cell } => format!("aucune pierre à vous en {cell}"),
            MoveFault::TooFar { from, to } => format!(
                "{to} n’est pas à côté de {from}\u{a0}: une pierre fait un pas vers le haut, le \
                 bas, la gauche ou la droite"
            ),
            MoveFault::Occupied { to } => format!("une de vos pierres occupe {to}"),
        };
        Phrase::new(self.to_string(), fr)
    }
}

impl ToPhrase for PositionFault {
    fn to_phrase(&self) -> Phrase {
        let fr = match self {
            PositionFault::Missing => {
                "une position, c’est un plateau et un joueur au trait\u{a0}: xxx/.../.../ooo o"
                    .to_owned()
            }
            PositionFault::TooLong => "rien ne suit le joueur au trait".to_owned(),
            PositionFault::Ranks { found } => format!(
                "le plateau a quatre rangées, de 4 à 1, séparées par «\u{a0}/\u{a0}», pas {found}"
            ),
            PositionFault::Cells { rank, found } => {
                format!("la rangée {rank} a trois cases, pas {found}")
            }
            PositionFault::NoCell { letter } => format!(
                "«\u{a0}{}\u{a0}» n’est pas une case\u{a0}: o (clair), x (foncé) ou . (vide)",
                letter.escape_debug()
            ),
            PositionFault::NoSide { found } => format!(
                "«\u{a0}{}\u{a0}» n’est pas un joueur au trait\u{a0}: o (clair) ou x (foncé)",
                Shown(found)
            ),
            PositionFault::Unplayable(why) => unplayable_fr(*why).to_owned(),
        };
        Phrase::new(self.to_string(), fr)
    }
}

impl ToPhrase for Unplayable {
    fn to_phrase(&self) -> Phrase {
        Phrase::new(self.to_string(), unplayable_fr(*self))
    }
}

fn unplayable_fr(why: Unplayable) -> &'static str {
    match why {
        Unplayable::NoStones => "le plateau est vide\u{a0}: il faut au moins une pierre",
    }
}

/// What is odd about a position, as a sentence.
pub(crate) fn say_warning(warning: &Warning) -> Phrase {
    let fr = match *warning {
        Warning::TooManyStones { side, found, most } => {
            let name = name(side, Language::French);
            format!("{name} a {found} pierres et commence avec {most}")
        }
        Warning::CrossedAlready { side } => {
            format!("{} a déjà traversé et doit jouer", name(side, Language::French))
        }
    };
    Phrase::new(warning.to_string(), fr).sentence()
}
