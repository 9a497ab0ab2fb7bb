//! What the commands do: moves, taking back, the computer, files.

use super::cursor::Cursor;
use super::state::{Effect, Line, Overlay, Question, State, Thinking, Unsaved};
use super::words as say;
use crate::commands::play::advice::Advice;
use crate::commands::play::computer::{Answer, Job, Task};
use crate::commands::play::local::TakenBack;
use crate::commands::play::request::Request;
use crate::commands::play::seats;
use crate::words;
use galet_core::Side;
use galet_engine::Level;
use galet_games::MoveError;
use galet_games::record::Record;
use galet_scene::{CellId, Phrase};
use galet_table::wire::table::{Act, OfferKind};
use galet_table::{Moment, OpenError, RequestError};
use std::path::PathBuf;

impl State {
    /// Chooses a cell: it goes on with the half-made move, or begins another one.
    pub(super) fn tap(&mut self, cell: CellId, now: Moment) {
        if self.looking_at.take().is_some() {
            return self.say(say::BACK_TO_NOW.get(self.language));
        }
        if self.game.is_over() {
            return self.refuse_finished();
        }
        if !self.game.is_persons_turn() {
            return self.refuse(say::COMPUTER_THINKS.get(self.language));
        }
        let half_made = self.game.half_made();
        // Taking hold is for those who drag: a second tap undoes the first.
        let takes_hold = half_made.as_ref().is_some_and(|made| made.grabs.contains(&cell));
        let next = if takes_hold { None } else { self.game.tap_cell(cell) };
        if let Some(next) = next {
            self.message = None;
            if let (Some(text), true) = (next.complete, next.choices.is_empty()) {
                self.play(&text, now);
            }
            return;
        }
        let Some(half_made) = half_made else {
            let name = self.cell_name(cell);
            return self.refuse(words::cell_begins_nothing(self.language, &name));
        };
        if let Some(text) = half_made.complete {
            // A complete move that could go on ends where nothing can follow.
            return self.play(&text, now);
        }
        // As long as no piece was put down, another choice replaces the first; the same again
        // undoes it.
        let again = self.game.taps() == [cell];
        let begins = self.game.progress().continuations(&[cell]).is_ok();
        if half_made.dropped.is_empty() && (again || begins) {
            while self.game.back() {}
            if !again {
                self.game.tap_cell(cell);
            }
            self.message = None;
        } else {
            let name = self.cell_name(cell);
            self.refuse(words::cell_begins_nothing(self.language, &name));
        }
    }

    fn cell_name(&self, cell: CellId) -> String {
        let scene = self.scene();
        scene.cells.get(usize::from(cell.0)).map(|c| c.name.clone()).unwrap_or_default()
    }

    /// Plays a person's move.
    fn play(&mut self, text: &str, now: Moment) {
        match self.game.play(text, now) {
            Ok(said) => self.played(&said),
            Err(error) => self.refuse_request(&error),
        }
    }

    /// A move has been played.
    fn played(&mut self, said: &Phrase) {
        self.stop_thinking();
        self.forget_hint();
        self.looking_at = None;
        self.say(said.get(self.language));
    }

    /// Says why the table refuses something.
    fn refuse_request(&mut self, refused: &RequestError) {
        match refused {
            RequestError::Over | RequestError::Illegal(MoveError::GameOver(_)) => {
                self.refuse_finished();
            }
            RequestError::NotYourTurn => self.refuse(say::COMPUTER_THINKS.get(self.language)),
            RequestError::Illegal(MoveError::Illegal { text, said, .. }) => {
                self.refuse(words::cannot_play(self.language, text, said.get(self.language)));
            }
            other => self.refuse(other.words().get(self.language)),
        }
    }

    pub(super) fn refuse_finished(&mut self) {
        self.refuse(say::FINISHED.get(self.language));
    }

    /// Takes the last cell back.
    pub(super) fn back(&mut self) {
        if self.looking_at.take().is_none() && !self.game.back() {
            self.refuse(words::NOTHING_TO_CANCEL.get(self.language));
        } else {
            self.message = None;
        }
    }

    /// Takes back what was done last; works while the computer thinks.
    pub(super) fn undo(&mut self, now: Moment) {
        self.looking_at = None;
        match self.game.take_back(now) {
            Ok(TakenBack::HalfMade) => self.message = None,
            Ok(TakenBack::Moves(texts)) => {
                self.stop_thinking();
                self.forget_hint();
                self.say(words::taken_back(self.language, &texts));
            }
            Err(error) => self.refuse_request(&error),
        }
    }

    /// The cursor goes to the next cell that can be chosen.
    pub(super) fn next_choice(&mut self) {
        let Some(choices) = self.choices() else { return };
        let mut cells: Vec<CellId> = choices.choices.iter().map(|choice| choice.cell).collect();
        cells.sort_unstable();
        let next = cells.iter().find(|&&cell| cell > self.cursor.cell).or(cells.first());
        if let Some(&cell) = next {
            self.cursor = Cursor::on(&self.scene(), cell);
        }
    }

    /// Shows an earlier position, or a later one up to the present.
    pub(super) fn look_back(&mut self, earlier: bool) {
        let plies = self.game.progress().plies();
        let ply = self.looking_at.unwrap_or(plies);
        let ply = if earlier { ply.saturating_sub(1) } else { (ply + 1).min(plies) };
        self.looking_at = (ply < plies).then_some(ply);
        self.message = None;
    }

    /// Does something that may end the game.
    fn act(&mut self, act: Act, now: Moment) {
        match self.game.act(act, now) {
            Ok(()) => self.ended(),
            Err(error) => self.refuse_request(&error),
        }
    }

    /// The game is over, and not by a move.
    fn ended(&mut self) {
        self.stop_thinking();
        self.message = None;
        self.forget_hint();
        self.looking_at = None;
    }

    pub(super) fn look_at_clock(&mut self, now: Moment) {
        if self.game.tick(now) {
            self.overlay = None;
            self.ended();
        }
    }

    /// Asks for the computer's move when it is to move and is not thinking about it already.
    pub(super) fn let_computer_move(&mut self, now: Moment) {
        if self.thinking.is_none()
            && let Some(think) = self.game.think(now)
        {
            self.think(Task::Move(think), now);
        }
    }

    /// Asks the computer for advice.
    pub(super) fn ask_computer(&mut self, task: Task, now: Moment) {
        if self.game.is_over() {
            return self.refuse_finished();
        }
        if !self.game.is_persons_turn() {
            return self.refuse(say::COMPUTER_THINKS.get(self.language));
        }
        self.looking_at = None;
        self.stop_thinking();
        self.message = None;
        self.think(task, now);
    }

    fn think(&mut self, task: Task, now: Moment) {
        self.jobs += 1;
        let job = Job::new(self.jobs, self.game.progress(), task);
        let stop = job.stop.clone();
        self.thinking = Some(Thinking { number: job.number, task, since: now, stop });
        self.effects.push(Effect::Think(job));
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.stop();
        }
    }

    /// The computer has finished; old answers come too late.
    pub(super) fn answered(&mut self, answer: Answer, now: Moment) {
        let Some(thinking) = self.thinking.take_if(|t| t.number == answer.number) else { return };
        // Only what was stopped finds nothing, and what was stopped is not waited for.
        let Some(found) = answer.found else { return };
        match thinking.task {
            Task::Move(think) => {
                // What the table drops came too late, and the table asks anew if it must.
                if let Ok(said) = self.game.answer(think.ticket, &found.text, now) {
                    self.played(&said);
                }
            }
            Task::Hint => self.show_hint(Advice::new(found, self.game.progress())),
            Task::Evaluate => {
                let text = say::evaluation(self.language, &found, |side| self.name(side));
                self.say(text);
            }
        }
    }

    /// The next step of the hint on the table, or else the computer is asked for one.
    pub(super) fn hint(&mut self, now: Moment) {
        match self.advice.take().filter(|advice| advice.is_about(self.game.progress())) {
            Some(advice) => {
                self.looking_at = None;
                self.show_hint(advice);
            }
            None => self.ask_computer(Task::Hint, now),
        }
    }

    fn show_hint(&mut self, mut advice: Advice) {
        let (words, cells) = advice.next(self.game.progress(), self.language);
        self.say(words);
        self.hint = cells;
        self.advice = Some(advice);
    }

    fn forget_hint(&mut self) {
        self.hint.clear();
        self.advice = None;
    }

    /// Agrees to a draw: between two people the other one is asked first.
    pub(super) fn offer_draw(&mut self, now: Moment) {
        if self.game.only_person().is_none() && !self.game.is_over() {
            self.ask(Question::AcceptDraw(!self.game.progress().turn()));
        } else {
            self.act(Act::Offer { of: OfferKind::Draw }, now);
        }
    }

    /// The question was answered by yes.
    pub(super) fn yes(&mut self, question: Question, now: Moment) {
        match question {
            Question::Resign => self.act(Act::Resign, now),
            Question::Leave => self.effects.push(Effect::Quit),
            Question::BeginAgain => self.begin_again(now),
            Question::Overwrite(path) => self.effects.push(Effect::Save { path, overwrite: true }),
            Question::AcceptDraw(_) => self.act(Act::Offer { of: OfferKind::Draw }, now),
        }
    }

    pub(super) fn begin_again(&mut self, now: Moment) {
        self.game.begin_again(now);
        self.take_up();
        self.say(words::BEGUN_AGAIN.get(self.language));
    }

    /// Another game is on the table.
    fn take_up(&mut self) {
        self.stop_thinking();
        self.cursor = Cursor::in_the_middle(&self.scene());
        self.looking_at = None;
        self.forget_hint();
        self.own_file = None;
        self.kept_plies = self.game.progress().plies();
    }

    /// The line is typed to its end.
    pub(super) fn typed(&mut self, now: Moment) {
        let Some(Overlay::Type { line, text }) = self.overlay.take() else { return };
        let text = text.trim().to_owned();
        if text.is_empty() {
            return;
        }
        match line {
            Line::Move => self.typed_move(&text, now),
            Line::Save => {
                let path = PathBuf::from(text);
                let overwrite = self.own_file.as_ref() == Some(&path);
                self.effects.push(Effect::Save { path, overwrite });
            }
            Line::Load => {
                if let Request::Load { path: Some(path), number } =
                    Request::read(&format!("load {text}"))
                {
                    self.effects.push(Effect::Load { path, number });
                }
            }
            Line::Opponent => self.typed_opponent(&text),
        }
    }

    fn typed_move(&mut self, text: &str, now: Moment) {
        self.looking_at = None;
        self.play(text, now);
    }

    fn typed_opponent(&mut self, text: &str) {
        let me = self.game.only_person().unwrap_or(self.game.progress().turn());
        let experts = self.game.experts();
        let seats = match text.parse::<Level>().and_then(|level| level.of_game(experts)) {
            Ok(level) => seats::against(level, me),
            Err(_) if text.to_lowercase().starts_with('p') => seats::PEOPLE,
            Err(_) => return self.refuse(say::no_opponent(experts).get(self.language)),
        };
        self.stop_thinking();
        self.game.change_seats(&seats);
        self.say(say::NEW_OPPONENT.get(self.language));
    }

    pub(super) fn saved(&mut self, path: PathBuf, result: Result<(), Unsaved>) {
        match result {
            Ok(()) => {
                self.say(words::saved(self.language, &path.display().to_string()));
                self.own_file = Some(path);
                self.kept_plies = self.game.progress().plies();
            }
            Err(Unsaved::Exists) => self.ask(Question::Overwrite(path)),
            Err(Unsaved::Failed(why)) => self.refuse(why),
        }
    }

    pub(super) fn loaded(&mut self, result: Result<Box<Record>, String>, now: Moment) {
        let words = |error: OpenError| error.words().get(self.language).to_owned();
        match result.and_then(|record| self.game.resume(&record, now).map_err(words)) {
            Ok(game) => {
                self.game = game;
                self.take_up();
                let game = self.game.progress();
                let told = words::loaded(self.language, game.game().title(), game.plies());
                self.say(told);
            }
            Err(why) => self.refuse(why),
        }
    }

    /// Who sits at a side, in a word, where that has to be said.
    pub(super) fn sitter(&self, side: Side) -> Option<String> {
        match (self.game.level(side), self.game.only_person()) {
            (Some(level), _) => Some(level.words().get(self.language).to_owned()),
            (None, Some(_)) => Some(say::YOU.get(self.language).to_owned()),
            (None, None) => None,
        }
    }
}
