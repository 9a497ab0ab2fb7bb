//! What can be wrong with a record, and where.

use super::model::{GameResult, ResultRefused};
use crate::{MoveRefused, UnknownGame};
use galet_core::{SetupError, Shown};
use std::fmt;

/// Why a record cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct RecordError {
    /// Where in the text.
    pub place: Place,
    /// Which game of the text, the first being 1.
    pub game: usize,
    /// What is wrong.
    pub fault: RecordFault,
}

/// A place in a text. Both numbers begin at 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordFault {
    /// A move that is none, or that the rules forbid.
    #[error("move {number} {} {}", Shown(.text), why_not(.why))]
    Move {
        /// Its number: `3.` for the first player, `3...` for the second.
        number: String,
        /// The move as it was written.
        text: String,
        /// Why it cannot be played.
        why: Box<MoveRefused>,
    },
    /// The stated result is not that of the board.
    #[error(transparent)]
    Result(#[from] ResultRefused),
    /// The result in the tag is not the one behind the moves.
    #[error("the tag says {tag} and the end of the moves {moves}: one result must go")]
    TwoResults {
        /// The result in the tag.
        tag: GameResult,
        /// The result behind the moves.
        moves: GameResult,
    },
    /// The tag states a result that is none.
    #[error("'{}' is no result; the results are 1-0, 0-1, 1/2-1/2 and *", Shown(.text))]
    UnknownResult {
        /// The value of the tag.
        text: String,
    },
    /// Nothing says which game was played.
    #[error("nothing says which game it is: a tag such as [Game \"{example}\"] would")]
    NoGame {
        /// A game that there is.
        example: &'static str,
    },
    /// There is no such game.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// The layout or an option is wrong.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An option is not written as key and value.
    #[error("'{}' is no option: write key=value, several with spaces between", Shown(.text))]
    OptionForm {
        /// What stands there.
        text: String,
    },
    /// Another program's name of a layout that is not known here.
    #[error("the layout '{}' is not known here; known are {known}", Shown(.name))]
    ForeignLayout {
        /// The name in the record.
        name: String,
        /// The names known.
        known: String,
    },
    /// The position is wrong; the place is the one in its text.
    #[error("the position is wrong: {why}")]
    Position {
        /// What is wrong with it.
        why: String,
    },
    /// The moves are in a notation that the game does not know.
    #[error("moves in the notation '{}' cannot be read; {known}", Shown(.name))]
    Notation {
        /// The name of the notation.
        name: String,
        /// Which can be read, in words.
        known: String,
    },
    /// A tag that gives the game or its start stands there twice, with two values.
    #[error("the tag '{name}' is given twice, with two values")]
    RepeatedTag {
        /// The tag.
        name: String,
    },
    /// A tag is not well formed.
    #[error("a tag is written [Name \"value\"], on one line: {why}")]
    Tag {
        /// What is missing.
        why: &'static str,
    },
    /// A comment is never closed.
    #[error("the comment that begins here is never closed by '}}'")]
    OpenComment,
    /// A variation is never closed.
    #[error("the variation that begins here is never closed by ')'")]
    OpenVariation,
    /// A parenthesis closes nothing.
    #[error("')' closes no variation")]
    NoVariation,
    /// A variation with no move that it could replace.
    #[error("a variation replaces the move in front of it, and there is none")]
    VariationOfNothing,
    /// An annotation with no move in front of it.
    #[error("'{}' annotates the move in front of it, and there is none", Shown(.text))]
    AnnotationOfNothing {
        /// The annotation.
        text: String,
    },
    /// An annotation that is none.
    #[error("'{}' is no annotation: use !, ?, !!, ??, !?, ?! or $0 to $255", Shown(.text))]
    UnknownAnnotation {
        /// What stands there.
        text: String,
    },
    /// A character that means nothing here.
    #[error("'{character}' means nothing here")]
    Stray {
        /// The character.
        character: char,
    },
    /// There is no game in the text.
    #[error("there is no game in this text")]
    Nothing,
}

/// The end of a sentence that began with the move.
fn why_not(refused: &MoveRefused) -> String {
    match refused {
        MoveRefused::Illegal { fault, .. } => format!("cannot be played: {}", fault.why),
        over @ MoveRefused::GameOver(_) => format!("comes too late: {over}"),
    }
}
