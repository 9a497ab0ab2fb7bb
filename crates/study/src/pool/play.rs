//! Work that somebody waits for: a move of the computer, a hint, a judgement.

use super::queue::{Slice, Step, Work};
use super::{ClockLeft, Subject};
use crate::score::{self, Names};
use galet_engine::review::{self, Look};
use galet_engine::{AnyEngine, Level, Request};
use galet_search::{Limits, TimeControl};
use galet_wire::study::{Hint, Judgement};
use std::time::{Duration, Instant};

/// A callback that is called once.
pub(super) type Once<T> = Box<dyn FnOnce(T) + Send>;

/// A hint is the best move found in this time.
const HINT: Duration = Duration::from_millis(700);
/// Positions looked at before and after a move that is judged.
const JUDGE_NODES: u64 = 300_000;
/// The time that a look at one of these positions may take.
const JUDGE_TIME: Duration = Duration::from_millis(800);
/// A level below the highest never thinks longer than this, however slow the machine is.
const PATIENCE: Duration = Duration::from_secs(10);
/// The shortest time in which the highest level is still itself.
const HASTE: Duration = Duration::from_millis(100);
/// Moves of one's own that a clock should last for.
const MOVES_TO_GO: u32 = 30;

/// A move of the computer.
pub(super) struct Play {
    subject: Subject,
    level: Level,
    clock: Option<ClockLeft>,
    seed: u64,
    done: Option<Once<String>>,
    asked: Instant,
}

impl Play {
    pub(super) fn new(
        subject: Subject,
        level: Level,
        clock: Option<ClockLeft>,
        seed: u64,
        done: Once<String>,
    ) -> Play {
        Play { subject, level, clock, seed, done: Some(done), asked: Instant::now() }
    }

    fn limits(&self, slice: &Slice) -> Limits {
        let time = if self.level == Level::FULL {
            // The more wait, the less time for each.
            (slice.think / (1 + slice.moves_waiting as u32)).max(HASTE)
        } else {
            PATIENCE
        };
        // The clock runs while the move waits for its turn.
        let waited = self.asked.elapsed();
        let clock = self.clock.map(|clock| TimeControl {
            left: clock.left.saturating_sub(waited),
            increment: clock.increment,
            moves_to_go: MOVES_TO_GO,
        });
        Limits { time: Some(time), clock, ..Limits::default() }
    }
}

impl Work for Play {
    fn game(&self) -> &'static str {
        self.subject.game
    }

    fn step(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> Step {
        if engine.set_game(&self.subject.setup, &self.subject.moves).is_err() {
            return Step::Finished;
        }
        let request = Request {
            stop: slice.stop.clone(),
            threads: slice.threads,
            ..Request::new(self.limits(slice))
        };
        let choice = engine.choose(self.level, &request, self.seed);
        if slice.is_cancelled() {
            return Step::Again;
        }
        if let (Some(choice), Some(done)) = (choice, self.done.take()) {
            done(choice.text);
        }
        Step::Finished
    }
}

/// A hint.
pub(super) struct Advise {
    subject: Subject,
    used: Duration,
    done: Option<Once<Hint>>,
}

impl Advise {
    pub(super) fn new(subject: Subject, done: Once<Hint>) -> Advise {
        Advise { subject, used: Duration::ZERO, done: Some(done) }
    }
}

impl Work for Advise {
    fn game(&self) -> &'static str {
        self.subject.game
    }

    fn step(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> Step {
        if engine.set_game(&self.subject.setup, &self.subject.moves).is_err() {
            return Step::Finished;
        }
        let begun = Instant::now();
        let time = HINT.saturating_sub(self.used).max(Duration::from_millis(50));
        let limits = Limits { time: Some(time), ..Limits::default() };
        let request = Request { stop: slice.stop.clone(), ..Request::new(limits) };
        let analysis = engine.analyse(&request, &mut |_| {});
        if slice.stop.is_stopped() {
            self.used += begun.elapsed();
            return Step::Again;
        }
        let game = engine.game();
        let best = analysis.lines.first().and_then(|line| line.moves.first());
        if let Some(text) = best
            && let (Ok(say), Ok(gesture)) = (game.say_move(text), game.gesture(text))
            && let Some(done) = self.done.take()
        {
            done(Hint { text: text.clone(), say, gesture });
        }
        Step::Finished
    }
}

/// A judgement on the last move of a line.
pub(super) struct Judge {
    subject: Subject,
    before: Option<Look>,
    done: Option<Once<Judgement>>,
}

impl Judge {
    pub(super) fn new(subject: Subject, done: Once<Judgement>) -> Judge {
        Judge { subject, before: None, done: Some(done) }
    }
}

impl Work for Judge {
    fn game(&self) -> &'static str {
        self.subject.game
    }

    fn step(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> Step {
        let Subject { setup, moves, .. } = &self.subject;
        let limits =
            Limits { nodes: Some(JUDGE_NODES), time: Some(JUDGE_TIME), ..Limits::default() };
        let request = Request { stop: slice.stop.clone(), ..Request::new(limits) };
        let last = moves.len() - 1;
        let before = match self.before.take() {
            Some(before) => before,
            None => match review::look(engine, setup, moves, last, &request) {
                Ok(before) if !slice.stop.is_stopped() => before,
                Ok(_) => return Step::Again,
                Err(_) => return Step::Finished,
            },
        };
        let Ok(after) = review::look(engine, setup, moves, moves.len(), &request) else {
            return Step::Finished;
        };
        if slice.stop.is_stopped() {
            self.before = Some(before);
            return Step::Again;
        }
        let looks = [before, after];
        let reviews = review::judge(engine, &moves[last..], &looks);
        let (Some(judged), Some(done)) = (reviews.first(), self.done.take()) else {
            return Step::Finished;
        };
        let names = Names::of(engine.game());
        let after = &looks[1];
        let best = looks[0].analysis.lines.first().and_then(|line| line.moves.first());
        let best = best == moves.last();
        // A mark of its own is a mark of praise when the move was the best.
        let good = best || judged.mark.is_none();
        let why = if good { None } else { super::review::why(engine.game(), after) };
        done(Judgement { good, best, score: score::look_view(engine, &names, after), why });
        Step::Finished
    }
}
