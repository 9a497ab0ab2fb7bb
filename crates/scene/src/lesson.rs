//! A course as plain data: small lessons, each a position to play on.
//!
//! A game lists its lessons in [`crate::Scenic::LESSONS`]. They are known at compile time, so they
//! are made of static texts, and small functions that read like a table:
//!
//! ```
//! use galet_scene::{Goal, Lesson, Part, Phrase, Stage};
//!
//! const LESSON: Lesson = Lesson {
//!     id: "never-empty",
//!     part: Part::Never,
//!     title: Phrase::fixed("Never onto nothing", "Jamais dans le vide"),
//!     rule: Phrase::fixed("A tower never moves onto an empty hole.", "Jamais sur un trou vide."),
//!     options: &[],
//!     position: "…",
//!     stages: &[
//!         Stage::new(
//!             Phrase::fixed("Try it: tap d5, then e5.", "Essayez\u{a0}: d5, puis e5."),
//!             Goal::Refusal(&["d5 e5"]),
//!             Phrase::fixed("Refused, as it should be.", "Refusé, comme il se doit."),
//!         )
//!         .pointing(&["d5", "e5"]),
//!         Stage::new(
//!             Phrase::fixed("Now move d5 onto a tower.", "Maintenant, posez d5 sur une tour."),
//!             Goal::Moves(&["d5*"]),
//!             Phrase::fixed("Right.", "C’est bien."),
//!         ),
//!     ],
//! };
//! assert_eq!(LESSON.stages.len(), 2);
//! ```

use crate::Phrase;
use serde::{Deserialize, Serialize};

/// One small lesson: a rule, a position, and what to do there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Its name, stable: progress is remembered by it.
    pub id: &'static str,
    /// What kind of sentence it teaches.
    pub part: Part,
    /// A few words.
    pub title: Phrase,
    /// The rule, or what the task is about.
    pub rule: Phrase,
    /// Rule options that differ from the default, as key and value.
    pub options: &'static [(&'static str, &'static str)],
    /// The position it begins from.
    pub position: &'static str,
    /// What to do, one after the other.
    pub stages: &'static [Stage],
}

/// What kind of sentence a lesson teaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// What the game is about.
    Aim,
    /// What a player must do.
    Must,
    /// What a player may do.
    May,
    /// What a player never does.
    Never,
    /// No rule: a small puzzle with one solution.
    Task,
}

/// One thing to do in a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What to do.
    pub task: Phrase,
    /// The cells to look at.
    pub points: &'static [&'static str],
    /// When it is done.
    pub goal: Goal,
    /// What is said when it is done.
    pub success: Phrase,
    /// What the other side answers, as move text.
    pub reply: Option<&'static str>,
    /// What is said about particular legal moves that miss the goal.
    pub remarks: &'static [Remark],
    /// What is said about any other legal move that misses it.
    pub otherwise: Phrase,
}

impl Stage {
    /// A thing to do without further ado.
    pub const fn new(task: Phrase, goal: Goal, success: Phrase) -> Stage {
        Stage {
            task,
            points: &[],
            goal,
            success,
            reply: None,
            remarks: &[],
            otherwise: Phrase::fixed(
                "A fine move, but not what this lesson asks for. Try again.",
                "Un coup permis, mais ce n’est pas ce que demande cette leçon. Essayez encore.",
            ),
        }
    }

    /// With cells to look at.
    #[must_use]
    pub const fn pointing(mut self, points: &'static [&'static str]) -> Stage {
        self.points = points;
        self
    }

    /// With an answer of the other side.
    #[must_use]
    pub const fn answered(mut self, reply: &'static str) -> Stage {
        self.reply = Some(reply);
        self
    }

    /// With words about particular moves that miss the goal. In a constant: `const { &[…] }`.
    #[must_use]
    pub const fn remarking(mut self, remarks: &'static [Remark]) -> Stage {
        self.remarks = remarks;
        self
    }

    /// With words about all other moves that miss the goal.
    #[must_use]
    pub const fn otherwise(mut self, words: Phrase) -> Stage {
        // An assignment would drop the words before, which a constant cannot.
        std::mem::forget(std::mem::replace(&mut self.otherwise, words));
        self
    }
}

/// When a stage is done.
///
/// A pattern of moves is a move text in which one `*` may stand for anything: `c9*` is every move
/// whose text begins with `c9`, `*` is every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// One of these taps was tried and the rules refused it: names of cells, `d5 e5`. They are
    /// not legal.
    Refusal(&'static [&'static str]),
    /// A move that fits one of these patterns was made.
    Moves(&'static [&'static str]),
    /// A move was made that wins the game.
    Win,
    /// A move was made that gives the mover more points than before.
    Score,
    /// A move was made that ends the game, whoever wins.
    End,
}

/// What is said about legal moves that miss the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Patterns of the moves, as in [`Goal`].
    pub moves: &'static [&'static str],
    /// What is said: why not, kindly.
    pub words: Phrase,
}

/// A remark about moves.
pub const fn remark(moves: &'static [&'static str], words: Phrase) -> Remark {
    Remark { moves, words }
}

/// Whether a move text fits a pattern of [`Goal`].
///
/// ```
/// use galet_scene::fits;
/// assert!(fits("c9*", "c9d8") && fits("*d8", "c9d8") && fits("c9d8", "c9d8") && fits("*", "a1"));
/// assert!(!fits("d8*", "c9d8"));
/// ```
pub fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, after)) => {
            text.len() >= before.len() + after.len()
                && text.starts_with(before)
                && text.ends_with(after)
        }
    }
}
