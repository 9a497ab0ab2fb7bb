//! How a level chooses among the moves that it finds good.

use galet_core::random::SplitMix64;
use galet_search::score::Score;

/// Draws one of some scores, the best first: one that is worse than the best by `spread` has
/// half its chance, by twice `spread` a quarter, and so on. Whole numbers only, so that every
/// machine draws the same.
pub fn draw(scores: &[Score], spread: Score, random: &mut SplitMix64) -> usize {
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
