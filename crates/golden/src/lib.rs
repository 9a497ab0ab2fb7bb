//! Golden files: texts that somebody has looked at once, kept in files, which tests make anew and
//! compare. `GALET_REWRITE=1 cargo test` keeps the new ones; read the difference before you commit it.
#![forbid(unsafe_code)]

use std::fs;
use std::path::Path;

/// The variable in the environment that keeps what tests make now.
const REWRITE: &str = "GALET_REWRITE";

/// Compares a text with the file of that path, which begins in the folder of the crate that asks.
///
/// ```no_run
/// let name = "spiral";
/// galet_golden::check!(format!("tests/golden/{name}.txt"), "what it looks like");
/// ```
#[macro_export]
macro_rules! check {
    ($path:expr, $text:expr $(,)?) => {
        $crate::check_file(
            &::std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join($path),
            $text.as_ref(),
        )
    };
}

/// Compares a text with a file, or keeps it there if `GALET_REWRITE` is set.
///
/// # Panics
///
/// If they differ, with the first line that does; if the file cannot be read or written.
#[track_caller]
pub fn check_file(path: &Path, text: &str) {
    if std::env::var_os(REWRITE).is_some() {
        if let Err(error) = keep(path, text) {
            panic!("{} cannot be written: {error}", path.display());
        }
        return;
    }
    match fs::read_to_string(path) {
        Err(error) => panic!("{}: {error}; {REWRITE}=1 writes it", path.display()),
        Ok(kept) => {
            if let Some(difference) = difference(&kept, text) {
                panic!("{} {difference}\n{REWRITE}=1 keeps the new text", path.display());
            }
        }
    }
}

/// Compares something that is no text with a file, or keeps it there if `GALET_REWRITE` is set.
///
/// # Panics
///
/// If they differ; if the file cannot be read or written.
#[track_caller]
pub fn check_bytes(path: &Path, bytes: &[u8]) {
    if std::env::var_os(REWRITE).is_some() {
        if let Err(error) = keep(path, bytes) {
            panic!("{} cannot be written: {error}", path.display());
        }
        return;
    }
    match fs::read(path) {
        Err(error) => panic!("{}: {error}; {REWRITE}=1 writes it", path.display()),
        Ok(kept) => {
            assert!(kept == bytes, "{} differs; {REWRITE}=1 keeps the new one", path.display());
        }
    }
}

fn keep(path: &Path, bytes: impl AsRef<[u8]>) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}

/// The first line that differs, as it was and as it is; lines end with what ends them.
fn difference(kept: &str, now: &str) -> Option<String> {
    let (mut before, mut after) = (kept.split_inclusive('\n'), now.split_inclusive('\n'));
    (1..).find_map(|line| match (before.next(), after.next()) {
        (None, None) => Some(None),
        (before, after) if before == after => None,
        (before, after) => Some(Some(format!(
            "differs in line {line}:\nkept: {}\nnow:  {}",
            before.map_or("(its end)".to_owned(), |line| format!("{line:?}")),
            after.map_or("(its end)".to_owned(), |line| format!("{line:?}")),
        ))),
    })?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_do_not_differ() {
        for text in ["", "one", "one\ntwo\n"] {
            assert_eq!(difference(text, text), None);
        }
    }

    #[test]
    fn the_first_line_that_differs_is_shown() {
        let shown = difference("one\ntwo\nthree\n", "one\n2\n3\n").expect("they differ");
        assert_eq!(shown, "differs in line 2:\nkept: \"two\\n\"\nnow:  \"2\\n\"");
    }

    #[test]
    fn a_missing_line_and_a_missing_end_of_line_are_differences() {
        let shorter = difference("one\ntwo\n", "one\n").expect("they differ");
        assert!(shorter.ends_with("now:  (its end)"), "{shorter}");
        let longer = difference("", "one").expect("they differ");
        assert!(longer.contains("line 1") && longer.contains("kept: (its end)"), "{longer}");
        assert!(difference("one\n", "one").is_some());
    }

    #[test]
    fn what_is_kept_is_what_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/down/text.txt");
        keep(&path, "one\n").expect("it can be written");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "one\n");
    }
}
