//! What can go wrong, and the exit codes that tell it to scripts.

use galet_games::UnknownGame;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for makes no sense: a bad game, position, move or record.
    Input(String),
    /// The same, and the person has been told in the course of the command.
    Told,
    /// A file or the terminal could not be read or written.
    Io(String),
    /// Nobody reads the output any more (`galet … | head -1`). That is no mistake.
    PipeClosed,
}

impl Failure {
    /// A file that cannot be read or written: `verb` says which.
    pub(crate) fn file(verb: &str, path: &Path, error: &io::Error) -> Self {
        Failure::Io(format!("cannot {verb} {}: {error}", path.display()))
    }

    /// What to tell the person, if they have not been told.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Failure::Input(text) | Failure::Io(text) => Some(text.clone()),
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
        Failure::Input(error.to_string())
    }
}

/// An error of the output: files have [`Failure::file`].
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::PipeClosed,
            _ => Failure::Io(format!("cannot write the output: {error}")),
        }
    }
}
