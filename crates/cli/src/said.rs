//! What other crates report in English, in both languages. Each error type that can reach a person has
//! its French here; errors of games, setups and records bring their own.

mod arena;
mod proof;
mod serving;
mod training;

use galet_engine::ugi::BeginError;
use galet_engine::ugi::protocol_test::ScriptError;
use galet_engine::{EvaluationError, NoSuchLevel, WrongGame};
use galet_games::{MoveError, UnknownGame};
use galet_raster::RasterError;
use galet_scene::{Phrase, ToPhrase};
use galet_table::OpenError;
use std::fmt;
use std::io::{self, ErrorKind};

/// An error that a person is told in their language.
pub(crate) trait Said {
    /// The error as a clause in both languages.
    fn said(&self) -> Phrase;
}

/// Random moves that leave no game to play: matches and training draw openings, each in its own way.
fn no_opening(error: &impl fmt::Display) -> Phrase {
    Phrase::new(
        error.to_string(),
        "autant de coups au hasard décident toujours la partie\u{a0}: demandez-en moins",
    )
}

/// What a value of the command line should have been. The reader of the command line carries it as an
/// error; [`crate::wrong_line`] takes the language that is wanted out of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wrong(pub(crate) Phrase);

impl Wrong {
    pub(crate) fn new(english: &'static str, french: &'static str) -> Self {
        Wrong(Phrase::fixed(english, french))
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.en)
    }
}

impl std::error::Error for Wrong {}

/// What the system says about a file, a port or a terminal.
pub(crate) fn system(error: &io::Error) -> Phrase {
    let french = match error.kind() {
        ErrorKind::NotFound => "fichier ou dossier introuvable",
        ErrorKind::PermissionDenied => "accès refusé",
        ErrorKind::AlreadyExists => "existe déjà",
        ErrorKind::IsADirectory => "c’est un dossier",
        ErrorKind::NotADirectory => "ce n’est pas un dossier",
        ErrorKind::StorageFull => "le disque est plein",
        ErrorKind::ReadOnlyFilesystem => "le disque est en lecture seule",
        ErrorKind::FileTooLarge => "le fichier est trop grand",
        ErrorKind::AddrInUse => "l’adresse est déjà utilisée",
        ErrorKind::AddrNotAvailable => "cette adresse n’est pas celle de cet ordinateur",
        ErrorKind::InvalidData => "le contenu n’est pas du texte UTF-8",
        ErrorKind::UnexpectedEof => "le fichier finit trop tôt",
        ErrorKind::TimedOut => "pas de réponse à temps",
        ErrorKind::BrokenPipe => "plus personne n’écoute",
        _ => {
            let french = match error.raw_os_error() {
                Some(code) => format!("erreur nº\u{a0}{code} du système"),
                None => "le système refuse".to_owned(),
            };
            return Phrase::new(error.to_string(), french);
        }
    };
    Phrase::new(error.to_string(), french)
}

impl Said for io::Error {
    fn said(&self) -> Phrase {
        system(self)
    }
}

impl Said for UnknownGame {
    fn said(&self) -> Phrase {
        self.to_phrase()
    }
}

impl Said for galet_core::SetupError {
    fn said(&self) -> Phrase {
        self.to_phrase()
    }
}

impl Said for MoveError {
    fn said(&self) -> Phrase {
        let french = match self {
            MoveError::GameOver(_) => "la partie est terminée".to_owned(),
            MoveError::Illegal { text, said, .. } => {
                let text = galet_core::Shown(text);
                format!("«\u{a0}{text}\u{a0}» n’est pas jouable\u{a0}: {}", said.fr)
            }
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for OpenError {
    fn said(&self) -> Phrase {
        Phrase::new(self.to_string(), self.words().fr)
    }
}

impl Said for NoSuchLevel {
    fn said(&self) -> Phrase {
        self.words()
    }
}

impl Said for EvaluationError {
    fn said(&self) -> Phrase {
        let french = match self {
            EvaluationError::Unreadable { path, why } => format!(
                "impossible de lire {}\u{a0}: {}\u{a0}; une évaluation est le fichier d’un réseau, ou \
                 «\u{a0}hand\u{a0}» pour celle faite à la main",
                path.display(),
                system(why).fr
            ),
            EvaluationError::Net { path, .. } => {
                format!("{}\u{a0}: ce n’est pas un réseau pour ce jeu", path.display())
            }
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for BeginError {
    fn said(&self) -> Phrase {
        match self {
            BeginError::Game(unknown) => unknown.said(),
            BeginError::Thread(error) => {
                let why = system(error).fr;
                Phrase::new(self.to_string(), format!("le moteur ne démarre pas\u{a0}: {why}"))
            }
        }
    }
}

impl Said for WrongGame {
    fn said(&self) -> Phrase {
        let WrongGame { plays, given } = self;
        Phrase::new(
            self.to_string(),
            format!("ce moteur joue à {plays}, et la partie est de {given}"),
        )
    }
}

impl Said for RasterError {
    fn said(&self) -> Phrase {
        let french = match self {
            RasterError::Unreadable(_) => "l’image est illisible".to_owned(),
            RasterError::Size => {
                format!("une image a de 1 à {} pixels de côté", galet_raster::MOST)
            }
            RasterError::Unwritable(_) => "l’image ne peut pas être écrite".to_owned(),
        };
        Phrase::new(self.to_string(), french)
    }
}

impl Said for ScriptError {
    fn said(&self) -> Phrase {
        let ScriptError { script, line, .. } = self;
        let french = format!("{script}, ligne {line}\u{a0}: ce n’est pas une ligne de script");
        Phrase::new(self.to_string(), format!("{french} (docs/ugi.md)"))
    }
}
