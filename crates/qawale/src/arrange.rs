//! Positions put together by hand.

use crate::board::Cell;
use crate::pebbles::{MAX_PEBBLES, Pebble, Stack};
use crate::position::{Position, Unplayable};
use crate::position_text::Warning;
use crate::setup::{NEUTRAL_PEBBLES, Setup};
use crate::words;
use galet_core::{PerSide, Side};
use galet_scene::{Misplaced, Phrase, Piece, Tint};

/// The pebbles of a player that are not on the board are still to be played.
pub(crate) fn arrange(
    setup: &Setup,
    stacks: &[Vec<Piece>],
    turn: Side,
) -> Result<Position, Misplaced> {
    Misplaced::check_cells(stacks, Cell::COUNT)?;
    let pebbles: usize = stacks.iter().map(Vec::len).sum();
    if pebbles > MAX_PEBBLES.into() {
        return Err(too_many(pebbles as u32));
    }
    let mut built = [Stack::EMPTY; Cell::COUNT];
    for (index, (cell, stack)) in Cell::ALL.into_iter().zip(stacks).enumerate() {
        for piece in stack {
            let pebble = match piece.tint {
                Tint::Light => Pebble::Light,
                Tint::Dark => Pebble::Dark,
                Tint::Neutral => Pebble::Neutral,
                Tint::Unknown => {
                    let words = Phrase::new(
                        format!("A pebble on {cell} has no colour."),
                        format!("Un galet en {cell} n’a pas de couleur."),
                    );
                    return Err(Misplaced::on(index, words));
                }
            };
            built[index] = built[index].with(pebble);
        }
    }
    let left = |side: Side| {
        let on_board: u32 = built.iter().map(|stack| stack.count(Pebble::of(side))).sum();
        u32::from(setup.pebbles()).saturating_sub(on_board) as u8
    };
    let left = PerSide::new(left(Side::First), left(Side::Second));
    Position::new(built, turn, left).map_err(|why| match why {
        Unplayable::TooManyPebbles { pebbles } => too_many(pebbles),
        Unplayable::NoStack => Misplaced::whole(Phrase::new(
            "The board is empty: there must be a stack to put a pebble on.",
            "Le plateau est vide\u{a0}: il faut une pile sur laquelle poser un galet.",
        )),
    })
}

fn too_many(pebbles: u32) -> Misplaced {
    Misplaced::whole(Phrase::new(
        format!(
            "{pebbles} pebbles on the board and still to play are too many: there are at most \
             {MAX_PEBBLES}."
        ),
        format!(
            "{pebbles} galets sur le plateau et encore à jouer, c’est trop\u{a0}: il y en a \
             {MAX_PEBBLES} au plus."
        ),
    ))
}

/// What is odd about a position, as a sentence.
pub(crate) fn say_warning(warning: &Warning) -> Phrase {
    let english = Phrase::new(warning.to_string(), "").sentence().en;
    let name = |side: Side| words::player(side).fr;
    let french = match warning {
        Warning::NeutralPebbles { on_board } => format!(
            "Galets neutres sur le plateau\u{a0}: {on_board}\u{a0}; une partie en a \
             {NEUTRAL_PEBBLES}."
        ),
        Warning::PlayerPebbles { side, on_board, left, pebbles } => format!(
            "{}\u{a0}: {on_board} galets sur le plateau et {left} à jouer\u{a0}; un joueur en a \
             {pebbles} en tout.",
            name(*side)
        ),
        Warning::Turns { turn, left } => format!(
            "{} au trait avec {} galets restants pour Clair et {} pour Foncé\u{a0}: les joueurs \
             alternent, Clair commence.",
            name(*turn),
            left.first,
            left.second
        ),
        Warning::NothingToPlay { turn, left } => format!(
            "{} est au trait sans galet alors que {} en a {left}\u{a0}: personne ne passe \
             jamais, c’est donc nul.",
            name(*turn),
            name(turn.other())
        ),
        Warning::NoStart => "Aucun galet n’est joué, mais il n’y a pas deux galets neutres \
                             dans chaque coin."
            .to_owned(),
        Warning::LastPebbleHidden { mover } => format!(
            "{} vient de jouer, mais aucun galet de cette couleur n’est visible.",
            name(*mover)
        ),
    };
    Phrase::new(english, french)
}
