//! One node: `galet serve` with a database and NATS.

use super::{ClusterPlan, Lines};
use crate::{Client, ClientError, Served};
use galet_services::free_port;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::process::Command;

/// A node, whether it runs or not.
#[derive(Debug)]
pub struct Node {
    /// What it is called.
    pub name: String,
    /// Its connections.
    pub lines: Lines,
    /// While it runs.
    pub served: Option<Served>,
    port: u16,
    program: PathBuf,
    arguments: Vec<OsString>,
    log: PathBuf,
}

impl Node {
    pub(super) fn new(
        plan: &ClusterPlan,
        name: &str,
        database: &str,
        lines: Lines,
        folder: &Path,
    ) -> Self {
        let port = free_port();
        let mut arguments: Vec<OsString> = ["--color", "never", "--lang", "en", "serve", "--port"]
            .into_iter()
            .map(Into::into)
            .collect();
        arguments.push(port.to_string().into());
        for (option, value) in
            [("--database", database), ("--nats", &lines.nats()), ("--node", name)]
        {
            arguments.extend([option.into(), value.into()]);
        }
        arguments.extend(plan.options.iter().map(Into::into));
        let (program, log) = (plan.program.clone(), folder.join(format!("{name}.log")));
        Node { name: name.to_owned(), lines, served: None, port, program, arguments, log }
    }

    /// Where it listens, when it does: it comes back at the same address.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    /// A visitor nobody knows yet, who comes to this node.
    pub fn client(&self) -> Client {
        Client::new(self.address())
    }

    /// The number of its process while it runs.
    pub fn process(&self) -> Option<u32> {
        self.served.as_ref().and_then(Served::process)
    }

    /// Starts it, and waits until it serves.
    pub async fn start(&mut self) -> Result<(), ClientError> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        let log = std::fs::OpenOptions::new().create(true).append(true).open(&self.log)?;
        command.stderr(Stdio::from(log));
        match Served::start(command).await {
            Ok(served) => {
                self.served = Some(served);
                Ok(())
            }
            Err(error) => Err(ClientError::Unreadable(format!(
                "{} does not start: {error}\n{}",
                self.name,
                self.said()
            ))),
        }
    }

    /// Kills it at once (SIGKILL).
    pub async fn kill(&mut self) -> Result<(), ClientError> {
        match self.served.take() {
            Some(served) => served.kill().await,
            None => Ok(()),
        }
    }

    /// All that it has logged.
    pub fn log(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(&self.log).unwrap_or_default()).into_owned()
    }

    /// The end of what it has logged.
    pub fn said(&self) -> String {
        let log = self.log();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(12)..].join("\n")
    }
}
