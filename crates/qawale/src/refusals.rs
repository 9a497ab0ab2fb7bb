//! Why a move is refused, in both languages: for texts, and for taps.

use crate::board::{Cell, Direction};
use crate::move_text::MoveFault;
use crate::pebbles::MAX_PEBBLES;
use crate::position::{Position, Unplayable};
use crate::position_text::{Part, PositionFault};
use crate::words::{player, say_outcome};
use galet_core::Shown;
use galet_scene::{CellId, Phrase, ToPhrase};

/// Why these taps are refused, unless they are not.
pub(crate) fn why_not(position: &Position, taps: &[CellId]) -> Option<Phrase> {
    let tap = position.after_taps(taps).err()?.tap;
    if let Some(outcome) = position.end() {
        return Some(say_outcome(position, outcome));
    }
    let cell = |n: usize| taps.get(n).and_then(|id| Cell::from_index(id.0.into()));
    let nowhere = Phrase::new("there is no cell there", "il n’y a pas de case à cet endroit");
    let Some(here) = cell(tap) else { return Some(nowhere.sentence()) };
    let Some(before) = tap.checked_sub(1).and_then(cell) else {
        return Some(MoveFault::EmptyCell { cell: here }.to_phrase().sentence());
    };
    let needed = cell(0).map_or(0, |origin| position.stack(origin).height() + 1);
    let said = if tap > needed as usize {
        MoveFault::TooManySteps { needed }.to_phrase()
    } else if tap.checked_sub(2).and_then(cell) == Some(here) {
        MoveFault::StraightBack { from: before, to: here }.to_phrase()
    } else if before == here {
        Phrase::new(
            format!("each pebble goes one cell further, and the last one is on {here}"),
            format!("chaque galet avance d’une case, et le dernier est en {here}"),
        )
    } else if before.file().abs_diff(here.file()) == 1 && before.rank().abs_diff(here.rank()) == 1 {
        Phrase::new(
            format!("from {before} to {here} is diagonal: pebbles go up, down, left or right"),
            format!(
                "de {before} à {here}, c’est en diagonale\u{a0}: les galets vont vers le haut, le \
                 bas, la gauche ou la droite"
            ),
        )
    } else {
        Phrase::new(
            format!("each pebble falls next to the one before, and {here} is not next to {before}"),
            format!("chaque galet tombe à côté du précédent, et {here} ne touche pas {before}"),
        )
    };
    Some(said.sentence())
}

impl ToPhrase for MoveFault {
    fn to_phrase(&self) -> Phrase {
        let fr = match self {
            MoveFault::GameOver(_) => "la partie est terminée".to_owned(),
            MoveFault::NoCell { .. } => {
                "un coup commence par la case d’une pile, de a1 à d4, suivie de ses pas, comme a1nne"
                    .to_owned()
            }
            MoveFault::EmptyCell { cell } => {
                format!("{cell} est vide\u{a0}: un galet se pose sur une pile, jamais sur une case vide")
            }
            MoveFault::NoStep { letter } => format!(
                "«\u{a0}{}\u{a0}» n’est pas un pas\u{a0}: les pas sont n, e, s et w",
                letter.escape_debug()
            ),
            MoveFault::OffTheBoard { from, step } => {
                format!("le plateau s’arrête là\u{a0}: pas de pas vers {} depuis {from}", fr(*step))
            }
            MoveFault::StraightBack { from, to } => format!(
                "de {from} à {to}, ce serait un aller-retour\u{a0}: on ne revient sur une case qu’en \
                 faisant une boucle"
            ),
            MoveFault::TooFewSteps { found, needed } => format!(
                "{found} pas sur {needed}\u{a0}: avec le galet ajouté, la pile en a {needed}, un par pas"
            ),
            MoveFault::NoWalk { found } => {
                format!("{found} pas\u{a0}: un parcours en a de 1 à {MAX_PEBBLES}")
            }
            MoveFault::TooManySteps { needed } => {
                format!("trop de pas\u{a0}: avec le galet ajouté, la pile en a {needed}, un par pas")
            }
        };
        Phrase::new(self.to_string(), fr)
    }
}

impl ToPhrase for PositionFault {
    fn to_phrase(&self) -> Phrase {
        let fr = match self {
            PositionFault::Missing(part) => format!(
                "il manque {}\u{a0}: une position s’écrit comme nn,,,nn/,,,/,,,/nn,,,nn o 8 8",
                part_fr(*part)
            ),
            PositionFault::TooLong => "rien ne suit les galets restants de Foncé".to_owned(),
            PositionFault::Ranks { found } => {
                format!(
                    "le plateau a quatre rangées, de 4 à 1, séparées par «\u{a0}/\u{a0}», pas {found}"
                )
            }
            PositionFault::Cells { rank, found } => format!(
                "la rangée {rank} a quatre cases, séparées par «\u{a0},\u{a0}», pas {found}"
            ),
            PositionFault::NoPebble { letter } => format!(
                "«\u{a0}{}\u{a0}» n’est pas un galet\u{a0}: une pile se compose de n (neutre), o \
                 (clair) et x (foncé)",
                letter.escape_debug()
            ),
            PositionFault::NoSide { found } => format!(
                "«\u{a0}{}\u{a0}» n’est pas un joueur au trait\u{a0}: o (clair) ou x (foncé)",
                Shown(found)
            ),
            PositionFault::NoCount { found } => format!(
                "«\u{a0}{}\u{a0}» n’est pas un nombre de galets restants\u{a0}: un nombre de 0 à \
                 {MAX_PEBBLES}",
                Shown(found)
            ),
            PositionFault::Unplayable(Unplayable::TooManyPebbles { pebbles }) => format!(
                "{pebbles} galets sur le plateau et encore à jouer\u{a0}: il y en a {MAX_PEBBLES} au \
                 plus (8 neutres et 10 par joueur)"
            ),
            PositionFault::Unplayable(Unplayable::NoStack) => {
                "le plateau est vide\u{a0}: il faut une pile sur laquelle poser un galet".to_owned()
            }
        };
        Phrase::new(self.to_string(), fr)
    }
}

fn part_fr(part: Part) -> String {
    match part {
        Part::Board => "le plateau".to_owned(),
        Part::Turn => "le joueur au trait".to_owned(),
        Part::Left(side) => format!("le nombre de galets restants de {}", player(side).fr),
    }
}

fn fr(step: Direction) -> &'static str {
    match step {
        Direction::North => "le haut",
        Direction::East => "la droite",
        Direction::South => "le bas",
        Direction::West => "la gauche",
    }
}
