//! What a game provides to be seen, played with the fingers and heard.

use crate::{
    Animation, CellId, Continuations, GestureFault, Lesson, Misplaced, Phrase, Piece, Scene, Theme,
    ToPhrase,
};
use galet_core::{Notation, Outcome, Progress, Side};

/// A game that can be shown and played by a person.
pub trait Scenic: Notation<MoveFault: ToPhrase, PositionFault: ToPhrase> {
    /// The name of the game as its box has it.
    const TITLE: &'static str;

    /// What the game is, for somebody who has never heard of it.
    const ABOUT: About;

    /// The course made from the leaflet: a lesson for each sentence that says must, may or never,
    /// then small tasks.
    const LESSONS: &'static [Lesson] = &[];

    /// How the set looks and sounds. It is the same for every position: scenes only name it.
    fn theme() -> &'static Theme;

    /// The picture of a game as it stands. It is made from the game in progress, not from the
    /// position alone, because the last move and what lies inside a tower come from the past.
    fn scene(game: &Progress<Self>) -> Scene;

    /// The cells to tap, in order, to make a legal move: one of perhaps several ways, always
    /// accepted by [`Scenic::continuations`].
    fn gesture(&self, m: Self::Move) -> Vec<CellId>;

    /// What can follow these taps; the empty prefix asks what can be tapped first.
    fn continuations(&self, taps: &[CellId]) -> Result<Continuations<Self::Move>, GestureFault>;

    /// Why these taps are refused, as a sentence for the person who made them; `None` when
    /// [`Scenic::continuations`] accepts them.
    fn why_not(&self, taps: &[CellId]) -> Option<Phrase>;

    /// A legal move as travelling pieces. Takes the game in progress for the same reason as
    /// [`Scenic::scene`].
    fn animation(game: &Progress<Self>, m: Self::Move) -> Animation;

    /// A legal move of this position as a spoken sentence that also tells its consequences.
    fn say_move(&self, m: Self::Move) -> Phrase;

    /// The position as a person would read it aloud: whose turn it is or how it ended the game,
    /// and what stands where.
    fn say_position(&self) -> Phrase;

    /// How the game ended, as a sentence. `self` is the final position: it knows the score.
    fn say_outcome(&self, outcome: Outcome) -> Phrase;

    /// The position that these stacks make, bottom first, in the order of the scene's cells. Only
    /// the tints count. What stacks do not tell (supplies, losses) is what a game begun with this
    /// setup would have: put together from the scene of any game, it is the position of that game.
    fn arrange(setup: &Self::Setup, stacks: &[Vec<Piece>], turn: Side) -> Result<Self, Misplaced>;

    /// A word of a rule option as people read it, where the word itself is not enough: the game's
    /// own words, not colours, `on` and `off`.
    fn say_value(_option: &str, _word: &str) -> Option<Phrase> {
        None
    }

    /// The name of a start layout as people read it, where the word in setups is not enough.
    fn say_layout(_layout: &str) -> Option<Phrase> {
        None
    }

    /// What is odd about a position, as a sentence.
    fn say_warning(warning: &Self::Warning) -> Phrase;
}

/// What a game is: a sentence, and a moment of a game as its picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// What one does in it, and who wins: one sentence.
    pub words: Phrase,
    /// The position before the moment, with the default options.
    pub position: &'static str,
    /// The move that is shown.
    pub played: &'static str,
}
