//! Work that somebody waits for: a move of the computer, a hint, a judgement.

use super::{Once, Slice, Work, WorkState};
use crate::ClockLeft;
use crate::score::{self, Names};
use galet_engine::review::{self, Assessment};
use galet_engine::{AnyEngine, Level, Look, Request, reasons};
use galet_games::AnyProgress;
use galet_search::{Limits, TimeControl};
use galet_wire::study::{Hint, Judgement};
use std::time::Duration;

/// A hint is the best move found in this time.
const HINT_TIME: Duration = Duration::from_millis(700);
/// How much more closely than a review a judgement looks at the positions before and after a move.
const JUDGE_CLOSER: u64 = 8;
/// A level below the highest never thinks longer than this, however slow the machine is.
const PATIENCE: Duration = Duration::from_secs(10);
/// The shortest time in which the highest level is still itself.
const HASTE: Duration = Duration::from_millis(100);
/// Moves of one's own that a clock should last for.
const MOVES_TO_GO: u32 = 30;

/// A move of the computer.
pub(crate) struct ChooseMove {
    pub(crate) game: Box<dyn AnyProgress>,
    pub(crate) level: Level,
    pub(crate) clock: Option<ClockLeft>,
    pub(crate) seed: u64,
    /// How long the highest level thinks when nothing hurries it.
    pub(crate) think: Duration,
    /// The reading of the clock when the move was asked for.
    pub(crate) asked: Duration,
    pub(crate) done: Option<Once<String>>,
}

impl ChooseMove {
    fn limits(&self, slice: &Slice) -> Limits {
        let time = if self.level == Level::FULL {
            // The more wait, the less time for each.
            (self.think / (1 + slice.moves_waiting as u32)).max(HASTE)
        } else {
            PATIENCE
        };
        // The clock runs while the move waits for its turn.
        let waited = slice.since(self.asked);
        let clock = self.clock.map(|clock| TimeControl {
            left: clock.left.saturating_sub(waited),
            increment: clock.increment,
            moves_to_go: MOVES_TO_GO,
        });
        Limits { time: Some(time), clock, ..Limits::default() }
    }
}

impl Work for ChooseMove {
    fn game(&self) -> &'static str {
        self.game.game().name()
    }

    fn run_slice(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> WorkState {
        if engine.set_game(&*self.game).is_err() {
            return WorkState::Finished;
        }
        let request = Request {
            stop: slice.stop.clone(),
            threads: slice.threads,
            ..Request::new(self.limits(slice))
        };
        let choice = engine.choose(self.level, &request, self.seed);
        if slice.is_cancelled() {
            return WorkState::Unfinished;
        }
        if let (Some(choice), Some(done)) = (choice, self.done.take()) {
            done(choice.text);
        }
        WorkState::Finished
    }
}

/// A hint.
pub(crate) struct FindHint {
    game: Box<dyn AnyProgress>,
    /// What earlier slices that were cut short have used.
    used: Duration,
    done: Option<Once<Hint>>,
}

impl FindHint {
    pub(crate) fn new(game: Box<dyn AnyProgress>, done: Once<Hint>) -> FindHint {
        FindHint { game, used: Duration::ZERO, done: Some(done) }
    }
}

impl Work for FindHint {
    fn game(&self) -> &'static str {
        self.game.game().name()
    }

    fn run_slice(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> WorkState {
        if engine.set_game(&*self.game).is_err() {
            return WorkState::Finished;
        }
        let begun = slice.time.now();
        let time = HINT_TIME.saturating_sub(self.used).max(Duration::from_millis(50));
        let limits = Limits { time: Some(time), ..Limits::default() };
        let request = Request { stop: slice.stop.clone(), ..Request::new(limits) };
        let analysis = engine.analyse(&request, &mut |_| {});
        if slice.stop.is_stopped() {
            self.used += slice.since(begun);
            return WorkState::Unfinished;
        }
        let game = &self.game;
        let best = analysis.lines.first().and_then(|line| line.moves.first());
        if let Some(text) = best
            && let (Ok(say), Ok(gesture)) = (game.say_move(text), game.gesture(text))
            && let (Ok(piece), Some(done)) = (game.piece(text), self.done.take())
        {
            let reasons = reasons(&**game, text, &analysis);
            done(Hint { text: text.clone(), say, gesture, piece, reasons });
        }
        WorkState::Finished
    }
}

/// A judgement on the last move of a game.
pub(crate) struct JudgeMove {
    game: Box<dyn AnyProgress>,
    /// The position before the move, once it is assessed.
    before: Option<Assessment>,
    done: Option<Once<Judgement>>,
}

impl JudgeMove {
    /// The game has at least one move.
    pub(crate) fn new(game: Box<dyn AnyProgress>, done: Once<Judgement>) -> JudgeMove {
        JudgeMove { game, before: None, done: Some(done) }
    }
}

impl Work for JudgeMove {
    fn game(&self) -> &'static str {
        self.game.game().name()
    }

    fn run_slice(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> WorkState {
        let (scale, begun) = (engine.scale(), slice.time.now());
        let look = Look::with(scale.effort.times(JUDGE_CLOSER), &slice.stop);
        let before = match self.before.take() {
            Some(before) => before,
            None => {
                let earlier = self.game.at_ply(self.game.plies() - 1);
                match review::assess(engine, &*earlier, &look) {
                    Ok(before) if !slice.stop.is_stopped() => before,
                    Ok(_) => return WorkState::Unfinished,
                    Err(_) => return WorkState::Finished,
                }
            }
        };
        if slice.since(begun) >= slice.length {
            self.before = Some(before);
            return WorkState::Unfinished;
        }
        let Ok(after) = review::assess(engine, &*self.game, &look) else {
            return WorkState::Finished;
        };
        if slice.stop.is_stopped() {
            self.before = Some(before);
            return WorkState::Unfinished;
        }
        let moves = self.game.moves();
        let played = &moves[moves.len() - 1..];
        let around = [before, after];
        let reviews = review::judge(&scale, played, &around);
        let (Some(judged), Some(done)) = (reviews.first(), self.done.take()) else {
            return WorkState::Finished;
        };
        let [before, after] = &around;
        let names = Names::of(&*self.game);
        let best = before.best_move() == played.first();
        // A mark of its own is a mark of praise when the move was the best.
        let good = best || judged.mark.is_none();
        let why = if good { None } else { super::review::why(&*self.game, after) };
        let score = score::assessment_view(&*self.game, &names, after);
        done(Judgement { good, best, score, why });
        WorkState::Finished
    }
}
