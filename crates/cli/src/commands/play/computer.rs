//! What the computer is asked during a game, and its answers.

use galet_core::{MonotonicTime, PerSide, Side};
use galet_engine::{AnyEngine, Level, Request, ugi};
use galet_games::AnyProgress;
use galet_scene::{MoveReason, Phrase};
use galet_search::score::{Score, forced_in};
use galet_search::{Limits, Stop, TimeControl};
use galet_table::Think;
use std::sync::Arc;
use std::time::Duration;

/// The time of a move at full strength when there is no clock.
const FULL_STRENGTH: Duration = Duration::from_secs(3);
/// The time for a hint or an evaluation: somebody is waiting for it.
const ADVICE: Duration = Duration::from_millis(1200);

/// A question about a game as it stands.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// Which question it is; the answer has the same number.
    pub(super) number: u64,
    game: Box<dyn AnyProgress>,
    pub(super) task: Task,
    /// Ends it from outside.
    pub(super) stop: Stop,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// The computer's own move, as the table asks for it.
    Move(Think),
    /// The best move for a person.
    Hint,
    /// How good the position is.
    Evaluate,
}

/// What the computer found.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Found {
    /// The move chosen, or the best one.
    pub(super) text: String,
    /// The chances of both sides, together 1.
    pub(super) chances: PerSide<f64>,
    /// How deep it looked.
    pub(super) depth: u32,
    /// The moves until a forced end, and who wins.
    pub(super) forced: Option<(Side, u32)>,
    /// The proven result in words.
    pub(super) solved: Option<Phrase>,
    /// What speaks for the move, if a hint was asked for.
    pub(super) reasons: Vec<MoveReason>,
}

/// An answer. Nothing was found in a finished game or when it was stopped at once.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Answer {
    pub(super) number: u64,
    pub(super) found: Option<Found>,
}

impl Job {
    /// A question about a game as it stands.
    pub(super) fn new(number: u64, game: &dyn AnyProgress, task: Task) -> Self {
        Job { number, game: game.clone_box(), task, stop: Stop::new() }
    }
}

/// The computer at the table. Its engine is made when it is first needed.
#[derive(Default)]
pub(super) struct Computer {
    engine: Option<Box<dyn AnyEngine>>,
}

impl Computer {
    /// Thinks until there is an answer or it is stopped.
    pub(super) fn answer(&mut self, job: &Job) -> Answer {
        Answer { number: job.number, found: self.find(job) }
    }

    fn find(&mut self, job: &Job) -> Option<Found> {
        if self
            .engine
            .as_ref()
            .is_none_or(|engine| engine.game().game().name() != job.game.game().name())
        {
            self.engine = galet_engine::new(job.game.game().name(), Arc::new(MonotonicTime)).ok();
        }
        let engine = self.engine.as_mut()?;
        engine.set_game(&*job.game).ok()?;
        let choice = match job.task {
            Task::Move(think) => {
                let level = Level::new(think.level)?;
                let clock = think.time.map(|time| TimeControl {
                    left: Duration::from_millis(time.left),
                    increment: Duration::from_millis(time.increment),
                    moves_to_go: ugi::moves_to_go(engine.game()),
                });
                let time = (level == Level::FULL && clock.is_none()).then_some(FULL_STRENGTH);
                let limits = Limits { time, clock, ..Limits::default() };
                engine.choose(level, &request(limits, job), think.seed)
            }
            Task::Hint | Task::Evaluate => {
                let limits = Limits { time: Some(ADVICE), ..Limits::default() };
                engine.choose(Level::FULL, &request(limits, job), 0)
            }
        }?;
        let score = choice.analysis.lines.first().map_or(0, |line| line.score);
        let found = found(&**engine, choice.text, score, &choice.analysis);
        let reasons = match job.task {
            Task::Hint => galet_engine::reasons(engine.game(), &found.text, &choice.analysis),
            Task::Move(_) | Task::Evaluate => Vec::new(),
        };
        Some(Found { reasons, ..found })
    }
}

fn request(limits: Limits, job: &Job) -> Request {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Request { limits, lines: 1, threads, stop: job.stop.clone() }
}

fn found(
    engine: &dyn AnyEngine,
    text: String,
    score: Score,
    analysis: &galet_engine::Analysis,
) -> Found {
    let turn = engine.game().turn();
    let chances = engine.expectation(score);
    let mut both = PerSide::new(1.0 - chances, 1.0 - chances);
    both[turn] = chances;
    let forced = forced_in(score).map(|plies| {
        let winner = if plies > 0 { turn } else { !turn };
        (winner, plies.unsigned_abs().div_ceil(2))
    });
    Found {
        text,
        chances: both,
        depth: analysis.depth,
        forced,
        solved: analysis.solved.as_ref().map(|solved| solved.words.clone()),
        reasons: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::local::LocalGame;
    use super::super::seats;
    use super::*;
    use galet_games::SetupText;
    use galet_table::Moment;
    use galet_table::wire::table::ClockTerms;

    #[test]
    fn the_computer_moves_at_every_game_and_stops_when_told() {
        for game in galet_games::all() {
            let start = game.start(&SetupText::default()).unwrap();
            let seats = seats::against(Level::LOWEST, Side::Second);
            let local = LocalGame::open(&*start, seats, ClockTerms::None, 5, Moment(0)).unwrap();
            let mut computer = Computer::default();
            let job = Job::new(3, &*start, Task::Move(local.think(Moment(0)).unwrap()));
            let answer = computer.answer(&job);
            assert_eq!(answer.number, 3);
            let found = answer.found.clone().unwrap();
            assert!(start.read_move(&found.text, None).is_ok());
            assert!((found.chances.first + found.chances.second - 1.0).abs() < 1e-9);
            assert_eq!(computer.answer(&job), answer, "the same seed gives the same move");

            let stopped = Job::new(4, &*start, Task::Hint);
            stopped.stop.stop();
            let depth = computer.answer(&stopped).found.map_or(0, |found| found.depth);
            // It looks whether it is stopped only every few thousand nodes.
            assert!(depth <= 3, "it went on to depth {depth}");
        }
    }
}
