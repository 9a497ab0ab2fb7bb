//! The kinds of questions.

use super::Asking;
use crate::message::Task;
use crate::pursuit::Heard;
use crate::voice::Callbacks;
use galet_games::AnyProgress;
use galet_scheduler::{
    ClientId, ClockLeft, Executor, Figure, Level, OnSlow, Once, ScheduleError, Stats, TellProgress,
    TellView, WorkHandle, can_judge, can_make_puzzles, can_read, can_think,
};
use galet_wire::puzzle::OwnPuzzles;
use galet_wire::study::{Hint, Judgement, ReviewView};

impl Executor for Asking {
    fn play(
        &self,
        game: Box<dyn AnyProgress>,
        level: Level,
        clock: Option<ClockLeft>,
        seed: u64,
        done: Once<String>,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        can_think(&*game)?;
        let task = Task::Play { level: level.number(), clock: Task::clock_words(clock), seed };
        self.ask(task, None, game, Callbacks::Move(done), slow)
    }

    fn hint(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        done: Once<Hint>,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        can_think(&*game)?;
        self.ask(Task::Hint, Some(client), game, Callbacks::Hint(done), slow)
    }

    fn judge(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        done: Once<Judgement>,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        can_judge(&*game)?;
        self.ask(Task::Judge, Some(client), game, Callbacks::Judgement(done), slow)
    }

    fn analyse(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        lines: u8,
        threads: u8,
        tell: TellView,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        can_read(&*game)?;
        let limit = self.shared.settings.analysis.as_millis() as u64;
        let task = Task::Analyse { lines, threads, limit };
        self.ask(task, Some(client), game, Callbacks::Analysis(tell), slow)
    }

    fn review(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        progress: TellProgress,
        done: Once<ReviewView>,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        can_read(&*game)?;
        self.ask(Task::Review, Some(client), game, Callbacks::Review(progress, done), slow)
    }

    fn make_puzzles(
        &self,
        client: ClientId,
        game: Box<dyn AnyProgress>,
        plies: &[u32],
        progress: TellProgress,
        done: Once<OwnPuzzles>,
        slow: OnSlow,
    ) -> Result<WorkHandle, ScheduleError> {
        can_make_puzzles(&*game, plies)?;
        let task = Task::MakePuzzles { plies: plies.to_vec() };
        self.ask(task, Some(client), game, Callbacks::Puzzles(progress, done), slow)
    }

    fn stats(&self) -> Stats {
        let (waiting, running) = self.shared.open().numbers();
        let (finished, cancelled) = self.shared.counts.ended();
        Stats { waiting, running, finished, cancelled }
    }

    fn figures(&self) -> Vec<Figure> {
        let (waiting, running) = self.shared.open().numbers();
        self.shared.counts.figures(waiting + running, self.shared.workers_heard())
    }

    fn close(&self) {
        let open = self.shared.open().close();
        for inbox in open {
            let _ = inbox.send(Heard::Cancelled);
        }
        self.shared.local.close();
    }
}
