//! The server under siege: a program, its folder and its log.

use crate::{SiegeError, broken};
use galet_test_client::Served;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;
use tokio::process::Command;

/// A server of its own, on a folder that goes away with it.
#[derive(Debug)]
pub struct Fort {
    program: PathBuf,
    arguments: Vec<String>,
    folder: TempDir,
}

impl Fort {
    /// A new folder for a program `galet`. Nothing runs yet.
    pub fn new(program: &Path) -> Result<Self, SiegeError> {
        let folder = tempfile::Builder::new().prefix("galet-siege-").tempdir()?;
        Ok(Fort { program: program.to_owned(), arguments: Vec::new(), folder })
    }

    /// The same with options for `galet serve`.
    pub(crate) fn with(mut self, options: &[&str]) -> Self {
        self.arguments.extend(options.iter().map(|&option| option.to_owned()));
        self
    }

    /// A place beside the data.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The data folder.
    pub(crate) fn data(&self) -> PathBuf {
        self.beside("data")
    }

    /// Starts the server.
    pub(crate) async fn start(&self) -> Result<Served, SiegeError> {
        self.start_on(&self.data()).await
    }

    /// Starts the server on another folder.
    pub(crate) async fn start_on(&self, data: &Path) -> Result<Served, SiegeError> {
        let command = self.command(data)?;
        self.run(command).await
    }

    /// The command line of the server.
    pub(crate) fn command(&self, data: &Path) -> Result<Command, SiegeError> {
        let mut command = Served::command(&self.program, data);
        command.args(&self.arguments);
        Ok(command)
    }

    /// Runs a command line that ends in the server; what it says goes to the log.
    pub(crate) async fn run(&self, mut command: Command) -> Result<Served, SiegeError> {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.log())?;
        command.stderr(Stdio::from(log));
        match Served::start(command).await {
            Ok(served) => Ok(served),
            Err(error) => broken(format!("the server does not start: {error}\n{}", self.said())),
        }
    }

    fn log(&self) -> PathBuf {
        self.beside("log")
    }

    /// The end of what the server has said.
    pub(crate) fn said(&self) -> String {
        let text = std::fs::read(self.log()).unwrap_or_default();
        String::from_utf8_lossy(&text[text.len().saturating_sub(4000)..]).into_owned()
    }

    /// Fails if the server has ever panicked.
    pub(crate) fn never_panicked(&self) -> Result<(), SiegeError> {
        let text =
            String::from_utf8_lossy(&std::fs::read(self.log()).unwrap_or_default()).into_owned();
        match text.lines().find(|line| line.contains("panicked")) {
            Some(line) => broken(format!("the server panicked: {line}")),
            None => Ok(()),
        }
    }
}

/// The memory that a process really uses, in kilobytes.
pub(crate) fn memory(served: &Served) -> Result<u64, SiegeError> {
    let Some(process) = served.process() else { return broken("the server is gone") };
    let text = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    match line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok()) {
        Some(kilobytes) => Ok(kilobytes),
        None => broken("the system does not tell how much memory the server uses"),
    }
}
