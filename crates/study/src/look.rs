//! A game as it stands: to look at and to play on.

use crate::StudyError;
use galet_games::{AnyProgress, SetupText, find};
use galet_scene::{CellId, Continuations, Phrase};
use galet_wire::setup::Setup;
use galet_wire::study::{GameLine, LastMove, Look};
use galet_wire::table::Change;

/// The longest line that is looked at.
pub const MAX_MOVES: usize = 2_000;

/// The most taps that a gesture is made of: more than any move needs.
const MAX_TAPS: usize = 200;

/// The game of a line, with its moves played.
pub(crate) fn begin(line: &GameLine) -> Result<Box<dyn AnyProgress>, StudyError> {
    check_length(line)?;
    let mut game = find(&line.game)?.start(&setup_text(&line.setup))?;
    for (ply, text) in line.moves.iter().enumerate() {
        game.play(text).map_err(|refused| StudyError::Move { ply, refused: Box::new(refused) })?;
    }
    Ok(game)
}

fn check_length(line: &GameLine) -> Result<(), StudyError> {
    if line.moves.len() > MAX_MOVES {
        return Err(StudyError::TooMany { what: "moves", quoi: "coups", most: MAX_MOVES });
    }
    Ok(())
}

/// A setup from the browser as the games read it.
pub fn setup_text(setup: &Setup) -> SetupText {
    SetupText {
        layout: setup.layout.clone(),
        options: setup.options.clone(),
        position: setup.position.clone(),
    }
}

/// Everything there is to see and do at the end of a line.
pub fn look(line: &GameLine) -> Result<Look, StudyError> {
    check_length(line)?;
    let (before, last) = match line.moves.split_last() {
        None => (begin(line)?, None),
        Some((last, earlier)) => {
            let before = begin(&GameLine { moves: earlier.to_vec(), ..line.clone() })?;
            (before, Some(last))
        }
    };
    let (game, last) = match last {
        None => (before, None),
        Some(text) => {
            let ply = before.plies();
            let wrong = |refused| StudyError::Move { ply, refused: Box::new(refused) };
            let mut game = before.clone();
            let text = game.play_reading(text, None).map_err(wrong)?;
            let say = before.say_move(&text).map_err(wrong)?;
            let animation = before.animation(&text).map_err(wrong)?;
            let change = Change::new(animation, game.scene());
            (game, Some(LastMove { text, say, change }))
        }
    };
    Ok(Look {
        scene: game.scene(),
        position: game.position_text(),
        say: say(&*game),
        last,
        continuations: what_can_follow(&*game, &[])?,
        warnings: game.say_warnings().to_vec(),
    })
}

/// The game as it stands in sentences: whose turn it is, or how it ended, and the position.
pub fn say(game: &dyn AnyProgress) -> Phrase {
    game.say_position()
}

/// What can follow these taps at the end of a line.
pub fn taps(line: &GameLine, taps: &[CellId]) -> Result<Continuations<String>, StudyError> {
    what_can_follow(&*begin(line)?, taps)
}

fn what_can_follow(
    game: &dyn AnyProgress,
    taps: &[CellId],
) -> Result<Continuations<String>, StudyError> {
    if taps.len() > MAX_TAPS {
        return Err(StudyError::TooMany { what: "taps", quoi: "cases", most: MAX_TAPS });
    }
    game.continuations(taps).map_err(|fault| StudyError::Taps {
        tap: fault.tap,
        why: game.why_not(taps).unwrap_or_else(|| {
            Phrase::new("No move begins like this.", "Aucun coup ne commence ainsi.")
        }),
    })
}

/// What a move changes in the picture of the game before it.
pub fn change(before: &dyn AnyProgress, text: &str) -> Result<Change, StudyError> {
    let wrong = |refused| StudyError::Move { ply: before.plies(), refused: Box::new(refused) };
    let animation = before.animation(text).map_err(wrong)?;
    let mut after = before.clone_box();
    after.play(text).map_err(wrong)?;
    Ok(Change::new(animation, after.scene()))
}
