//! What can be wrong with a record, and where.

use super::model::{GameResult, ResultError};
use crate::{MoveError, UnknownGame};
use galet_core::{SetupError, Shown};
use galet_scene::{Phrase, ToPhrase};
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
        why: Box<MoveError>,
    },
    /// The stated result is not that of the board.
    #[error(transparent)]
    Result(#[from] ResultError),
    /// The result in the tag is not the one behind the moves.
    #[error("the tag says {tag} and the end of the moves {moves}: one result must go")]
    TwoResults {
        /// The result in the tag.
        tag: GameResult,
        /// The result behind the moves.
        moves: GameResult,
    },
    /// There are more moves than are wanted.
    #[error("the record has more than {most} moves: divide it")]
    TooManyMoves {
        /// How many there may be.
        most: usize,
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
    #[error("the position is wrong: {}", .why.en)]
    Position {
        /// What is wrong with it, as a clause.
        why: Phrase,
    },
    /// The moves are in a notation that the game does not know.
    #[error("moves in the notation '{}' cannot be read; {}", Shown(.name), notations(.known))]
    Notation {
        /// The name of the notation.
        name: String,
        /// Which can be read besides the game's own.
        known: Vec<&'static str>,
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
        why: TagFault,
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

/// What is wrong with a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TagFault {
    /// No quotes begin a value.
    #[error("the value has no quotes around it")]
    NoQuotes,
    /// The name cannot be one.
    #[error("the name is made of letters, digits and '_'")]
    Name,
    /// The quotes are never closed.
    #[error("the quotes around the value are never closed")]
    OpenQuotes,
}

impl ToPhrase for RecordFault {
    fn to_phrase(&self) -> Phrase {
        let fr = match self {
            RecordFault::Move { number, text, why } => {
                let (text, why) = (Shown(text), why.sentence());
                return Phrase::new(
                    format!("{number} {text} cannot be played. {}", why.en),
                    format!("{number} {text} ne peut pas être joué. {}", why.fr),
                );
            }
            RecordFault::Result(refused) => format!(
                "le résultat {} contredit le plateau, où la partie est déjà décidée autrement",
                refused.result
            ),
            RecordFault::TwoResults { tag, moves } => {
                format!(
                    "l’en-tête dit {tag} et la fin des coups {moves}\u{a0}: un des deux est de trop"
                )
            }
            RecordFault::TooManyMoves { most } => {
                format!("la partie a plus de {most} coups\u{a0}: divisez-la")
            }
            RecordFault::UnknownResult { text } => format!(
                "«\u{a0}{}\u{a0}» n’est pas un résultat\u{a0}: ce sont 1-0, 0-1, 1/2-1/2 et *",
                Shown(text)
            ),
            RecordFault::NoGame { example } => format!(
                "rien ne dit de quel jeu il s’agit\u{a0}: un en-tête comme [Game \"{example}\"] le dirait"
            ),
            RecordFault::UnknownGame(unknown) => return unknown.to_phrase(),
            RecordFault::Setup(error) => return error.to_phrase(),
            RecordFault::OptionForm { text } => format!(
                "«\u{a0}{}\u{a0}» n’est pas une option\u{a0}: écrivez clé=valeur, séparées par des espaces",
                Shown(text)
            ),
            RecordFault::ForeignLayout { name, known } => format!(
                "la disposition «\u{a0}{}\u{a0}» n’est pas connue ici\u{a0}; il y a {known}",
                Shown(name)
            ),
            RecordFault::Position { why } => format!("la position est fausse\u{a0}: {}", why.fr),
            RecordFault::Notation { name, known } => {
                let known = match known.as_slice() {
                    [] => "ce jeu n’a que la sienne".to_owned(),
                    known => format!("il y a {}", known.join(", ")),
                };
                format!(
                    "les coups en notation «\u{a0}{}\u{a0}» ne se lisent pas ici\u{a0}; {known}",
                    Shown(name)
                )
            }
            RecordFault::RepeatedTag { name } => {
                format!("l’en-tête «\u{a0}{name}\u{a0}» est donné deux fois, avec deux valeurs")
            }
            RecordFault::Tag { why } => {
                let why = match why {
                    TagFault::NoQuotes => "la valeur n’est pas entre guillemets",
                    TagFault::Name => {
                        "le nom se compose de lettres, de chiffres et de «\u{a0}_\u{a0}»"
                    }
                    TagFault::OpenQuotes => "les guillemets de la valeur ne se ferment jamais",
                };
                format!("un en-tête s’écrit [Nom \"valeur\"], sur une ligne\u{a0}: {why}")
            }
            RecordFault::OpenComment => {
                "le commentaire qui commence ici n’est jamais fermé par «\u{a0}}\u{a0}»".to_owned()
            }
            RecordFault::OpenVariation => {
                "la variante qui commence ici n’est jamais fermée par «\u{a0})\u{a0}»".to_owned()
            }
            RecordFault::NoVariation => "«\u{a0})\u{a0}» ne ferme aucune variante".to_owned(),
            RecordFault::VariationOfNothing => {
                "une variante remplace le coup qui la précède, et il n’y en a pas".to_owned()
            }
            RecordFault::AnnotationOfNothing { text } => format!(
                "«\u{a0}{}\u{a0}» annote le coup qui le précède, et il n’y en a pas",
                Shown(text)
            ),
            RecordFault::UnknownAnnotation { text } => format!(
                "«\u{a0}{}\u{a0}» n’est pas une annotation\u{a0}: !, ?, !!, ??, !?, ?! ou $0 à $255",
                Shown(text)
            ),
            RecordFault::Stray { character } => {
                format!("«\u{a0}{character}\u{a0}» ne veut rien dire ici")
            }
            RecordFault::Nothing => "il n’y a aucune partie dans ce texte".to_owned(),
        };
        Phrase::new(self.to_string(), fr)
    }
}

fn notations(known: &[&str]) -> String {
    match known {
        [] => "this game has only its own".to_owned(),
        known => format!("known are {}", known.join(", ")),
    }
}

/// The end of a sentence that began with the move.
fn why_not(refused: &MoveError) -> String {
    match refused {
        MoveError::Illegal { fault, .. } => format!("cannot be played: {}", fault.why),
        over @ MoveError::GameOver(_) => format!("comes too late: {over}"),
    }
}
