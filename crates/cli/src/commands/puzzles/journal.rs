//! What has been made so far, beside the file that is made: one line for each game, so that nothing is lost.

use crate::failure::{Deed, Failure};

use galet_puzzles::{Head, Puzzle, puzzle_line, read_puzzle};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The journal of a work in progress.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// What each finished game gave.
    pub(super) done: BTreeMap<u64, Vec<Puzzle>>,
}

impl Journal {
    /// Opens the journal beside a file, or begins one. Its first line says what is made; with another one it is
    /// of another work, and refused.
    pub(super) fn open(out: &Path, work: &str, head: &Head) -> Result<Journal, Failure> {
        let mut name = out.as_os_str().to_owned();
        name.push(".journal");
        let path = PathBuf::from(name);
        let cannot = |error: std::io::Error| Failure::file(Deed::Use, &path, &error);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(cannot(error)),
        };
        // A line that was torn by a crash is not ended.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        if let Some(first) = lines.next()
            && first != work
        {
            return Err(Failure::wrong(
                format!("{} is of another work: {first}", path.display()),
                format!("{} est d’un autre travail\u{a0}: {first}", path.display()),
            ));
        }
        let mut done: BTreeMap<u64, Vec<Puzzle>> = BTreeMap::new();
        for (place, line) in lines.enumerate() {
            let wrong = || {
                Failure::wrong(
                    format!("{}, line {} cannot be read", path.display(), place + 2),
                    format!("{}, ligne {} illisible", path.display(), place + 2),
                )
            };
            let (number, found) = line.split_once(' ').ok_or_else(wrong)?;
            let of_game = done.entry(number.parse().map_err(|_| wrong())?).or_default();
            if found != "-" {
                of_game.push(read_puzzle(found, head).map_err(|_| wrong())?);
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(cannot)?;
        file.set_len(whole as u64).map_err(cannot)?;
        let mut journal = Journal { path: path.clone(), file, done };
        if whole == 0 {
            journal.append(work)?;
        }
        Ok(journal)
    }

    /// Notes what a game gave.
    pub(super) fn note(&mut self, number: u64, found: Vec<Puzzle>) -> Result<(), Failure> {
        let lines: Vec<String> =
            found.iter().map(|puzzle| format!("{number} {}", puzzle_line(puzzle))).collect();
        if lines.is_empty() {
            self.append(&format!("{number} -"))?;
        } else {
            self.append(&lines.join("\n"))?;
        }
        self.done.insert(number, found);
        Ok(())
    }

    fn append(&mut self, line: &str) -> Result<(), Failure> {
        // In one write, so that a crash tears at most the last line.
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| Failure::file(Deed::Write, &self.path, &error))
    }
}
