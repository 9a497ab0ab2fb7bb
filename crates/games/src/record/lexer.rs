//! Cuts the text of records into tags, moves, comments and signs.

use super::error::{Place, RecordFault, TagFault};
use super::model::{GameResult, is_tag_name};
use super::work;
use std::borrow::Cow;

/// A piece of a record. Move numbers and escaped lines are passed over.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token<'a> {
    Tag(Tag<'a>),
    Comment(&'a str),
    Move(&'a str),
    Nag(u8),
    Result(GameResult),
    /// `(`
    Open,
    /// `)`
    Close,
}

/// A tag as it was written.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    /// Where the tag begins in the text.
    pub(super) start: usize,
    /// The value between its quotes, with its escapes.
    raw: &'a str,
    /// Where the value begins in the text.
    pub(super) value_at: usize,
}

impl Tag<'_> {
    /// The value without its escapes.
    pub(super) fn value(&self) -> Cow<'_, str> {
        if !self.raw.contains('\\') {
            return Cow::Borrowed(self.raw);
        }
        Cow::Owned(self.unescaped().map(|(_, c)| c).collect())
    }

    /// Where a byte of the value stands in the text.
    pub(super) fn place_of(&self, byte: usize) -> usize {
        let mut left = byte;
        for (at, c) in self.unescaped() {
            if left < c.len_utf8() {
                return self.value_at + at;
            }
            left -= c.len_utf8();
        }
        self.value_at + self.raw.len()
    }

    /// The characters of the value, each with its place in the raw one. A backslash escapes a
    /// quote or a backslash and stands for itself anywhere else.
    fn unescaped(&self) -> impl Iterator<Item = (usize, char)> {
        let mut chars = self.raw.char_indices().peekable();
        std::iter::from_fn(move || {
            let (at, c) = chars.next()?;
            let escaped = if c == '\\' {
                chars.next_if(|&(_, next)| next == '"' || next == '\\')
            } else {
                None
            };
            Some((at, escaped.map_or(c, |(_, c)| c)))
        })
    }
}

/// What is wrong with the text, and where it is.
pub(super) type Wrong = (usize, RecordFault);

/// A reader of tokens. After an error it can go on.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// The byte that is read next.
    pub(super) at: usize,
    /// Whether an empty line was passed over on the way to the last token.
    pub(super) after_blank_line: bool,
    /// No comment that begins before this place is closed: a search for a brace came here
    /// without one. Without it many open comments would each be followed to the end of the text.
    pub(super) open_until: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Lexer { text, at, after_blank_line: false, open_until: 0 }
    }

    /// The next token with the place where it begins.
    pub(super) fn next(&mut self) -> Option<Result<(usize, Token<'a>), Wrong>> {
        self.after_blank_line = false;
        loop {
            self.skip_space();
            let start = self.at;
            let rest = &self.text[start..];
            let first = rest.chars().next()?;
            let sign = |lexer: &mut Self, token| {
                lexer.at += first.len_utf8();
                Some(Ok((start, token)))
            };
            return match first {
                '%' if self.at_line_start(start) => {
                    self.at = self.line_end(start);
                    continue;
                }
                '[' => Some(self.tag(start)),
                '{' => Some(self.brace_comment(start)),
                ';' => {
                    self.at = self.line_end(start);
                    Some(Ok((start, Token::Comment(&self.text[start + 1..self.at]))))
                }
                '(' => sign(self, Token::Open),
                ')' => sign(self, Token::Close),
                '}' | ']' => {
                    self.at += 1;
                    Some(Err((start, RecordFault::Stray { character: first })))
                }
                '$' => Some(self.nag(start)),
                '!' | '?' => Some(self.glyph(start)),
                _ => match self.word(start) {
                    Some(found) => Some(Ok(found)),
                    None => continue,
                },
            };
        }
    }

    /// The text from a place up to where the lexer is.
    pub(super) fn since(&self, at: usize) -> &'a str {
        &self.text[at..self.at]
    }

    /// Goes on behind a comment that is never closed: to the next line that looks like a tag.
    pub(super) fn skip_to_tag_line(&mut self) {
        while self.at < self.text.len() {
            self.at = self.next_line(self.at);
            if looks_like_tag(&self.text[self.at..]) {
                return;
            }
        }
    }

    fn skip_space(&mut self) {
        let mut line_is_blank = self.at_line_start(self.at);
        let mut after_return = false;
        for c in self.text[self.at..].chars() {
            work::count(1);
            match c {
                // The second half of a line break that was counted already.
                '\n' if after_return => {}
                '\n' | '\r' => {
                    self.after_blank_line |= line_is_blank;
                    line_is_blank = true;
                }
                // Files that were put together carry byte order marks inside.
                c if c.is_whitespace() || c == '\u{feff}' => {}
                _ => return,
            }
            after_return = c == '\r';
            self.at += c.len_utf8();
        }
    }

    fn at_line_start(&self, at: usize) -> bool {
        let before = &self.text[..at];
        before.is_empty() || before == "\u{feff}" || before.ends_with(['\n', '\r'])
    }

    fn line_end(&self, from: usize) -> usize {
        let rest = &self.text[from..];
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        work::count(length);
        from + length
    }

    fn next_line(&self, from: usize) -> usize {
        let end = self.line_end(from);
        let rest = &self.text[end..];
        end + if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) }
    }

    /// Reads a tag. Only one that cannot be read is followed to the end of its line: a line may
    /// hold very many.
    fn tag(&mut self, start: usize) -> Result<(usize, Token<'a>), Wrong> {
        let wrong = |lexer: &mut Self, why| {
            lexer.at = lexer.line_end(start);
            Err((start, RecordFault::Tag { why }))
        };
        let inner = &self.text[start + 1..];
        let end = inner.find(['"', '\n', '\r']);
        work::count(end.unwrap_or(inner.len()));
        let Some(quote) = end.filter(|&at| inner[at..].starts_with('"')) else {
            return wrong(self, TagFault::NoQuotes);
        };
        let name = inner[..quote].trim();
        if !is_tag_name(name) {
            return wrong(self, TagFault::Name);
        }
        let value_at = start + 1 + quote + 1;
        let value = &self.text[value_at..];
        let mut escaped = false;
        for (at, c) in value.char_indices().take_while(|(_, c)| !matches!(c, '\n' | '\r')) {
            work::count(1);
            if c == '"' && !escaped {
                // A quote inside the value that somebody forgot to escape is not the end.
                let behind = value[at + 1..].trim_start_matches([' ', '\t']);
                work::count(value.len() - at - behind.len());
                if behind.is_empty() || behind.starts_with([']', '\n', '\r']) {
                    self.at = self.text.len() - behind.len() + usize::from(behind.starts_with(']'));
                    return Ok((
                        start,
                        Token::Tag(Tag { name, start, raw: &value[..at], value_at }),
                    ));
                }
            }
            escaped = c == '\\' && !escaped;
        }
        wrong(self, TagFault::OpenQuotes)
    }

    fn brace_comment(&mut self, start: usize) -> Result<(usize, Token<'a>), Wrong> {
        let inner = start + 1;
        if inner <= self.open_until {
            self.at = inner;
            return Err((start, RecordFault::OpenComment));
        }
        let mut line = inner;
        let mut after_blank = false;
        // Line by line, because a forgotten brace would swallow the games up to the next comment.
        // Nobody writes an empty line and a tag into a comment: there, the brace is missing.
        while line < self.text.len() && !(after_blank && looks_like_tag(&self.text[line..])) {
            let rest = &self.text[line..];
            let length = rest.find(['}', '\n', '\r']).unwrap_or(rest.len());
            work::count(length + 1);
            if rest[length..].starts_with('}') {
                self.at = line + length + 1;
                return Ok((start, Token::Comment(&self.text[inner..line + length])));
            }
            let next = self.next_line(line + length);
            work::count(next - line);
            after_blank = line != inner && self.text[line..next].trim().is_empty();
            line = next;
        }
        self.at = inner;
        self.open_until = line;
        Err((start, RecordFault::OpenComment))
    }

    fn nag(&mut self, start: usize) -> Result<(usize, Token<'a>), Wrong> {
        let digits = self.text[start + 1..].bytes().take_while(u8::is_ascii_digit).count();
        work::count(1 + digits);
        self.at = start + 1 + digits;
        let text = &self.text[start..self.at];
        match text[1..].parse() {
            Ok(nag) => Ok((start, Token::Nag(nag))),
            Err(_) => Err((start, RecordFault::UnknownAnnotation { text: text.to_owned() })),
        }
    }

    fn glyph(&mut self, start: usize) -> Result<(usize, Token<'a>), Wrong> {
        let length = self.text[start..].bytes().take_while(|b| matches!(b, b'!' | b'?')).count();
        work::count(length);
        self.at = start + length;
        let text = &self.text[start..self.at];
        let nag = match text {
            "!" => 1,
            "?" => 2,
            "!?" => 5,
            "?!" => 6,
            // Three and more are said in excitement.
            _ if !text.contains('?') => 3,
            _ if !text.contains('!') => 4,
            _ => return Err((start, RecordFault::UnknownAnnotation { text: text.to_owned() })),
        };
        Ok((start, Token::Nag(nag)))
    }

    /// A move or a result, without a number in front of it; `None` if there is only a number.
    fn word(&mut self, start: usize) -> Option<(usize, Token<'a>)> {
        let rest = &self.text[start..];
        let ends = |c: char| c.is_whitespace() || "{}()[];$!?\u{feff}".contains(c);
        let length = rest.find(ends).unwrap_or(rest.len());
        work::count(length);
        self.at = start + length;
        let mut word = &rest[..length];
        loop {
            if let Some(result) = GameResult::read(word) {
                return Some((self.at - word.len(), Token::Result(result)));
            }
            let behind_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let behind = behind_digits.trim_start_matches(['.', '…']);
            work::count(word.len() - behind.len());
            if behind.is_empty() {
                return None;
            }
            // Digits are a number only if a point follows them.
            if behind.len() == behind_digits.len() {
                return Some((self.at - word.len(), Token::Move(word)));
            }
            word = behind;
        }
    }
}

/// Whether the text begins with a line that begins with a tag.
fn looks_like_tag(text: &str) -> bool {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    work::count(line.len());
    let Some(inner) = line.trim_start().strip_prefix('[') else { return false };
    inner.split_once('"').is_some_and(|(name, _)| is_tag_name(name.trim()))
}

/// Finds lines and columns. Columns count characters.
#[derive(Clone, Debug)]
pub(super) struct Places {
    line_starts: Vec<usize>,
    /// The place found last, so that many places of one very long line are found quickly.
    last: (usize, Place),
}

impl Places {
    pub(super) fn new(text: &str) -> Self {
        work::count(text.len());
        let bytes = text.as_bytes();
        let first = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let breaks = bytes.iter().enumerate().filter(|&(at, &byte)| {
            byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')
        });
        let line_starts = std::iter::once(first).chain(breaks.map(|(at, _)| at + 1)).collect();
        Places { line_starts, last: (first, Place { line: 1, column: 1 }) }
    }

    pub(super) fn find(&mut self, text: &str, at: usize) -> Place {
        let line = self.line_starts.partition_point(|&start| start <= at).max(1);
        let (from, column) = match self.last {
            (before, place) if place.line == line && before <= at => (before, place.column),
            _ => (self.line_starts[line - 1], 1),
        };
        let characters = text.get(from..at).map_or(0, |between| between.chars().count());
        work::count(characters);
        let place = Place { line, column: column + characters };
        self.last = (at, place);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(usize, Token<'_>)> {
        let mut lexer = Lexer::new(text, 0);
        std::iter::from_fn(|| lexer.next()).map(|token| token.expect("a good text")).collect()
    }

    #[test]
    fn numbers_are_passed_over_wherever_they_stick() {
        let moves = [(2, Token::Move("ab")), (8, Token::Move("cd")), (13, Token::Move("e1f2"))];
        assert_eq!(tokens("1.ab2...cd"), [(2, Token::Move("ab2...cd"))], "no space, no new word");
        assert_eq!(tokens("1.ab 2..cd 3 e1f2 4. ...")[..], moves);
        assert_eq!(tokens("1.0-1"), [(2, Token::Result(GameResult::SecondWins))]);
    }

    #[test]
    fn a_place_inside_a_value_counts_its_escapes() {
        let text = r#" [A "a\b"c\d"]"#;
        let [(1, Token::Tag(tag))] = &tokens(text)[..] else { panic!("one tag") };
        assert_eq!(tag.value(), r#"a\b"c\d"#.replace(r"\\", r"\"));
        for piece in ["a", "b", "c", "d"] {
            let byte = tag.value().find(piece).unwrap();
            assert_eq!(&text[tag.place_of(byte)..][..1], piece);
        }
        assert_eq!(&text[tag.place_of(100)..], "\"]", "behind the value, its quote");
    }

    #[test]
    fn empty_lines_are_noticed_at_any_line_end() {
        for (text, blank) in [
            ("a\nb", false),
            ("a\r\nb", false),
            ("a\rb", false),
            ("a\n\nb", true),
            ("a\r\n \r\nb", true),
            ("a\r\rb", true),
        ] {
            let mut lexer = Lexer::new(text, 0);
            lexer.next();
            lexer.next();
            assert_eq!(lexer.after_blank_line, blank, "{text:?}");
        }
    }

    #[test]
    fn places_count_lines_and_characters() {
        let text = "\u{feff}aé\r\nb\rc\n\nd";
        let mut places = Places::new(text);
        for (piece, line, column) in
            [("a", 1, 1), ("é", 1, 2), ("b", 2, 1), ("c", 3, 1), ("d", 5, 1)]
        {
            let at = text.find(piece).unwrap();
            assert_eq!(places.find(text, at), Place { line, column }, "{piece}");
        }
        assert_eq!(places.find(text, 3), Place { line: 1, column: 1 }, "also backwards");
        assert_eq!(places.find(text, text.len()), Place { line: 5, column: 2 });
    }
}
