//! What can go wrong.

/// Why a server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// Its program is not on this computer.
    #[error(
        "{program} is not installed: `apt-get install {package}` (Debian), or `cargo xtask test`, which does that"
    )]
    Missing {
        /// The program that was looked for.
        program: String,
        /// The package that has it.
        package: &'static str,
    },
    /// A file or a process cannot be used.
    #[error("{what}: {error}")]
    System {
        /// What was being done.
        what: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// It ended, or did not begin to serve in time.
    #[error("{what} does not run: {why}\n{log}")]
    Ended {
        /// Which server.
        what: String,
        /// What is known of the reason.
        why: String,
        /// The end of what it said.
        log: String,
    },
    /// Nobody but root is there to run it.
    #[error("there is no user `postgres` or `nobody` to run servers as: PostgreSQL refuses root")]
    NoUser,
    /// A database could not be asked.
    #[error("the database refuses `{asked}`: {said}")]
    Refused {
        /// What it was asked.
        asked: String,
        /// What it said.
        said: String,
    },
}

/// Says what was being done when the system refused.
pub(crate) trait During<T> {
    fn during(self, what: impl FnOnce() -> String) -> Result<T, ServiceError>;
}

impl<T> During<T> for std::io::Result<T> {
    fn during(self, what: impl FnOnce() -> String) -> Result<T, ServiceError> {
        self.map_err(|error| ServiceError::System { what: what(), error })
    }
}
