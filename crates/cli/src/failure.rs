//! What can go wrong, and the exit codes that tell it to scripts.

use crate::said::{Said, system};
use galet_games::UnknownGame;
use galet_scene::{Language, Phrase, ToPhrase};
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for makes no sense: a bad game, position, move or record.
    Input(Phrase),
    /// The same, and the person has been told in the course of the command.
    Told,
    /// A file or the terminal could not be read or written.
    Io(Phrase),
    /// Nobody reads the output any more (`galet … | head -1`). That is no mistake.
    PipeClosed,
}

/// What could not be done with a file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed {
    Read,
    Write,
    Use,
}

impl Failure {
    /// A mistake in what was asked for, in the words of whoever found it.
    pub(crate) fn input(error: &impl Said) -> Self {
        Failure::Input(error.said())
    }

    /// The same in the words of both languages.
    pub(crate) fn wrong(english: impl Into<String>, french: impl Into<String>) -> Self {
        Failure::Input(Phrase::new(english.into(), french.into()))
    }

    /// What a named thing, mostly a file, has wrong with it.
    pub(crate) fn about(name: impl std::fmt::Display, error: &impl Said) -> Self {
        let Phrase { en, fr } = error.said();
        Failure::wrong(format!("{name}: {en}"), format!("{name}\u{a0}: {fr}"))
    }

    /// Something of the system that does not work.
    pub(crate) fn io(english: &str, french: &str, error: &io::Error) -> Self {
        let why = system(error);
        let fr = format!("{french}\u{a0}: {}", why.fr);
        Failure::Io(Phrase::new(format!("{english}: {}", why.en), fr))
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(deed: Deed, path: &Path, error: &io::Error) -> Self {
        let (english, french) = match deed {
            Deed::Read => ("cannot read", "impossible de lire"),
            Deed::Write => ("cannot write", "impossible d’écrire"),
            Deed::Use => ("cannot use", "impossible d’utiliser"),
        };
        let path = path.display();
        Failure::io(&format!("{english} {path}"), &format!("{french} {path}"), error)
    }

    /// What to tell the person, if they have not been told.
    pub(crate) fn message(&self, language: Language) -> Option<String> {
        match self {
            Failure::Input(text) | Failure::Io(text) => Some(text.get(language).to_owned()),
            Failure::Told | Failure::PipeClosed => None,
        }
    }

    /// What to tell the script. (2, a wrong command line, is told by the reader of the command
    /// line itself.)
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Failure::PipeClosed => ExitCode::SUCCESS,
            Failure::Input(_) | Failure::Told => ExitCode::from(1),
            Failure::Io(_) => ExitCode::from(3),
        }
    }
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Self {
        Failure::Input(error.to_phrase())
    }
}

/// An error of the output: files have [`Failure::file`].
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::PipeClosed,
            _ => Failure::io("cannot write the output", "impossible d’écrire la sortie", &error),
        }
    }
}
