//! Texts from outside in our messages.

use std::fmt::{self, Write as _};

/// How many characters of a text are shown.
const MOST: usize = 60;

/// A text from outside, fit to stand in one line of a message: control characters are written as
/// escapes, so that no file can steer a terminal, and a long text is cut short.
///
/// ```
/// use galet_core::Shown;
/// assert_eq!(Shown("a1b2").to_string(), "a1b2");
/// assert_eq!(Shown("\u{1b}[2J").to_string(), r"\u{1b}[2J");
/// ```
pub struct Shown<'a>(pub &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars().take(MOST) {
            if is_harmful(c) {
                write!(f, "{}", c.escape_default())?;
            } else {
                f.write_char(c)?;
            }
        }
        if self.0.chars().nth(MOST).is_some() {
            f.write_char('…')?;
        }
        Ok(())
    }
}

/// Whether a character does something other than stand in its place: control characters and
/// those that turn the direction of writing.
fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_left_as_they_are() {
        for text in ["", "a", "é ½ 石", &"x".repeat(MOST)] {
            assert_eq!(Shown(text).to_string(), text);
        }
    }

    #[test]
    fn nothing_that_steers_a_terminal_gets_through() {
        let text = "\u{1b}[31m\u{7}\n\t\u{9b}\u{202e}";
        let shown = Shown(text).to_string();
        assert_eq!(shown, r"\u{1b}[31m\u{7}\n\t\u{9b}\u{202e}");
    }

    #[test]
    fn a_long_text_is_cut() {
        let shown = Shown(&"é".repeat(1_000_000)).to_string();
        assert_eq!(shown, format!("{}…", "é".repeat(MOST)));
    }
}
