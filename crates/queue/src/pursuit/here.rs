//! A question for the program's own engine.

use super::{Heard, Pursuit};
use crate::message::{Task, bounded, clock_left, ends};
use galet_scheduler::{Level, ScheduleError, WorkHandle};
use galet_wire::door::Found;
use tokio::sync::mpsc;

impl Pursuit {
    /// Has the engine begin. What it finds is heard like what workers say.
    pub(super) fn submit_here(&self) -> Result<WorkHandle, ScheduleError> {
        let (local, client, game) = (&self.shared.local, self.client, self.game.clone());
        let time = self.times_here;
        let mut owed = Owed { own: self.own.clone(), time, paid: false };
        match self.task.after(crate::message::now().saturating_sub(self.asked)) {
            Task::Play { level, clock, seed } => {
                // It came here as a level, so it is one.
                let level = Level::new(level).unwrap_or(Level::LOWEST);
                let done = move |text| owed.tell(Found::Move { text });
                local.play(game, level, clock_left(clock), seed, done)
            }
            Task::Hint => local.hint(client, game, move |hint| owed.tell(Found::Hint { hint })),
            Task::Judge => {
                let done = move |judgement| owed.tell(Found::Judgement { judgement });
                local.judge(client, game, done)
            }
            Task::Analyse { lines, threads, limit } => {
                let (lines, threads, limit) = bounded(lines, threads, limit);
                let tell = move |view| owed.tell(Found::Analysis { view });
                local.analyse_for(client, game, lines, threads, limit, tell)
            }
            Task::Review => {
                let own = self.own.clone();
                let progress = move |done, of| {
                    let _ = own.send(Heard::Here(time, Some(Found::Progress { done, of })));
                };
                let done = move |review| owed.tell(Found::Review { review });
                local.review(client, game, progress, done)
            }
            Task::MakePuzzles { plies } => {
                let own = self.own.clone();
                let progress = move |done, of| {
                    let _ = own.send(Heard::Here(time, Some(Found::Progress { done, of })));
                };
                let done = move |made| owed.tell(Found::Puzzles { made });
                local.make_puzzles(client, game, &plies, progress, done)
            }
        }
    }
}

/// What the program's own engine owes: it may end without an answer.
struct Owed {
    own: mpsc::UnboundedSender<Heard>,
    time: u32,
    paid: bool,
}

impl Owed {
    fn tell(&mut self, found: Found) {
        self.paid |= ends(&found);
        let _ = self.own.send(Heard::Here(self.time, Some(found)));
    }
}

impl Drop for Owed {
    fn drop(&mut self) {
        if !self.paid {
            let _ = self.own.send(Heard::Here(self.time, None));
        }
    }
}
