//! A server as a process: started, signalled, waited for.

use crate::ServiceError;
use crate::error::During;
use crate::user::User;
use rustix::process::{Pid, Signal, kill_process};
use std::fs::OpenOptions;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than this no server takes to begin or to end.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
/// How often is looked whether it has begun.
const LOOK: Duration = Duration::from_millis(5);

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    what: String,
    child: Child,
    log: PathBuf,
}

impl Server {
    /// Starts a command as `user`; what it says is added to a file.
    pub(crate) fn start(
        what: &str,
        mut command: Command,
        user: User,
        log: &Path,
    ) -> Result<Self, ServiceError> {
        let open = || OpenOptions::new().create(true).append(true).open(log);
        let (out, err) = (
            open().during(|| format!("opening {}", log.display()))?,
            open().during(|| format!("opening {}", log.display()))?,
        );
        command.stdin(Stdio::null()).stdout(out).stderr(err).process_group(0);
        let child = user.runs(&mut command).spawn().during(|| format!("starting {what}"))?;
        Ok(Server { what: what.to_owned(), child, log: log.to_owned() })
    }

    /// The number of its process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it is ready, as `ready` sees it.
    pub(crate) fn wait_until(
        &mut self,
        patience: Duration,
        mut ready: impl FnMut() -> bool,
    ) -> Result<(), ServiceError> {
        let start = Instant::now();
        while !ready() {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(self.ended(format!("it has ended ({status})")));
            }
            if start.elapsed() > patience {
                return Err(self.ended("it does not begin to serve".to_owned()));
            }
            std::thread::sleep(LOOK);
        }
        Ok(())
    }

    /// Whether it still runs.
    pub(crate) fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        if let Some(process) = Pid::from_raw(self.child.id() as i32) {
            let _ = kill_process(process, signal);
        }
    }

    /// Sends a signal and waits for the end; who does not end in time is killed.
    pub(crate) fn end(&mut self, signal: Signal) {
        self.signal(signal);
        let start = Instant::now();
        while self.runs() {
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                let _ = self.child.wait();
            }
            std::thread::sleep(LOOK);
        }
    }

    fn ended(&self, why: String) -> ServiceError {
        let log = std::fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log[log.len().saturating_sub(2000)..]).into_owned();
        ServiceError::Ended { what: self.what.clone(), why, log }
    }
}

/// Finds a program in `folders`, then where programs are.
pub(crate) fn find(
    program: &str,
    folders: impl IntoIterator<Item = PathBuf>,
    package: &'static str,
) -> Result<PathBuf, ServiceError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Debian puts servers where only root looks.
    let usual = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"].map(PathBuf::from);
    let places = folders.into_iter().chain(std::env::split_paths(&path)).chain(usual);
    places
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
        .ok_or_else(|| ServiceError::Missing { program: program.to_owned(), package })
}
