//! Two numbers fitted to observations: what a clear lead meant at the beginning of games and at their end.

/// A position of a played game, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Observation {
    /// Its score, in clear leads.
    pub(super) score: f64,
    /// How far the game had come, 0 to 1.
    pub(super) phase: f64,
    /// What became of it: 0, ½ or 1 point.
    pub(super) points: f64,
    /// The lead on the board at the end.
    pub(super) lead: f64,
    /// The lead on the board as it stood, where that says something.
    pub(super) ahead: Option<f64>,
}

impl Observation {
    /// What the two numbers are multiplied by.
    fn parts(&self) -> [f64; 2] {
        let phase = self.phase.clamp(0.0, 1.0);
        [self.score * (1.0 - phase), self.score * phase]
    }
}

/// Steps of Newton's method; a handful is enough.
const STEPS: usize = 40;
/// Keeps a fit from running away where all observations are alike.
const RIDGE: f64 = 1e-3;

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The chances that a model gives.
fn chances(model: [f64; 2], seen: &Observation) -> f64 {
    1.0 / (1.0 + (-dot(model, seen.parts())).exp())
}

/// What a model of the chances costs: the mean of minus the logarithm of the chances that it gave to what happened.
pub(super) fn log_loss(model: [f64; 2], seen: &[Observation]) -> f64 {
    let loss = |one: &Observation| {
        let p = chances(model, one).clamp(1e-9, 1.0 - 1e-9);
        -(one.points * p.ln() + (1.0 - one.points) * (1.0 - p).ln())
    };
    seen.iter().map(loss).sum::<f64>() / seen.len().max(1) as f64
}

/// The model of the chances under which what happened is likeliest.
pub(super) fn fit_chances(seen: &[Observation]) -> [f64; 2] {
    newton(seen, [1.0, 1.0], |model, one| {
        let p = chances(model, one);
        (one.points - p, p * (1.0 - p))
    })
}

/// The lead that a model expects, which comes nearer and nearer to `most`.
pub(super) fn lead(model: [f64; 2], most: f64, one: &Observation) -> f64 {
    most * (dot(model, one.parts()) / most).tanh()
}

/// The model of the lead: what a piece on the board was worth in the score, or, where pieces count only in the
/// end, what the lead was then. There the sum of squares is the smallest; a position counts the less the more
/// it is decided.
pub(super) fn fit_lead(seen: &[Observation], most: f64) -> [f64; 2] {
    let ahead = || seen.iter().filter_map(|one| Some((one.ahead?, one.score)));
    let worth: f64 = ahead().map(|(ahead, score)| ahead * score).sum();
    if worth > 0.0 {
        return [ahead().map(|(ahead, _)| ahead * ahead).sum::<f64>() / worth; 2];
    }
    newton(seen, [1.0, 1.0], |model, one| {
        let expected = lead(model, most, one);
        let slope = 1.0 - (expected / most).powi(2);
        let weight = 1.0 / (1.0 + one.score * one.score);
        (weight * (one.lead - expected) * slope, weight * slope * slope)
    })
}

/// Newton's method for two numbers; `pull` gives, for the sum that an observation is fitted by, how the fit
/// gains by it and how quickly that changes.
fn newton(
    seen: &[Observation],
    begin: [f64; 2],
    pull: impl Fn([f64; 2], &Observation) -> (f64, f64),
) -> [f64; 2] {
    let mut model = begin;
    for _ in 0..STEPS {
        let (mut gain, mut bend) = ([0.0; 2], [[RIDGE, 0.0], [0.0, RIDGE]]);
        for one in seen {
            let (pulled, bent) = pull(model, one);
            let parts = one.parts();
            for i in 0..2 {
                gain[i] += pulled * parts[i];
                for j in 0..2 {
                    bend[i][j] += bent * parts[i] * parts[j];
                }
            }
        }
        let determinant = bend[0][0] * bend[1][1] - bend[0][1] * bend[1][0];
        let step = [
            (gain[0] * bend[1][1] - gain[1] * bend[0][1]) / determinant,
            (gain[1] * bend[0][0] - gain[0] * bend[1][0]) / determinant,
        ];
        for i in 0..2 {
            model[i] = (model[i] + step[i].clamp(-0.5, 0.5)).clamp(0.01, 20.0);
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::random::SplitMix64;

    /// Games in which a clear lead means odds of e^0.6 at first and of e^1.8 at the end, and two pieces.
    fn observations() -> Vec<Observation> {
        let mut random = SplitMix64::new(7);
        let mut unit = || random.below(1_000_000) as f64 / 1e6;
        let mut one = || {
            let mut seen =
                Observation { score: 6.0 * unit() - 3.0, phase: unit(), ..Observation::default() };
            seen.points = f64::from(u8::from(unit() < chances([0.6, 1.8], &seen)));
            seen.lead = lead([2.0, 2.0], 8.0, &seen) + unit() - 0.5;
            seen
        };
        (0..20_000).map(|_| one()).collect()
    }

    #[test]
    fn what_made_the_observations_is_found_again() {
        let seen = observations();
        let [beginning, end] = fit_chances(&seen);
        assert!((beginning - 0.6).abs() < 0.08 && (end - 1.8).abs() < 0.12, "{beginning} {end}");
        assert!(log_loss([beginning, end], &seen) <= log_loss([0.6, 1.8], &seen));
        let fitted = fit_lead(&seen, 8.0);
        assert!(fitted.iter().all(|value| (value - 2.0).abs() < 0.05), "{fitted:?}");
    }

    #[test]
    fn pieces_on_the_board_tell_what_a_score_is_worth() {
        // A piece is two clear leads.
        let seen = [-2.0, -1.0, 0.0, 1.0, 3.0].map(|ahead| Observation {
            score: 2.0 * ahead,
            ahead: Some(ahead),
            ..Observation::default()
        });
        assert_eq!(fit_lead(&seen, 6.0), [0.5, 0.5]);
    }

    #[test]
    fn nothing_to_see_gives_something_finite() {
        assert!(fit_chances(&[]).iter().all(|value| value.is_finite()));
    }
}
