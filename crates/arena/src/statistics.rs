//! What results say about strength.
//!
//! Games are played in pairs, the same opening with both colours, so the two games of a pair are
//! not independent. What is independent are the pairs: each scores 0, ½, 1, 1½ or 2 (hence
//! "pentanomial"), and all error bars come from how the pairs scatter.

/// The results of a match so far, for the first contestant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs that scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

/// What a game was worth to the first contestant, in half points.
pub(crate) type HalfPoints = usize;

impl Tally {
    /// Adds a pair of games, each 0 (lost), 1 (drawn) or 2 (won) half points.
    pub fn add(&mut self, pair: [usize; 2]) {
        for half_points in pair {
            match half_points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs[pair.iter().map(|h| h.min(&2)).sum::<HalfPoints>()] += 1;
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// What the results say; nothing without a pair.
    pub fn estimate(&self) -> Option<Estimate> {
        let n = self.pairs.iter().sum::<u64>() as f64;
        if n == 0.0 {
            return None;
        }
        let points = |index: usize| index as f64 / 4.0;
        let share = |index: usize| self.pairs[index] as f64 / n;
        let mean: f64 = (0..5).map(|i| share(i) * points(i)).sum();
        let variance: f64 = (0..5).map(|i| share(i) * (points(i) - mean).powi(2)).sum();
        let (low, high, superiority) = if variance > 0.0 {
            let error = (variance / n).sqrt();
            let z = (mean - 0.5) / error;
            ((mean - Z95 * error).max(0.0), (mean + Z95 * error).min(1.0), normal(z))
        } else {
            // All pairs ended alike. By the rule of three at most three pairs in n differ from
            // that; at worst they are the other extreme.
            let most = (3.0 / n).min(1.0);
            let coin = 0.5_f64.powf(n);
            let superiority = match mean {
                _ if mean > 0.5 => 1.0 - coin,
                _ if mean < 0.5 => coin,
                _ => 0.5,
            };
            (mean * (1.0 - most), mean + (1.0 - mean) * most, superiority)
        };
        Some(Estimate {
            score: mean,
            score_low: low,
            score_high: high,
            elo: elo_of(mean),
            elo_low: elo_of(low),
            elo_high: elo_of(high),
            superiority,
        })
    }
}

/// The first contestant's strength compared with the second's, with 95 % error bars.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// The lower end of the score's error bar.
    pub score_low: f64,
    /// The upper end of it.
    pub score_high: f64,
    /// The difference of strength in Elo; infinite when one side scored everything.
    pub elo: f64,
    /// The lower end of its error bar.
    pub elo_low: f64,
    /// The upper end of it.
    pub elo_high: f64,
    /// How likely it is that the first contestant is the stronger one.
    pub superiority: f64,
}

/// 95 % of a normal distribution lie within this many standard deviations.
const Z95: f64 = 1.959_963_985;

/// The difference of strength that scores so much.
pub(crate) fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that a difference of strength makes likely.
pub(crate) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The share of a normal distribution below `z`.
fn normal(z: f64) -> f64 {
    // The error function by Abramowitz and Stegun's formula 7.1.26, off by less than 2e-7.
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let sum = poly.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let tail = sum * (-x * x).exp() / 2.0;
    if z < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) -> bool {
        (a - b).abs() <= tolerance
    }

    #[test]
    fn elo_and_score_are_two_ways_to_say_the_same() {
        assert!(close(elo_of(0.5), 0.0, 1e-12));
        // 10^(1/2) : 1 is 200 Elo by definition.
        let root = 10_f64.sqrt();
        assert!(close(elo_of(root / (root + 1.0)), 200.0, 1e-9));
        assert!(close(score_of(elo_of(0.73)), 0.73, 1e-12));
        assert_eq!(elo_of(1.0), f64::INFINITY);
        assert_eq!(elo_of(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn the_normal_distribution_has_its_well_known_values() {
        for (z, share) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (Z95, 0.975)] {
            assert!(close(normal(z), share, 3e-7), "{z}: {}", normal(z));
        }
    }

    #[test]
    fn error_bars_come_from_the_scatter_of_pairs() {
        // 100 pairs: 25 lost, 25 level, 50 won. Mean 0.625; the squares are 0.390625 × 0.25,
        // 0.015625 × 0.25 and 0.140625 × 0.5, in all 0.171875; the error of the mean is
        // √(0.171875 / 100) = 0.0414578, and 1.96 times that is 0.0812558.
        let tally = Tally { wins: 125, draws: 0, losses: 75, pairs: [25, 0, 25, 0, 50] };
        let estimate = tally.estimate().unwrap();
        assert!(close(estimate.score, 0.625, 1e-12));
        assert!(close(estimate.score_high, 0.706_256, 1e-5), "{estimate:?}");
        assert!(close(estimate.score_low, 0.543_744, 1e-5), "{estimate:?}");
        // 400 log10(0.625 / 0.375)
        assert!(close(estimate.elo, 88.739, 1e-3), "{estimate:?}");
        // z = 0.125 / 0.0414578 = 3.0151
        assert!(close(estimate.superiority, 0.998_716, 2e-6), "{estimate:?}");
    }

    #[test]
    fn openings_that_decide_every_game_are_no_scatter() {
        // Every pair is a win and a loss: as games they scatter most, as pairs not at all.
        let mut tally = Tally::default();
        for _ in 0..30 {
            tally.add([2, 0]);
        }
        assert_eq!((tally.wins, tally.losses, tally.pairs), (30, 30, [0, 0, 30, 0, 0]));
        let estimate = tally.estimate().unwrap();
        assert!(close(estimate.score_low, 0.45, 1e-12) && close(estimate.score_high, 0.55, 1e-12));
        assert_eq!(estimate.superiority, 0.5);
    }

    #[test]
    fn a_clean_sweep_is_not_certain() {
        let mut tally = Tally::default();
        for _ in 0..10 {
            tally.add([2, 2]);
        }
        let estimate = tally.estimate().unwrap();
        assert_eq!((estimate.score, estimate.score_high), (1.0, 1.0));
        assert!(close(estimate.score_low, 0.7, 1e-12));
        assert!(estimate.superiority > 0.999 && estimate.superiority < 1.0);
        assert_eq!(Tally::default().estimate(), None);
    }
}
