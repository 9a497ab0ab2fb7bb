//! The course: a lesson for each sentence of the leaflet that says must, may or never, in the
//! order in which a beginner needs them, then three small tasks.

mod ending;
mod sowing;
mod tasks;

use galet_scene::Lesson;

pub(crate) const LESSONS: &[Lesson] = &[
    ending::LINE,
    sowing::NEVER_EMPTY,
    sowing::SINGLE,
    sowing::WHOLE_STACK,
    sowing::BOTTOM_FIRST,
    sowing::SIDE_BY_SIDE,
    sowing::NEVER_STRAIGHT_BACK,
    sowing::LOOP,
    ending::DIAGONAL,
    ending::VISIBLE,
    ending::STACK_IS_NO_LINE,
    ending::THEIR_LINE,
    ending::DRAW,
    tasks::CORNER,
    tasks::TWO_AT_ONCE,
    tasks::HOLD,
];
