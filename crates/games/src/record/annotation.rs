//! What comments carry besides words: the clock and an engine's evaluation, as chess sites write
//! them (`[%clk 0:09:58.3]`, `[%eval 0.35,12]`).

use super::work;
use std::fmt;

/// What a comment after a move holds.
///
/// The words never contain a clock or evaluation command that could be read: those have become
/// fields. So writing fields and words and reading them again gives the same.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Annotation {
    pub(super) clock: Option<ClockComment>,
    pub(super) evaluation: Option<Evaluation>,
    pub(super) text: Option<String>,
}

/// The time left on a player's clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClockComment {
    /// The time left, in thousandths of a second.
    pub milliseconds: u64,
}

/// An engine's opinion of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Evaluation {
    /// How good the position is for the player who moves first in the game.
    pub score: Score,
    /// How many plies deep the engine looked.
    pub depth: Option<u32>,
}

/// How good a position is for the player who moves first in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Points of the game's own measure, in thousandths.
    Thousandths(i32),
    /// A win in that many moves; a loss if negative.
    WinIn(i32),
}

impl Annotation {
    /// Adds a comment to the words there are, as it stands. [`Annotation::settle`] must follow.
    pub(super) fn add_raw(&mut self, comment: &str) {
        let text = self.text.get_or_insert_default();
        text.push(' ');
        text.push_str(comment);
    }

    /// Adds what a comment says to what is there.
    pub(super) fn add_text(&mut self, comment: &str) {
        self.add_raw(comment);
        self.settle();
    }

    /// Turns the commands among the words into fields and cleans the words. Of several clocks
    /// the last holds.
    pub(super) fn settle(&mut self) {
        let Some(raw) = self.text.take() else { return };
        let mut words = String::with_capacity(raw.len());
        // Where commands begin in `words`. A command holds no bracket, so only the last one open
        // can be whole when a bracket closes; taking it out may close an outer one in turn.
        let mut open = Vec::new();
        for c in raw.chars() {
            work::count(1);
            push_clean(&mut words, c);
            match c {
                '%' if words.ends_with("[%") => open.push(words.len() - 2),
                ']' => {
                    let Some(start) = open.pop() else { continue };
                    work::count(words.len() - start);
                    if self.take_command(&words[start..]) {
                        words.truncate(start);
                    }
                }
                _ => {}
            }
        }
        words.truncate(words.trim_end_matches(' ').len());
        self.text = (!words.is_empty()).then_some(words);
    }

    fn take_command(&mut self, command: &str) -> bool {
        let inner = command.strip_prefix("[%").and_then(|rest| rest.strip_suffix(']'));
        let Some((name, value)) = inner.and_then(|inner| inner.split_once(' ')) else {
            return false;
        };
        match name {
            "clk" => {
                ClockComment::read(value.trim()).map(|clock| self.clock = Some(clock)).is_some()
            }
            "eval" => Evaluation::read(value.trim())
                .map(|evaluation| self.evaluation = Some(evaluation))
                .is_some(),
            _ => false,
        }
    }

    /// The comment as it is written between braces; `None` where there is nothing to say.
    pub(super) fn comment_text(&self) -> Option<String> {
        let clock = self.clock.map(|clock| format!("[%clk {clock}]"));
        let evaluation = self.evaluation.map(|evaluation| format!("[%eval {evaluation}]"));
        let parts: Vec<_> = [clock, evaluation, self.text.clone()].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }
}

/// The words of a comment as a record can hold them: white space as single spaces, because lines
/// are broken there, and no braces, because they end a comment. Control characters are white
/// space, too: on the way to a terminal or through a pipe they vanish, and a comment that was no
/// command could become one.
pub(super) fn clean_text(text: &str) -> Option<String> {
    let mut words = String::with_capacity(text.len());
    text.chars().for_each(|c| push_clean(&mut words, c));
    words.truncate(words.trim_end_matches(' ').len());
    (!words.is_empty()).then_some(words)
}

fn push_clean(words: &mut String, c: char) {
    match c {
        c if c == ' ' || c.is_control() => {
            if !words.is_empty() && !words.ends_with(' ') {
                words.push(' ');
            }
        }
        '{' => words.push('('),
        '}' => words.push(')'),
        c => words.push(c),
    }
}

impl ClockComment {
    /// Reads `h:mm:ss`, with up to three decimals of a second; `mm:ss` and `ss` will do.
    pub fn read(text: &str) -> Option<Self> {
        let (whole, thousandths) = read_thousandths(text)?;
        let mut parts = whole.split(':').map(read_number);
        let mut seconds = 0u64;
        for _ in 0..3 {
            let Some(part) = parts.next() else { break };
            seconds = seconds.checked_mul(60)?.checked_add(part?)?;
        }
        if parts.next().is_some() {
            return None;
        }
        let milliseconds = seconds.checked_mul(1000)?.checked_add(thousandths)?;
        Some(ClockComment { milliseconds })
    }
}

impl fmt::Display for ClockComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.milliseconds / 1000;
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        match self.milliseconds % 1000 {
            0 => Ok(()),
            rest => write!(f, ".{}", format!("{rest:03}").trim_end_matches('0')),
        }
    }
}

impl Evaluation {
    /// Reads `0.35`, `-1.2`, `#3` or `#-3`, each perhaps with a depth behind it: `0.35,12`.
    pub fn read(text: &str) -> Option<Self> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => {
                (score.trim_end(), Some(u32::try_from(read_number(depth.trim_start())?).ok()?))
            }
            None => (text, None),
        };
        let mate = score.strip_prefix('#');
        let signed = mate.unwrap_or(score);
        let (sign, digits) = match signed.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, signed.strip_prefix('+').unwrap_or(signed)),
        };
        let score = if mate.is_some() {
            Score::WinIn(i32::try_from(sign * i64::try_from(read_number(digits)?).ok()?).ok()?)
        } else {
            let (whole, thousandths) = read_thousandths(digits)?;
            let units = i64::try_from(read_number(whole)?.checked_mul(1000)?).ok()?;
            let amount = units.checked_add(i64::try_from(thousandths).ok()?)?;
            Score::Thousandths(i32::try_from(sign * amount).ok()?)
        };
        Some(Evaluation { score, depth })
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Score::Thousandths(amount) => {
                let sign = if amount < 0 { "-" } else { "" };
                let amount = amount.unsigned_abs();
                let decimals = format!("{:03}", amount % 1000);
                // Two decimals, as is the custom, unless the third says something.
                let decimals = decimals.strip_suffix('0').unwrap_or(&decimals);
                write!(f, "{sign}{}.{decimals}", amount / 1000)?;
            }
            Score::WinIn(moves) => write!(f, "#{moves}")?,
        }
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}

/// Digits only: the standard parser would take a sign too.
fn read_number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Splits off up to three decimals, as thousandths. More could not be kept.
fn read_thousandths(text: &str) -> Option<(&str, u64)> {
    let Some((whole, decimals)) = text.split_once('.') else { return Some((text, 0)) };
    let scale = [100, 10, 1].get(decimals.len().checked_sub(1)?)?;
    Some((whole, read_number(decimals)? * scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(comment: &str) -> Annotation {
        let mut note = Annotation::default();
        note.add_text(comment);
        note
    }

    #[test]
    fn clocks_are_read_and_written_canonically() {
        let cases = [
            ("0:09:58.3", 598_300, "0:09:58.3"),
            ("9:58", 598_000, "0:09:58"),
            ("58", 58_000, "0:00:58"),
            ("1:00:00.050", 3_600_050, "1:00:00.05"),
            ("0:75:00", 4_500_000, "1:15:00"),
        ];
        for (text, milliseconds, canonical) in cases {
            assert_eq!(ClockComment::read(text), Some(ClockComment { milliseconds }), "{text}");
            assert_eq!(ClockComment { milliseconds }.to_string(), canonical);
        }
        for wrong in ["", "1:2:3:4", "-1", "+1", "1:", ":1", "1.", "1.0001", "99999999999999999999"]
        {
            assert_eq!(ClockComment::read(wrong), None, "{wrong:?}");
        }
        let longest = ClockComment { milliseconds: u64::MAX };
        assert_eq!(ClockComment::read(&longest.to_string()), Some(longest));
    }

    #[test]
    fn evaluations_are_read_and_written_canonically() {
        let cases = [
            ("0.35", Score::Thousandths(350), None, "0.35"),
            ("-0.5,12", Score::Thousandths(-500), Some(12), "-0.50,12"),
            ("+3", Score::Thousandths(3000), None, "3.00"),
            ("0.125 , 7", Score::Thousandths(125), Some(7), "0.125,7"),
            ("#3", Score::WinIn(3), None, "#3"),
            ("#-3,20", Score::WinIn(-3), Some(20), "#-3,20"),
        ];
        for (text, score, depth, canonical) in cases {
            let evaluation = Evaluation { score, depth };
            assert_eq!(Evaluation::read(text), Some(evaluation), "{text}");
            assert_eq!(evaluation.to_string(), canonical);
        }
        for wrong in
            ["", "#", "--1", "1,", "1,-2", "0.1234", ".5", "9999999.0", "#4294967296", "1e3"]
        {
            assert_eq!(Evaluation::read(wrong), None, "{wrong:?}");
        }
        for score in [Score::Thousandths(i32::MIN), Score::WinIn(i32::MIN)] {
            let evaluation = Evaluation { score, depth: Some(u32::MAX) };
            assert_eq!(Evaluation::read(&evaluation.to_string()), Some(evaluation));
        }
    }

    #[test]
    fn commands_become_fields_and_the_rest_stays_words() {
        let note = note("[%eval 0.35,12] a  fine\n{push} [%csl Ra1][%clk 0:01:00] indeed ");
        assert_eq!(note.text.as_deref(), Some("a fine (push) [%csl Ra1] indeed"));
        assert_eq!(note.clock, ClockComment::read("1:00"));
        assert_eq!(note.evaluation, Evaluation::read("0.35,12"));
        assert_eq!(
            note.comment_text().as_deref(),
            Some("[%clk 0:01:00] [%eval 0.35,12] a fine (push) [%csl Ra1] indeed")
        );
    }

    #[test]
    fn a_command_that_cannot_be_read_stays_words() {
        for words in ["[%clk soon]", "[%eval]", "[%clk 0:00:01", "[% clk 1:00]", "[%", "]", "[%]"] {
            assert_eq!(note(words).text.as_deref(), Some(words));
            assert_eq!(note(words).clock, None);
        }
    }

    #[test]
    fn taking_a_command_out_leaves_none_behind() {
        let nested = note("[%clk [%clk 0:00:01]0:00:05]x");
        assert_eq!(nested.clock, ClockComment::read("5"));
        assert_eq!(nested.text.as_deref(), Some("x"));
        let split = note("[[%clk 1]%clk 2]");
        assert_eq!(note(&split.comment_text().unwrap()), split);
    }
}
