//! What can be asked as over a WebSocket.

use crate::errands::Purpose;
use crate::out::Hindrance;
use crate::tables::Slot;
use crate::{Door, ME};
use galet_games::AnyProgress;
use galet_scheduler::{ScheduleError, can_judge, can_make_puzzles, can_read, can_think};
use galet_study::replay;
use galet_table::{Request, RequestError};
use galet_wire::door::{Call, Task, Told};
use galet_wire::refusal::Refusal;
use galet_wire::socket::{Answer, Message, Question};
use galet_wire::study::GameLine;

/// The most tables that one page watches.
const MAX_WATCHED: usize = 20;

impl Door {
    /// Answers a question now, or not yet.
    pub(crate) fn question(
        &mut self,
        id: u32,
        question: &Question,
    ) -> Result<Option<Answer>, Hindrance> {
        Ok(Some(match question {
            Question::Watch { table } => return self.watch(id, table).map(|()| None),
            Question::Leave { table } => {
                self.leave(table);
                Answer::Done
            }
            Question::Move { table, ply, text } => {
                self.ask(table, &Request::Move { ply: *ply, text: text.clone() })?;
                Answer::Done
            }
            Question::Act { table, ply, act } => {
                self.ask(table, &Request::Act { ply: *ply, act: *act })?;
                Answer::Done
            }
            Question::Taps { table, ply, taps } => {
                let continuations = self.kept(table)?.table.taps(ME, *ply, taps);
                let refused = |error: RequestError| Refusal::unprocessable((&error).into());
                Answer::Continuations { continuations: continuations.map_err(refused)? }
            }
            Question::Hint { table, ply } => {
                let table = &self.kept(table)?.table;
                table.hint(ME, *ply)?;
                can_think(table.progress())?;
                let line = GameLine {
                    game: table.game().to_owned(),
                    setup: table.setup().clone(),
                    moves: table.moves().map(str::to_owned).collect(),
                };
                self.send(Purpose::Answer { to: id }, Task::Hint { line })?;
                return Ok(None);
            }
            Question::Look { line } => Answer::Look { look: galet_study::look(line)? },
            Question::LookTaps { line, taps } => {
                let continuations = galet_study::taps(line, taps)?;
                Answer::Continuations { continuations }
            }
            Question::Analyse { request } => {
                // Whoever asks anew is done with what was asked before.
                self.stop_analysis();
                check(&request.line, can_read)?;
                self.has_room()?;
                // The answer comes before anything that is found.
                self.out.say(Message::Answer { to: id, answer: Answer::Done });
                let (line, lines) = (request.line.clone(), request.lines);
                self.send(Purpose::Analysis { to: id }, Task::Analyse { line, lines })?;
                return Ok(None);
            }
            Question::StopAnalysis => {
                self.stop_analysis();
                Answer::Done
            }
            Question::Review { line } => {
                check(line, can_read)?;
                self.send(Purpose::Answer { to: id }, Task::Review { line: line.clone() })?;
                return Ok(None);
            }
            Question::MakePuzzles { line, plies } => {
                check(line, |game| can_make_puzzles(game, plies))?;
                let what = Task::MakePuzzles { line: line.clone(), plies: plies.clone() };
                self.send(Purpose::Answer { to: id }, what)?;
                return Ok(None);
            }
            Question::Judge { line } => {
                check(line, can_judge)?;
                self.send(Purpose::Answer { to: id }, Task::Judge { line: line.clone() })?;
                return Ok(None);
            }
        }))
    }

    /// Says what came of a question.
    pub(crate) fn answer(
        &mut self,
        to: u32,
        answer: Result<Option<Answer>, Hindrance>,
        call: &Call,
    ) {
        let answer = match answer {
            Ok(None) => return,
            Ok(Some(answer)) => answer,
            Err(Hindrance::Refused(refusal)) => Answer::Refused { error: refusal.info },
            Err(Hindrance::FetchPuzzles(game)) => {
                let again = Box::new(call.clone());
                return self.out.then(Told::FetchPuzzles { game, again });
            }
            Err(Hindrance::Fetch(table)) => {
                let again = Box::new(call.clone());
                return self.out.then(Told::Fetch { table, again });
            }
        };
        self.out.say(Message::Answer { to, answer });
    }

    /// Shows a table and lets the page hear of everything that happens there.
    fn watch(&mut self, id: u32, table: &str) -> Result<(), Hindrance> {
        let watching = self.names_here().iter().filter(|name| self.is_watched(name)).count();
        if watching >= MAX_WATCHED && !self.is_watched(table) {
            return Err(Refusal::too_many_watched().into());
        }
        self.rouse(table)?;
        let (now, names) = (self.now(), self.names());
        self.fall(table, now)?;
        let kept = self.kept(table)?;
        kept.attend(true, now);
        let view = kept.table.view(Some(ME), &kept.presence, now, &names);
        self.out.say(Message::Answer { to: id, answer: Answer::Table { view } });
        self.arrange(table);
        Ok(())
    }

    fn is_watched(&self, table: &str) -> bool {
        matches!(self.tables.get(table), Some(Slot::Kept(kept)) if kept.watched)
    }

    fn leave(&mut self, table: &str) {
        let now = self.now();
        if let Some(kept) = self.here(table) {
            kept.attend(false, now);
            self.arrange(table);
        }
    }
}

/// Whether a line is one that a thinker takes on.
fn check(
    line: &GameLine,
    fits: impl Fn(&dyn AnyProgress) -> Result<(), ScheduleError>,
) -> Result<(), Hindrance> {
    Ok(fits(&*replay(line)?)?)
}
