//! Logistic regression: the weights that foretell results best.

/// A position: what its terms count for the side to move, and how the game ended for that side,
/// from 0 (lost) to 1 (won).
pub(super) struct Sample {
    pub(super) features: Vec<f32>,
    /// What the evaluation adds to the terms, whatever their weights.
    pub(super) offset: f32,
    pub(super) result: f32,
}

/// How strongly weights are held where they are: as much as by one position in ten thousand. So
/// terms that hardly ever count for anything do not run away.
const HOLD: f64 = 1e-4;
const MAX_STEPS: usize = 50;

/// The weights with the smallest loss, begun from `weights`, by Newton's method. The loss is
/// convex, so there is one smallest; steps are halved while they make it worse.
pub(super) fn fit(samples: &[Sample], weights: &[f64], scale: f64) -> Vec<f64> {
    let n = weights.len();
    let hold = HOLD * scale * scale;
    let held = |w: &[f64]| -> f64 {
        w.iter().zip(weights).map(|(w, old)| (w - old).powi(2)).sum::<f64>() * hold / 2.0
    };
    let total = |w: &[f64]| mean_loss(samples, w, scale) + held(w);
    let mut current = weights.to_vec();
    let mut loss = total(&current);
    for _ in 0..MAX_STEPS {
        let mut slope = vec![0.0; n];
        let mut curve = vec![vec![0.0; n]; n];
        let share = 1.0 / samples.len() as f64;
        for sample in samples {
            let chance = chance(sample, &current, scale);
            let error = (chance - f64::from(sample.result)) * scale * share;
            let bend = chance * (1.0 - chance) * scale * scale * share;
            for (i, &f) in sample.features.iter().enumerate().filter(|(_, f)| **f != 0.0) {
                slope[i] += error * f64::from(f);
                for (j, &g) in sample.features.iter().enumerate() {
                    curve[i][j] += bend * f64::from(f) * f64::from(g);
                }
            }
        }
        for i in 0..n {
            slope[i] += hold * (current[i] - weights[i]);
            curve[i][i] += hold;
        }
        let step = solve(curve, slope);
        let mut size = 1.0;
        let better = loop {
            let tried: Vec<f64> = current.iter().zip(&step).map(|(w, s)| w - size * s).collect();
            let tried_loss = total(&tried);
            if tried_loss < loss {
                break Some((tried, tried_loss));
            }
            size /= 2.0;
            if size < 1e-6 {
                break None;
            }
        };
        let Some((next, next_loss)) = better else { break };
        let gained = loss - next_loss;
        (current, loss) = (next, next_loss);
        if gained < 1e-12 {
            break;
        }
    }
    current
}

/// The mean cross-entropy of results and foretold chances; 0 without samples.
pub(super) fn mean_loss(samples: &[Sample], weights: &[f64], scale: f64) -> f64 {
    let loss = |sample: &Sample| {
        // The smallest and the largest chance are kept from 0 and 1, whose logarithm is infinite.
        let chance = chance(sample, weights, scale).clamp(1e-12, 1.0 - 1e-12);
        let result = f64::from(sample.result);
        -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
    };
    samples.iter().map(loss).sum::<f64>() / (samples.len() as f64).max(1.0)
}

/// The chances of the side to move that the evaluation foretells.
fn chance(sample: &Sample, weights: &[f64], scale: f64) -> f64 {
    let score: f64 = sample.features.iter().zip(weights).map(|(&f, w)| f64::from(f) * w).sum();
    1.0 / (1.0 + (-scale * (score + f64::from(sample.offset))).exp())
}

/// Solves `matrix · x = right` for a positive definite matrix, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for column in 0..n {
        for row in column + 1..n {
            let factor = matrix[row][column] / matrix[column][column];
            let (above, below) = matrix.split_at_mut(row);
            for (entry, pivot) in below[0].iter_mut().zip(&above[column]).skip(column) {
                *entry -= factor * pivot;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::random::SplitMix64;

    #[test]
    fn equations_are_solved() {
        let matrix = vec![vec![4.0, 1.0, 0.0], vec![1.0, 3.0, 1.0], vec![0.0, 1.0, 2.0]];
        // 4·1 + 2, 1 + 3·2 + 3, 2 + 2·3
        let solution = solve(matrix, vec![6.0, 10.0, 8.0]);
        for (found, expected) in solution.into_iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12);
        }
    }

    /// Results drawn with known weights give these weights back.
    #[test]
    fn known_weights_are_found_again() {
        let truth = [60.0, -25.0, 10.0];
        let scale = 3_f64.ln() / 100.0;
        let mut random = SplitMix64::new(5);
        let samples: Vec<Sample> = (0..40_000)
            .map(|_| {
                let features = (0..3).map(|_| random.below(7) as f32 - 3.0).collect();
                let mut sample = Sample { features, offset: 0.0, result: 0.0 };
                let drawn = random.below(1_000_000) as f64 / 1e6;
                sample.result = f32::from(u8::from(drawn < chance(&sample, &truth, scale)));
                sample
            })
            .collect();
        let start = [0.0, 0.0, 50.0];
        let found = fit(&samples, &start, scale);
        for (found, expected) in found.iter().zip(truth) {
            assert!((found - expected).abs() < 2.5, "{found} instead of {expected}");
        }
        let loss = |weights: &[f64]| mean_loss(&samples, weights, scale);
        assert!(loss(&found) < loss(&start) && loss(&found) <= loss(&truth));
    }

    /// One term, won three times in four: the weight is the clear lead itself.
    #[test]
    fn three_in_four_is_a_clear_lead() {
        let results = [1.0, 1.0, 1.0, 0.0];
        let samples = results.map(|result| Sample { features: vec![1.0], offset: 0.0, result });
        let found = fit(&samples, &[0.0], 3_f64.ln() / 200.0);
        assert!((found[0] - 200.0).abs() < 1.0, "{found:?}");
    }

    /// What is added anyway is not the weight's business.
    #[test]
    fn offsets_are_taken_into_account() {
        let results = [1.0, 1.0, 1.0, 0.0];
        let samples = results.map(|result| Sample { features: vec![1.0], offset: 150.0, result });
        let found = fit(&samples, &[0.0], 3_f64.ln() / 200.0);
        assert!((found[0] - 50.0).abs() < 1.0, "{found:?}");
    }

    #[test]
    fn a_term_that_never_counts_stays_where_it_is() {
        let samples =
            [1.0, 0.0].map(|result| Sample { features: vec![result, 0.0], offset: 0.0, result });
        let found = fit(&samples, &[10.0, 77.0], 0.01);
        assert_eq!(found[1], 77.0);
    }
}
