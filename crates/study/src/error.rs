//! What can be wrong with what somebody asks.

use galet_core::Shown;
use galet_games::{MoveError, StartError, UnknownGame};
use galet_puzzles::ReadFault;
use galet_scene::{Misplaced, Phrase, ToPhrase};
use galet_wire::refusal::Refusal;
use galet_wire::socket::ErrorInfo;
use std::borrow::Cow;

/// Why a question is not answered. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StudyError {
    /// No game has this name.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// The layout, an option or the position is wrong.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A move of a line is wrong.
    #[error("move {}: {refused}", .ply + 1)]
    Move {
        /// Which move, counted from 0.
        ply: usize,
        /// Why.
        refused: Box<MoveError>,
    },
    /// The taps begin no move.
    #[error("tap {} of this gesture begins no legal move", .tap + 1)]
    Taps {
        /// The first tap that cannot follow those before it, counted from 0.
        tap: usize,
        /// Why, as a sentence.
        why: Phrase,
    },
    /// The pieces cannot stand like that.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// A position needs somebody to move.
    #[error("a position needs a player whose turn it is: first or second")]
    NobodysTurn,
    /// There is no move to judge.
    #[error("a line without a move has no move to judge")]
    NoMove,
    /// The course has no such lesson.
    #[error("there is no lesson '{0}'")]
    NoSuchLesson(String),
    /// The lesson has no such stage.
    #[error("there is no stage {stage}: the lesson has {stages}, counted from 0")]
    NoSuchStage {
        /// The stage asked for.
        stage: u32,
        /// How many there are.
        stages: usize,
    },
    /// A game has no puzzles here.
    #[error("there are no puzzles of this game here")]
    NoPuzzles,
    /// The set has no such puzzle.
    #[error("there is no puzzle '{}' any more", Shown(.0))]
    NoSuchPuzzle(String),
    /// The set has no such theme.
    #[error("no puzzle has the theme '{}'", Shown(.0))]
    NoSuchTheme(String),
    /// No such day.
    #[error("'{}' is no day: write 2027-01-31", Shown(.0))]
    NoSuchDay(String),
    /// The text of a puzzle makes none.
    #[error("this text is no puzzle: {0}")]
    WrongPuzzle(Box<ReadFault>),
    /// Numbers that no rating has.
    #[error("no solver or puzzle has such a rating")]
    WrongRating,
    /// More of something than is taken.
    #[error("too many {}: at most {most} are taken at once", .what.en)]
    TooMany {
        /// Of what.
        what: Phrase,
        /// How many there may be.
        most: usize,
    },
    /// A tree of moves whose nodes do not hang together.
    #[error("node {node} of the record does not follow an earlier one")]
    NoTree {
        /// Which node, counted from 0.
        node: usize,
    },
    /// A move of a tree is wrong.
    #[error("node {node} of the record: {refused}")]
    Node {
        /// Which node, counted from 0.
        node: usize,
        /// Why.
        refused: Box<MoveError>,
    },
    /// A tag that a record cannot have, or a result that is none.
    #[error("{0}")]
    Record(String),
}

impl StudyError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            StudyError::UnknownGame(_) => "no-such-game",
            StudyError::Start(StartError::Setup(_)) => "wrong-setup",
            StudyError::Start(StartError::Position(_)) => "wrong-position",
            StudyError::Move { .. } => "illegal-move",
            StudyError::Taps { .. } => "illegal-taps",
            StudyError::Misplaced(_) => "misplaced",
            StudyError::NobodysTurn => "nobodys-turn",
            StudyError::NoMove => "no-move",
            StudyError::NoSuchLesson(_) | StudyError::NoSuchStage { .. } => "no-such-lesson",
            StudyError::NoPuzzles | StudyError::NoSuchPuzzle(_) => "no-such-puzzle",
            StudyError::NoSuchTheme(_) => "no-such-theme",
            StudyError::NoSuchDay(_) => "no-such-day",
            StudyError::WrongPuzzle(_) => "wrong-puzzle",
            StudyError::WrongRating => "wrong-rating",
            StudyError::TooMany { .. } => "too-many",
            StudyError::NoTree { .. } | StudyError::Node { .. } | StudyError::Record(_) => {
                "wrong-record"
            }
        }
    }

    /// The same as it travels to the browser.
    pub fn info(&self) -> ErrorInfo {
        ErrorInfo { code: self.code().to_owned(), words: self.words() }
    }

    /// The same with its status in HTTP.
    pub fn refusal(&self) -> Refusal {
        let status = match self {
            StudyError::UnknownGame(_)
            | StudyError::NoSuchLesson(_)
            | StudyError::NoPuzzles
            | StudyError::NoSuchPuzzle(_)
            | StudyError::NoSuchTheme(_)
            | StudyError::NoSuchDay(_) => 404,
            _ => 422,
        };
        Refusal { status, info: self.info() }
    }

    /// In words that say what to do next.
    pub fn words(&self) -> Phrase {
        let en = || capital(&self.to_string());
        match self {
            StudyError::UnknownGame(unknown) => unknown.to_phrase().sentence(),
            StudyError::Start(error) => error.sentence(),
            StudyError::Move { ply, refused } => {
                let why = refused.sentence();
                Phrase::new(
                    format!("Move {} cannot be played. {}", ply + 1, why.en),
                    format!("Le coup {} ne peut pas être joué. {}", ply + 1, why.fr),
                )
            }
            StudyError::Node { node, refused } => {
                let why = refused.sentence();
                Phrase::new(
                    format!("Move {node} of the record cannot be played. {}", why.en),
                    format!("Le coup {node} de la partie ne peut pas être joué. {}", why.fr),
                )
            }
            StudyError::Taps { why, .. } => why.clone(),
            StudyError::Misplaced(misplaced) => misplaced.words.clone(),
            StudyError::NobodysTurn => {
                Phrase::new("Say whose turn it is.", "Indiquez à qui de jouer.")
            }
            StudyError::NoMove => Phrase::new(
                "Play a move first: there is none to judge.",
                "Jouez d’abord un coup\u{a0}: il n’y en a aucun à juger.",
            ),
            StudyError::NoSuchLesson(_) | StudyError::NoSuchStage { .. } => {
                Phrase::new(en(), "Cette leçon n’existe pas ou plus. Rechargez la page.")
            }
            StudyError::NoPuzzles => Phrase::new(en(), "Il n’y a pas de problèmes de ce jeu ici."),
            StudyError::NoSuchPuzzle(_) => Phrase::new(en(), "Ce problème n’existe plus."),
            StudyError::NoSuchTheme(_) => Phrase::new(en(), "Aucun problème n’a ce thème."),
            StudyError::NoSuchDay(_) => {
                Phrase::new(en(), "Ce jour n’existe pas\u{a0}: écrivez 2027-01-31.")
            }
            StudyError::WrongPuzzle(fault) => Phrase::new(
                en(),
                format!("Ce texte n’est pas un problème\u{a0}: {}.", fault.words().fr),
            ),
            StudyError::WrongRating => {
                Phrase::new(en(), "Personne n’a un tel classement, et aucun problème non plus.")
            }
            StudyError::TooMany { what, most } => {
                Phrase::new(en(), format!("Trop de {}\u{a0}: {most} au plus à la fois.", what.fr))
            }
            StudyError::NoTree { node } => Phrase::new(
                en(),
                format!("Le nœud {node} de la partie ne suit aucun nœud précédent."),
            ),
            StudyError::Record(_) => {
                Phrase::new(en(), "Un en-tête ou le résultat de la partie n’est pas valable.")
            }
        }
    }
}

/// The words as a sentence.
fn capital(words: &str) -> Cow<'static, str> {
    Phrase::new(words.to_owned(), "").sentence().en
}
