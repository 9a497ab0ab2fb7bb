//! Lines from the keyboard or from a script.

use crate::console::{Console, STRONG};
use crate::failure::Failure;
use std::io::{self, BufRead, IsTerminal, Read, StdinLock, Write};

/// A longer line is no move, whatever game it is.
const LONGEST: u64 = 64 * 1024;

/// The standard input, line by line.
pub(super) struct Input {
    lines: StdinLock<'static>,
    /// Lines that nobody typed at this terminal are written out, so that the output reads like
    /// the dialogue it is.
    echo: bool,
}

/// What was typed.
pub(super) enum Line {
    /// A line, whatever its bytes were, as text.
    Text(String),
    /// A line beyond all bounds.
    TooLong,
    /// Nothing more will come.
    End,
}

impl Input {
    pub(super) fn new() -> Self {
        let stdin = io::stdin();
        Input { echo: !stdin.is_terminal(), lines: stdin.lock() }
    }

    /// Whether a person is typing.
    pub(super) fn is_person(&self) -> bool {
        !self.echo
    }

    /// Writes the prompt and waits for a line.
    pub(super) fn ask(&mut self, prompt: &str, console: &mut Console) -> Result<Line, Failure> {
        write!(console, "{STRONG}{prompt}{STRONG:#} ")?;
        console.flush()?;
        let line = read_line(&mut self.lines).map_err(|error| {
            Failure::io("cannot read the input", "impossible de lire l’entrée", &error)
        })?;
        match &line {
            Line::Text(text) if self.echo => {
                let visible: String = text.chars().filter(|c| !c.is_control()).collect();
                writeln!(console, "{visible}")?;
            }
            // The line that Enter did not end.
            Line::TooLong | Line::End => writeln!(console)?,
            Line::Text(_) => {}
        }
        Ok(line)
    }
}

fn read_line(lines: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    let read = lines.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(Line::End);
    }
    if read as u64 == LONGEST && !bytes.ends_with(b"\n") {
        skip_line(lines)?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()))
}

fn skip_line(lines: &mut impl BufRead) -> io::Result<()> {
    loop {
        let available = lines.fill_buf()?;
        let end = available.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(available.len(), |at| at + 1);
        lines.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &Line) -> Option<&str> {
        match line {
            Line::Text(text) => Some(text),
            Line::TooLong | Line::End => None,
        }
    }

    #[test]
    fn lines_of_any_kind_are_read() {
        let mut bytes: &[u8] = b"a1b2\r\n\n\xff\xfe\nlast";
        assert_eq!(text(&read_line(&mut bytes).unwrap()), Some("a1b2"));
        assert_eq!(text(&read_line(&mut bytes).unwrap()), Some(""));
        assert_eq!(text(&read_line(&mut bytes).unwrap()), Some("\u{fffd}\u{fffd}"));
        assert_eq!(text(&read_line(&mut bytes).unwrap()), Some("last"));
        assert!(matches!(read_line(&mut bytes).unwrap(), Line::End));
    }

    #[test]
    fn an_endless_line_is_skipped_and_the_next_one_read() {
        let text_of_all = format!("{}\nnext\n", "x".repeat(200_000));
        let mut bytes = text_of_all.as_bytes();
        assert!(matches!(read_line(&mut bytes).unwrap(), Line::TooLong));
        assert_eq!(text(&read_line(&mut bytes).unwrap()), Some("next"));
    }
}
