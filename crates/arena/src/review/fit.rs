//! What scores meant in played games.

use super::model::{Observation, fit_chances, fit_lead, log_loss};
use super::{Played, on_threads};
use galet_core::random::SplitMix64;
use galet_core::{Game, MonotonicTime, Side, Symmetric};
use galet_engine::{Look, Visitor, fingerprint, shipped, visit};
use galet_games::UnknownGame;
use galet_minds::baseline::Baseline;
use galet_minds::{Expert, Fitted};
use galet_scene::Scenic;
use galet_search::Stop;
use galet_search::score::forced_in;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// What was fitted, and to what.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The name of the game.
    pub game: &'static str,
    /// The numbers.
    pub fitted: Fitted,
    /// Positions that they were fitted to.
    pub positions: usize,
    /// How many games they are from, by who played.
    pub games: BTreeMap<String, usize>,
    /// What the numbers in use cost on these positions, and what the new ones do.
    pub log_loss: [f64; 2],
}

/// Why nothing can be fitted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A game of another kind.
    #[error("there is a game of {found} among those of {wanted}")]
    Mixed {
        /// What it is.
        found: &'static str,
        /// What it should be.
        wanted: &'static str,
    },
    /// Too little to say anything.
    #[error("{positions} undecided positions are too few: at least {LEAST} are wanted")]
    TooFew {
        /// How many there are.
        positions: usize,
    },
}

/// Fewer positions say nothing.
const LEAST: usize = 200;

/// Fits the numbers of a game to `a_game` positions of each of these games.
pub fn fit(
    game: &str,
    games: &[Played],
    a_game: usize,
    threads: usize,
    tell: &(dyn Fn() + Sync),
) -> Result<Fit, FitError> {
    visit(game, Work { games, a_game, threads, tell })?
}

struct Work<'a> {
    games: &'a [Played],
    a_game: usize,
    threads: usize,
    tell: &'a (dyn Fn() + Sync),
}

impl Visitor for Work<'_> {
    type Output = Result<Fit, FitError>;

    fn visit<E: Expert>(self) -> Result<Fit, FitError>
    where
        E::Game: Scenic + Baseline + Symmetric,
    {
        let wanted = <E::Game as Game>::NAME;
        let names = self.games.iter().map(|played| played.game.game().name());
        if let Some(found) = names.into_iter().find(|name| *name != wanted) {
            return Err(FitError::Mixed { found, wanted });
        }
        let helper = || {
            let time = Arc::new(MonotonicTime);
            (shipped::<E>(), galet_engine::new(wanted, time).expect("it has a mind"))
        };
        let seen = on_threads(self.games, self.threads, helper, |(mind, engine), index, played| {
            let found = observe(mind, &mut **engine, played, index as u64, self.a_game);
            (self.tell)();
            found
        });
        let seen: Vec<Observation> = seen.into_iter().flatten().collect();
        if seen.len() < LEAST {
            return Err(FitError::TooFew { positions: seen.len() });
        }
        let fitted = Fitted {
            evaluation: fingerprint::<E>(),
            chances: fit_chances(&seen).map(rounded),
            lead: fit_lead(&seen, E::MOST).map(rounded),
        };
        let mut games = BTreeMap::new();
        for played in self.games {
            let mut names = [&*played.names.first, &*played.names.second];
            names.sort_unstable();
            *games.entry(format!("{} and {}", names[0], names[1])).or_insert(0) += 1;
        }
        let log_loss = [E::FITTED.chances, fitted.chances].map(|model| log_loss(model, &seen));
        Ok(Fit { game: wanted, fitted, positions: seen.len(), games, log_loss })
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

/// Some positions of a game, drawn by its number, in which nothing is proven: as a review looks at them.
fn observe<E: Expert>(
    mind: &E,
    engine: &mut dyn galet_engine::AnyEngine,
    played: &Played,
    seed: u64,
    wanted: usize,
) -> Vec<Observation> {
    let Some(game) = played.game.downcast_ref::<E::Game>() else { return Vec::new() };
    let mut plies: Vec<usize> = (played.opening_plies..game.moves().len()).collect();
    let mut random = SplitMix64::new(seed);
    while plies.len() > wanted {
        plies.swap_remove(random.below(plies.len()));
    }
    let look = Look::with(E::REVIEW, &Stop::new());
    let mut found = Vec::new();
    for ply in plies {
        let earlier = game.at_ply(ply);
        engine.set_game(&*played.game.at_ply(ply)).expect("the games are of its kind");
        let analysis = engine.examine(&look, &mut |_| {});
        let Some(line) = analysis.lines.first() else { continue };
        if analysis.solved.is_some() || forced_in(line.score).is_some() {
            continue;
        }
        let turn = earlier.turn();
        let lead = |winner: Side| E::won_by(game.position(), winner);
        found.push(Observation {
            score: mind.in_clear_leads(line.score),
            phase: E::phase(earlier.position()),
            points: played.points(turn),
            ahead: E::ahead(earlier.position(), turn),
            lead: match played.winner {
                Some(winner) if winner == turn => lead(winner),
                Some(winner) => -lead(winner),
                None => 0.0,
            },
        });
    }
    found
}

impl Fit {
    /// The file `fitted.rs` of the game's mind.
    pub fn to_rust(&self, files: &[String]) -> String {
        let Fit { game, fitted, positions, games, .. } = self;
        let all: usize = games.values().sum();
        let mut text = format!(
            "//! What scores meant in played games. `galet review fit {game}` writes this file:\n\
             //! `docs/review.md`.\n//!\n\
             //! From {positions} undecided positions of {all} games:\n//!\n"
        );
        for (players, count) in games {
            let _ = writeln!(text, "//! - {players}: {count}");
        }
        let _ = write!(text, "//!\n//! The files were");
        for file in files {
            let _ = write!(text, "\n//! {file}");
        }
        let number = |value: f64| format!("{value:?}");
        let [a, b] = fitted.chances.map(number);
        let [c, d] = fitted.lead.map(number);
        let print = fitted.evaluation;
        let _ = write!(
            text,
            "\n\nuse crate::Fitted;\n\n\
             /// The numbers, and the fingerprint of the evaluation that the scores came from.\n\
             pub(super) const FITTED: Fitted = Fitted {{\n    \
             evaluation: 0x{print:016x},\n    chances: [{a}, {b}],\n    lead: [{c}, {d}],\n}};\n"
        );
        text
    }
}
