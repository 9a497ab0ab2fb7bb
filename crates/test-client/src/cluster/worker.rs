//! One engine worker: `galet worker`.

use super::{ClusterPlan, Lines};
use crate::ClientError;
use rustix::process::{Pid, Signal};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::process::{Child, Command};

/// A worker, whether it runs or not.
#[derive(Debug)]
pub struct Worker {
    /// What it is called here.
    pub name: String,
    /// Its connections.
    pub lines: Lines,
    child: Option<Child>,
    program: PathBuf,
    log: PathBuf,
}

impl Worker {
    pub(super) fn new(plan: &ClusterPlan, name: &str, lines: Lines, folder: &Path) -> Self {
        let (program, log) = (plan.program.clone(), folder.join(format!("{name}.log")));
        Worker { name: name.to_owned(), lines, child: None, program, log }
    }

    /// The number of its process while it runs.
    pub fn process(&self) -> Option<u32> {
        self.child.as_ref().and_then(Child::id)
    }

    /// Starts it. It needs no address: it asks for work by itself.
    pub fn start(&mut self) -> Result<(), ClientError> {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(&self.log)?;
        let mut command = Command::new(&self.program);
        command.args(["--color", "never", "--lang", "en", "worker", "--threads", "1", "--nats"]);
        command.arg(self.lines.nats()).stdin(Stdio::null());
        command.stdout(Stdio::from(log.try_clone()?)).stderr(Stdio::from(log));
        self.child = Some(command.kill_on_drop(true).spawn()?);
        Ok(())
    }

    /// Kills it at once (SIGKILL).
    pub async fn kill(&mut self) -> Result<(), ClientError> {
        match self.child.take() {
            Some(mut child) => Ok(child.kill().await?),
            None => Ok(()),
        }
    }

    /// Stops it where it is (SIGSTOP): it does nothing, and does not know it.
    pub fn pause(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets it go on (SIGCONT).
    pub fn go_on(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        if let Some(process) = self.process().and_then(|id| Pid::from_raw(id as i32)) {
            let _ = rustix::process::kill_process(process, signal);
        }
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| !matches!(child.try_wait(), Ok(None)))
    }

    /// All that it has logged.
    pub fn log(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(&self.log).unwrap_or_default()).into_owned()
    }
}
