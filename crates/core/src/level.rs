//! How strong a computer plays: what its levels are called, in texts, numbers and words.

use crate::{Phrase, Shown};
use std::fmt;
use std::str::FromStr;

/// A level of strength: 1, which a beginner beats, to 9, then the expert levels of a game, as many
/// as it has, and above them full strength, everything the engine can do.
///
/// Levels compare by strength. Full strength has been number 10 since there are numbers, in stored
/// games, links and messages, and keeps it: expert levels are numbered from 11 on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(Rank);

/// The kinds of levels, the weakest first: that is how they compare.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Rank {
    Numbered(u8),
    Expert(u8),
    Full,
}

/// The last level that is called by its number alone.
const NUMBERED: u8 = 9;
/// The number of full strength.
const FULL: u8 = 10;

impl Level {
    /// The weakest.
    pub const LOWEST: Level = Level(Rank::Numbered(1));
    /// Full strength, bounded by the clock only.
    pub const FULL: Level = Level(Rank::Full);
    /// No game has more expert levels than this.
    pub const MOST_EXPERTS: u8 = 9;

    /// The level with that number: 1 to 9, 10 for full strength, 11 and up for the experts.
    pub const fn new(number: u8) -> Option<Level> {
        match number {
            1..=NUMBERED => Some(Level(Rank::Numbered(number))),
            FULL => Some(Level::FULL),
            _ => Level::expert(number.saturating_sub(FULL)),
        }
    }

    /// An expert level, counted from 1.
    pub const fn expert(number: u8) -> Option<Level> {
        if matches!(number, 1..=Level::MOST_EXPERTS) {
            Some(Level(Rank::Expert(number)))
        } else {
            None
        }
    }

    /// Its number, as it is stored and sent.
    pub const fn number(self) -> u8 {
        match self.0 {
            Rank::Numbered(number) => number,
            Rank::Expert(number) => FULL + number,
            Rank::Full => FULL,
        }
    }

    /// All levels of a game with so many experts, the weakest first.
    pub fn all(experts: u8) -> impl Iterator<Item = Level> {
        let numbered = (1..=NUMBERED).map(|number| Level(Rank::Numbered(number)));
        numbered.chain((1..=experts).filter_map(Level::expert)).chain([Level::FULL])
    }

    /// The level above this one in a game with so many experts.
    pub fn next(self, experts: u8) -> Option<Level> {
        Level::all(experts).find(|&level| level > self)
    }

    /// Its place among the levels that are called by their number, counted from 0.
    pub const fn numbered_place(self) -> Option<usize> {
        match self.0 {
            Rank::Numbered(number) => Some(number as usize - 1),
            Rank::Expert(_) | Rank::Full => None,
        }
    }

    /// Its place among the experts, counted from 0.
    pub const fn expert_place(self) -> Option<usize> {
        match self.0 {
            Rank::Expert(number) => Some(number as usize - 1),
            Rank::Numbered(_) | Rank::Full => None,
        }
    }

    /// This level, if a game with so many experts has it.
    pub fn of_game(self, experts: u8) -> Result<Level, NoSuchLevel> {
        match self.0 {
            Rank::Expert(number) if number > experts => {
                Err(NoSuchLevel::Missing { level: self, experts })
            }
            _ => Ok(self),
        }
    }

    /// What it is called: "level 3", "expert 1", "full strength".
    pub fn words(self) -> Phrase {
        match self.0 {
            Rank::Numbered(number) => {
                Phrase::new(format!("level {number}"), format!("niveau {number}"))
            }
            Rank::Expert(number) => {
                Phrase::new(format!("expert {number}"), format!("expert {number}"))
            }
            Rank::Full => Phrase::fixed("full strength", "pleine force"),
        }
    }

    /// Which levels a game with so many experts has, as texts: "1 to 9, expert-1 to expert-4 or full".
    pub fn listed(experts: u8) -> Phrase {
        match experts {
            0 => Phrase::fixed("1 to 9 or full", "1 à 9 ou full"),
            1 => Phrase::fixed("1 to 9, expert-1 or full", "1 à 9, expert-1 ou full"),
            _ => Phrase::new(
                format!("1 to 9, expert-1 to expert-{experts} or full"),
                format!("1 à 9, expert-1 à expert-{experts} ou full"),
            ),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Rank::Numbered(number) => write!(f, "{number}"),
            Rank::Expert(number) => write!(f, "expert-{number}"),
            Rank::Full => f.write_str("full"),
        }
    }
}

impl FromStr for Level {
    type Err = NoSuchLevel;

    /// Reads `1` to `9`, `expert-1` (or `e1`) and `full` (or `10`, as it used to be called).
    fn from_str(text: &str) -> Result<Self, NoSuchLevel> {
        let level = if text == "full" {
            Some(Level::FULL)
        } else if let Some(number) = text.strip_prefix("expert-").or(text.strip_prefix('e')) {
            digits(number).and_then(Level::expert)
        } else {
            digits(text).filter(|&number| number <= FULL).and_then(Level::new)
        };
        level.ok_or_else(|| NoSuchLevel::Unreadable(text.to_owned()))
    }
}

/// A number without a sign.
fn digits(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Why something is no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSuchLevel {
    /// It cannot be read.
    #[error(
        "there is no level '{}': 1 (easy) to 9, expert-1 and up, or full (full strength)",
        Shown(.0)
    )]
    Unreadable(String),
    /// The game does not have it.
    #[error("this game has no level '{level}': it has {}", Level::listed(*.experts).en)]
    Missing {
        /// The level.
        level: Level,
        /// How many experts the game has.
        experts: u8,
    },
}

impl NoSuchLevel {
    /// The same in both languages.
    pub fn words(&self) -> Phrase {
        let french = match self {
            NoSuchLevel::Unreadable(text) => format!(
                "il n’y a pas de niveau «\u{a0}{}\u{a0}»\u{a0}: de 1 (facile) à 9, expert-1 et suivants, ou full \
                 (pleine force)",
                Shown(text)
            ),
            NoSuchLevel::Missing { level, experts } => format!(
                "ce jeu n’a pas de niveau «\u{a0}{level}\u{a0}»\u{a0}: il a {}",
                Level::listed(*experts).fr
            ),
        };
        Phrase::new(self.to_string(), french)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_texts() {
        for (text, number, canonical) in [
            ("1", 1, "1"),
            ("9", 9, "9"),
            ("10", 10, "full"),
            ("full", 10, "full"),
            ("expert-1", 11, "expert-1"),
            ("e3", 13, "expert-3"),
        ] {
            let level: Level = text.parse().unwrap();
            assert_eq!((level.number(), level.to_string().as_str()), (number, canonical), "{text}");
            assert_eq!(Level::new(number), Some(level));
        }
        let wrong =
            ["0", "11", "-1", "+1", "", "ten", "300", "expert-0", "expert-10", "e", "e+1", "Full"];
        for wrong in wrong {
            let error = wrong.parse::<Level>().unwrap_err().to_string();
            assert!(error.contains("expert-1 and up, or full"), "{error}");
        }
    }

    #[test]
    fn every_number_that_is_a_level_stays_that_level() {
        let numbers: Vec<u8> =
            (0..=u8::MAX).filter(|&number| Level::new(number).is_some()).collect();
        assert_eq!(numbers, (1..=19).collect::<Vec<_>>());
        for number in numbers {
            assert_eq!(Level::new(number).unwrap().number(), number);
        }
    }

    #[test]
    fn full_strength_is_above_all_experts() {
        let levels: Vec<Level> = Level::all(3).collect();
        assert!(levels.is_sorted());
        let texts: Vec<String> = levels[8..].iter().map(Level::to_string).collect();
        assert_eq!(texts, ["9", "expert-1", "expert-2", "expert-3", "full"]);
        assert!(Level::FULL > Level::expert(Level::MOST_EXPERTS).unwrap());
    }

    #[test]
    fn the_next_level_is_one_that_the_game_has() {
        let next = |number, experts| Level::new(number).unwrap().next(experts).map(Level::number);
        assert_eq!(next(3, 2), Some(4));
        assert_eq!(next(9, 2), Some(11));
        assert_eq!(next(11, 2), Some(12));
        assert_eq!(next(12, 2), Some(10));
        assert_eq!(next(9, 0), Some(10));
        assert_eq!(next(10, 2), None);
    }

    #[test]
    fn a_level_that_a_game_does_not_have_is_refused_with_those_that_it_has() {
        let second = Level::expert(2).unwrap();
        assert_eq!(second.of_game(2), Ok(second));
        let said = |experts| second.of_game(experts).unwrap_err().words();
        assert_eq!(
            said(1).en,
            "this game has no level 'expert-2': it has 1 to 9, expert-1 or full"
        );
        assert!(said(0).fr.ends_with("il a 1 à 9 ou full"), "{}", said(0).fr);
        assert_eq!(Level::FULL.of_game(0), Ok(Level::FULL));
    }
}
