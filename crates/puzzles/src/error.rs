//! Why a file of puzzles is refused.

use crate::puzzle::WrongPuzzle;
use galet_core::{Phrase, Shown};
use galet_games::UnknownGame;
use galet_scene::ToPhrase;

/// A file of puzzles is refused as a whole: the line and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ReadError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: ReadFault,
}

impl ReadError {
    /// The same in both languages, as a clause.
    pub fn words(&self) -> Phrase {
        let fr = format!("ligne {}\u{a0}: {}", self.line, self.fault.words().fr);
        Phrase::new(self.to_string(), fr)
    }
}

/// What is wrong with a line of a file of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadFault {
    /// The file is too large.
    #[error("a file of puzzles has {most} {} at most", if *.bytes { "bytes" } else { "puzzles" })]
    TooLarge {
        /// The most there may be.
        most: usize,
        /// Of bytes, else of puzzles.
        bytes: bool,
    },
    /// The first line is another.
    #[error("the first line of a file of puzzles is '{}'", crate::set::VERSION)]
    Version,
    /// The head lacks something.
    #[error("this line should begin with '{expected} ', and is '{}'", Shown(.found))]
    Expected {
        /// The word.
        expected: &'static str,
        /// The line.
        found: String,
    },
    /// The text ends too soon.
    #[error("the file ends here, before its checksum")]
    Truncated,
    /// Something follows.
    #[error("something follows the checksum")]
    TooLong,
    /// The checksum is another.
    #[error(
        "the checksum is {found:016x}, and that of the lines above {right:016x}: the file was changed"
    )]
    Checksum {
        /// What the file says.
        found: u64,
        /// What it should say.
        right: u64,
    },
    /// A part cannot be read.
    #[error("'{}' is no {what}", Shown(.found))]
    Part {
        /// What it should be.
        what: &'static str,
        /// What it is.
        found: String,
    },
    /// A puzzle has more or fewer parts.
    #[error("a puzzle has {expected} parts between bars, and this one {found}")]
    Parts {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The number of puzzles is another than the head says.
    #[error("there are {found} puzzles, and the head says {expected}")]
    Count {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Two puzzles have one name.
    #[error("this puzzle is there twice")]
    Twice,
    /// No such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The rules say no.
    #[error(transparent)]
    Puzzle(Box<WrongPuzzle>),
}

impl From<WrongPuzzle> for ReadFault {
    fn from(wrong: WrongPuzzle) -> Self {
        ReadFault::Puzzle(Box::new(wrong))
    }
}

impl ReadFault {
    /// The same in both languages, as a clause.
    pub fn words(&self) -> Phrase {
        let fr = match self {
            ReadFault::TooLarge { most, bytes } => format!(
                "un fichier de problèmes a {most} {} au plus",
                if *bytes { "octets" } else { "problèmes" }
            ),
            ReadFault::Version => format!(
                "la première ligne d’un fichier de problèmes est «\u{a0}{}\u{a0}»",
                crate::set::VERSION
            ),
            ReadFault::Expected { expected, found } => format!(
                "cette ligne devrait commencer par «\u{a0}{expected}\u{a0}», et c’est «\u{a0}{}\u{a0}»",
                Shown(found)
            ),
            ReadFault::Truncated => {
                "le fichier s’arrête ici, avant sa somme de contrôle".to_owned()
            }
            ReadFault::TooLong => "quelque chose suit la somme de contrôle".to_owned(),
            ReadFault::Checksum { found, right } => format!(
                "la somme de contrôle est {found:016x}, et celle des lignes au-dessus {right:016x}\u{a0}: \
                 le fichier a été modifié"
            ),
            ReadFault::Part { what, found } => {
                format!("«\u{a0}{}\u{a0}» ne convient pas ({what})", Shown(found))
            }
            ReadFault::Parts { found, expected } => {
                format!("un problème a {expected} parties entre des barres, et celui-ci {found}")
            }
            ReadFault::Count { found, expected } => {
                format!("il y a {found} problèmes, et l’en-tête en annonce {expected}")
            }
            ReadFault::Twice => "ce problème y est deux fois".to_owned(),
            ReadFault::Game(error) => error.to_phrase().fr.into_owned(),
            ReadFault::Puzzle(error) => error.words().fr.into_owned(),
        };
        Phrase::new(self.to_string(), fr)
    }
}
