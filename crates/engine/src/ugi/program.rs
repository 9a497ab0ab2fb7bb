//! Another program that speaks the protocol, at the other end of two pipes.

use super::read_line;
use std::ffi::OsStr;
use std::io::{self, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that may wait on either side before the one that does not read them is waited for.
const WAITING: usize = 1_000;

/// A program that was started, spoken to in lines. It never makes its partner wait longer than
/// asked for, whatever it does, and it is ended when this is dropped.
pub struct Program {
    child: Child,
    input: Option<SyncSender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
}

/// What was heard from a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line, without its end; bytes that are no text are replaced.
    Line(String),
    /// Nothing until the time was up.
    Silence,
    /// It has closed its output, as it does when it ends.
    End,
}

impl Program {
    /// Starts a program with these arguments. What it says to people goes where ours does.
    pub fn start(
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both were asked for");
        };
        let (input, lines) = sync_channel::<Vec<u8>>(WAITING);
        thread::spawn(move || {
            for line in lines {
                if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (heard, output) = sync_channel(WAITING);
        thread::spawn(move || {
            let (mut stdout, mut line) = (BufReader::new(stdout), Vec::new());
            while let Ok(true) = read_line(&mut stdout, &mut line) {
                if heard.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        Ok(Program { child, input: Some(input), output })
    }

    /// The number by which the system knows it.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Says a line (given without its end). Fails if the program has ended or stopped reading.
    pub fn say(&mut self, line: &[u8]) -> io::Result<()> {
        let mut line = line.to_vec();
        line.push(b'\n');
        let Some(input) = &self.input else { return Err(io::ErrorKind::BrokenPipe.into()) };
        input.try_send(line).map_err(|error| match error {
            TrySendError::Full(_) => {
                io::Error::new(io::ErrorKind::TimedOut, "the program does not read its input")
            }
            TrySendError::Disconnected(_) => {
                io::Error::new(io::ErrorKind::BrokenPipe, "the program has closed its input")
            }
        })
    }

    /// The next line, waited for at most that long.
    pub fn hear(&mut self, patience: Duration) -> Heard {
        match self.output.recv_timeout(patience) {
            Ok(line) => {
                let line = String::from_utf8_lossy(&line);
                Heard::Line(line.trim_end_matches('\r').to_owned())
            }
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// How the program has ended, waited for at most that long; `None` if it has not.
    pub fn ended(&mut self, patience: Duration) -> io::Result<Option<ExitStatus>> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.child.try_wait()?;
            if status.is_some() || Instant::now() >= deadline {
                return Ok(status);
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        // One that has ended already cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
