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
//! lists the replies to try in an early position; it proves nothing and only saves time. Lines that are
//! not complete (the writer was killed) or belong to another question are passed over.

use std::collections::HashMap;
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

/// Everything the journals say about one question, by position text.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Finished units.
    pub units: HashMap<String, UnitResult>,
    /// Replies to try, in order, as move texts.
    pub plans: HashMap<String, Vec<String>>,
}

impl Known {
    /// Reads what a journal says about a question. A journal that does not exist says nothing.
    pub fn read(&mut self, path: &Path, question: &Question) -> io::Result<()> {
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            file => file?,
        };
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        let key = question.line();
        while reader.read_until(b'\n', &mut line)? > 0 {
            if line.pop() == Some(b'\n')
                && let Ok(text) = std::str::from_utf8(&line)
            {
                self.add(text, &key);
            }
            line.clear();
        }
        Ok(())
    }

    fn add(&mut self, line: &str, question: &str) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[kind, start, attacker, by, position, result, reply, nodes, millis] =
            fields.as_slice()
        else {
            return;
        };
        let (Ok(nodes), Ok(millis)) = (nodes.parse(), millis.parse()) else { return };
        if format!("{start}\t{attacker}\t{by}") != question {
            return;
        }
        match (kind, result) {
            ("qawale-unit 1", "holds") => {
                let reply = Some(reply.to_owned());
                self.units.insert(position.to_owned(), UnitResult { reply, nodes, millis });
            }
            ("qawale-unit 1", "falls") => {
                self.units.insert(position.to_owned(), UnitResult { reply: None, nodes, millis });
            }
            ("qawale-plan 1", replies) => {
                let replies =
                    replies.split(' ').filter(|reply| !reply.is_empty()).map(str::to_owned);
                self.plans.insert(position.to_owned(), replies.collect());
            }
            _ => {}
        }
    }
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
    pub fn open(path: &Path, question: &Question) -> io::Result<Self> {
        let torn =
            std::fs::read(path).is_ok_and(|bytes| bytes.last().is_some_and(|&last| last != b'\n'));
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if torn {
            file.write_all(b"\n")?;
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
    pub fn unit(&mut self, position: &str, result: &UnitResult) -> io::Result<()> {
        let UnitResult { reply, nodes, millis } = result;
        let (verdict, reply) = reply.as_ref().map_or(("falls", "-"), |reply| ("holds", reply));
        let line = format!(
            "qawale-unit 1\t{}\t{position}\t{verdict}\t{reply}\t{nodes}\t{millis}\n",
            self.question
        );
        self.append(&line, *millis)
    }

    /// Appends the replies to try in a position.
    pub fn plan(
        &mut self,
        position: &str,
        replies: &[String],
        nodes: u64,
        millis: u64,
    ) -> io::Result<()> {
        let replies = replies.join(" ");
        let line = format!(
            "qawale-plan 1\t{}\t{position}\t{replies}\t-\t{nodes}\t{millis}\n",
            self.question
        );
        self.append(&line, millis)
    }

    fn append(&mut self, line: &str, millis: u64) -> io::Result<()> {
        self.file.write_all(line.as_bytes())?;
        self.unsynced += Duration::from_millis(millis);
        if self.unsynced >= SYNC_AFTER {
            self.file.sync_data()?;
            self.unsynced = Duration::ZERO;
        }
        Ok(())
    }
}
