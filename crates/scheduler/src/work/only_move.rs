//! Whether exactly one move is right, found out in steps: each is one question to the engine, bounded by positions
//! looked at, so that everybody gets the same puzzles of the same game.
//!
//! A short search for two lines comes first: most positions are left alone after it. Then the solver judges every
//! move, where it can; elsewhere a longer search must agree. Sets that ship are found with more effort
//! (`galet puzzles make`).

use galet_core::Side;
use galet_engine::review::{Assessment, assess};
use galet_engine::{AnyEngine, Look};
use galet_games::AnyProgress;
use galet_puzzles::Goal;
use galet_search::Stop;

/// How much more closely than a review the first search looks, and the one that confirms.
const GLANCE: u64 = 2;
const CONFIRM: u64 = 8;
/// Positions that the solver may look at for one question.
const SOLVER_NODES: u64 = 60_000;
/// The solver is not asked about more moves.
const MOST_MOVES: usize = 300;
/// What the second-best move must cost, in chances: what a review calls a mistake.
const CLEARLY: f64 = 0.15;
/// Below these chances there is nothing to keep.
const WORTH_KEEPING: f64 = 0.4;

/// The only right move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OnlyMove {
    pub(super) text: String,
    pub(super) goal: Goal,
    pub(super) proven: bool,
}

/// Why a position is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoPuzzle {
    /// Other moves are as good, or nearly.
    Several,
    /// There is one legal move, or none.
    Forced,
    /// The game is lost, nearly, whatever is played.
    Lost,
}

/// How far the question is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answered {
    /// There is more to do.
    NotYet,
    /// The move is in [`OnlyMoveSearch::only`].
    Yes,
    /// There is no such move.
    No(NoPuzzle),
}

/// Who wins the game; `None` for a draw.
type Winner = Option<Side>;

enum Stage {
    Glance,
    /// Who wins the position.
    Value,
    /// Who wins after each move: those that are left, and the one that keeps it with what it leads to.
    Moves {
        winner: Winner,
        left: Vec<String>,
        kept: Option<(String, String)>,
    },
    Confirm,
}

/// The question whether one move of a position is right.
pub(super) struct OnlyMoveSearch {
    game: Box<dyn AnyProgress>,
    stage: Stage,
    /// What the first search found.
    best: String,
    pub(super) only: Option<OnlyMove>,
}

impl OnlyMoveSearch {
    pub(super) fn new(game: Box<dyn AnyProgress>) -> OnlyMoveSearch {
        OnlyMoveSearch { game, stage: Stage::Glance, best: String::new(), only: None }
    }

    /// Asks the engine the next thing. A step that was stopped is done again.
    pub(super) fn step(&mut self, engine: &mut dyn AnyEngine, stop: &Stop) -> Answered {
        match &mut self.stage {
            Stage::Glance => {
                if self.game.outcome().is_some() || self.game.legal_moves(2).total < 2 {
                    return Answered::No(NoPuzzle::Forced);
                }
                let found = two_lines(engine, &*self.game, GLANCE, stop);
                if stop.is_stopped() {
                    return Answered::NotYet;
                }
                match clear_choice(found.as_ref()) {
                    Ok(best) => (self.best, self.stage) = (best, Stage::Value),
                    Err(why) => return Answered::No(why),
                }
            }
            Stage::Value => {
                let winner = winner(engine, &*self.game, stop);
                if stop.is_stopped() {
                    return Answered::NotYet;
                }
                let list = self.game.legal_moves(MOST_MOVES + 1).texts;
                self.stage = match winner {
                    Some(winner) if winner == Some(self.game.turn().other()) => {
                        return Answered::No(NoPuzzle::Lost);
                    }
                    Some(winner) if list.len() <= MOST_MOVES => {
                        Stage::Moves { winner, left: list, kept: None }
                    }
                    _ => Stage::Confirm,
                };
            }
            Stage::Moves { winner: value, left, kept } => {
                let Some(text) = left.last() else {
                    let goal = if value.is_some() { Goal::Win } else { Goal::Draw };
                    let Some((text, _)) = kept.take() else {
                        return Answered::No(NoPuzzle::Several);
                    };
                    self.only = Some(OnlyMove { text, goal, proven: true });
                    return Answered::Yes;
                };
                let mut after = self.game.clone_box();
                if after.play(text).is_err() {
                    left.pop();
                    return Answered::NotYet;
                }
                let reached = match after.outcome() {
                    Some(outcome) => Some(outcome.winner),
                    None => winner(engine, &*after, stop),
                };
                if stop.is_stopped() {
                    return Answered::NotYet;
                }
                match (reached, &kept) {
                    (None, _) => self.stage = Stage::Confirm,
                    (Some(reached), _) if reached != *value => drop(left.pop()),
                    (Some(_), None) => *kept = left.pop().map(|text| (text, after.position_text())),
                    // Another way to the same position is the same answer.
                    (Some(_), Some((_, position))) if *position == after.position_text() => {
                        left.pop();
                    }
                    (Some(_), Some(_)) => return Answered::No(NoPuzzle::Several),
                }
            }
            Stage::Confirm => {
                let found = two_lines(engine, &*self.game, CONFIRM, stop);
                if stop.is_stopped() {
                    return Answered::NotYet;
                }
                return match clear_choice(found.as_ref()) {
                    Ok(text) if text == self.best => {
                        self.only = Some(OnlyMove { text, goal: Goal::Advantage, proven: false });
                        Answered::Yes
                    }
                    Ok(_) => Answered::No(NoPuzzle::Several),
                    Err(why) => Answered::No(why),
                };
            }
        }
        Answered::NotYet
    }
}

/// The two best lines. A solver knows no second best, so it is left out.
fn two_lines(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyProgress,
    times: u64,
    stop: &Stop,
) -> Option<Assessment> {
    let effort = engine.scale().effort.times(times);
    let look = Look { lines: 2, solver_nodes: 0, ..Look::with(effort, stop) };
    assess(engine, game, &look).ok()
}

/// The best move, if the chances after it are worth keeping and those after the second-best are clearly lower.
fn clear_choice(found: Option<&Assessment>) -> Result<String, NoPuzzle> {
    let found = found.ok_or(NoPuzzle::Several)?;
    let (Some(best), Some(second)) = (found.best_move(), found.second) else {
        return Err(NoPuzzle::Several);
    };
    let kept = found.prospect.chances;
    if kept < WORTH_KEEPING {
        return Err(NoPuzzle::Lost);
    }
    if kept - second.chances < CLEARLY { Err(NoPuzzle::Several) } else { Ok(best.clone()) }
}

fn winner(engine: &mut dyn AnyEngine, game: &dyn AnyProgress, stop: &Stop) -> Option<Winner> {
    engine.set_game(game).ok()?;
    engine.winner(SOLVER_NODES, stop)
}
