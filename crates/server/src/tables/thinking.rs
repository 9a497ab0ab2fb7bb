//! The computer's move, thought about elsewhere.

use super::keeper::KeeperMessage;
use crate::App;
use galet_study::ClockLeft;
use galet_table::{Table, Think, Ticket};
use galet_wire::study::GameLine;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The computer thinks about a move; dropping this cancels it.
pub(super) struct Thinking {
    pub(super) ticket: Ticket,
    _work: galet_study::Ticket,
}

impl Thinking {
    /// Asks the engine for a move; the answer comes as a message.
    pub(super) fn begin(
        app: &Arc<App>,
        table: &Table,
        think: &Think,
        answer: mpsc::Sender<KeeperMessage>,
    ) -> Option<Self> {
        let ticket = think.ticket;
        let clock = think.time.map(|time| ClockLeft {
            left: Duration::from_millis(time.left),
            increment: Duration::from_millis(time.increment),
        });
        let runtime = tokio::runtime::Handle::current();
        // The engine's own threads must never wait for a table.
        let tell = move |text| {
            runtime.spawn(async move {
                let _ = answer.send(KeeperMessage::Chosen { ticket, text: Some(text) }).await;
            });
        };
        let work = app.pool.play(&line_of(table), think.level, clock, think.seed, tell);
        match work {
            Ok(work) => Some(Thinking { ticket, _work: work }),
            Err(error) => {
                tracing::error!(table = table.id(), %error, "the engine takes no move on");
                None
            }
        }
    }
}

/// A table as a line to think about.
pub(crate) fn line_of(table: &Table) -> GameLine {
    GameLine {
        game: table.game().to_owned(),
        setup: table.setup().clone(),
        moves: table.moves().map(str::to_owned).collect(),
    }
}
