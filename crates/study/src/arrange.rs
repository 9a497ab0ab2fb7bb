//! A position put together by hand.

use crate::StudyError;
use crate::look::setup_text;
use galet_core::Side;
use galet_games::{ArrangeError, StartError, find};
use galet_scene::Owner;
use galet_wire::study::{Arranged, Arrangement};

/// The position that some stacks make, as text.
pub fn arrange(arrangement: &Arrangement) -> Result<Arranged, StudyError> {
    let turn = match arrangement.turn {
        Owner::First => Side::First,
        Owner::Second => Side::Second,
        Owner::Nobody => return Err(StudyError::NobodysTurn),
    };
    let setup = setup_text(&arrangement.setup);
    let arranged =
        find(&arrangement.game)?.arrange(&setup, &arrangement.stacks, turn).map_err(|error| {
            match error {
                ArrangeError::Setup(error) => StudyError::Start(StartError::Setup(error)),
                ArrangeError::Misplaced(misplaced) => StudyError::Misplaced(misplaced),
            }
        })?;
    Ok(Arranged { position: arranged.text, warnings: arranged.warnings })
}
