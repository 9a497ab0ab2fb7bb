//! An engine for a game of any kind.

use crate::prospect::{Look, Prospect, Scale};
use crate::{Evaluation, EvaluationError, Level};
use galet_core::Side;
use galet_games::AnyProgress;
use galet_minds::{Equipment, LevelSpec};
use galet_scene::Phrase;
use galet_search::score::{Score, forced_in};
use galet_search::{Limits, Stop, Tuning};
use std::time::Duration;

/// A player of one game: it holds a game in progress and thinks about it.
pub trait AnyEngine: Send {
    /// The game as it stands.
    fn game(&self) -> &dyn AnyProgress;

    /// Takes up a game as it stands, with its history. Nothing changes if it is a game of
    /// another kind.
    fn set_game(&mut self, game: &dyn AnyProgress) -> Result<(), WrongGame>;

    /// Forgets what earlier searches found, so that the next does not depend on them.
    fn forget(&mut self);

    /// Chooses what full strength judges positions by, and forgets what earlier searches found.
    /// Nothing changes if it is a network that is wrong.
    fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), EvaluationError>;

    /// Which files full strength plays by. What is missing makes it weaker and is no error.
    fn equipment(&self) -> Equipment;

    /// The parameters by which full strength searches.
    fn tuning(&self) -> &Tuning;

    /// Searches by other parameters at full strength, and forgets what earlier searches found.
    fn set_tuning(&mut self, tuning: Tuning);

    /// The memory for searches, in megabytes.
    fn set_table_size(&mut self, megabytes: usize);

    /// Finds the best lines of the game as it stands. `tell` hears of every progress; the last
    /// thing it hears is what is returned. A finished game has no lines.
    fn analyse(&self, request: &Request, tell: &mut dyn FnMut(&Analysis)) -> Analysis;

    /// Proves the result of the game as it stands, if that is possible in this time; `None` also for
    /// a finished game.
    fn prove(&self, time: Duration, stop: &Stop) -> Option<Analysis>;

    /// Who wins the game as it stands, `Some(None)` for a draw, if that can be proven by looking at so many
    /// positions; `None` also for a finished game.
    fn winner(&self, nodes: u64, stop: &Stop) -> Option<Option<Side>>;

    /// Chooses a move as a player of that level would; `None` in a finished game. Levels below
    /// the highest use `seed` to draw among good moves and look at the clock only in need.
    fn choose(&self, level: Level, request: &Request, seed: u64) -> Option<Choice>;

    /// Chooses a move as a level made like this would: that is how levels are found.
    fn choose_as(&self, level: &LevelSpec, request: &Request, seed: u64) -> Option<Choice>;

    /// How good the game stands for the side to move before anything is searched, and what that
    /// consists of.
    fn explain(&self) -> (Score, Vec<(&'static str, Score)>);

    /// The chances of the side to move, from 0 (lost) to 1 (won), that a score means between players of full
    /// strength.
    fn expectation(&self, score: Score) -> f64;

    /// Looks at the game as it stands by itself, without anything that earlier searches found: bounded by nodes
    /// alone it finds the same for everybody. `tell` hears of every progress.
    fn examine(&self, look: &Look, tell: &mut dyn FnMut(&Analysis)) -> Analysis;

    /// What the game as it stands promises to the side to move, by what was found out about it.
    fn prospect(&self, analysis: &Analysis) -> Prospect;

    /// What a line from here promises to the side to move.
    fn prospect_after(&self, line: &AnalysedLine) -> Prospect;

    /// What this game is measured by in a review.
    fn scale(&self) -> Scale;
}

/// What is asked of an engine.
#[derive(Clone, Debug)]
pub struct Request {
    /// When to stop.
    pub limits: Limits,
    /// How many best lines to find.
    pub lines: usize,
    /// On how many threads.
    pub threads: usize,
    /// Ends it from outside.
    pub stop: Stop,
}

impl Request {
    /// One line on one thread within these limits.
    pub fn new(limits: Limits) -> Self {
        Request { limits, lines: 1, threads: 1, stop: Stop::new() }
    }
}

/// What an engine found out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Analysis {
    /// The depth that has been finished.
    pub depth: u32,
    /// The longest line looked at.
    pub deepest: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// How full the memory is, in thousandths.
    pub table_permille: usize,
    /// The best lines, the best first.
    pub lines: Vec<AnalysedLine>,
    /// The proven result, if there is one; the first line is best play then.
    pub solved: Option<Solved>,
}

impl Analysis {
    /// The move to play: best play, or in a proven loss what leaves the opponent most to find.
    pub fn played(&self) -> Option<String> {
        let hope = self.solved.as_ref().and_then(|solved| solved.hope.clone());
        hope.or_else(|| self.lines.first()?.moves.first().cloned())
    }

    /// The score of the best line.
    pub(crate) fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// Whether the best line is a forced loss.
    pub(crate) fn is_lost(&self) -> bool {
        self.lines.first().and_then(AnalysedLine::forced_in).is_some_and(|plies| plies < 0)
    }
}

/// A line of play with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysedLine {
    /// For the side to move; see [`galet_search::score`].
    pub score: Score,
    /// The moves as text.
    pub moves: Vec<String>,
}

impl AnalysedLine {
    /// The plies to a forced end: positive when the side to move wins.
    pub fn forced_in(&self) -> Option<i32> {
        forced_in(self.score)
    }
}

/// A proven result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// What whoever is lost plays in the hope of a mistake, if that is not the first move of the line.
    pub hope: Option<String>,
    /// Who wins with best play; `None` is a draw.
    pub winner: Option<Side>,
    /// By how much, in a unit of the game.
    pub margin: u32,
    /// In words, for the side to move: "loss by 2 towers".
    pub words: Phrase,
    /// In words, for the winner: "win by 2 towers".
    pub for_winner: Phrase,
}

/// A move chosen to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move as text.
    pub text: String,
    /// What it was chosen from. Its first line need not be the move: see [`Level`].
    pub analysis: Analysis,
}

/// An engine cannot take up a game of another kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is an engine for {plays}, and the game is {given}")]
pub struct WrongGame {
    /// The name of the game that was given.
    pub given: &'static str,
    /// The name of the game that the engine plays.
    pub plays: &'static str,
}
