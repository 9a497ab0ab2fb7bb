//! What a puzzle is about: its themes, as facts about the moves of its solution.

use crate::{Phrase, Reasoned};
use galet_core::Progress;

/// A theme that puzzles have. (A [`crate::Theme`] is what a set looks like.)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Motif {
    /// A stable name for files, links and tests: small letters and dashes.
    pub name: &'static str,
    /// What people read.
    pub words: Phrase,
}

impl Motif {
    /// A theme by its name, in English and in French.
    pub const fn new(name: &'static str, en: &'static str, fr: &'static str) -> Motif {
        Motif { name, words: Phrase::fixed(en, fr) }
    }
}

/// A game that knows what its moves are about.
///
/// As with [`Reasoned`], a theme follows from the rules alone, so that whoever doubts it can try
/// the moves.
pub trait Motifs: Reasoned {
    /// The themes there are, in the order in which people read them.
    const MOTIFS: &'static [Motif];

    /// The names of the themes of a legal move of a game that is not over, in the order of the
    /// list, each once.
    fn motifs(game: &Progress<Self>, m: Self::Move) -> Vec<&'static str>;
}

/// The names of those themes of a list that hold, in its order.
pub fn motifs_that(list: &'static [Motif], holds: impl Fn(&str) -> bool) -> Vec<&'static str> {
    list.iter().map(|motif| motif.name).filter(|name| holds(name)).collect()
}
