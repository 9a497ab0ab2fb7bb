//! Letters as lines: for painters of pictures that have no fonts. They are the same on every
//! machine, and as plain as letters on a plan.
//!
//! One em is 20 units. The baseline is 0 and up is negative: small letters reach −10, capitals −14.

/// The lines of a text, and how wide it is in em.
pub(super) struct Lettering {
    /// Each glyph: how far right it begins, and its path.
    pub(super) glyphs: Vec<(f64, String)>,
    /// From the first line to the last, in units.
    pub(super) width: f64,
}

/// Units in one em.
pub(super) const EM: f64 = 20.0;
/// Between two letters.
const GAP: f64 = 3.0;
/// A space, besides the gap.
const SPACE: f64 = 3.5;

/// A text as lines. What there is no letter for becomes a box.
pub(super) fn letter(text: &str) -> Lettering {
    let mut glyphs = Vec::new();
    let mut x = 0.0;
    for c in text.chars() {
        if c.is_whitespace() {
            x += SPACE + GAP;
            continue;
        }
        let (width, path) = glyph(c).unwrap_or((7.0, "M0 0V-14H7V0Z".to_owned()));
        glyphs.push((x, path));
        x += width + GAP;
    }
    Lettering { glyphs, width: (x - GAP).max(0.0) }
}

/// The width of a letter and its lines; `None` if there is no such letter.
fn glyph(c: char) -> Option<(f64, String)> {
    let Some((base, mark)) = composed(c) else {
        return plain(c).map(|(width, path)| (width, path.to_owned()));
    };
    let (width, path) = plain(base)?;
    let middle = width / 2.0;
    let rise = if base.is_uppercase() { -4.0 } else { 0.0 };
    let at = |x: f64, y: f64| format!("{} {}", middle + x, y + rise);
    let mark = match mark {
        Mark::Acute => format!("M{}L{}", at(-0.6, -12.6), at(1.8, -15.4)),
        Mark::Grave => format!("M{}L{}", at(0.6, -12.6), at(-1.8, -15.4)),
        Mark::Hat => format!("M{}L{}L{}", at(-2.4, -12.6), at(0.0, -15.2), at(2.4, -12.6)),
        Mark::Dots => {
            let dot = |x| format!("M{}L{}", at(x, -13.6), at(x, -13.5));
            dot(-1.9) + &dot(1.9)
        }
        Mark::Cedilla => format!("M{middle} 0C{0} 1.6 {0} 4.4 {1} 4.2", middle + 2.4, middle - 1.2),
    };
    Some((width, format!("{path}{mark}")))
}

/// What stands above or below a letter.
enum Mark {
    Acute,
    Grave,
    Hat,
    Dots,
    Cedilla,
}

/// The letter and the mark that an accented letter is made of.
fn composed(c: char) -> Option<(char, Mark)> {
    Some(match c {
        'é' => ('e', Mark::Acute),
        'É' => ('E', Mark::Acute),
        'à' => ('a', Mark::Grave),
        'À' => ('A', Mark::Grave),
        'è' => ('e', Mark::Grave),
        'È' => ('E', Mark::Grave),
        'ù' => ('u', Mark::Grave),
        'â' => ('a', Mark::Hat),
        'Â' => ('A', Mark::Hat),
        'ê' => ('e', Mark::Hat),
        'Ê' => ('E', Mark::Hat),
        'î' => ('ı', Mark::Hat),
        'ô' => ('o', Mark::Hat),
        'û' => ('u', Mark::Hat),
        'ä' => ('a', Mark::Dots),
        'ë' => ('e', Mark::Dots),
        'ï' => ('ı', Mark::Dots),
        'ö' => ('o', Mark::Dots),
        'ü' => ('u', Mark::Dots),
        'ç' => ('c', Mark::Cedilla),
        'Ç' => ('C', Mark::Cedilla),
        _ => return None,
    })
}

/// Letters, digits and signs without marks.
fn plain(c: char) -> Option<(f64, &'static str)> {
    Some(match c {
        'a' => (8.0, "M8-10V0M8-5A4 5 0 1 1 0-5A4 5 0 1 1 8-5"),
        'b' => (8.0, "M0-15V0M0-5A4 5 0 1 1 8-5A4 5 0 1 1 0-5"),
        'c' => (7.2, "M7.2-8.3A4.2 5 0 1 0 7.2-1.7"),
        'd' => (8.0, "M8-15V0M8-5A4 5 0 1 1 0-5A4 5 0 1 1 8-5"),
        'e' => (8.0, "M0-5H8A4 5 0 1 0 6.9-1.5"),
        'f' => (5.0, "M5.4-14.8C3-15.3 2-14 2-11.5V0M0-10H5"),
        'g' => (8.0, "M8-10V1C8 3.5 6.5 5 4 5C2.5 5 1.3 4.6.5 3.8M8-5A4 5 0 1 1 0-5A4 5 0 1 1 8-5"),
        'h' => (7.4, "M0-15V0M0-6C0-8.5 1.8-10 4-10S7.4-8.5 7.4-6V0"),
        'i' => (0.0, "M0-10V0M0-13.9V-13.8"),
        'ı' => (0.0, "M0-10V0"),
        'j' => (2.0, "M2-10V2C2 4 1.3 5 0 5M2-13.9V-13.8"),
        'k' => (7.0, "M0-15V0M6.6-10L0-4M2.4-6L7 0"),
        'l' => (0.0, "M0-15V0"),
        'm' => (
            12.0,
            "M0-10V0M0-6.4C0-8.8 1.4-10 3-10S6-8.8 6-6.4V0M6-6.4C6-8.8 7.4-10 9-10S12-8.8 12-6.4V0",
        ),
        'n' => (7.4, "M0-10V0M0-6C0-8.5 1.8-10 4-10S7.4-8.5 7.4-6V0"),
        'o' => (8.0, "M0-5A4 5 0 1 1 8-5A4 5 0 1 1 0-5"),
        'p' => (8.0, "M0-10V5M0-5A4 5 0 1 1 8-5A4 5 0 1 1 0-5"),
        'q' => (8.0, "M8-10V5M8-5A4 5 0 1 1 0-5A4 5 0 1 1 8-5"),
        'r' => (4.4, "M0-10V0M0-6C0-8.6 1.8-10 4.4-9.9"),
        's' => (
            6.6,
            "M6.2-8.6C5.4-9.6 4.4-10 3.3-10C1.5-10 .4-9 .4-7.6C.4-4.4 6.6-5.8 6.6-2.5C6.6-.9 5.3 0 3.4 0C2 0 .8-.5 0-1.5",
        ),
        't' => (5.0, "M2-13V-3C2-.8 3-.1 5-.3M0-10H5"),
        'u' => (7.4, "M0-10V-4C0-1.5 1.2 0 3.5 0S7.4-1.5 7.4-4M7.4-10V0"),
        'v' => (8.0, "M0-10L4 0L8-10"),
        'w' => (12.0, "M0-10L3 0L6-10L9 0L12-10"),
        'x' => (7.0, "M0-10L7 0M7-10L0 0"),
        'y' => (8.0, "M0-10L4 0M8-10L4 0L3 2.8C2.4 4.4 1.6 5 .2 5"),
        'z' => (7.0, "M0-10H7L0 0H7"),
        'œ' => (14.0, "M7-5H14A3.5 5 0 1 0 13-1.5M0-5A3.5 5 0 1 1 7-5A3.5 5 0 1 1 0-5"),
        'A' => (10.0, "M0 0L5-14L10 0M1.8-5H8.2"),
        'B' => (
            8.5,
            "M0-14V0H4.6C7 0 8.5-1.6 8.5-3.8S7-7.4 4.6-7.4H0M4.4-7.4C6.4-7.4 7.7-8.8 7.7-10.7S6.4-14 4.4-14H0",
        ),
        'C' => (10.4, "M10.4-11.4A6 7 0 1 0 10.4-2.6"),
        'D' => (10.0, "M0-14V0H3.6C7.6 0 10-2.8 10-7S7.6-14 3.6-14Z"),
        'E' => (7.5, "M7.5-14H0V0H7.5M0-7.2H6.6"),
        'F' => (7.2, "M7.2-14H0V0M0-7H6.4"),
        'G' => (11.0, "M10.4-11.6A6 7 0 1 0 11-6H6.8"),
        'H' => (9.5, "M0-14V0M9.5-14V0M0-7.2H9.5"),
        'I' => (0.0, "M0-14V0"),
        'J' => (5.5, "M5.5-14V-4C5.5-1.3 4.2 0 2.4 0C1.2 0 .4-.5 0-1.4"),
        'K' => (9.0, "M0-14V0M8.4-14L0-5.6M3.2-8.4L9 0"),
        'L' => (7.0, "M0-14V0H7"),
        'M' => (12.0, "M0 0V-14L6-4L12-14V0"),
        'N' => (10.0, "M0 0V-14L10 0V-14"),
        'O' => (12.0, "M0-7A6 7 0 1 1 12-7A6 7 0 1 1 0-7"),
        'P' => (8.4, "M0 0V-14H4.4C7-14 8.4-12.3 8.4-10.1S7-6.2 4.4-6.2H0"),
        'Q' => (12.0, "M0-7A6 7 0 1 1 12-7A6 7 0 1 1 0-7M7.6-3.6L12 .8"),
        'R' => (8.8, "M0 0V-14H4.4C7-14 8.4-12.3 8.4-10.1S7-6.2 4.4-6.2H0M4.6-6.2L8.8 0"),
        'S' => (
            8.6,
            "M8-11.8C7.2-13.3 6-14 4.3-14C2-14 .4-12.6 .4-10.6C.4-6 8.6-8.2 8.6-3.6C8.6-1.4 6.8 0 4.3 0C2.3 0 .8-.8 0-2.4",
        ),
        'T' => (10.0, "M0-14H10M5-14V0"),
        'U' => (9.6, "M0-14V-5C0-1.8 1.8 0 4.8 0S9.6-1.8 9.6-5V-14"),
        'V' => (10.0, "M0-14L5 0L10-14"),
        'W' => (15.0, "M0-14L3.8 0L7.5-14L11.2 0L15-14"),
        'X' => (9.0, "M0-14L9 0M9-14L0 0"),
        'Y' => (9.6, "M0-14L4.8-6.6L9.6-14M4.8-6.6V0"),
        'Z' => (9.0, "M0-14H9L0 0H9"),
        '0' => (8.0, "M0-7C0-11.4 1.4-14 4-14S8-11.4 8-7S6.6 0 4 0S0-2.6 0-7Z"),
        '1' => (8.0, "M1.6-11.2L5-14V0"),
        '2' => (8.0, "M.3-10.6C.5-12.8 2-14 4-14C6.2-14 7.6-12.6 7.6-10.7C7.6-7.2 3.4-5.6.2 0H8"),
        '3' => (8.0, "M.4-14H7.4L3.6-8.6C6.4-8.6 8-6.8 8-4.4C8-1.7 6.2 0 3.8 0C2 0 .6-.8 0-2.4"),
        '4' => (8.0, "M6 0V-14L0-4H8"),
        '5' => (
            8.0,
            "M7-14H1.4L.8-7.8C1.6-8.6 2.7-9 3.9-9C6.3-9 8-7.2 8-4.6C8-1.9 6.2 0 3.7 0C2 0 .6-.8 0-2.2",
        ),
        '6' => (8.0, "M6.8-13.4C3-14.6 0-10.6 0-4.8M0-4.7A4 4.7 0 1 1 8-4.7A4 4.7 0 1 1 0-4.7"),
        '7' => (8.0, "M0-14H8L3 0"),
        '8' => {
            (8.0, "M4-7.6A3.4 3.2 0 0 1 4-14A3.4 3.2 0 0 1 4-7.6A4 3.8 0 0 0 4 0A4 3.8 0 0 0 4-7.6")
        }
        '9' => (8.0, "M1.2-.6C5 .6 8-3.4 8-9.2M8-9.3A4 4.7 0 1 1 0-9.3A4 4.7 0 1 1 8-9.3"),
        '.' => (0.0, "M0-.1V0"),
        ',' => (0.6, "M.6-.1L0 2"),
        ':' => (0.0, "M0-7.1V-7M0-.1V0"),
        ';' => (0.6, "M.6-7.1V-7M.6-.1L0 2"),
        '!' => (0.0, "M0-14V-4.5M0-.1V0"),
        '?' => {
            (6.4, "M0-11C.2-13 1.4-14 3.2-14C5.2-14 6.4-12.8 6.4-11C6.4-8 3.2-8 3.2-4.6M3.2-.1V0")
        }
        '\'' | '’' => (0.6, "M.6-14.4L0-11"),
        '"' => (3.0, "M0-14.4V-11M3-14.4V-11"),
        '-' | '\u{2011}' => (4.0, "M0-5H4"),
        '–' | '−' => (7.0, "M0-5H7"),
        '—' => (11.0, "M0-5H11"),
        '·' => (0.0, "M0-5.1V-5"),
        '●' => (6.0, "M1.4-5A1.6 1.6 0 1 1 4.6-5A1.6 1.6 0 1 1 1.4-5ZM3-5.1V-5"),
        '…' => (8.0, "M0-.1V0M4-.1V0M8-.1V0"),
        '(' => (2.4, "M2.4-15C-.8-10-.8-2 2.4 3"),
        ')' => (2.4, "M0-15C3.2-10 3.2-2 0 3"),
        '/' => (5.0, "M0 2L5-15"),
        '+' => (7.0, "M0-5H7M3.5-8.5V-1.5"),
        '=' => (7.0, "M0-6.8H7M0-3.2H7"),
        '×' => (5.0, "M0-7.5L5-2.5M5-7.5L0-2.5"),
        '½' => (
            12.0,
            "M0-12L2-14V-7.5M2 0L10-14M8-5C8-6.3 9-7 10-7C11.2-7 12-6.2 12-5.2C12-3.4 9.4-2.8 8 0H12",
        ),
        '«' => (6.5, "M3-8L0-5L3-2M6.5-8L3.5-5L6.5-2"),
        '»' => (6.5, "M0-8L3-5L0-2M3.5-8L6.5-5L3.5-2"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_a_width_and_no_text_panics() {
        assert_eq!(letter("").width, 0.0);
        assert_eq!(letter("o").width, 8.0);
        assert_eq!(letter("oo").width, 16.0 + GAP);
        assert_eq!(letter("o o").width, 16.0 + 2.0 * GAP + SPACE);
        // A box for what there is no letter for.
        assert_eq!(letter("王").glyphs[0].1, "M0 0V-14H7V0Z");
        for c in ('\0'..'\u{3000}').step_by(7) {
            letter(&c.to_string());
        }
    }

    #[test]
    fn both_languages_can_be_written() {
        let english = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
        for c in english.chars().chain("éèêëàâçîïôûùüœÉÈÀÇÊ.,;:!?’'-–—·●…()/«»+½".chars())
        {
            assert!(glyph(c).is_some(), "{c}");
        }
    }
}
