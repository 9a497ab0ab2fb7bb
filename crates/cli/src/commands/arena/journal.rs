//! Matches as lines of a file.

use super::Args;
use crate::failure::{Deed, Failure};
use galet_arena::journal::{Circumstances, Entry};
use galet_arena::{MatchPlan, Standing};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::SystemTime;

/// The commit that this program was built from, where whoever built it has said so.
const COMMIT: Option<&str> = option_env!("GALET_COMMIT");

/// A journal that cannot be written is told before the match, not after it.
pub(super) fn check(args: &Args) -> Result<(), Failure> {
    args.journal.as_deref().map_or(Ok(()), |path| open(path).map(drop))
}

/// Adds a match to the journal, if one is kept.
pub(super) fn append(args: &Args, plan: &MatchPlan, standing: &Standing) -> Result<(), Failure> {
    let Some(path) = &args.journal else { return Ok(()) };
    let line = Entry::new(plan, standing, circumstances(args)).line();
    // One write: several matches may append to one file at the same time.
    let written = open(path)?.write_all(line.as_bytes());
    written.map_err(|error| Failure::file(Deed::Write, path, &error))
}

fn open(path: &Path) -> Result<File, Failure> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.map_err(|error| Failure::file(Deed::Write, path, &error))
}

fn circumstances(args: &Args) -> Circumstances {
    let words = std::env::args_os().map(|word| quoted(&word.to_string_lossy()));
    let start = &args.start;
    let layouts = (!args.layouts.is_empty()).then(|| format!("layouts {}", args.layouts.join(",")));
    let options = start.options.iter().map(|(key, value)| format!("{key}={value}"));
    let setup = [start.setup.clone(), layouts, start.fen.clone(), start.moves.clone()];
    let setup: Vec<String> = setup.into_iter().flatten().chain(options).collect();
    Circumstances {
        date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        program: [Some(env!("CARGO_PKG_VERSION")), COMMIT]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" "),
        note: args.note.clone(),
        command: words.collect::<Vec<_>>().join(" "),
        setup: setup.join(" "),
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=.,:/+%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_wants_it() {
        assert_eq!(quoted("full:nodes=5k,eval=hand"), "full:nodes=5k,eval=hand");
        assert_eq!(quoted("ugi:galet engine;nodes=1"), "'ugi:galet engine;nodes=1'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
