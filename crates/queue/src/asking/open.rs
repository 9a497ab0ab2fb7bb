//! The questions of a node that are not answered yet, and who asked how many.

use crate::pursuit::Heard;
use galet_scheduler::{ClientId, ScheduleError};
use std::collections::HashMap;
use tokio::sync::mpsc::UnboundedSender;

#[derive(Default)]
pub(super) struct OpenQuestions {
    questions: HashMap<u64, OpenQuestion>,
    clients: HashMap<ClientId, usize>,
    closed: bool,
}

struct OpenQuestion {
    /// `None` for a move of the computer.
    client: Option<ClientId>,
    inbox: UnboundedSender<Heard>,
    taken: bool,
}

impl OpenQuestions {
    /// Takes a question on, within the most that may wait and the most of one client.
    pub(super) fn enter(
        &mut self,
        number: u64,
        client: Option<ClientId>,
        inbox: UnboundedSender<Heard>,
        (most, max): (usize, usize),
    ) -> Result<(), ScheduleError> {
        if self.closed {
            return Err(ScheduleError::Closed);
        }
        if let Some(client) = client {
            if self.questions.len() >= most {
                return Err(ScheduleError::Busy);
            }
            let asked = self.clients.entry(client).or_default();
            if *asked >= max {
                return Err(ScheduleError::TooManyQuestions { max });
            }
            *asked += 1;
        }
        self.questions.insert(number, OpenQuestion { client, inbox, taken: false });
        Ok(())
    }

    pub(super) fn inbox(&self, number: u64) -> Option<UnboundedSender<Heard>> {
        self.questions.get(&number).map(|question| question.inbox.clone())
    }

    pub(super) fn taken(&mut self, number: u64) {
        if let Some(question) = self.questions.get_mut(&number) {
            question.taken = true;
        }
    }

    /// Forgets a question; whoever answers it can be told so.
    pub(super) fn remove(&mut self, number: u64) -> Option<UnboundedSender<Heard>> {
        let question = self.questions.remove(&number)?;
        if let Some(client) = question.client
            && let Some(asked) = self.clients.get_mut(&client)
        {
            *asked -= 1;
            if *asked == 0 {
                self.clients.remove(&client);
            }
        }
        Some(question.inbox)
    }

    /// How many wait, and how many are being answered.
    pub(super) fn numbers(&self) -> (usize, usize) {
        let taken = self.questions.values().filter(|question| question.taken).count();
        (self.questions.len() - taken, taken)
    }

    /// Forgets all questions and takes none on any more.
    pub(super) fn close(&mut self) -> Vec<UnboundedSender<Heard>> {
        self.closed = true;
        self.clients.clear();
        self.questions.drain().map(|(_, question)| question.inbox).collect()
    }
}
