//! Why a move is refused, in both languages: for texts, and for taps.

use crate::moves::Broken;
use crate::{Cell, Move, MoveFault, Position, PositionFault, Tower, gesture};
use galet_core::Shown;
use galet_scene::{CellId, Phrase, ToPhrase};

/// Why these taps are refused, unless they are not.
pub(crate) fn why_not(position: &Position, taps: &[CellId]) -> Option<Phrase> {
    let tap = gesture::continuations(position, taps).err()?.tap;
    let cell = |n: usize| taps.get(n).and_then(|id| Cell::ALL.get(usize::from(id.0))).copied();
    let said = match (tap, cell(0), cell(1)) {
        (0, Some(source), _) => nothing_begins(position, source),
        (1, Some(from), Some(to)) => match position.forbids(Move::new(from, to)) {
            Some(broken) => broken.fault(from, to).to_phrase(),
            None => return None,
        },
        (2, ..) => Phrase::new(
            "a move is two taps: the tower, then the one it goes onto",
            "un coup se joue en deux touches\u{a0}: la tour, puis celle qui la reçoit",
        ),
        _ => Phrase::new("there is no hole there", "il n’y a pas de trou à cet endroit"),
    };
    Some(said.sentence())
}

/// Why no move begins on this hole.
fn nothing_begins(position: &Position, cell: Cell) -> Phrase {
    let Some(tower) = position.tower(cell) else {
        return MoveFault::NothingToMove { cell }.to_phrase();
    };
    if tower.height() == Tower::TALLEST {
        return MoveFault::FiveNeverMoves { cell }.to_phrase();
    }
    let what = if tower.height() == 1 {
        Phrase::new("the counter", "le pion")
    } else {
        Phrase::new("the tower", "la tour")
    };
    if (cell.neighbours() & position.occupied()).is_empty() {
        Phrase::new(
            format!("{} on {cell} is alone: it cannot move or change owners any more", what.en),
            format!(
                "{} en {cell} n’a plus de voisin\u{a0}: impossible de bouger ou de changer de \
                 propriétaire",
                what.fr
            ),
        )
    } else {
        Phrase::new(
            format!(
                "{} on {cell} fits on none of its neighbours: five counters is the most",
                what.en
            ),
            format!(
                "{} en {cell} ne tient sur aucune tour voisine\u{a0}: cinq pions au plus",
                what.fr
            ),
        )
    }
}

impl Broken {
    /// The same as the fault of a text.
    pub(crate) fn fault(self, from: Cell, to: Cell) -> MoveFault {
        match self {
            Broken::NothingToMove => MoveFault::NothingToMove { cell: from },
            Broken::FiveNeverMoves => MoveFault::FiveNeverMoves { cell: from },
            Broken::StaysInPlace => MoveFault::StaysInPlace { cell: to },
            Broken::NotNeighbours => MoveFault::NotNeighbours { from, to },
            Broken::OntoNothing => MoveFault::OntoNothing { cell: to },
            Broken::TooTall { moved, covered } => MoveFault::TooTall { moved, covered },
        }
    }
}

impl ToPhrase for MoveFault {
    fn to_phrase(&self) -> Phrase {
        let fr = match self {
            MoveFault::NotAMove => {
                "un coup s’écrit avec deux trous, celui de la tour et celui où elle va, comme c9d8"
                    .to_owned()
            }
            MoveFault::NoSuchCell { name } => format!("il n’y a pas de trou {name}"),
            MoveFault::NothingToMove { cell } => {
                format!("{cell} est vide\u{a0}: il n’y a pas de tour à bouger")
            }
            MoveFault::FiveNeverMoves { cell } => {
                format!("une tour de cinq, comme en {cell}, ne se déplace plus")
            }
            MoveFault::StaysInPlace { cell } => {
                format!("une tour va sur une autre tour, et elle est déjà en {cell}")
            }
            MoveFault::NotNeighbours { from, to } => {
                format!("une tour va sur un trou voisin, et {to} ne touche pas {from}")
            }
            MoveFault::OntoNothing { cell } => {
                format!("une tour ne va jamais sur un trou vide, et {cell} est vide")
            }
            MoveFault::TooTall { moved, covered } => format!(
                "la tour aurait {} pions ({moved} + {covered})\u{a0}; cinq est le maximum",
                moved + covered
            ),
        };
        Phrase::new(self.to_string(), fr)
    }
}

impl ToPhrase for PositionFault {
    fn to_phrase(&self) -> Phrase {
        let given = |found: usize| if found > 1 { "sont données" } else { "est donnée" };
        let fr = match self {
            PositionFault::Empty => {
                "une position, ce sont neuf rangées de 9 à 1 séparées par «\u{a0}/\u{a0}», puis o ou x \
                 pour le joueur au trait"
                    .to_owned()
            }
            PositionFault::TooFewRows { found } => {
                format!("le plateau a neuf rangées et seulement {found} {}", given(*found))
            }
            PositionFault::TooManyRows { found } => {
                format!("le plateau a neuf rangées et {found} {}", given(*found))
            }
            PositionFault::RowTooShort { row, holes, found } => {
                format!("la rangée {row} a {holes} trous, et il n’y en a que {found} ici")
            }
            PositionFault::RowTooLong { row, holes } => {
                format!("la rangée {row} a {holes} trous, et il y en a plus ici")
            }
            PositionFault::TowerTooTall { letter, counters } => format!(
                "«\u{a0}{letter}\u{a0}» serait une tour de {counters} pions, et cinq est le \
                 maximum\u{a0}: a à e sont des tours claires, A à E foncées, d’un à cinq pions"
            ),
            PositionFault::UnknownLetter { letter } => format!(
                "«\u{a0}{}\u{a0}» ne veut rien dire ici\u{a0}: a à e sont des tours claires d’un à cinq \
                 pions, A à E des tours foncées, 1 à 9 des trous vides",
                letter.escape_debug()
            ),
            PositionFault::EmptyRun => "une suite de trous vides en compte de 1 à 9".to_owned(),
            PositionFault::MissingSide => {
                "il manque le joueur au trait\u{a0}: o pour clair ou x pour foncé, après une espace"
                    .to_owned()
            }
            PositionFault::UnknownSide { found } => format!(
                "«\u{a0}{}\u{a0}» n’est pas un joueur au trait\u{a0}: o est clair, x est foncé",
                Shown(found)
            ),
            PositionFault::TooMuch => "rien ne suit le joueur au trait".to_owned(),
        };
        Phrase::new(self.to_string(), fr)
    }
}
