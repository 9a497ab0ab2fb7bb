//! Why a move is refused, in both languages: for texts, and for taps.

use crate::moves::Broken;
use crate::{Cell, Move, MoveFault, Position, Tower, gesture};
use galet_scene::{CellId, Phrase, Said};

/// Why these taps are refused, unless they are not.
pub(crate) fn why_not(position: &Position, taps: &[CellId]) -> Option<Phrase> {
    let tap = gesture::continuations(position, taps).err()?.tap;
    let cell = |n: usize| taps.get(n).and_then(|id| Cell::ALL.get(usize::from(id.0))).copied();
    let said = match (tap, cell(0), cell(1)) {
        (0, Some(source), _) => nothing_begins(position, source),
        (1, Some(from), Some(to)) => match position.forbids(Move::new(from, to)) {
            Some(broken) => broken.fault(from, to).said(),
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
        return MoveFault::NothingToMove { cell }.said();
    };
    if tower.height() == Tower::TALLEST {
        return MoveFault::FiveNeverMoves { cell }.said();
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

impl Said for MoveFault {
    fn said(&self) -> Phrase {
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
