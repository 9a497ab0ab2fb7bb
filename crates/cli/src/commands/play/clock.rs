//! Clocks as people write and read them. How they run is the table's business.

use crate::said::Wrong;
use galet_table::is_playable_clock;
use galet_table::wire::table::ClockTerms;
use std::time::Duration;

/// Reads `10m`, `5m+3s`, `1h30m` and, as players write it, `5+3`: minutes and seconds.
pub(super) fn terms(text: &str) -> Result<ClockTerms, Wrong> {
    let (initial, increment) = match text.split_once('+') {
        Some((initial, increment)) => (milliseconds(initial, "m"), milliseconds(increment, "s")),
        None => (milliseconds(text, "m"), Some(0)),
    };
    let terms = match (initial, increment) {
        (Some(initial), Some(0)) => Some(ClockTerms::SuddenDeath { initial }),
        (Some(initial), Some(increment)) => Some(ClockTerms::Fischer { initial, increment }),
        _ => None,
    };
    terms.filter(|&terms| is_playable_clock(terms)).ok_or_else(|| {
        Wrong::new(
            "write for instance 10m, 5m+3s (three seconds more for each move), 90s or 1h30m; from 1s \
             to 24h, at most 1h more for each move",
            "écrivez par exemple 10m, 5m+3s (trois secondes de plus par coup), 90s ou 1h30m\u{a0}; de \
             1s à 24h, 1h de plus par coup au plus",
        )
    })
}

/// A span of time; a number alone is in the unit that goes without saying.
fn milliseconds(text: &str, unspoken: &str) -> Option<u64> {
    let text = text.trim();
    let bare = text.ends_with(|c: char| c.is_ascii_digit());
    let span = humantime::parse_duration(&format!("{text}{}", if bare { unspoken } else { "" }));
    span.ok()?.as_millis().try_into().ok()
}

/// A time as clocks show it: tenths of a second only when they matter.
pub(super) fn shown(milliseconds: u64) -> String {
    let time = Duration::from_millis(milliseconds);
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("0:0{seconds}.{}", time.subsec_millis() / 100),
        10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_people_write_them() {
        let cases = [
            ("10m", 600, 0),
            ("5m+3s", 300, 3),
            ("5+3", 300, 3),
            ("90s", 90, 0),
            ("1h30m", 5400, 0),
            ("1m+1m", 60, 60),
            ("10", 600, 0),
            ("24h+1h", 86_400, 3600),
        ];
        for (text, initial, increment) in cases {
            let (initial, increment) = (initial * 1000, increment * 1000);
            let expected = match increment {
                0 => ClockTerms::SuddenDeath { initial },
                increment => ClockTerms::Fischer { initial, increment },
            };
            assert_eq!(terms(text), Ok(expected), "{text}");
        }
        for wrong in [
            "",
            "0m",
            "m",
            "5x",
            "-5m",
            "5m+",
            "+3",
            "5m+3s+1s",
            "25h",
            "5m+2h",
            "99999999999999999h",
        ] {
            assert!(terms(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn tenths_are_shown_when_they_matter() {
        for (milliseconds, text) in
            [(9_950, "0:09.9"), (10_000, "0:10"), (605_000, "10:05"), (3_600_000, "1:00:00")]
        {
            assert_eq!(shown(milliseconds), text);
        }
    }
}
