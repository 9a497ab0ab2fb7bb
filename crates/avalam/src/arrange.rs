//! Positions put together by hand.

use crate::{Cell, Colour, Position, Setup, Tower, Warning};
use galet_core::Side;
use galet_scene::{Misplaced, Phrase, Piece, Tint};

/// A tower is its height and its top; what lies below plays no part.
pub(crate) fn arrange(
    setup: &Setup,
    stacks: &[Vec<Piece>],
    turn: Side,
) -> Result<Position, Misplaced> {
    Misplaced::check_cells(stacks, Cell::COUNT)?;
    let to_move = match turn {
        Side::First => setup.starts,
        Side::Second => setup.starts.other(),
    };
    let mut position = Position::empty(to_move, setup);
    for (index, (&cell, stack)) in Cell::ALL.iter().zip(stacks).enumerate() {
        let Some(top) = stack.last() else { continue };
        let colour = match top.tint {
            Tint::Light => Colour::Light,
            Tint::Dark => Colour::Dark,
            Tint::Neutral | Tint::Unknown => {
                let words = Phrase::new(
                    format!("The top counter on {cell} must be light or dark."),
                    format!("Le pion du dessus en {cell} doit être clair ou foncé."),
                );
                return Err(Misplaced::on(index, words));
            }
        };
        let height = u8::try_from(stack.len()).unwrap_or(u8::MAX);
        let Some(tower) = Tower::new(height, colour) else {
            let words = Phrase::new(
                format!("A tower has at most five counters; on {cell} there are {}.", stack.len()),
                format!(
                    "Une tour a cinq pions au plus\u{a0}; en {cell} il y en a {}.",
                    stack.len()
                ),
            );
            return Err(Misplaced::on(index, words));
        };
        position.place(cell, tower);
    }
    Ok(position)
}

/// What is odd about a position, as a sentence.
pub(crate) fn say_warning(warning: &Warning) -> Phrase {
    let english = Phrase::new(warning.to_string(), "").sentence().en;
    let french = match *warning {
        Warning::Counters { found } => {
            let plural = if found > 1 { "s" } else { "" };
            format!("Il y a {found} pion{plural}\u{a0}; une partie en a 48.")
        }
        Warning::TooManyTops { colour, towers } => {
            let (tours, pions) = match colour {
                Colour::Light => ("claires", "clairs"),
                Colour::Dark => ("foncées", "foncés"),
            };
            format!("Il y a {towers} tours {tours} et seulement 24 pions {pions}.")
        }
        Warning::CentreOccupied => "Le centre e5 est vide dans toutes les parties.".to_owned(),
        Warning::StrangeSingle { cell } => format!(
            "Un pion seul n’a jamais bougé, et celui en {cell} était {} au départ.",
            colour_fr(cell.start_colour())
        ),
        Warning::WrongTurn { expected } => format!(
            "Avec ce nombre de tours, c’est à {} de jouer.",
            crate::words::name(expected).fr
        ),
    };
    Phrase::new(english, french)
}

const fn colour_fr(colour: Colour) -> &'static str {
    match colour {
        Colour::Light => "clair",
        Colour::Dark => "foncé",
    }
}
