//! Many parameters tuned at once by short matches: simultaneous perturbation (SPSA).
//!
//! Each step moves every parameter a little, each by chance up or down, and lets the two that come out so, the one
//! with all moves and the one with all of them reversed, play a few games. All parameters then go a little towards the
//! winner. One step says next to nothing; over thousands what helps adds up and the rest cancels out.
//!
//! | to find | look in |
//! |---|---|
//! | the climb: what to try next, and what a result changes | [`Climb`] |
//! | trials played by the engine | [`SearchTrials`] |
//! | a climb that can be gone on with | [`journal`] |

mod by_match;
pub mod journal;

pub use by_match::{SearchTrials, knobs};

use crate::seed_of;
use galet_core::random::SplitMix64;
use serde::{Deserialize, Serialize};

/// A parameter that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Knob {
    /// Its name.
    pub name: String,
    /// The least value.
    pub least: i32,
    /// The greatest.
    pub most: i32,
    /// Where it begins.
    pub start: i32,
}

/// Between the two that play lies this share of a parameter's range, at the end and half of it to each side …
const SPREAD: f64 = 1.0 / 8.0;
/// … but never less than what makes a difference after rounding.
const LEAST_SPREAD: f64 = 1.5;
/// How the spread and the steps get smaller, as the method's author advises.
const SPREAD_DECAY: f64 = 0.101;
const STEP_DECAY: f64 = 0.602;
/// The share of the climb after which steps have begun to get smaller.
const WARMING: f64 = 0.1;

/// A climb to be made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaPlan {
    /// Under which conditions trials are played, in words: those of another tuning tell nothing here.
    pub conditions: String,
    /// How many trials.
    pub trials: u64,
    /// How far the first steps go, in spreads, when one side wins everything.
    pub rate: f64,
    /// Decides what is tried.
    pub seed: u64,
    /// What is tuned.
    pub knobs: Vec<Knob>,
}

/// Two sets of values that are to play against each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Which trial, from 0.
    pub number: u64,
    /// Decides its games.
    pub seed: u64,
    /// The values of the first, in the order of the knobs.
    pub plus: Vec<i32>,
    /// Those of the second.
    pub minus: Vec<i32>,
}

/// How a trial went for the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TrialResult {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl TrialResult {
    /// From −1, everything lost, to 1.
    fn lead(self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        (self.won as f64 - self.lost as f64) / (games as f64).max(1.0)
    }
}

/// A climb under way. It depends on its plan and on the results alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Climb {
    plan: SpsaPlan,
    values: Vec<f64>,
    done: u64,
}

impl Climb {
    /// At its beginning.
    pub fn new(plan: SpsaPlan) -> Self {
        let values = plan.knobs.iter().map(|knob| f64::from(knob.start)).collect();
        Climb { plan, values, done: 0 }
    }

    /// The plan.
    pub fn plan(&self) -> &SpsaPlan {
        &self.plan
    }

    /// How many trials are done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The values as they are now, in the order of the knobs.
    pub fn values(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// What to try next; `None` when all is done.
    pub fn trial(&self) -> Option<Trial> {
        if self.done >= self.plan.trials {
            return None;
        }
        let moved = |sign: f64| {
            let moved = self.moves().zip(&self.values).zip(&self.plan.knobs);
            moved
                .map(|((by, value), knob)| within(knob, value + sign * by).round() as i32)
                .collect()
        };
        Some(Trial {
            number: self.done,
            seed: seed_of(&[self.plan.seed, self.done, 1]),
            plus: moved(1.0),
            minus: moved(-1.0),
        })
    }

    /// Goes a step by the result of [`Self::trial`].
    pub fn take(&mut self, result: TrialResult) {
        let warming = (self.plan.trials as f64 * WARMING).max(1.0);
        let slower = (warming / (warming + self.done as f64)).powf(STEP_DECAY);
        let step = self.plan.rate * slower * result.lead();
        let moves: Vec<f64> = self.moves().collect();
        for ((value, by), knob) in self.values.iter_mut().zip(moves).zip(&self.plan.knobs) {
            *value = within(knob, *value + step * by);
        }
        self.done += 1;
    }

    /// By how much each parameter is moved for the next trial: half its spread, up or down.
    fn moves(&self) -> impl Iterator<Item = f64> {
        let mut random = SplitMix64::new(seed_of(&[self.plan.seed, self.done, 0]));
        let left = (self.plan.trials as f64 / (self.done as f64 + 1.0)).max(1.0);
        let wider = left.powf(SPREAD_DECAY);
        self.plan.knobs.iter().map(move |knob| {
            let range = f64::from(knob.most) - f64::from(knob.least);
            let spread = (range * SPREAD).max(LEAST_SPREAD) * wider;
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            sign * spread / 2.0
        })
    }
}

fn within(knob: &Knob, value: f64) -> f64 {
    value.clamp(f64::from(knob.least), f64::from(knob.most))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn plan(trials: u64) -> SpsaPlan {
        let knob =
            |name: &str, least, most, start| Knob { name: name.to_owned(), least, most, start };
        SpsaPlan {
            conditions: "a hill".to_owned(),
            trials,
            rate: 1.0,
            seed: 3,
            knobs: vec![
                knob("steep", 0, 100, 20),
                knob("flat", -50, 50, 40),
                knob("short", 2, 6, 2),
            ],
        }
    }

    const TOP: [i32; 3] = [70, -10, 5];

    /// How far below the top of a known hill.
    fn depth(values: &[i32]) -> f64 {
        let scales = [100.0, 100.0, 4.0];
        let away = values.iter().zip(TOP).zip(scales);
        away.map(|((value, top), scale)| (f64::from(value - top) / scale).powi(2)).sum()
    }

    /// Eight games, won with a chance that the heights decide, as noisy as real ones.
    fn climb_on_the_hill(trial: &Trial) -> TrialResult {
        let mut random = SplitMix64::new(trial.seed);
        let chance = 0.5 + (depth(&trial.minus) - depth(&trial.plus)).clamp(-0.5, 0.5);
        let mut result = TrialResult::default();
        for _ in 0..8 {
            let won = (random.below(1_000_000) as f64) < chance * 1e6;
            *(if won { &mut result.won } else { &mut result.lost }) += 1;
        }
        result
    }

    #[test]
    fn it_climbs_a_known_hill() {
        let mut climb = Climb::new(plan(2_000));
        let below = depth(&climb.values());
        while let Some(trial) = climb.trial() {
            climb.take(climb_on_the_hill(&trial));
        }
        let after = depth(&climb.values());
        assert!(after < below / 10.0, "{below} before, {after} after: {:?}", climb.values());
        assert_eq!(climb.done(), 2_000);
        // Up, not down: with all results reversed it gets worse.
        let mut falling = Climb::new(plan(2_000));
        while let Some(trial) = falling.trial() {
            let TrialResult { won, drawn, lost } = climb_on_the_hill(&trial);
            falling.take(TrialResult { won: lost, drawn, lost: won });
        }
        assert!(depth(&falling.values()) > below, "{:?}", falling.values());
    }

    #[test]
    fn trials_stay_within_bounds_and_differ() {
        let mut climb = Climb::new(plan(50));
        while let Some(trial) = climb.trial() {
            for ((plus, minus), knob) in
                trial.plus.iter().zip(&trial.minus).zip(&climb.plan().knobs)
            {
                assert!((knob.least..=knob.most).contains(plus));
                assert!((knob.least..=knob.most).contains(minus));
                assert_ne!(plus, minus, "{}", knob.name);
            }
            climb.take(TrialResult { won: 8, drawn: 0, lost: 0 });
        }
    }

    #[test]
    fn draws_change_nothing_and_the_seed_decides() {
        let mut climb = Climb::new(plan(9));
        let first = climb.trial();
        assert_eq!(first, Climb::new(plan(9)).trial());
        assert_ne!(first, Climb::new(SpsaPlan { seed: 4, ..plan(9) }).trial());
        climb.take(TrialResult { won: 0, drawn: 8, lost: 0 });
        assert_eq!(climb.values(), [20, 40, 2]);
        assert_ne!(climb.trial().map(|trial| trial.seed), first.map(|trial| trial.seed));
    }
}
