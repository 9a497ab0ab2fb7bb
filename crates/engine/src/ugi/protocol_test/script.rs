//! Reading scripts.

use super::pattern::{Memory, Pattern};
use std::fmt;
use std::time::Duration;

/// The longest that a script may wait for one thing, in milliseconds.
const MAX_WAIT: u64 = 600_000;
/// The longest line that a script may say, in bytes.
const MAX_SAID: usize = 16 << 20;

/// A test of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    pub(crate) name: String,
    /// The steps with the numbers of their lines.
    pub(crate) steps: Vec<(usize, ScriptStep)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ScriptStep {
    Say(Vec<Piece>),
    Expect(Pattern),
    Forbid(Pattern),
    Timeout(Duration),
    Pause(Duration),
    End,
}

/// A piece of a line to be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    Bytes(Vec<u8>),
    Remembered(String),
}

/// What is wrong with a script, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{script}, line {line}: {why}")]
pub struct ScriptError {
    /// The name of the script.
    pub script: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl Script {
    /// Reads a script; its name is for messages.
    pub fn read(name: &str, text: &str) -> Result<Script, ScriptError> {
        let mut steps = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |why| ScriptError { script: name.to_owned(), line: number, why };
            if let Some(step) = read_step(line.trim()).map_err(wrong)? {
                steps.push((number, step));
            }
        }
        Ok(Script { name: name.to_owned(), steps })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

fn read_step(line: &str) -> Result<Option<ScriptStep>, String> {
    let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let milliseconds = || match rest.parse() {
        Ok(n) if n <= MAX_WAIT => Ok(Duration::from_millis(n)),
        _ => Err(format!("'{rest}' is not a number of milliseconds up to {MAX_WAIT}")),
    };
    Ok(Some(match word {
        "" => return Ok(None),
        comment if comment.starts_with('#') => return Ok(None),
        ">" => ScriptStep::Say(pieces(rest)?),
        "repeat" => {
            let (count, text) = rest.split_once(' ').ok_or("it is written: repeat N text")?;
            let count: usize = count.parse().map_err(|_| format!("'{count}' is not a number"))?;
            if count.saturating_mul(text.len()) > MAX_SAID {
                return Err(format!("that is more than {MAX_SAID} bytes"));
            }
            ScriptStep::Say(vec![Piece::Bytes(text.repeat(count).into_bytes())])
        }
        "<" => ScriptStep::Expect(Pattern::new(rest)),
        "!" => ScriptStep::Forbid(Pattern::new(rest)),
        "timeout" => ScriptStep::Timeout(milliseconds()?),
        "pause" => ScriptStep::Pause(milliseconds()?),
        "ends" => ScriptStep::End,
        unknown => {
            return Err(format!(
                "a line cannot begin with '{unknown}'; it begins with >, <, !, #, repeat, \
                 timeout, pause or ends"
            ));
        }
    }))
}

fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("\\\\") {
            bytes.push(b'\\');
            rest = after;
        } else if let Some(after) = rest.strip_prefix("\\x") {
            let digits = after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            bytes.push(digits.ok_or("\\x is followed by two digits, as in \\xff")?);
            rest = &after[2..];
        } else if c == '\\' {
            return Err("a backslash is written \\\\".to_owned());
        } else if let Some(after) = rest.strip_prefix('{') {
            let (name, after) = after.split_once('}').ok_or("{ has no }")?;
            pieces.push(Piece::Bytes(std::mem::take(&mut bytes)));
            pieces.push(Piece::Remembered(name.to_owned()));
            rest = after;
        } else {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            rest = &rest[c.len_utf8()..];
        }
    }
    pieces.push(Piece::Bytes(bytes));
    Ok(pieces)
}

/// The line that the pieces make; fails with a name that nothing was remembered under.
pub(crate) fn compose(pieces: &[Piece], memory: &Memory) -> Result<Vec<u8>, String> {
    let mut line = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Bytes(bytes) => line.extend_from_slice(bytes),
            Piece::Remembered(name) => {
                let word = memory.get(name).ok_or_else(|| name.clone())?;
                line.extend_from_slice(word.as_bytes());
            }
        }
    }
    Ok(line)
}

/// Steps as the script has them, for messages.
impl fmt::Display for ScriptStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptStep::Say(pieces) => {
                f.write_str("> ")?;
                pieces.iter().try_for_each(|piece| match piece {
                    Piece::Bytes(bytes) => {
                        let shown = &bytes[..bytes.len().min(60)];
                        write!(f, "{}", shown.escape_ascii())?;
                        f.write_str(if shown.len() < bytes.len() { "…" } else { "" })
                    }
                    Piece::Remembered(name) => write!(f, "{{{name}}}"),
                })
            }
            ScriptStep::Expect(pattern) => write!(f, "< {pattern}"),
            ScriptStep::Forbid(pattern) => write!(f, "! {pattern}"),
            ScriptStep::Timeout(time) => write!(f, "timeout {}", time.as_millis()),
            ScriptStep::Pause(time) => write!(f, "pause {}", time.as_millis()),
            ScriptStep::End => f.write_str("ends"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_may_hold_any_bytes_and_remembered_words() {
        let memory = Memory::from([("m".to_owned(), "a1".to_owned())]);
        let said = |text| compose(&pieces(text).unwrap(), &memory);
        assert_eq!(said("é \\xff\\x00 \\\\ {m}.").unwrap(), b"\xc3\xa9 \xff\x00 \\ a1.");
        assert_eq!(said("{other}"), Err("other".to_owned()));
        for wrong in ["\\", "\\xf", "\\xgg", "{m", "\\x\u{e9}"] {
            assert!(pieces(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let wrong = |text| Script::read("s", text).unwrap_err();
        assert_eq!(wrong("> ugi\n\n? x").line, 3);
        for text in ["timeout", "timeout x", "pause 99999999", "repeat 3", "repeat x y"] {
            assert_eq!(wrong(text).line, 1, "{text}");
        }
        assert!(wrong("repeat 99999999999999 abc").why.contains("more than"));
    }
}
