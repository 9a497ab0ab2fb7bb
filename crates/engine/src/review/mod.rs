//! What went wrong in a game, and where it turned.
//!
//! | to find | look in |
//! |---|---|
//! | a review from beginning to end, one position after another | [`Course`] |
//! | what the engine thinks of one position | [`assess`] |
//! | what that says about the moves | [`judge`] |
//! | how well a side played | [`accuracy`] |
//!
//! A move is measured on two scales: the chances that it gave away, and what it cost on the board. The second
//! goes on counting when a game is decided (`docs/review.md`).

mod course;
mod judge;

pub use course::Course;
pub use judge::{MoveReview, SideReview, accuracy, judge};

use crate::any::{Analysis, AnyEngine, WrongGame};
use crate::prospect::{Look, Prospect};
use galet_games::AnyProgress;

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// `!!`: the only good move, and hard to see.
    Brilliant,
    /// `!`: the only good move.
    Good,
    /// `?!`: a small loss.
    Dubious,
    /// `?`: a mistake.
    Mistake,
    /// `??`: a blunder.
    Blunder,
}

impl Mark {
    /// The mark as players write it.
    pub const fn symbol(self) -> &'static str {
        match self {
            Mark::Brilliant => "!!",
            Mark::Good => "!",
            Mark::Dubious => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The number that records write for it.
    pub const fn nag(self) -> u8 {
        match self {
            Mark::Good => 1,
            Mark::Mistake => 2,
            Mark::Brilliant => 3,
            Mark::Blunder => 4,
            Mark::Dubious => 6,
        }
    }

    /// Whether it blames.
    pub const fn is_bad(self) -> bool {
        matches!(self, Mark::Dubious | Mark::Mistake | Mark::Blunder)
    }
}

/// What the engine thinks of one position of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// What it promises to the side to move; a finished game has its result.
    pub prospect: Prospect,
    /// What the second best move promises, if that was looked at.
    pub second: Option<Prospect>,
    /// What the engine found out; nothing in a finished game.
    pub analysis: Analysis,
    /// The moves that looked best on the way there, the first thought first.
    first_choices: Vec<String>,
}

impl Assessment {
    /// The move that the engine would play.
    pub fn best_move(&self) -> Option<&String> {
        self.analysis.lines.first()?.moves.first()
    }
}

/// Assesses a game as it stands.
pub fn assess(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyProgress,
    look: &Look,
) -> Result<Assessment, WrongGame> {
    engine.set_game(game)?;
    let mut first_choices = Vec::new();
    let analysis = engine.examine(look, &mut |so_far| {
        first_choices.extend(so_far.lines.first().and_then(|l| l.moves.first()).cloned());
    });
    Ok(Assessment {
        prospect: engine.prospect(&analysis),
        second: analysis.lines.get(1).map(|line| engine.prospect_after(line)),
        analysis,
        first_choices,
    })
}
