//! Whoever cleans up when the program that started servers can no longer do it.

use crate::ServiceError;
use crate::error::During;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Reads the numbers of running processes, a whole list in each line. When nothing more can come,
/// whoever wrote is gone, whatever became of it: then those that still run are ended, and the
/// folder goes.
const SCRIPT: &str = r#"
    while read -r line; do running=$line; done
    for process in $running; do kill -s "$2" "$process" 2>/dev/null; done
    tries=0
    for process in $running; do
        while [ $tries -lt 50 ] && kill -0 "$process" 2>/dev/null; do
            tries=$((tries + 1)); sleep 0.1
        done
        kill -9 "$process" 2>/dev/null
    done
    rm -rf "$1"
"#;

/// A shell that waits for the end of this program, and cleans up after it, however it ends.
#[derive(Debug)]
pub struct Warden(Child);

impl Warden {
    /// It removes `folder`, and ends processes by a signal (`INT`, `TERM`).
    pub fn watch(folder: &Path, signal: &str) -> Result<Self, ServiceError> {
        let mut shell = Command::new("sh");
        shell.args(["-c", SCRIPT, "sh"]).arg(folder).arg(signal);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Not stopped from the keyboard together with us: that is when it is needed.
        shell.process_group(0);
        shell.spawn().map(Warden).during(|| "starting a shell".to_owned())
    }

    /// These run now.
    pub fn guards(&mut self, processes: impl Iterator<Item = u32>) {
        let line: Vec<_> = processes.map(|process| process.to_string()).collect();
        if let Some(input) = &mut self.0.stdin {
            let _ = writeln!(input, "{}", line.join(" "));
        }
    }
}

impl Drop for Warden {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
