//! The course: a lesson for each sentence of the leaflets that says must, may or never, in the
//! order in which a beginner needs them, then three small tasks.

mod ending;
mod moving;
mod tasks;

use galet_scene::Lesson;

pub(crate) const LESSONS: &[Lesson] = &[
    moving::TOP,
    moving::ANY_COLOUR,
    moving::ANY_TOWER,
    moving::NEIGHBOURS,
    moving::NEVER_EMPTY,
    moving::FREES_A_HOLE,
    moving::NEVER_OVER_A_GAP,
    moving::WHOLE_TOWER,
    moving::FIVE_AT_MOST,
    moving::FOUR_ONTO_ONE,
    moving::FIVE_STAYS,
    moving::ONLY_GROWS,
    ending::ISOLATED,
    ending::NO_MORE_MOVES,
    ending::ONE_POINT,
    ending::TIE,
    tasks::LAST_WORD,
    tasks::SAFE_FIRST,
    tasks::THREE_AHEAD,
];
