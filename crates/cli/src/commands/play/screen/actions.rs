//! What the commands do: moves, taking back, the computer, files.

use super::cursor::Cursor;
use super::state::{Effect, Line, Overlay, Question, State, Thinking, Unsaved};
use super::words as say;
use crate::commands::play::clock::GameClock;
use crate::commands::play::computer::{Answer, Found, Job, Task};
use crate::commands::play::request::Request;
use crate::commands::play::seats::Seats;
use crate::commands::play::table::{Agreed, Table, Undone};
use crate::words::{self, Words};
use galet_core::Side;
use galet_engine::Level;
use galet_games::MoveError;
use galet_scene::CellId;
use std::path::PathBuf;
use std::time::Instant;

impl State {
    /// Chooses a cell: it goes on with the half-made move, or begins another one.
    pub(super) fn tap(&mut self, cell: CellId, now: Instant) {
        if self.looking_at.take().is_some() {
            return self.say(say::BACK_TO_NOW.get(self.language));
        }
        if self.table.is_over() {
            return self.refuse_finished();
        }
        if !self.is_persons_turn() {
            return self.refuse(say::COMPUTER_THINKS.get(self.language));
        }
        let half_made = self.table.half_made();
        if let Some(next) = self.table.tap_cell(cell) {
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
        let again = self.table.taps() == [cell];
        let begins = self.table.game().continuations(&[cell]).is_ok();
        if half_made.dropped.is_empty() && (again || begins) {
            while self.table.back() {}
            if !again {
                self.table.tap_cell(cell);
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

    /// Plays a move of whoever is to move.
    fn play(&mut self, text: &str, now: Instant) {
        let mover = self.table.game().turn();
        match self.table.play(text) {
            Ok(said) => {
                self.stop_thinking();
                self.hint.clear();
                self.looking_at = None;
                self.say(said.get(self.language));
                if let Some(clock) = &mut self.clock {
                    clock.press(mover, now);
                    if self.table.is_over() {
                        clock.stop(now);
                    }
                }
            }
            Err(MoveError::GameOver(_)) => self.refuse_finished(),
            Err(MoveError::Illegal { text, said, .. }) => {
                self.refuse(words::cannot_play(self.language, &text, said.get(self.language)));
            }
        }
    }

    pub(super) fn refuse_finished(&mut self) {
        self.refuse(say::FINISHED.get(self.language));
    }

    /// Takes the last cell back.
    pub(super) fn back(&mut self) {
        if self.looking_at.take().is_none() && !self.table.back() {
            self.refuse(Words::NOTHING_TO_CANCEL.get(self.language));
        } else {
            self.message = None;
        }
    }

    /// Takes back what was done last; works while the computer thinks.
    pub(super) fn undo(&mut self, now: Instant) {
        self.looking_at = None;
        let Some(undone) = self.table.undo(self.seats) else {
            return self.refuse(Words::NOTHING_TO_UNDO.get(self.language));
        };
        self.message = None;
        if undone == Undone::HalfMade {
            return;
        }
        self.stop_thinking();
        self.hint.clear();
        if let Undone::Moves(texts) = undone {
            self.say(words::taken_back(self.language, &texts));
        }
        let (ply, turn) = (self.table.game().plies(), self.table.game().turn());
        if let Some(clock) = &mut self.clock {
            clock.back_to(ply, turn, now);
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
        let plies = self.table.game().plies();
        let ply = self.looking_at.unwrap_or(plies);
        let ply = if earlier { ply.saturating_sub(1) } else { (ply + 1).min(plies) };
        self.looking_at = (ply < plies).then_some(ply);
        self.message = None;
    }

    /// Ends the game as the players or the clock want.
    fn end(&mut self, agreed: Agreed, now: Instant) {
        self.stop_thinking();
        self.table.agree(agreed);
        self.message = None;
        self.hint.clear();
        self.looking_at = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    pub(super) fn look_at_clock(&mut self, now: Instant) {
        if !self.table.is_over()
            && let Some(side) = self.clock.as_ref().and_then(|clock| clock.out_of_time(now))
        {
            self.overlay = None;
            self.end(Agreed::OutOfTime(side), now);
        }
    }

    /// Asks for the computer's move when it is to move and is not thinking about it already.
    pub(super) fn let_computer_move(&mut self, now: Instant) {
        let side = self.table.game().turn();
        let Some(level) = self.seats.computer(side) else { return };
        if self.table.is_over() || self.thinking.is_some() {
            return;
        }
        let clock = self.clock.as_ref().map(|c| (c.left(side, now), c.setting().increment));
        self.think(Task::Move { level, clock, seed: self.seed }, now);
    }

    /// Asks the computer for advice.
    pub(super) fn ask_computer(&mut self, task: Task, now: Instant) {
        if self.table.is_over() {
            return self.refuse_finished();
        }
        if !self.is_persons_turn() {
            return self.refuse(say::COMPUTER_THINKS.get(self.language));
        }
        self.looking_at = None;
        self.stop_thinking();
        self.message = None;
        self.think(task, now);
    }

    fn think(&mut self, task: Task, now: Instant) {
        self.jobs += 1;
        let job = Job::new(self.jobs, self.table.game(), task);
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
    pub(super) fn answered(&mut self, answer: Answer, now: Instant) {
        let Some(thinking) = self.thinking.take_if(|t| t.number == answer.number) else { return };
        // Only what was stopped finds nothing, and what was stopped is not waited for.
        let Some(found) = answer.found else { return };
        match thinking.task {
            Task::Move { .. } => self.play(&found.text, now),
            Task::Hint => self.show_hint(&found),
            Task::Evaluate => {
                let text = say::evaluation(self.language, &found, |side| self.name(side));
                self.say(text);
            }
            Task::Draw => {
                if found.accepts_draw(!self.table.game().turn()) {
                    self.end(Agreed::Draw, now);
                } else {
                    self.say(Words::DRAW_DECLINED.get(self.language));
                }
            }
        }
    }

    fn show_hint(&mut self, found: &Found) {
        let game = self.table.game();
        let said = game.say_move(&found.text).unwrap_or_default();
        let cells = game.gesture(&found.text).unwrap_or_default();
        self.say(words::hint(self.language, &found.text, said.get(self.language)));
        self.hint = cells;
    }

    pub(super) fn offer_draw(&mut self, now: Instant) {
        if self.table.is_over() {
            return self.refuse_finished();
        }
        let other = !self.table.game().turn();
        if self.seats.is_person(other) && self.is_persons_turn() {
            self.ask(Question::AcceptDraw(other));
        } else {
            self.ask_computer(Task::Draw, now);
        }
    }

    /// The question was answered by yes.
    pub(super) fn yes(&mut self, question: Question, now: Instant) {
        match question {
            Question::Resign => {
                let turn = self.table.game().turn();
                // Against the computer the person gives up, whoever is to move.
                let loser = self.seats.only_person().unwrap_or(turn);
                self.end(Agreed::Resigned(loser), now);
            }
            Question::Leave => self.effects.push(Effect::Quit),
            Question::BeginAgain => self.begin_again(now),
            Question::Overwrite(path) => self.effects.push(Effect::Save { path, overwrite: true }),
            Question::AcceptDraw(_) => self.end(Agreed::Draw, now),
        }
    }

    pub(super) fn begin_again(&mut self, now: Instant) {
        let mut table = Table::new(self.table.game().at_ply(0));
        std::mem::swap(&mut self.table, &mut table);
        self.take_up(now);
        self.say(Words::BEGUN_AGAIN.get(self.language));
    }

    /// Another game is on the table.
    fn take_up(&mut self, now: Instant) {
        self.stop_thinking();
        let game = self.table.game();
        let (plies, turn) = (game.plies(), game.turn());
        let over = self.table.is_over();
        self.cursor = Cursor::in_the_middle(&self.scene());
        self.looking_at = None;
        self.hint.clear();
        self.own_file = None;
        self.kept_plies = plies;
        if let Some(clock) = &mut self.clock {
            *clock = GameClock::new(clock.setting(), plies);
            if plies > 0 && !over {
                clock.back_to(plies, turn, now);
            }
        }
    }

    /// The line is typed to its end.
    pub(super) fn typed(&mut self, now: Instant) {
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

    fn typed_move(&mut self, text: &str, now: Instant) {
        self.looking_at = None;
        if self.table.is_over() {
            self.refuse_finished();
        } else if self.is_persons_turn() {
            self.play(text, now);
        } else {
            self.refuse(say::COMPUTER_THINKS.get(self.language));
        }
    }

    fn typed_opponent(&mut self, text: &str) {
        let me = self.seats.only_person().unwrap_or(self.table.game().turn());
        self.seats = match text.parse::<Level>() {
            Ok(level) => Seats::against(level, me),
            Err(_) if text.to_lowercase().starts_with('p') => Seats::PEOPLE,
            Err(_) => return self.refuse(say::NO_OPPONENT.get(self.language)),
        };
        self.stop_thinking();
        self.say(say::NEW_OPPONENT.get(self.language));
    }

    pub(super) fn saved(&mut self, path: PathBuf, result: Result<(), Unsaved>) {
        match result {
            Ok(()) => {
                self.say(words::saved(self.language, &path.display().to_string()));
                self.own_file = Some(path);
                self.kept_plies = self.table.game().plies();
            }
            Err(Unsaved::Exists) => self.ask(Question::Overwrite(path)),
            Err(Unsaved::Failed(why)) => self.refuse(why),
        }
    }

    pub(super) fn loaded(&mut self, result: Result<Table, String>, now: Instant) {
        match result {
            Ok(table) => {
                self.table = table;
                self.take_up(now);
                let game = self.table.game();
                let told = words::loaded(self.language, game.game().title(), game.plies());
                self.say(told);
            }
            Err(why) => self.refuse(why),
        }
    }

    /// Who sits at a side, in a word, where that has to be said.
    pub(super) fn sitter(&self, side: Side) -> Option<String> {
        match (self.seats.computer(side), self.seats.only_person()) {
            (Some(level), _) => Some(say::level(self.language, level)),
            (None, Some(_)) => Some(say::YOU.get(self.language).to_owned()),
            (None, None) => None,
        }
    }
}
