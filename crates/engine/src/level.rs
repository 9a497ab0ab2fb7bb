//! Levels of strength.

use galet_core::random::SplitMix64;
use galet_search::score::Score;
use std::fmt;
use std::str::FromStr;

/// A level of strength from 1, which a beginner beats, to 10, everything the engine can do.
///
/// Levels 1 to 9 are bounded by positions looked at, never by time, so a level is equally strong
/// on every machine. They draw their move among those that look good to them, like a person who
/// sees less far, and never throw a move away blindly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const LOWEST: Level = Level(1);
    /// Full strength, bounded by the clock only.
    pub const FULL: Level = Level(10);

    /// The level with that number, 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if matches!(number, 1..=10) { Some(Level(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its place among the levels below full strength.
    pub(crate) fn below_full(self) -> Option<usize> {
        (self != Level::FULL).then(|| usize::from(self.0 - 1))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Level {
    type Err = NoSuchLevel;
    fn from_str(text: &str) -> Result<Self, NoSuchLevel> {
        text.parse().ok().and_then(Level::new).ok_or_else(|| NoSuchLevel(text.to_owned()))
    }
}

/// A text that is no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a level: a number from 1 (easy) to 10 (full strength)")]
pub struct NoSuchLevel(String);

/// Draws one of some scores, the best first: one that is worse than the best by `spread` has
/// half its chance, by twice `spread` a quarter, and so on. Whole numbers only, so that every
/// machine draws the same.
pub(crate) fn draw(scores: &[Score], spread: Score, random: &mut SplitMix64) -> usize {
    const ONE: u64 = 1 << 20;
    let Some((&best, _)) = scores.split_first() else { return 0 };
    if spread <= 0 {
        return 0;
    }
    let chance = |score: Score| {
        let loss = i64::from(best - score).max(0);
        let (halvings, rest) = (loss / i64::from(spread), loss % i64::from(spread));
        if halvings >= 20 {
            return 0;
        }
        // Between two halvings the chance falls in a straight line.
        let whole = ONE >> halvings;
        whole - whole / 2 * rest as u64 / spread as u64
    };
    let total: u64 = scores.iter().map(|&s| chance(s)).sum();
    let mut left = random.below(total as usize) as u64;
    for (index, &score) in scores.iter().enumerate() {
        match left.checked_sub(chance(score)) {
            Some(rest) => left = rest,
            None => return index,
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbers_from_one_to_ten() {
        assert_eq!("7".parse(), Ok(Level(7)));
        for wrong in ["0", "11", "-1", "", "ten", "300"] {
            assert!(wrong.parse::<Level>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn worse_moves_are_drawn_less_often() {
        let mut random = SplitMix64::new(3);
        let mut drawn = [0; 4];
        for _ in 0..7_000 {
            drawn[draw(&[100, 50, 0, -20_000], 50, &mut random)] += 1;
        }
        // Chances 4 : 2 : 1 : 0.
        assert!((3_800..4_200).contains(&drawn[0]), "{drawn:?}");
        assert!((1_850..2_150).contains(&drawn[1]), "{drawn:?}");
        assert!((850..1_150).contains(&drawn[2]), "{drawn:?}");
        assert_eq!(drawn[3], 0);
        assert_eq!(draw(&[5, 5, 5], 0, &mut random), 0);
    }
}
