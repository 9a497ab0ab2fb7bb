//! The course: a lesson for each sentence of the leaflet that says must, may or never, in the
//! order in which a beginner needs them, then three small tasks.

mod ending;
mod moving;
mod pushing;
mod tasks;

use galet_scene::Lesson;

pub(crate) const LESSONS: &[Lesson] = &[
    moving::ONE_MARBLE,
    moving::ONE_STEP,
    moving::IN_LINE,
    moving::BROADSIDE,
    moving::SAME_DIRECTION,
    moving::THREE_AT_MOST,
    moving::SPLIT,
    pushing::SUMITO,
    pushing::SPACE_BEHIND,
    pushing::CONTACT,
    pushing::NOT_SIDEWAYS,
    pushing::PAC,
    pushing::FOURTH_MARBLE,
    pushing::BREAK_THE_PAC,
    ending::EJECT,
    ending::STANDS,
    ending::SIX,
    ending::CLOCK,
    tasks::WHICH_WAY,
    tasks::TRAP,
    tasks::CUT_OFF,
];
