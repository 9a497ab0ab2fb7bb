//! Why work is not taken on.

use crate::scheduler::MOST_MISTAKES;
use galet_engine::ugi::MAX_MOVES;
use galet_scene::Phrase;
use galet_wire::refusal::Refusal;
use galet_wire::socket::ErrorInfo;

/// Why work is not taken on. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScheduleError {
    /// The game is over: there is nothing to think about.
    #[error("the game is over: there is no move to find")]
    GameOver,
    /// There is no move to judge.
    #[error("a line without a move has no move to judge")]
    NoMove,
    /// The game has more moves than the engine reads.
    #[error("the engine reads games of at most {MAX_MOVES} moves")]
    TooLong,
    /// More mistakes than become puzzles at once.
    #[error("at most {MOST_MISTAKES} mistakes become puzzles at once")]
    TooManyMistakes,
    /// The engine has more to do than it can take on.
    #[error("the engine is busy: try again in a moment")]
    Busy,
    /// This client has asked for more at once than anybody may.
    #[error("at most {max} questions to the engine at once: wait for an answer or cancel one")]
    TooManyQuestions {
        /// How many there may be.
        max: usize,
    },
    /// The scheduler has been closed.
    #[error("the engine has been switched off")]
    Closed,
}

impl ScheduleError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            ScheduleError::GameOver => "game-over",
            ScheduleError::NoMove => "no-move",
            ScheduleError::TooLong => "too-long",
            ScheduleError::TooManyMistakes => "too-many",
            ScheduleError::Busy => "busy",
            ScheduleError::TooManyQuestions { .. } => "too-many-questions",
            ScheduleError::Closed => "closed",
        }
    }

    /// The same as it travels to the browser.
    pub fn info(&self) -> ErrorInfo {
        ErrorInfo { code: self.code().to_owned(), words: self.words() }
    }

    /// The same with its status in HTTP.
    pub fn refusal(&self) -> Refusal {
        let status = match self {
            ScheduleError::Busy | ScheduleError::Closed => 503,
            ScheduleError::TooManyQuestions { .. } => 429,
            ScheduleError::GameOver
            | ScheduleError::NoMove
            | ScheduleError::TooLong
            | ScheduleError::TooManyMistakes => 422,
        };
        Refusal { status, info: self.info() }
    }

    /// In words that say what to do next.
    pub fn words(&self) -> Phrase {
        match self {
            ScheduleError::GameOver => Phrase::new(
                "The game is over: there is no move to find.",
                "La partie est terminée\u{a0}: il n’y a plus de coup à chercher.",
            ),
            ScheduleError::TooManyMistakes => Phrase::new(
                format!("At most {MOST_MISTAKES} mistakes become puzzles at once."),
                format!("{MOST_MISTAKES} fautes au plus deviennent des problèmes à la fois."),
            ),
            ScheduleError::NoMove => Phrase::new(
                "Play a move first: there is none to judge.",
                "Jouez d’abord un coup\u{a0}: il n’y en a aucun à juger.",
            ),
            ScheduleError::TooLong => Phrase::new(
                format!(
                    "The engine reads games of at most {MAX_MOVES} moves. Give it the position \
                     instead."
                ),
                format!(
                    "Le moteur lit des parties de {MAX_MOVES} coups au plus. Donnez-lui plutôt la \
                     position."
                ),
            ),
            ScheduleError::Busy => Phrase::new(
                "The engine is busy. Try again in a moment.",
                "Le moteur est occupé. Réessayez dans un instant.",
            ),
            ScheduleError::TooManyQuestions { max } => Phrase::new(
                format!(
                    "At most {max} questions to the engine at once: wait for an answer or cancel \
                     one."
                ),
                format!(
                    "Au plus {max} questions au moteur à la fois\u{a0}: attendez une réponse ou \
                     annulez-en une."
                ),
            ),
            ScheduleError::Closed => {
                Phrase::new("The engine has been switched off.", "Le moteur est arrêté.")
            }
        }
    }
}
