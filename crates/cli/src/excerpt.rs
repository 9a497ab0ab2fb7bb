//! A text with a caret under what is wrong with it.

use std::ops::Range;

/// A text of at most this many characters is shown whole.
const WIDTH: usize = 76;

/// How many characters of a longer text are shown on each side of the wrong place.
const CONTEXT: usize = 34;

/// The text on one line and, below it, carets under the bytes `at`; a long text is cut around
/// them. Any range will do: it may come from a text that was changed since.
pub(crate) fn point_at(text: &str, at: &Range<usize>) -> String {
    let characters: Vec<char> =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let column = |byte: usize| text.char_indices().take_while(|(i, _)| *i < byte).count();
    let start = column(at.start);
    let end = column(at.end).max(start + 1);
    let (first, last) = if characters.len() <= WIDTH {
        (0, characters.len())
    } else {
        (start.saturating_sub(CONTEXT), (start + CONTEXT).min(characters.len()))
    };
    let shown: String = characters[first.min(last)..last].iter().collect();
    let (before, after) =
        (if first > 0 { "… " } else { "" }, if last < characters.len() { " …" } else { "" });
    let indent = before.chars().count() + start - first;
    let carets = "^".repeat(end.min(last.max(start + 1)) - start);
    format!("  {before}{shown}{after}\n  {}{carets}", " ".repeat(indent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_the_wrong_characters() {
        assert_eq!(point_at("abcdef", &(2..4)), "  abcdef\n    ^^");
    }

    #[test]
    fn a_missing_end_is_pointed_at_behind_the_text() {
        assert_eq!(point_at("abc", &(3..3)), "  abc\n     ^");
        assert_eq!(point_at("", &(0..0)), "  \n  ^");
    }

    #[test]
    fn characters_are_counted_not_bytes() {
        assert_eq!(point_at("ééx", &(4..5)), "  ééx\n    ^");
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(point_at("a\u{1b}[31m\nb", &(0..1)), "  a [31m b\n  ^");
    }

    #[test]
    fn a_long_text_is_cut_around_the_place() {
        let text = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let shown = point_at(&text, &(500..501));
        let (line, carets) = shown.split_once('\n').unwrap();
        assert!(line.chars().count() < 80, "{line}");
        assert_eq!(line.chars().position(|c| c == 'X'), carets.chars().position(|c| c == '^'));
        assert!(line.starts_with("  … a") && line.ends_with("b …"), "{line}");
        let whole = point_at(&text, &(0..1001));
        assert!(whole.lines().all(|line| line.chars().count() < 80), "{whole}");
    }

    #[test]
    fn a_text_that_fits_is_not_cut() {
        let text = format!("{}X", "a".repeat(75));
        assert_eq!(point_at(&text, &(75..76)), format!("  {text}\n  {}^", " ".repeat(75)));
    }

    #[test]
    fn a_range_outside_the_text_does_no_harm() {
        assert_eq!(point_at("ab", &(10..20)), "  ab\n    ^");
    }
}
