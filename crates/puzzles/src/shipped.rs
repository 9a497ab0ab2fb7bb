//! The sets that ship, read when they are first asked for.

use crate::PuzzleSet;
use std::sync::LazyLock;

static SETS: LazyLock<Vec<PuzzleSet>> = LazyLock::new(|| {
    let texts = galet_games::all().iter().filter_map(|game| galet_embedded::puzzles(game.name()));
    // The tests read them all, too.
    texts.filter_map(|text| PuzzleSet::read(text).ok()).collect()
});

pub(crate) fn shipped(game: &str) -> Option<&'static PuzzleSet> {
    SETS.iter().find(|set| set.head.game == game)
}
