//! Times, clocks, counts and commands, as people write them.

use crate::clock::PlayerClock;
use std::time::Duration;

/// Reads `200ms`, `2s` or `1.5s`, at most a day.
pub fn read_duration(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s')?, 1.0),
    };
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let seconds = number.parse::<f64>().ok()? * unit;
    (seconds > 0.0 && seconds <= 86_400.0).then(|| Duration::from_secs_f64(seconds))
}

/// Reads a clock: `60s+0.5s`, or `60s+0s` where moves add nothing.
pub(super) fn read_clock(text: &str) -> Option<PlayerClock> {
    let (left, increment) = text.split_once('+')?;
    let increment = match increment {
        "0s" | "0ms" | "0" => Duration::ZERO,
        some => read_duration(some)?,
    };
    Some(PlayerClock { left: read_duration(left)?, increment })
}

/// Reads a count: `20000`, `20k` or `2M`.
pub fn read_count(text: &str) -> Option<u64> {
    let (digits, unit) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => match text.strip_suffix(['m', 'M']) {
            Some(digits) => (digits, 1_000_000),
            None => (text, 1),
        },
    };
    let only_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    only_digits.then(|| digits.parse::<u64>().ok()?.checked_mul(unit)).flatten()
}

/// The words of a command; double quotes hold words together.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}
