//! Logs: one line for each thing worth knowing, on the standard error.

use std::fmt::Write as _;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tracing_subscriber::EnvFilter;

/// How log lines look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object a line.
    Json,
}

/// Starts logging. `filter` is what `tracing` understands: `info`, `galet_server=debug`, ….
pub fn start_logging(format: LogFormat, filter: &str) -> Result<(), String> {
    let filter = EnvFilter::try_new(filter).map_err(|error| error.to_string())?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Colours are terminal codes: they have no business in a file.
        .with_ansi(false)
        // A log that takes nothing, on a full disk perhaps, is no reason to fail: complaining about it
        // on the same standard error would end whoever has something to say.
        .log_internal_errors(false)
        .with_writer(|| Tame(io::stderr()));
    let result = match format {
        LogFormat::Text => lines.compact().try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    result.map_err(|error| error.to_string())
}

/// Writes lines in which nothing can steer a terminal or pretend to be another line, whoever
/// the words in them come from.
struct Tame<W>(W);

impl<W: io::Write> io::Write for Tame<W> {
    /// A line comes as a whole.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes);
        let (line, end) = match line.strip_suffix('\n') {
            Some(line) => (line, "\n"),
            None => (&*line, ""),
        };
        self.0.write_all(format!("{}{end}", tame(line)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A text without control characters and signs that turn the direction of writing, which are
/// spelled out as JSON does.
fn tame(text: &str) -> String {
    let mut tame = String::with_capacity(text.len());
    for c in text.chars() {
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || turns {
            let _ = write!(tame, "\\u{:04x}", u32::from(c));
        } else {
            tame.push(c);
        }
    }
    tame
}

/// Something that may happen very often is logged now and then, with a count.
#[derive(Debug, Default)]
pub(crate) struct Seldom(Mutex<Since>);

#[derive(Debug, Default)]
struct Since {
    logged: Option<Instant>,
    times: u64,
}

/// Not more often than this.
const NOW_AND_THEN: Duration = Duration::from_secs(10);

impl Seldom {
    /// It has happened again: how often since it was logged last, if it is time to.
    pub(crate) fn times(&self) -> Option<u64> {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        since.times += 1;
        if since.logged.is_some_and(|at| at.elapsed() < NOW_AND_THEN) {
            return None;
        }
        since.logged = Some(Instant::now());
        Some(std::mem::take(&mut since.times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn nothing_in_a_line_steers_a_terminal() {
        let mut out = Vec::new();
        let hostile = "path=\"/\u{1b}[2J\u{9b}31m\r\nERROR it burns\u{202e}é\u{7f}\"\n";
        Tame(&mut out).write_all(hostile.as_bytes()).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expected =
            "path=\"/\\u001b[2J\\u009b31m\\u000d\\u000aERROR it burns\\u202eé\\u007f\"\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn what_happens_often_is_logged_seldom() {
        let seldom = Seldom::default();
        let logged: Vec<_> = (0..1000).filter_map(|_| seldom.times()).collect();
        assert_eq!(logged, [1]);
    }
}
