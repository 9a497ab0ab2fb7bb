//! How settled a search is: what more time is worth.

use crate::score::Score;

/// The share of its time after which a search by the clock begins no new iteration, in hundredths,
/// by how many iterations the best move has been the same. The longer it has, the less another
/// iteration is likely to change it.
const SHARES: [i32; 6] = [150, 125, 105, 90, 80, 75];
/// What is added to it for each point that the score has fallen since the iteration before, and
/// the most that is.
const SHARE_PER_POINT: i32 = 1;
const MOST_FOR_FALLING: i32 = 50;

/// Follows the best move from iteration to iteration.
#[derive(Debug)]
pub(crate) struct Stability<M> {
    /// How much of all this counts, in hundredths.
    weight: i32,
    best: Option<M>,
    unchanged: usize,
    score: Score,
}

impl<M: Copy + Eq> Stability<M> {
    pub(crate) const fn new(weight: i32) -> Self {
        Stability { weight, best: None, unchanged: 0, score: 0 }
    }

    /// The share of the time that is worth using, after an iteration with this result.
    pub(crate) fn share_after(&mut self, best: M, score: Score) -> u32 {
        let fallen = if self.best.is_some() { self.score - score } else { 0 };
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        (self.best, self.score) = (Some(best), score);
        let for_falling = (fallen * SHARE_PER_POINT).clamp(0, MOST_FOR_FALLING);
        let share = SHARES[self.unchanged.min(SHARES.len() - 1)] + for_falling;
        (100 + (share - 100) * self.weight / 100).max(0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_settled_search_wants_less_time_and_a_troubled_one_more() {
        let mut stability = Stability::new(100);
        let mut shares: Vec<u32> = (0..8).map(|_| stability.share_after('a', 10)).collect();
        assert!(shares.is_sorted_by(|a, b| a >= b) && shares[0] > 100 && shares[7] < 100);
        shares.push(stability.share_after('a', -10));
        assert_eq!(shares[8], shares[7] + 20, "the score fell");
        assert_eq!(stability.share_after('b', -10), shares[0], "another move");
        assert_eq!(stability.share_after('b', -5_000), shares[1] + 50, "all that falling adds");
        let mut deaf = Stability::new(0);
        assert_eq!(['a', 'a', 'b'].map(|m| deaf.share_after(m, 0)), [100; 3]);
    }
}
