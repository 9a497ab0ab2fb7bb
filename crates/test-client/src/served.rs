//! The program `galet serve` as a process of its own.

use crate::{Client, ClientError};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

/// A running server. It is killed when this is dropped.
#[derive(Debug)]
pub struct Served {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
    // A closed pipe would end the program.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Served {
    /// Starts a command line that runs `galet serve`, and waits until it says where it is.
    pub async fn start(mut command: Command) -> Result<Self, ClientError> {
        let mut child = command.stdout(Stdio::piped()).kill_on_drop(true).spawn()?;
        let output = child.stdout.take().ok_or(ClientError::Ended)?;
        let mut output = BufReader::new(output).lines();
        let port = timeout(Duration::from_secs(60), async {
            while let Some(line) = output.next_line().await? {
                if let Some((_, port)) = line.rsplit_once("http://localhost:") {
                    let port = port.trim().parse();
                    return port.map_err(|_| ClientError::Unreadable(line.clone()));
                }
            }
            Err(ClientError::Ended)
        });
        let port: u16 = port.await.map_err(|_| ClientError::Late)??;
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        Ok(Served { address, child, _output: output })
    }

    /// The command line that serves a folder on any free port.
    pub fn command(program: &Path, data: &Path) -> Command {
        let mut command = Command::new(program);
        command.args(["--color", "never", "--lang", "en", "serve", "--port", "0", "--data"]);
        command.arg(data);
        command
    }

    /// A new browser.
    pub fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// The number of the process.
    pub fn process(&self) -> Option<u32> {
        self.child.id()
    }

    /// Kills the program at once (SIGKILL): it can do nothing about it.
    pub async fn kill(mut self) -> Result<(), ClientError> {
        Ok(self.child.kill().await?)
    }

    /// Asks the program to end in good order (SIGTERM).
    #[cfg(target_os = "linux")]
    pub fn ask_to_end(&self) {
        self.signal(rustix::process::Signal::TERM);
    }

    /// Stops the program where it is (SIGSTOP): it does nothing, and does not know it.
    #[cfg(target_os = "linux")]
    pub fn pause(&self) {
        self.signal(rustix::process::Signal::STOP);
    }

    /// Lets a paused program go on (SIGCONT).
    #[cfg(target_os = "linux")]
    pub fn go_on(&self) {
        self.signal(rustix::process::Signal::CONT);
    }

    #[cfg(target_os = "linux")]
    fn signal(&self, signal: rustix::process::Signal) {
        let process = self.child.id().and_then(|id| rustix::process::Pid::from_raw(id as i32));
        if let Some(process) = process {
            let _ = rustix::process::kill_process(process, signal);
        }
    }

    /// Waits until the program ends by itself, and gives its exit code.
    pub async fn ended(mut self) -> Result<Option<i32>, ClientError> {
        let status = timeout(Duration::from_secs(30), self.child.wait());
        Ok(status.await.map_err(|_| ClientError::Late)??.code())
    }
}
