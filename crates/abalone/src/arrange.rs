//! Positions put together by hand.

use crate::board::Cell;
use crate::cells::Cells;
use crate::position::Position;
use crate::position_text::Warning;
use crate::setup::Setup;
use crate::words;
use galet_core::{PerSide, Side};
use galet_scene::{Misplaced, Phrase, Piece, Tint};

/// The marbles that are missing from the start layout count as ejected, as far as a game goes on
/// with so many: with more of them missing it would have ended earlier.
pub(crate) fn arrange(
    setup: &Setup,
    stacks: &[Vec<Piece>],
    turn: Side,
) -> Result<Position, Misplaced> {
    Misplaced::check_cells(stacks, Cell::COUNT)?;
    let mut marbles = PerSide::new(Cells::NONE, Cells::NONE);
    for (index, (cell, stack)) in Cell::ALL.into_iter().zip(stacks).enumerate() {
        let side = match stack[..] {
            [] => continue,
            [Piece { tint: Tint::Dark, .. }] => Side::First,
            [Piece { tint: Tint::Light, .. }] => Side::Second,
            [_] => {
                let words = Phrase::new(
                    format!("The marble on {cell} is neither black nor white."),
                    format!("La bille en {cell} n’est ni noire ni blanche."),
                );
                return Err(Misplaced::on(index, words));
            }
            _ => {
                let words = Phrase::new(
                    format!("Only one marble fits on {cell}."),
                    format!("Une seule bille tient en {cell}."),
                );
                return Err(Misplaced::on(index, words));
            }
        };
        marbles[side] = marbles[side] | Cells::only(cell);
    }
    let goal = setup.marbles_to_win;
    let ejected = |side: Side| {
        let loser = side.other();
        let missing = setup.marbles_at_start()[loser].saturating_sub(marbles[loser].len());
        // Whoever has just won has moved last.
        let most = if turn == loser { goal } else { goal - 1 };
        u8::try_from(missing).ok().filter(|&n| n <= most).unwrap_or(goal - 1)
    };
    let ejected = PerSide::new(ejected(Side::First), ejected(Side::Second));
    Ok(Position::new(marbles, turn, ejected, goal))
}

/// What is odd about a position, as a sentence.
pub(crate) fn say_warning(warning: &Warning) -> Phrase {
    let english = Phrase::new(warning.to_string(), "").sentence().en;
    let french = match *warning {
        Warning::MarbleCount { side, on_board, lost, at_start } => format!(
            "{}\u{a0}: {on_board} billes sur le plateau et {lost} éjectées ne font pas les \
             {at_start} du départ.",
            words::name(side).fr
        ),
        Warning::BeyondGoal { side, ejected, goal } => format!(
            "{} a éjecté {ejected} billes, alors que {goal} suffisent pour gagner.",
            words::name(side).fr
        ),
        Warning::WinnerToMove { side } => {
            format!(
                "{} a gagné et serait au trait\u{a0}: le gagnant joue en dernier.",
                words::name(side).fr
            )
        }
    };
    Phrase::new(english, french)
}
