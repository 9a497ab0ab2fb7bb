//! Writing XML: numbers, texts and elements that are always well formed.

use super::Letters;
use super::letters::{EM, letter};

/// Units of the picture in one unit of the plane.
pub(super) const UNIT: f64 = 100.0;

/// A document being written, one element a line.
pub(super) struct Markup {
    text: String,
    prefix: String,
    letters: Letters,
}

impl Markup {
    /// Begins an empty document whose ids and classes all begin with `prefix`.
    pub(super) fn new(prefix: String, letters: Letters) -> Markup {
        Markup { text: String::new(), prefix, letters }
    }

    /// Adds a line in which every `@` stands for the prefix of ids and classes. It must contain
    /// no text from outside: that goes through [`Markup::text`].
    pub(super) fn add(&mut self, line: &str) {
        self.text.push_str(&line.replace('@', &self.prefix));
        self.text.push('\n');
    }

    /// Adds an element with text from outside in it.
    pub(super) fn text(&mut self, element: &str, attributes: &str, text: &str) {
        let attributes = attributes.replace('@', &self.prefix);
        let space = if attributes.is_empty() { "" } else { " " };
        let text = escaped(text);
        self.text.push_str(&format!("<{element}{space}{attributes}>{text}</{element}>\n"));
    }

    /// Adds a line of writing from outside, in the reader's font or drawn.
    pub(super) fn write(&mut self, line: &Line, text: &str) {
        match self.letters {
            Letters::Font => self.text("text", &line.attributes(), text),
            Letters::Drawn => drop(self.draw(line, text)),
        }
    }

    /// Draws a line of writing and tells where it ends.
    fn draw(&mut self, line: &Line, text: &str) -> f64 {
        let lettering = letter(text);
        let scale = line.size / EM;
        let width = lettering.width * scale;
        let x = match line.anchor {
            Anchor::Start => line.x,
            Anchor::Middle => line.x - width / 2.0,
            Anchor::End => line.x - width,
        };
        let paths: String = lettering
            .glyphs
            .iter()
            .map(|(x, d)| format!(r#"<path transform="translate({} 0)" d="{d}"/>"#, num(*x)))
            .collect();
        self.add(&format!(
            r#"<g transform="translate({} {})scale({scale:.4})" class="{}-drawn" stroke-width="{}">{paths}</g>"#,
            num(x),
            num(line.y),
            line.class,
            if line.bold { 2.7 } else { 1.9 },
        ));
        x + width
    }

    /// Adds a name, and behind it, wherever it ends, what is to be said about it. One text, so
    /// that the reader's own font keeps them apart.
    pub(super) fn name(&mut self, line: &Line, name: &str, remark: Option<&str>) {
        if self.letters == Letters::Drawn {
            let end = self.draw(&Line { bold: true, ..*line }, name);
            if let Some(remark) = remark {
                let (x, size) = (end + line.size * 0.7, line.size * 0.82);
                let line = Line { x, size, class: "@-accent", ..*line };
                self.draw(&line, &format!("● {remark}"));
            }
            return;
        }
        let attributes = line.attributes();
        let remark = remark.map_or(String::new(), |remark| {
            let remark = escaped(remark);
            format!(r#"<tspan dx=".7em" font-size=".82em" class="@-accent">● {remark}</tspan>"#)
        });
        let line = format!(r#"<text {attributes}><tspan font-weight="600">"#);
        self.text.push_str(&line.replace('@', &self.prefix));
        self.text.push_str(&escaped(name));
        self.text.push_str("</tspan>");
        self.add(&format!("{remark}</text>"));
    }

    /// Adds what was written with the same prefix.
    pub(super) fn append(&mut self, finished: &str) {
        self.text.push_str(finished);
    }

    /// The document.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// Where and how a line of text is written.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) x: f64,
    /// The baseline.
    pub(super) y: f64,
    pub(super) size: f64,
    pub(super) anchor: Anchor,
    pub(super) bold: bool,
    pub(super) class: &'static str,
    /// What the style sheet says of it already.
    pub(super) styled: Styled,
}

/// Which end of a text its place is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// What the style sheet says of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Styled {
    /// Its colour.
    Colour,
    /// Its colour, anchor and weight.
    AllButSize,
    /// Everything.
    All,
}

impl Line {
    /// The attributes of a `text` element.
    fn attributes(&self) -> String {
        let mut out = format!(r#"x="{}" y="{}""#, num(self.x), num(self.y));
        if self.styled != Styled::All {
            out += &format!(r#" font-size="{}""#, num(self.size));
        }
        if self.styled == Styled::Colour {
            out += if self.bold { r#" font-weight="600""# } else { "" };
            out += match self.anchor {
                Anchor::Start => "",
                Anchor::Middle => r#" text-anchor="middle""#,
                Anchor::End => r#" text-anchor="end""#,
            };
        }
        out + &format!(r#" class="{}""#, self.class)
    }
}

/// A number with at most two decimals, the shortest that says it: `3`, `0.5`, `-12.25`.
pub(super) fn num(value: f64) -> String {
    let hundredths = if value.is_finite() { (value * 100.0).round() as i64 } else { 0 };
    let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
    let sign = if hundredths < 0 { "-" } else { "" };
    match part {
        0 => format!("{sign}{whole}"),
        part if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
        part => format!("{sign}{whole}.{part:02}"),
    }
}

/// Two numbers, as paths and viewBoxes want them.
pub(super) fn pair(x: f64, y: f64) -> String {
    format!("{} {}", num(x), num(y))
}

/// Text that XML reads as that very text. Characters that XML cannot hold become `�`.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// An id that is safe in ids, classes and style sheets: letters, digits and `-`, a letter first.
pub(super) fn safe_prefix(wish: &str) -> String {
    let mut prefix: String =
        wish.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    if !prefix.starts_with(|c: char| c.is_ascii_alphabetic()) {
        prefix.insert(0, 'g');
    }
    prefix
}

/// A piece of chance that is the same on every machine: a number in −1..1 for a place in a
/// picture, so that pebbles lie naturally and always alike.
pub(super) fn wobble(a: usize, b: usize) -> f64 {
    let mut h = (a as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (b as u64 + 1) << 17;
    h = (h ^ (h >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    h = (h ^ (h >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((h >> 40) as f64 / (1u64 << 23) as f64) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written: Vec<_> =
            [0.0, -0.001, 3.0, 0.5, -12.254, 1.999, 7.05, f64::NAN].into_iter().map(num).collect();
        assert_eq!(written, ["0", "0", "3", "0.5", "-12.25", "2", "7.05", "0"]);
    }

    #[test]
    fn prefixes_cannot_break_out() {
        assert_eq!(safe_prefix("board-1"), "board-1");
        assert_eq!(safe_prefix("1\"><script>"), "g1script");
        assert_eq!(safe_prefix(""), "g");
    }

    #[test]
    fn wobbles_stay_small_and_differ() {
        let all: Vec<_> = (0..100).map(|i| wobble(i / 10, i % 10)).collect();
        assert!(all.iter().all(|w| (-1.0..1.0).contains(w)));
        assert!(all.iter().any(|w| *w < -0.5) && all.iter().any(|w| *w > 0.5));
    }
}
