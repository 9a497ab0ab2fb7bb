//! The journal: one line of text for every finished piece of work.
//!
//! A line stands for itself, so journals can be cut, copied, concatenated and read in any order:
//!
//! ```text
//! qawale-unit 1 <TAB> start <TAB> attacker <TAB> by <TAB> position <TAB> holds|falls <TAB> reply <TAB> nodes <TAB> ms
//! qawale-plan 1 <TAB> start <TAB> attacker <TAB> by <TAB> position <TAB> replies     <TAB> -     <TAB> nodes <TAB> ms
//! ```
//!
//! A *unit* says that the defender, to move in that position, holds with that reply, or falls. A *plan*
//! lists the replies to try in an early position; it proves nothing and only saves time. `ms` is working
//! time of one core. Lines that are not complete (the writer was killed) are passed over; two lines that
//! say the opposite of each other are an error.
//!
//! For keeping, the same is written shorter ([`Known::packed`]). A line names the question, and those
//! behind it leave out what follows from it; lines of the long form may follow anywhere, so a packed
//! journal can be continued:
//!
//! ```text
//! qawale-packed 1 <TAB> start <TAB> attacker <TAB> by
//! = <TAB> board <TAB> reply   <TAB> nodes <TAB> ms        the defender holds
//! ! <TAB> board <TAB> -       <TAB> nodes <TAB> ms        the attacker wins
//! ? <TAB> board <TAB> replies <TAB> nodes <TAB> ms        a plan
//! ```

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::question::Question;

/// What is known about one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitResult {
    /// The reply that holds, as move text in the unit's own position; none if the attacker wins.
    pub reply: Option<String>,
    /// Attack nodes visited.
    pub nodes: u64,
    /// Working time of one core, in milliseconds.
    pub millis: u64,
}

/// The replies to try in an early position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The replies as move texts, in order.
    pub replies: Vec<String>,
    /// Attack nodes visited to put them in order.
    pub nodes: u64,
    /// Working time of one core, in milliseconds.
    pub millis: u64,
}

/// Everything the journals say about one question, by position text.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Finished units.
    pub units: HashMap<String, UnitResult>,
    /// Replies to try.
    pub plans: HashMap<String, Plan>,
}

/// Why a journal is of no use.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// One line says that the defender holds, another one that the attacker wins.
    #[error(
        "{path}, line {line}: the opposite is known of {position}; one of the two lines is wrong, and \
         neither can be used before the wrong one is removed"
    )]
    Contradiction {
        /// The file of the later line.
        path: PathBuf,
        /// Its number.
        line: usize,
        /// The position.
        position: String,
    },
}

impl JournalError {
    fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }
}

impl Known {
    /// Reads what a journal says about a question. A journal that does not exist says nothing. Of two
    /// replies that hold, or two plans, the first one read stays.
    pub fn read(&mut self, path: &Path, question: &Question) -> Result<(), JournalError> {
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            file => file.map_err(|error| JournalError::file(path, error))?,
        };
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        let key = question.line();
        let mut is_packed_here = false;
        for number in 1.. {
            line.clear();
            let read = reader.read_until(b'\n', &mut line);
            if read.map_err(|error| JournalError::file(path, error))? == 0 {
                break;
            }
            if line.pop() != Some(b'\n') {
                continue;
            }
            let Ok(text) = std::str::from_utf8(&line) else { continue };
            if let Some(packed) = text.strip_prefix("qawale-packed 1\t") {
                is_packed_here = packed == key;
                continue;
            }
            let entry = if is_packed_here { packed_entry(text, question) } else { None };
            let Some((position, entry)) = entry.or_else(|| long_entry(text, &key)) else {
                continue;
            };
            if !self.add(&position, entry) {
                let path = path.to_owned();
                return Err(JournalError::Contradiction { path, line: number, position });
            }
        }
        Ok(())
    }

    /// Adds an entry unless something of its kind is known; false if the opposite is.
    fn add(&mut self, position: &str, entry: Entry) -> bool {
        match entry {
            Entry::Plan(plan) => {
                self.plans.entry(position.to_owned()).or_insert(plan);
                true
            }
            Entry::Unit(unit) => match self.units.get(position) {
                Some(before) => before.reply.is_some() == unit.reply.is_some(),
                None => {
                    self.units.insert(position.to_owned(), unit);
                    true
                }
            },
        }
    }

    /// Everything in the short form, in a fixed order.
    pub fn packed(&self, question: &Question) -> String {
        let mut out = format!("qawale-packed 1\t{}\n", question.line());
        let board = |position: &str| position.split(' ').next().unwrap_or_default().to_owned();
        for (position, Plan { replies, nodes, millis }) in
            self.plans.iter().collect::<BTreeMap<_, _>>()
        {
            let (board, replies) = (board(position), replies.join(" "));
            let _ = writeln!(out, "?\t{board}\t{replies}\t{nodes}\t{millis}");
        }
        for (position, UnitResult { reply, nodes, millis }) in
            self.units.iter().collect::<BTreeMap<_, _>>()
        {
            let board = board(position);
            let (mark, reply) = reply.as_ref().map_or(("!", "-"), |reply| ("=", reply));
            let _ = writeln!(out, "{mark}\t{board}\t{reply}\t{nodes}\t{millis}");
        }
        out
    }
}

enum Entry {
    Unit(UnitResult),
    Plan(Plan),
}

fn replies(text: &str) -> Vec<String> {
    text.split(' ').filter(|reply| !reply.is_empty()).map(str::to_owned).collect()
}

/// A line that stands for itself, if it is about the question.
fn long_entry(line: &str, question: &str) -> Option<(String, Entry)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[kind, start, attacker, by, position, result, reply, nodes, millis] = fields.as_slice()
    else {
        return None;
    };
    if format!("{start}\t{attacker}\t{by}") != question {
        return None;
    }
    let (nodes, millis) = (nodes.parse().ok()?, millis.parse().ok()?);
    let entry = match (kind, result) {
        ("qawale-unit 1", "holds") => {
            Entry::Unit(UnitResult { reply: Some(reply.to_owned()), nodes, millis })
        }
        ("qawale-unit 1", "falls") => Entry::Unit(UnitResult { reply: None, nodes, millis }),
        ("qawale-plan 1", list) => Entry::Plan(Plan { replies: replies(list), nodes, millis }),
        _ => return None,
    };
    Some((position.to_owned(), entry))
}

/// A line of the short form.
fn packed_entry(line: &str, question: &Question) -> Option<(String, Entry)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[kind, board, reply, nodes, millis] = fields.as_slice() else { return None };
    let (nodes, millis) = (nodes.parse().ok()?, millis.parse().ok()?);
    let entry = match kind {
        "=" => Entry::Unit(UnitResult { reply: Some(reply.to_owned()), nodes, millis }),
        "!" => Entry::Unit(UnitResult { reply: None, nodes, millis }),
        "?" => Entry::Plan(Plan { replies: replies(reply), nodes, millis }),
        _ => return None,
    };
    Some((question.position_with(board)?, entry))
}

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    question: String,
    unsynced: Duration,
}

/// Work that may be lost if the machine (not the program) dies.
const SYNC_AFTER: Duration = Duration::from_secs(60);

impl Journal {
    /// Opens a journal at its end; a torn last line is closed so that it cannot swallow the next.
    pub fn open(path: &Path, question: &Question) -> Result<Self, JournalError> {
        let failed = |error| JournalError::file(path, error);
        let torn =
            std::fs::read(path).is_ok_and(|bytes| bytes.last().is_some_and(|&last| last != b'\n'));
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if torn {
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            question: question.line(),
            unsynced: Duration::ZERO,
        })
    }

    /// Where the journal is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a finished unit.
    pub fn unit(&mut self, position: &str, result: &UnitResult) -> Result<(), JournalError> {
        let UnitResult { reply, nodes, millis } = result;
        let (verdict, reply) = reply.as_ref().map_or(("falls", "-"), |reply| ("holds", reply));
        let line = format!(
            "qawale-unit 1\t{}\t{position}\t{verdict}\t{reply}\t{nodes}\t{millis}\n",
            self.question
        );
        self.append(&line, *millis)
    }

    /// Appends the replies to try in a position.
    pub fn plan(&mut self, position: &str, plan: &Plan) -> Result<(), JournalError> {
        let Plan { replies, nodes, millis } = plan;
        let replies = replies.join(" ");
        let line = format!(
            "qawale-plan 1\t{}\t{position}\t{replies}\t-\t{nodes}\t{millis}\n",
            self.question
        );
        self.append(&line, *millis)
    }

    /// A line is written by one call, so that two programs with one journal do not mix theirs.
    fn append(&mut self, line: &str, millis: u64) -> Result<(), JournalError> {
        let mut write = || {
            self.file.write_all(line.as_bytes())?;
            self.unsynced += Duration::from_millis(millis);
            if self.unsynced >= SYNC_AFTER {
                self.file.sync_data()?;
                self.unsynced = Duration::ZERO;
            }
            Ok(())
        };
        write().map_err(|error| JournalError::file(&self.path, error))
    }
}
