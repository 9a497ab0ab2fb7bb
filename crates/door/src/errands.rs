//! Errands of thinkers: who waits for what, and what comes of it.

use crate::Door;
use crate::words::no_answer;
use galet_scheduler::ScheduleError;
use galet_table::Ticket;
use galet_wire::door::{Found, Task, Told};
use galet_wire::refusal::Refusal;
use galet_wire::socket::{Answer, Message};
use galet_wire::study::AnalysisView;
use std::collections::BTreeMap;

/// The most questions to thinkers at once, as on a server.
const MOST_QUESTIONS: usize = 4;

/// What a thinker was sent for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The computer's move at a table.
    Move { table: String, ticket: Ticket },
    /// The answer to a question.
    Answer { to: u32 },
    /// The analysis that was asked for under a number.
    Analysis { to: u32 },
}

/// The errands under way.
#[derive(Debug)]
pub(crate) struct Errands {
    next: u32,
    open: BTreeMap<u32, Purpose>,
}

impl Errands {
    pub(crate) fn new(first: u32) -> Errands {
        Errands { next: first, open: BTreeMap::new() }
    }

    pub(crate) fn begin(&mut self, purpose: Purpose) -> u32 {
        self.next = self.next.wrapping_add(1);
        self.open.insert(self.next, purpose);
        self.next
    }

    fn find(&self, is: impl Fn(&Purpose) -> bool) -> Option<u32> {
        self.open.iter().find(|(_, purpose)| is(purpose)).map(|(&errand, _)| errand)
    }

    /// How many questions are under way; the computer's moves always find room.
    fn questions(&self) -> usize {
        self.open.values().filter(|purpose| !matches!(purpose, Purpose::Move { .. })).count()
    }
}

impl Door {
    /// Sends a thinker for something; the answer comes later.
    pub(crate) fn send(&mut self, purpose: Purpose, what: Task) -> Result<(), Refusal> {
        if let Purpose::Answer { to } = purpose
            && let Some(earlier) = self.errands.find(|known| *known == Purpose::Answer { to })
        {
            self.drop_errand(earlier);
        }
        self.has_room()?;
        let errand = self.errands.begin(purpose);
        self.out.then(Told::Think { errand, what });
        Ok(())
    }

    /// Whether one more question may go to a thinker.
    pub(crate) fn has_room(&self) -> Result<(), Refusal> {
        if self.errands.questions() >= MOST_QUESTIONS {
            return Err(ScheduleError::TooManyQuestions { max: MOST_QUESTIONS }.refusal());
        }
        Ok(())
    }

    /// Whatever it finds, nobody wants to know any more.
    pub(crate) fn drop_errand(&mut self, errand: u32) {
        if self.errands.open.remove(&errand).is_some() {
            self.out.at_once(Told::Drop { errand });
        }
    }

    /// Ends the analysis under way.
    pub(crate) fn stop_analysis(&mut self) {
        if let Some(errand) = self.errands.find(|one| matches!(one, Purpose::Analysis { .. })) {
            self.drop_errand(errand);
        }
    }

    /// A thinker found something out. What nobody waits for is not listened to.
    pub(crate) fn found(&mut self, errand: u32, found: &Found) {
        let Some(purpose) = self.errands.open.get(&errand).cloned() else { return };
        if ends(found) {
            self.errands.open.remove(&errand);
        }
        match purpose {
            Purpose::Move { table, ticket } => {
                if ends(found) {
                    self.chosen(&table, ticket, found);
                }
            }
            Purpose::Answer { to } => self.out.say(answer(to, found)),
            Purpose::Analysis { to } => {
                let view = match found {
                    Found::Analysis { view } => view.clone(),
                    // It ends here: nobody shall wait for more.
                    _ if ends(found) => NOTHING,
                    _ => return,
                };
                self.out.say(Message::Analysis { to, view });
            }
        }
    }
}

/// An analysis that found nothing and ends.
const NOTHING: AnalysisView =
    AnalysisView { depth: 0, nodes: 0, elapsed: 0, lines: Vec::new(), solved: None, done: true };

/// Whether nothing more comes.
pub(crate) fn ends(found: &Found) -> bool {
    match found {
        Found::Analysis { view } => view.done,
        Found::Progress { .. } => false,
        Found::Move { .. }
        | Found::Hint { .. }
        | Found::Judgement { .. }
        | Found::Review { .. }
        | Found::Puzzles { .. }
        | Found::Failed { .. } => true,
    }
}

fn answer(to: u32, found: &Found) -> Message {
    let answer = match found {
        Found::Hint { hint } => Answer::Hint { hint: hint.clone() },
        Found::Judgement { judgement } => Answer::Judgement { judgement: judgement.clone() },
        Found::Review { review } => Answer::Review { review: review.clone() },
        Found::Puzzles { made } => Answer::Puzzles { made: made.clone() },
        Found::Progress { done, of } => {
            return Message::ReviewProgress { to, done: *done, of: *of };
        }
        Found::Failed { error } => Answer::Refused { error: error.clone() },
        Found::Move { .. } | Found::Analysis { .. } => Answer::Refused { error: no_answer() },
    };
    Message::Answer { to, answer }
}
