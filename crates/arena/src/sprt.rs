//! Deciding a match as early as the results allow: the sequential probability ratio test.

use crate::statistics::{Tally, score_of};
use std::str::FromStr;

/// Two claims about the difference of strength, and how often a wrong one may be accepted.
///
/// The claims are "the first contestant is stronger by `elo0`" and "… by `elo1`". After each pair
/// of games the logarithm of the likelihood ratio of the claims is looked at, both taken at
/// their best: the distribution of pair results with that mean which explains the results best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The claim that nothing was gained.
    pub elo0: f64,
    /// The claim that something was gained.
    pub elo1: f64,
    /// How often the second claim may be accepted when the first holds.
    pub alpha: f64,
    /// How often the first claim may be accepted when the second holds.
    pub beta: f64,
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// The first claim: nothing was gained.
    Rejected,
    /// The second claim: something was gained.
    Accepted,
}

/// What is added to each count, so that no result is impossible.
const TRACE: f64 = 1e-3;

impl Sprt {
    /// The ratios at which the test ends: the lower accepts the first claim, the upper the
    /// second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio of the claims.
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        if tally.pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = tally.pairs.map(|count| count as f64 + TRACE);
        let (null, gain) = (fit(&counts, score_of(self.elo0)), fit(&counts, score_of(self.elo1)));
        counts.iter().zip(null).zip(gain).map(|((count, p0), p1)| count * (p1 / p0).ln()).sum()
    }

    /// How the test ends with these results, if it does.
    pub fn verdict(&self, tally: &Tally) -> Option<SprtDecision> {
        let ratio = self.log_likelihood_ratio(tally);
        let (lower, upper) = self.bounds();
        if ratio <= lower {
            Some(SprtDecision::Rejected)
        } else if ratio >= upper {
            Some(SprtDecision::Accepted)
        } else {
            None
        }
    }
}

/// The distribution with that mean which makes the counts most likely.
///
/// With a Lagrange multiplier x it is count / (n (1 + x (points − mean))), where x solves
/// Σ count (points − mean) / (1 + x (points − mean)) = 0. The sum falls as x grows, so halving
/// finds it.
fn fit(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let n: f64 = counts.iter().sum();
    let away = |index: usize| index as f64 / 4.0 - mean;
    // Between these no probability is negative: the worst score is 0, the best is 1.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        let sum: f64 = (0..5).map(|i| counts[i] * away(i) / (1.0 + x * away(i))).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| counts[i] / (n * (1.0 + x * away(i))))
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0,elo1=10`, perhaps with `alpha=0.05,beta=0.05`.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut sprt = Sprt { elo0: f64::NAN, elo1: f64::NAN, alpha: 0.05, beta: 0.05 };
        for part in text.split(',').map(str::trim) {
            let (key, value) = part.split_once('=').ok_or_else(|| SprtError(text.to_owned()))?;
            let place = match key.trim() {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(SprtError(text.to_owned())),
            };
            *place = value.trim().parse().map_err(|_| SprtError(text.to_owned()))?;
        }
        let possible = |p: f64| p > 0.0 && p < 0.5;
        let sensible = sprt.elo0 < sprt.elo1 && sprt.elo0 > -1_000.0 && sprt.elo1 < 1_000.0;
        if sensible && possible(sprt.alpha) && possible(sprt.beta) {
            Ok(sprt)
        } else {
            Err(SprtError(text.to_owned()))
        }
    }
}

/// A text that is no test.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a test: write elo0=0,elo1=10, the first below the second, perhaps with \
     alpha=0.05,beta=0.05 below one half"
)]
pub struct SprtError(String);

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> Sprt {
        "elo0=0,elo1=10".parse().unwrap()
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let (lower, upper) = test().bounds();
        // ln(0.95 / 0.05)
        assert!((upper - 2.944_439).abs() < 1e-6 && (lower + upper).abs() < 1e-12);
    }

    /// When every pair is won or lost twice there are two results only, and the likelihoods are
    /// those of a coin, which can be written down: won pairs × ln(s1 / s0) + lost pairs ×
    /// ln((1 − s1) / (1 − s0)).
    #[test]
    fn two_results_are_a_coin() {
        let tally = Tally { wins: 240, draws: 0, losses: 160, pairs: [80, 0, 0, 0, 120] };
        let (s0, s1) = (score_of(0.0), score_of(10.0));
        let coin = 120.0 * (s1 / s0).ln() + 80.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        let ratio = test().log_likelihood_ratio(&tally);
        assert!((ratio - coin).abs() < 1e-3, "{ratio} {coin}");
    }

    /// For close claims and many games the ratio is that of a normal distribution:
    /// n (s1 − s0) (2 mean − s0 − s1) / (2 variance).
    #[test]
    fn many_pairs_are_normal() {
        let pairs = [500, 2_000, 5_000, 2_300, 700];
        let tally = Tally { wins: 0, draws: 0, losses: 0, pairs };
        let n: f64 = pairs.iter().sum::<u64>() as f64;
        let share = |i: usize| pairs[i] as f64 / n;
        let mean: f64 = (0..5).map(|i| share(i) * i as f64 / 4.0).sum();
        let variance: f64 = (0..5).map(|i| share(i) * (i as f64 / 4.0 - mean).powi(2)).sum();
        let (s0, s1) = (score_of(0.0), score_of(10.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let ratio = test().log_likelihood_ratio(&tally);
        assert!((ratio / normal - 1.0).abs() < 0.02, "{ratio} {normal}");
    }

    #[test]
    fn fitted_distributions_have_the_mean_asked_for() {
        for counts in [[1.0, 2.0, 3.0, 4.0, 5.0], [0.001, 0.001, 0.001, 0.001, 9.0]] {
            for mean in [0.3, 0.5, 0.514] {
                let fitted = fit(&counts, mean);
                let sum: f64 = fitted.iter().sum();
                let found: f64 = (0..5).map(|i| fitted[i] * i as f64 / 4.0).sum();
                assert!((sum - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{fitted:?}");
            }
        }
    }

    #[test]
    fn clear_results_decide() {
        let level = Tally { pairs: [0, 0, 1, 0, 0], ..Tally::default() };
        assert_eq!(test().verdict(&level), None);
        assert_eq!(test().verdict(&Tally::default()), None);
        let better = Tally { pairs: [100, 400, 1_000, 700, 300], ..Tally::default() };
        assert_eq!(test().verdict(&better), Some(SprtDecision::Accepted));
        let worse = Tally { pairs: [300, 700, 1_000, 400, 100], ..Tally::default() };
        assert_eq!(test().verdict(&worse), Some(SprtDecision::Rejected));
        let ratio = test().log_likelihood_ratio(&better);
        // The mirror image decides the mirrored claims the other way.
        let mirrored: Sprt = "elo0=-10,elo1=0".parse().unwrap();
        assert!((mirrored.log_likelihood_ratio(&worse) + ratio).abs() < 1e-6);
    }

    #[test]
    fn wrong_tests_are_refused() {
        for wrong in ["", "elo0=0", "elo0=5,elo1=5", "elo0=0,elo1=x", "elo0=0,elo1=5,alpha=0.7"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
