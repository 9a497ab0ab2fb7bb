//! What a call says, put together: what is written comes before what may be known only then.

use galet_scheduler::ScheduleError;
use galet_study::StudyError;
use galet_wire::door::{Call, StoredCard, Told, Written};
use galet_wire::refusal::Refusal;
use galet_wire::socket::Message;

/// Why a call is not answered.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Hindrance {
    /// A table must be loaded first.
    Fetch(String),
    /// The puzzles of a game must come first.
    FetchPuzzles(String),
    /// It is refused.
    Refused(Refusal),
}

impl From<Refusal> for Hindrance {
    fn from(refusal: Refusal) -> Self {
        Hindrance::Refused(refusal)
    }
}

impl From<StudyError> for Hindrance {
    fn from(error: StudyError) -> Self {
        error.refusal().into()
    }
}

impl From<ScheduleError> for Hindrance {
    fn from(error: ScheduleError) -> Self {
        error.refusal().into()
    }
}

/// What a call says.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Out {
    /// What is said already.
    said: Vec<Told>,
    writes: Vec<Written>,
    /// What is said once all of that is written.
    then: Vec<Told>,
}

impl Out {
    /// Says something whether or not what is written can be.
    pub(crate) fn at_once(&mut self, told: Told) {
        self.said.push(told);
    }

    /// Says something once everything is written.
    pub(crate) fn then(&mut self, told: Told) {
        self.then.push(told);
    }

    /// Says a message once everything is written.
    pub(crate) fn say(&mut self, message: Message) {
        self.then(Told::Say { message });
    }

    /// Has an event written; events of one table that follow each other go together.
    pub(crate) fn write(&mut self, seq: u32, events: &[String], card: StoredCard) {
        let table = card.card.table.id.clone();
        match self.writes.iter_mut().find(|written| written.table == table) {
            Some(written) => {
                written.events.extend_from_slice(events);
                written.card = card;
            }
            None => self.writes.push(Written { table, seq, events: events.to_vec(), card }),
        }
    }

    /// Ends a piece of work that is written as a whole, done for this call.
    pub(crate) fn flush(&mut self, again: Call) {
        let (writes, then) = (std::mem::take(&mut self.writes), std::mem::take(&mut self.then));
        if writes.is_empty() {
            self.said.extend(then);
        } else {
            self.said.push(Told::Write { writes, then, again: Box::new(again) });
        }
    }

    /// All that was said.
    pub(crate) fn take(&mut self) -> Vec<Told> {
        std::mem::take(&mut self.said)
    }
}
