//! Weights of an evaluation from self-play: positions with the results of their games, and the
//! weights that would have foretold these results best.

mod fit;
mod self_play;

use self_play::DRAWN;

use galet_engine::Visitor;
use galet_games::UnknownGame;
use galet_minds::baseline::Baseline;
use galet_minds::{Expert, Weight};
use galet_scene::Scenic;
use galet_search::score::Score;
use std::fmt::Write;

/// How to tune.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TunePlan {
    /// Games to play.
    pub games: u64,
    /// Positions that the search looks at for each move.
    pub nodes: u64,
    /// Threads to play on. The result does not depend on it.
    pub threads: usize,
    /// Decides the games.
    pub seed: u64,
}

/// What tuning found.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The weights before, with their names.
    pub before: Vec<Weight>,
    /// The new weights.
    pub after: Vec<Score>,
    /// Positions learned from, of games that had a winner.
    pub positions: usize,
    /// Positions kept back to check: those of every tenth of these games.
    pub checked: usize,
    /// Games won by the first player, drawn, lost.
    pub results: [u64; 3],
    /// The mean loss on the positions learned from, before and after.
    pub loss: [f64; 2],
    /// The same on the positions kept back.
    pub checked_loss: [f64; 2],
}

/// Why an evaluation cannot be tuned.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TuneError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The evaluation is not what can be tuned.
    #[error(
        "the evaluation of {game} is not a sum of counts times weights: they add up to {sum} \
         instead of {evaluation} at {position}"
    )]
    NotLinear {
        /// Which game.
        game: &'static str,
        /// What the counts times the weights add up to.
        sum: Score,
        /// What the evaluation says.
        evaluation: Score,
        /// Where.
        position: String,
    },
    /// Too few games had a winner.
    #[error(
        "only {decided} of {games} games were decided, and drawn ones do not tell good weights \
         from bad: play more games, or look at more or fewer positions for each move"
    )]
    TooFewDecided {
        /// Games with a winner.
        decided: u64,
        /// Games played.
        games: u64,
    },
    /// The games gave nothing to learn from.
    #[error("no quiet position was found in {games} games: play more of them")]
    NothingToLearn {
        /// Games played.
        games: u64,
    },
}

/// Fewer games with a winner than this teach nothing.
const LEAST_DECIDED: u64 = 10;
/// At least one game in so many must have a winner: the few that a nearly always drawn game gives
/// are accidents.
const DECIDED_IN: u64 = 20;

/// Tunes the evaluation of a game. `tell` hears how many games are played.
pub fn tune(game: &str, plan: &TunePlan, tell: &(dyn Fn(u64) + Sync)) -> Result<Tuned, TuneError> {
    galet_engine::visit(game, Tuner { plan, tell })?
}

struct Tuner<'a> {
    plan: &'a TunePlan,
    tell: &'a (dyn Fn(u64) + Sync),
}

impl Visitor for Tuner<'_> {
    type Output = Result<Tuned, TuneError>;

    fn visit<E: Expert>(self) -> Self::Output
    where
        E::Game: Scenic + Baseline,
    {
        let expert = E::by_hand();
        let before = expert.weights();
        let games = self_play::play_games(&expert, self.plan, self.tell)?;
        let mut results = [0; 3];
        let (mut learned, mut checked) = (Vec::new(), Vec::new());
        for game in &games {
            results[game.result] += 1;
        }
        let decided = self.plan.games - results[DRAWN];
        if decided < LEAST_DECIDED || decided * DECIDED_IN < self.plan.games {
            return Err(TuneError::TooFewDecided { decided, games: self.plan.games });
        }
        // Weights say who wins, not whether anybody does: drawn games would pull them all
        // towards nothing.
        let decided = games.into_iter().filter(|game| game.result != DRAWN);
        for (number, game) in decided.enumerate() {
            // Whole games are kept back: positions of one game are much alike.
            let pile = if number % 10 == 9 { &mut checked } else { &mut learned };
            pile.extend(game.samples);
        }
        if learned.is_empty() {
            return Err(TuneError::NothingToLearn { games: self.plan.games });
        }
        // A clear lead is three chances in four by definition; that fixes the unit of scores.
        let scale = 3_f64.ln() / f64::from(E::CLEAR_LEAD);
        let old: Vec<f64> = before.iter().map(|weight| f64::from(weight.value)).collect();
        let fitted = fit::fit(&learned, &old, scale);
        let after: Vec<Score> = fitted.iter().map(|weight| weight.round() as Score).collect();
        let rounded: Vec<f64> = after.iter().map(|&weight| f64::from(weight)).collect();
        let losses = |samples: &[fit::Sample]| {
            [&old, &rounded].map(|weights| fit::mean_loss(samples, weights, scale))
        };
        Ok(Tuned {
            positions: learned.len(),
            checked: checked.len(),
            results,
            loss: losses(&learned),
            checked_loss: losses(&checked),
            before,
            after,
        })
    }
}

impl Tuned {
    /// The new weights as a list in Rust, to be pasted in place of the old.
    pub fn to_rust(&self) -> String {
        let mut text = "[\n".to_owned();
        for (weight, value) in self.before.iter().zip(&self.after) {
            let (name, about, old) = (weight.name, weight.about, weight.value);
            let _ = writeln!(text, "    {value}, // {name}: {about} (was {old})");
        }
        text + "]\n"
    }
}
