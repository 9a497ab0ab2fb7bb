//! Trials played by the engine against itself, with other parameters of its search.

use super::{Knob, SpsaPlan, Trial, TrialResult};
use crate::matches::{MatchError, MatchPlan};
use crate::opening::OpeningPlan;
use crate::player::Patience;
use crate::spec::PlayerSpec;
use galet_games::AnyProgress;
use galet_search::Tuning;
use std::sync::atomic::AtomicBool;

/// The parameters of a search that can be tuned: switches and those that are switched off by a value beyond their
/// bounds are left out.
pub fn knobs(tuning: &Tuning) -> Vec<Knob> {
    let knob = |parameter: &galet_search::Parameter| Knob {
        name: parameter.name.to_owned(),
        least: parameter.least,
        most: parameter.most,
        start: parameter.get(tuning),
    };
    let knobs = Tuning::parameters().iter().map(knob);
    knobs.filter(|k| k.most - k.least > 1 && (k.least..=k.most).contains(&k.start)).collect()
}

/// How trials are played.
pub struct SearchTrials {
    /// The games that openings go on from.
    pub starts: Vec<Box<dyn AnyProgress>>,
    /// Positions to look at for each move.
    pub nodes: u64,
    /// Pairs of games for each trial.
    pub pairs: u64,
    /// Games at once.
    pub threads: usize,
    /// How openings are made.
    pub opening: OpeningPlan,
    /// A game that lasts so many plies is a draw.
    pub max_plies: usize,
}

/// Memory for each player, in megabytes: searches are short.
const HASH: usize = 4;

impl SearchTrials {
    /// Plays a trial; `None` if `stop` was set before it was over.
    pub fn play(
        &self,
        plan: &SpsaPlan,
        trial: &Trial,
        stop: &AtomicBool,
    ) -> Result<Option<TrialResult>, MatchError> {
        let played = MatchPlan {
            starts: self.starts.iter().map(|start| start.clone_box()).collect(),
            contestants: [self.player(plan, &trial.plus), self.player(plan, &trial.minus)],
            pairs: self.pairs,
            concurrency: self.threads,
            seed: trial.seed,
            opening: self.opening,
            patience: Patience::default(),
            max_plies: self.max_plies,
            sprt: None,
        };
        let tally = played.play_until(stop, |_, _| {})?.tally;
        let result = TrialResult { won: tally.wins, drawn: tally.draws, lost: tally.losses };
        Ok((tally.games() == 2 * self.pairs).then_some(result))
    }

    fn player(&self, plan: &SpsaPlan, values: &[i32]) -> PlayerSpec {
        let mut text = format!("full:nodes={},hash={HASH}", self.nodes);
        for (knob, value) in plan.knobs.iter().zip(values) {
            text += &format!(",{}={value}", knob.name);
        }
        text.parse().expect("knobs are parameters, and their values within bounds")
    }
}
