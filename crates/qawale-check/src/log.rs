//! What the checker has proven, one line of text for each position.
//!
//! ```text
//! qawale-checked 1 <TAB> start <TAB> attacker <TAB> by <TAB> position <TAB> holds|falls <TAB> nodes <TAB> ms
//! ```
//!
//! A line says that the checker's own search found that the defender holds in that position (a
//! representative, see [`crate::canonical()`]) to the end of ply `by`, or that the attacker wins. Lines
//! that are not complete are passed over, so a checker that was killed goes on where it was.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The results of the checker: those of earlier runs, and a file for the new ones.
#[derive(Debug, Default)]
pub struct Log {
    known: HashMap<String, bool>,
    file: Option<(File, PathBuf)>,
}

/// Why a log is of no use.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Two lines say different things.
    #[error("{path}, line {line}: it says the opposite of an earlier line")]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// The later line.
        line: usize,
    },
}

/// What the search said about one position.
pub(crate) struct Result {
    pub(crate) holds: bool,
    pub(crate) nodes: u64,
    pub(crate) millis: u64,
}

impl Log {
    /// Reads the log at `path`, if there is one, and opens it for more.
    pub fn open(path: &Path) -> std::result::Result<Self, LogError> {
        let failed = |error| LogError::File { path: path.to_owned(), error };
        let bytes = match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes.map_err(failed)?,
        };
        let mut known = HashMap::new();
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        for (number, line) in String::from_utf8_lossy(&bytes[..whole]).lines().enumerate() {
            let Some((key, holds)) = read_line(line) else { continue };
            if known.insert(key.to_owned(), holds).is_some_and(|before| before != holds) {
                return Err(LogError::Contradiction { path: path.to_owned(), line: number + 1 });
            }
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if whole < bytes.len() {
            // A torn line must not swallow the next one.
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok(Self { known, file: Some((file, path.to_owned())) })
    }

    /// What an earlier run said about a position.
    pub(crate) fn find(&self, claim: &str, position: &str) -> Option<bool> {
        self.known.get(&format!("{claim}\t{position}")).copied()
    }

    /// Adds a result.
    pub(crate) fn add(
        &mut self,
        claim: &str,
        position: &str,
        result: &Result,
    ) -> std::result::Result<(), LogError> {
        let key = format!("{claim}\t{position}");
        if let Some((file, path)) = &mut self.file {
            let word = if result.holds { "holds" } else { "falls" };
            let line =
                format!("qawale-checked 1\t{key}\t{word}\t{}\t{}\n", result.nodes, result.millis);
            file.write_all(line.as_bytes())
                .map_err(|error| LogError::File { path: path.clone(), error })?;
        }
        self.known.insert(key, result.holds);
        Ok(())
    }
}

/// The claim and position of a line, and whether the defender holds there.
fn read_line(line: &str) -> Option<(&str, bool)> {
    let rest = line.strip_prefix("qawale-checked 1\t")?;
    let mut fields = rest.rsplitn(4, '\t');
    let _millis: u64 = fields.next()?.parse().ok()?;
    let _nodes: u64 = fields.next()?.parse().ok()?;
    let holds = match fields.next()? {
        "holds" => true,
        "falls" => false,
        _ => return None,
    };
    let key = fields.next()?;
    (key.split('\t').count() == 4).then_some((key, holds))
}
