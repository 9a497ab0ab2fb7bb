//! Looking for positions where one move is right and the others are not.

use crate::file::{self, Problem};
use galet_core::random::SplitMix64;
use galet_core::{Game, MonotonicTime, Notation, Progress, Setup, Side, Symmetric};
use galet_engine::{Analysis, AnyEngine, Visitor};
use galet_games::SetupText;
use galet_minds::baseline::Baseline;
use galet_minds::{Budget, Expert, Solve};
use galet_scene::Scenic;
use galet_search::score::WIN;
use galet_search::{Limits, Mind, Search, Stop, Table};
use std::collections::HashSet;
use std::sync::Arc;

/// How far ahead the right move has to be of the second best, as a share of a win.
pub(crate) const GAP: f64 = 0.2;
/// What the note of a problem ends with where no other move has as good a result.
pub(crate) const PROVEN: &str = ", proven";
/// How much longer the search is that confirms an answer.
pub(crate) const LONGER: u64 = 20;

/// The answer has to be found with this share of the budget already: changes of the search may
/// cost a problem something before it is lost.
const EARLY: u64 = 4;
/// The share of a search's nodes that an engine gives to the solver.
const SOLVER_SHARE: u64 = 3;
/// Positions of one game that are taken: games differ more than positions of a game.
const PER_GAME: usize = 2;
/// Random moves at the beginning of a game.
const RANDOM_PLIES: usize = 4;
/// After that one move in so many is random: players who see everything leave nothing to find.
const RANDOM_ONE_IN: usize = 4;
/// What the players look at, and among how many best moves they draw if it is not random.
const PLAYER_NODES: u64 = 1_000;
const PLAYER_LINES: usize = 3;
/// The longest game.
const MAX_PLIES: usize = 100;
/// The last plies of a game that was won are looked at in any case.
const LAST_PLIES: usize = 8;
/// What the exact solver may look at for all moves of a position together, and for one.
const SOLVER_NODES: u64 = 1_000_000;
const SOLVER_NODES_PER_MOVE: u64 = 10_000;

/// Makes so many problems that can be solved within a budget.
pub(crate) struct Maker<'a> {
    pub(crate) count: usize,
    pub(crate) budget: u64,
    /// Options of games that take turns with the default ones.
    pub(crate) options: &'a [&'a str],
    /// Whether only answers count that are proven to be the only ones.
    pub(crate) proven: bool,
    /// What an earlier run found; this one goes on where it ended.
    pub(crate) known: Vec<Problem>,
    /// Hears of all problems found so far, whenever there is a new one.
    pub(crate) keep: &'a mut dyn FnMut(&[Problem]),
}

impl Visitor for Maker<'_> {
    type Output = ();

    fn visit<E: Expert>(mut self)
    where
        E::Game: Scenic + Baseline + Symmetric,
    {
        let expert: E = galet_engine::shipped();
        let mut engine = galet_engine::new(<E::Game as Game>::NAME, Arc::new(MonotonicTime))
            .expect("the game of a mind");
        let mut problems = std::mem::take(&mut self.known);
        let mut seen: HashSet<String> = problems.iter().map(place).collect();
        // Its last game again: there may be more in it.
        let first = problems.last().map_or(0, game_of);
        let mut images = HashSet::new();
        for seed in first.. {
            let mut random = SplitMix64::new(seed);
            let turn = seed as usize % (self.options.len() + 1);
            let setup = file::setup(turn.checked_sub(1).map_or("", |n| self.options[n]));
            let (game, promising) = self.play(&expert, &*engine, &setup, &mut random);
            let mut taken = 0;
            // From a random one on and round again, so that all parts of a game are met.
            let begin = random.below(promising.len().max(1));
            for n in 0..promising.len() {
                let ply = promising[(begin + n) % promising.len()];
                let at = game.at_ply(ply);
                let Some(found) = self.problem(&expert, &mut *engine, &setup, at.position()) else {
                    continue;
                };
                taken += 1;
                let is_new = images.insert(canonical(at.position())) && seen.insert(place(&found));
                if is_new {
                    let note = format!("game {seed}, ply {ply}{}", found.note);
                    problems.push(Problem { note, ..found });
                    (self.keep)(&problems);
                }
                if problems.len() >= self.count {
                    return;
                }
                if taken == PER_GAME {
                    break;
                }
            }
        }
    }
}

/// The text of a problem's position.
fn place(problem: &Problem) -> String {
    problem.setup.position.clone().unwrap_or_default()
}

/// The number of the game that a problem is from.
fn game_of(problem: &Problem) -> u64 {
    let number = problem.note.strip_prefix("game ").and_then(|rest| rest.split(',').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

impl Maker<'_> {
    /// A game of a weak player against itself, and the plies at which one move looked much better to
    /// it than the others, or the game was decided soon after.
    fn play<E: Mind>(
        &self,
        expert: &E,
        engine: &dyn AnyEngine,
        setup: &SetupText,
        random: &mut SplitMix64,
    ) -> (Progress<E::Game>, Vec<usize>) {
        let options = setup.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let mut setup = <E::Game as Game>::Setup::read(None, options).expect("options of the game");
        let layouts = <E::Game as Game>::Setup::layouts().len();
        // Every other game from the usual layout.
        setup.set_layout(if random.below(2) == 0 { 0 } else { random.below(layouts) });
        let mut game = Progress::<E::Game>::new(setup);
        let mut promising = Vec::new();
        let table = Table::new(1);
        let limits = Limits { nodes: Some(PLAYER_NODES), ..Limits::default() };
        while game.outcome().is_none() && game.moves().len() < MAX_PLIES {
            let moves = game.position().moves();
            let mut m = moves[random.below(moves.len())];
            if game.moves().len() >= RANDOM_PLIES {
                let search =
                    Search { lines: PLAYER_LINES, ..Search::new(expert, &table, &MonotonicTime) };
                let lines = search.run(&game, &limits, |_| {}).lines;
                let chances: Vec<f64> = lines.iter().map(|l| engine.expectation(l.score)).collect();
                if chances.len() > 1 && chances[0] - chances[1] > GAP / 2.0 {
                    promising.push(game.moves().len());
                }
                if random.below(RANDOM_ONE_IN) > 0 {
                    m = lines[random.below(lines.len())].moves[0];
                }
            }
            game.play(m).expect("a legal move");
        }
        if game.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
            let plies = game.moves().len();
            let last = plies.saturating_sub(LAST_PLIES).max(RANDOM_PLIES)..plies;
            promising.retain(|ply| !last.contains(ply));
            promising.extend(last);
        }
        (game, promising)
    }

    /// The problem that a position is, if it is one.
    fn problem<E: Solve>(
        &self,
        expert: &E,
        engine: &mut dyn AnyEngine,
        setup: &SetupText,
        position: &E::Game,
    ) -> Option<Problem>
    where
        E::Game: Notation + Baseline,
    {
        let setup = SetupText { position: Some(position.position_text()), ..setup.clone() };
        if self.proven {
            // The solver alone is quicker than to look at each position.
            let game = Progress::from_position(Default::default(), position.clone());
            let nodes = self.budget / EARLY / SOLVER_SHARE;
            expert.solve(&game, &Budget::new(nodes, Stop::new()))?;
        }
        let early = file::look(engine, &setup, self.budget / EARLY, 1);
        let answer = file::best(&early)?.to_owned();
        let thought = if self.proven { glance(position) } else { first_thought(expert, position) };
        if thought == answer {
            // Who looks a move ahead sees it.
            return None;
        }
        if early.solved.is_none() {
            let two = file::look(engine, &setup, self.budget / EARLY, 2);
            if clear_best(engine, &two) != Some(&answer) {
                return None;
            }
        }
        let note = match only_move(expert, position, &answer) {
            Some(true) => PROVEN,
            Some(false) => return None,
            None if self.proven => return None,
            None => "",
        };
        if file::best(&file::look(engine, &setup, self.budget, 1)) != Some(&answer) {
            return None;
        }
        if !is_confirmed(engine, &setup, &answer, note == PROVEN, self.budget) {
            return None;
        }
        Some(Problem { setup, answer, note: note.to_owned() })
    }
}

/// Whether a search that is [`LONGER`] than the budget has the same answer, and if it is not
/// proven to be the only one, finds it clearly best.
pub(crate) fn is_confirmed(
    engine: &mut dyn AnyEngine,
    setup: &SetupText,
    answer: &str,
    proven: bool,
    budget: u64,
) -> bool {
    let lines = if proven { 1 } else { 2 };
    let found = file::look(engine, setup, LONGER * budget, lines);
    let best = if proven { file::best(&found) } else { clear_best(engine, &found) };
    best == Some(answer)
}

/// The move of a player who looks one move ahead and judges by lines, towers or marbles alone.
fn glance<G: Baseline + Notation>(position: &G) -> String {
    let judge = |&m: &G::Move| {
        let mut next = position.clone();
        next.play_unchecked(m);
        match next.outcome() {
            Some(outcome) => worth(outcome.winner, position.turn()) * WIN,
            None => -next.baseline_evaluation(),
        }
    };
    position.moves().into_iter().max_by_key(judge).map_or(String::new(), |m| position.move_text(m))
}

/// The best move of a search that looks one move ahead.
fn first_thought<E: Mind>(expert: &E, position: &E::Game) -> String
where
    E::Game: Notation,
{
    let game = Progress::from_position(<E::Game as Game>::Setup::default(), position.clone());
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let report = Search::new(expert, &Table::new(1), &MonotonicTime).run(&game, &limits, |_| {});
    position.move_text(report.lines[0].moves[0])
}

/// The best move, if it is ahead of the second best by [`GAP`].
fn clear_best<'a>(engine: &dyn AnyEngine, analysis: &'a Analysis) -> Option<&'a str> {
    let [best, second] = &analysis.lines[..] else { return None };
    let ahead = engine.expectation(best.score) - engine.expectation(second.score);
    (ahead >= GAP).then(|| file::best(analysis)).flatten()
}

/// Whether every other move than the answer has a worse result; `None` if the solver cannot tell.
fn only_move<E: Solve>(expert: &E, position: &E::Game, answer: &str) -> Option<bool>
where
    E::Game: Notation,
{
    let mover = position.turn();
    let setup = || <E::Game as Game>::Setup::default();
    let mut nodes = SOLVER_NODES;
    let mut value = |m: <E::Game as Game>::Move| {
        let mut game = Progress::from_position(setup(), position.clone());
        game.play(m).expect("a legal move");
        let winner = match game.outcome() {
            Some(outcome) => outcome.winner,
            None => {
                let budget = Budget::new(nodes.min(SOLVER_NODES_PER_MOVE), Stop::new());
                let verdict = expert.solve(&game, &budget)?;
                nodes = nodes.saturating_sub(verdict.nodes);
                verdict.winner
            }
        };
        Some(worth(winner, mover))
    };
    let right = position.parse_move(answer).expect("a legal move");
    let best = value(right)?;
    let mut others = position.moves();
    others.retain(|&m| m != right);
    for m in others {
        if value(m)? >= best {
            return Some(false);
        }
    }
    Some(true)
}

fn worth(winner: Option<Side>, mover: Side) -> i32 {
    match winner {
        Some(winner) if winner == mover => 1,
        Some(_) => -1,
        None => 0,
    }
}

/// The same text for all positions that symmetries and exchanged colours make of one.
fn canonical<G: Symmetric + Notation>(position: &G) -> String {
    let swapped = position.swap_colours();
    let images = (0..G::SYMMETRIES).flat_map(|n| [position.transform(n), swapped.transform(n)]);
    images.map(|image| image.position_text()).min().unwrap_or_default()
}
