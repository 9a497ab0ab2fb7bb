//! What a table wants done by itself: the computer's move, the fall of a flag.

use crate::Door;
use crate::errands::Purpose;
use galet_table::{AnswerError, Think, Ticket};
use galet_wire::door::{Call, Found, Task, Told};
use galet_wire::study::GameLine;
use galet_wire::table::Happening;

/// After something failed, a table does nothing by itself for so many milliseconds.
pub(crate) const REST: u64 = 1_000;

impl Door {
    /// Starts and ends what a table wants done by itself. Only who is watched plays: nobody else would see the move.
    pub(crate) fn arrange(&mut self, id: &str) {
        let now = self.now();
        let Some(kept) = self.here(id) else { return };
        let think = kept.table.effects(&kept.presence, now).think;
        let wanted = think.filter(|_| kept.watched && now >= kept.rests_until);
        let lost = think.is_some() && kept.lost == think.map(|think| think.ticket);
        let wanted = wanted.filter(|_| !lost);
        if kept.thinking.map(|(ticket, _)| ticket) != wanted.map(|think| think.ticket) {
            if let Some((_, errand)) = kept.thinking.take() {
                self.drop_errand(errand);
            }
            if let Some(think) = wanted {
                self.begin_to_think(id, &think);
            }
        }
        let Some(kept) = self.here(id) else { return };
        let was = std::mem::replace(&mut kept.presence.computer_is_lost, lost);
        if was != lost && kept.watched {
            self.tell(id, Happening::Other);
        }
    }

    fn begin_to_think(&mut self, id: &str, think: &Think) {
        let purpose = Purpose::Move { table: id.to_owned(), ticket: think.ticket };
        let errand = self.errands.begin(purpose);
        let Some(kept) = self.here(id) else { return };
        kept.thinking = Some((think.ticket, errand));
        let line = GameLine {
            game: kept.table.game().to_owned(),
            setup: kept.table.setup().clone(),
            moves: kept.table.moves().map(str::to_owned).collect(),
        };
        let clock = think.time.map(|time| [time.left, time.increment]);
        let what = Task::Play { line, level: think.level, clock, seed: think.seed.to_string() };
        self.out.then(Told::Think { errand, what });
    }

    /// A thinker has chosen the computer's move, or found none.
    pub(crate) fn chosen(&mut self, id: &str, ticket: Ticket, found: &Found) {
        let now = self.now();
        let Some(kept) = self.here(id) else { return };
        if kept.thinking.take().is_none_or(|(asked, _)| asked != ticket) {
            return;
        }
        match found {
            Found::Move { text } => match kept.table.answer(ticket, text, now) {
                // What could not be written is thought of again, when the table is loaded.
                Ok(event) => drop(self.happen(id, &event)),
                Err(AnswerError::Stale) => {}
                Err(AnswerError::OutOfTime) => drop(self.fall(id, now)),
                Err(AnswerError::TooLong | AnswerError::Illegal(_)) => kept.lost = Some(ticket),
            },
            // It is asked again in a while.
            Found::Failed { error } if error.code == "busy" => kept.rests_until = now.plus(REST),
            _ => kept.lost = Some(ticket),
        }
        self.arrange(id);
    }

    /// What is due by the clock, table by table: if one cannot be written the others can.
    pub(crate) fn tick(&mut self) {
        for id in self.names_here() {
            let now = self.now();
            let Some(kept) = self.here(&id) else { continue };
            if now < kept.rests_until {
                continue;
            }
            if kept.asleep.is_some() {
                // Somebody is here, and storage failed when they came.
                if kept.watched {
                    let _ = self.rouse(&id);
                    self.arrange(&id);
                    self.out.flush(Call::Tick);
                }
                continue;
            }
            // A table that is not to be trusted any more is gone, and loaded anew when it is wanted.
            if let Ok(false) = self.fall(&id, now) {
                self.arrange(&id);
            }
            self.out.flush(Call::Tick);
        }
    }
}
