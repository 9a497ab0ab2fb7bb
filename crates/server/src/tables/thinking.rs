//! The computer's move, thought about elsewhere.

use super::keeper::KeeperMessage;
use crate::App;
use galet_scheduler::{ClockLeft, Level, ScheduleError, WorkHandle};
use galet_table::{Table, Think, Ticket};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc;

/// The computer thinks about a move; dropping this cancels it.
pub(super) struct Thinking {
    pub(super) ticket: Ticket,
    /// Tells it from others with the same ticket: what was cancelled ends without a choice, and late.
    pub(super) number: u64,
    _work: WorkHandle,
}

/// Why the computer does not think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hesitation {
    /// It has too much to do: it is asked again.
    Busy,
    /// It cannot think about this game.
    Lost,
}

/// Tells the table what the computer has chosen, or that it has ended without a choice.
struct Reply {
    runtime: Handle,
    answer: mpsc::Sender<KeeperMessage>,
    number: u64,
    text: Option<String>,
}

static NUMBERS: AtomicU64 = AtomicU64::new(1);

impl Reply {
    fn chosen(mut self, text: String) {
        self.text = Some(text);
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        let (answer, number, text) = (self.answer.clone(), self.number, self.text.take());
        // The engine's own threads must never wait for a table.
        self.runtime.spawn(async move {
            let _ = answer.send(KeeperMessage::Chosen { number, text }).await;
        });
    }
}

impl Thinking {
    /// Asks the engine for a move; the answer comes as a message.
    pub(super) fn begin(
        app: &Arc<App>,
        table: &Table,
        think: &Think,
        answer: mpsc::Sender<KeeperMessage>,
    ) -> Result<Self, Hesitation> {
        let (ticket, level) = (think.ticket, think.level);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let Some(level) = Level::new(level) else {
            tracing::error!(table = table.id(), level, "the engine has no such level");
            return Err(Hesitation::Lost);
        };
        let clock = think.time.map(|time| ClockLeft {
            left: Duration::from_millis(time.left),
            increment: Duration::from_millis(time.increment),
        });
        let (runtime, slowly) = (Handle::current(), answer.clone());
        let slow = move || {
            runtime.spawn(async move { slowly.send(KeeperMessage::Slow { number }).await });
        };
        let reply = Reply { runtime: Handle::current(), answer, number, text: None };
        let tell = Box::new(move |text| reply.chosen(text));
        let game = table.progress().clone_box();
        let work = app.scheduler.play(game, level, clock, think.seed, tell, Box::new(slow));
        match work {
            Ok(work) => Ok(Thinking { ticket, number, _work: work }),
            Err(error) => {
                tracing::warn!(table = table.id(), %error, "the engine takes no move on");
                let busy = matches!(error, ScheduleError::Busy | ScheduleError::Closed);
                Err(if busy { Hesitation::Busy } else { Hesitation::Lost })
            }
        }
    }
}
