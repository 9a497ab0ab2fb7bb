//! Games of an expert against itself, for their quiet positions and results.

use super::fit::Sample;
use super::{TuneError, TunePlan};
use crate::seed_of;
use galet_core::conformance::random_move;
use galet_core::random::SplitMix64;
use galet_core::{Game, Notation, Progress, Side};
use galet_engine::ugi::moves_to_go;
use galet_games::SetupText;
use galet_minds::Expert;
use galet_search::score::{FORCED, LIMIT, Score};
use galet_search::{Limits, Search, Table};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game that lasts so many plies is a draw.
const MAX_PLIES: usize = 300;
/// Games begin with so many random plies, but with no more than a quarter of a game.
const OPENING_PLIES: RangeInclusive<usize> = 3..=10;
/// Memory for the search, in megabytes.
const HASH: usize = 2;

/// The result of a drawn game.
pub(super) const DRAWN: usize = 1;

/// What a game gives.
pub(super) struct Played {
    /// 0 if the first player won, [`DRAWN`], 2 if the second did.
    pub(super) result: usize,
    pub(super) samples: Vec<Sample>,
}

/// Plays the games of a plan, in order whatever thread played them.
pub(super) fn play_games<E: Expert>(
    expert: &E,
    plan: &TunePlan,
    tell: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Played>, TuneError>
where
    E::Game: Notation,
{
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let games = Mutex::new(Vec::new());
    let probe = Probe::new(expert);
    let openings = opening_plies::<E>();
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.games {
                        return;
                    }
                    let played = play_game(
                        expert,
                        &probe,
                        plan.nodes,
                        &openings,
                        seed_of(&[plan.seed, number]),
                    );
                    let failed = played.is_err();
                    games.lock().expect("no thread panics here").push((number, played));
                    tell(done.fetch_add(1, Ordering::Relaxed) + 1);
                    if failed {
                        next.store(plan.games, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let mut games = games.into_inner().expect("no thread panics here");
    games.sort_unstable_by_key(|(number, _)| *number);
    games.into_iter().map(|(_, played)| played).collect()
}

/// How many random plies games begin with.
fn opening_plies<E: Expert>() -> RangeInclusive<usize> {
    let game = galet_games::find(<E::Game as Game>::NAME).expect("a mind's game is registered");
    let start = game.start(&SetupText::default()).expect("the default setup is fine");
    // Half the moves of one side are a quarter of the game.
    let most = (moves_to_go(&*start) as usize / 2).clamp(1, *OPENING_PLIES.end());
    most.min(*OPENING_PLIES.start())..=most
}

fn play_game<E: Expert>(
    expert: &E,
    probe: &Probe<E>,
    nodes: u64,
    openings: &RangeInclusive<usize>,
    seed: u64,
) -> Result<Played, TuneError>
where
    E::Game: Notation,
{
    let mut random = SplitMix64::new(seed);
    let mut game = Progress::<E::Game>::new(<E::Game as Game>::Setup::default());
    let (least, most) = (*openings.start(), *openings.end());
    for _ in 0..least + random.below(most - least + 1) {
        let Some(m) = random_move(game.position(), &mut random) else { break };
        if game.play(m).is_err() {
            break;
        }
    }
    let table = Table::new(HASH);
    let search = Search::new(expert, &table);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut kept: Vec<(Side, (Vec<f32>, f32))> = Vec::new();
    let winner = loop {
        if let Some(outcome) = game.outcome() {
            break outcome.winner;
        }
        if game.moves().len() >= MAX_PLIES {
            break None;
        }
        let report = search.run(&game, &limits, |_| {});
        let Some((line, &m)) = report.lines.first().and_then(|l| Some((l, l.moves.first()?)))
        else {
            break None;
        };
        let (position, turn) = (game.position(), game.turn());
        if line.score.abs() >= FORCED {
            break Some(if line.score > 0 { turn } else { turn.other() });
        }
        if is_quiet(expert, position, m) {
            kept.push((turn, probe.features(expert, position)?));
        }
        if game.play(m).is_err() {
            break None;
        }
    };
    let samples = kept.into_iter().map(|(side, (features, offset))| {
        let result = match winner {
            None => 0.5,
            Some(winner) => f32::from(u8::from(winner == side)),
        };
        Sample { features, offset, result }
    });
    let result = winner.map_or(DRAWN, |winner| winner.index() * 2);
    Ok(Played { result, samples: samples.collect() })
}

/// Whether what the search wants to play is no taking or threatening: then the evaluation of the
/// position as it stands should say how the game will go.
fn is_quiet<E: Expert>(expert: &E, position: &E::Game, best: <E::Game as Game>::Move) -> bool {
    expert
        .visit_noisy(position, |m| {
            if m == best { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_continue()
}

/// What each weight of an evaluation is multiplied by: the evaluation with that weight 1 and all
/// others 0.
struct Probe<E> {
    nothing: E,
    one_each: Vec<E>,
    weights: Vec<Score>,
}

impl<E: Expert> Probe<E>
where
    E::Game: Notation,
{
    fn new(expert: &E) -> Self {
        let weights: Vec<Score> = expert.weights().iter().map(|weight| weight.value).collect();
        let mut list = vec![0; weights.len()];
        let nothing = expert.with_weights(&list);
        let mut only = |index: usize| {
            list.fill(0);
            list[index] = 1;
            expert.with_weights(&list)
        };
        Probe { nothing, one_each: (0..weights.len()).map(&mut only).collect(), weights }
    }

    /// The features of a position and what the evaluation adds to them.
    fn features(&self, expert: &E, position: &E::Game) -> Result<(Vec<f32>, f32), TuneError> {
        let evaluate = |expert: &E| expert.evaluate(position, &expert.accumulator(position));
        let offset = evaluate(&self.nothing);
        let counts: Vec<Score> =
            self.one_each.iter().map(|expert| evaluate(expert) - offset).collect();
        let products = counts.iter().zip(&self.weights).map(|(count, weight)| count * weight);
        let sum = offset + products.sum::<Score>();
        let evaluation = evaluate(expert);
        if sum.clamp(-LIMIT, LIMIT) != evaluation {
            return Err(TuneError::NotLinear {
                game: <E::Game as Game>::NAME,
                sum,
                evaluation,
                position: position.position_text(),
            });
        }
        Ok((counts.iter().map(|&count| count as f32).collect(), offset as f32))
    }
}
