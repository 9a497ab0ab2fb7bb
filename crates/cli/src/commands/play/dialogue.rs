//! The conversation: a line is asked for, understood and answered.

use super::advice::Advice;
use super::computer::{Answer, Computer, Found, Job, Task};
use super::input::{Input, Line};
use super::local::{LocalGame, TakenBack, Tapped};
use super::request::Request;
use super::store;
use crate::console::{Console, STRONG, WRONG};
use crate::failure::Failure;
use crate::picture;
use crate::words;
use galet_core::Side;
use galet_games::MoveError;
use galet_scene::{Highlights, Language};
use galet_server::WallClock;
use galet_table::wire::table::{Act, OfferKind};
use galet_table::{AnswerError, RequestError};
use std::io::{self, Write};
use std::path::PathBuf;

/// How many moves are listed at once.
const LISTED: usize = 200;
/// How many moves are looked through for those that begin with a text.
const LOOKED_THROUGH: usize = 100_000;

/// Two people, or one and the computer, a board and a keyboard.
pub(super) struct Dialogue<'a> {
    game: LocalGame,
    clock: WallClock,
    computer: Computer,
    input: Input,
    console: &'a mut Console,
    language: Language,
    flipped: bool,
    /// The file that this game was saved in: saving there again needs no asking.
    own_file: Option<PathBuf>,
    refused: usize,
    /// The hint that was asked for last.
    advice: Option<Advice>,
}

impl<'a> Dialogue<'a> {
    pub(super) fn new(
        game: LocalGame,
        clock: WallClock,
        input: Input,
        console: &'a mut Console,
    ) -> Self {
        let language = console.language;
        Dialogue {
            game,
            clock,
            computer: Computer::default(),
            input,
            console,
            language,
            flipped: false,
            own_file: None,
            refused: 0,
            advice: None,
        }
    }

    /// Talks until somebody quits or the input ends.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.say(words::HOW_TO_PLAY.get(self.language))?;
        self.show()?;
        if self.computer_moves()? {
            self.show()?;
        }
        loop {
            let prompt = self.prompt();
            match self.input.ask(&prompt, self.console)? {
                Line::End => break,
                Line::TooLong => self.refuse(words::LINE_TOO_LONG.get(self.language))?,
                Line::Text(line) => match Request::read(&line) {
                    Request::Quit => break,
                    request => self.answer(request)?,
                },
            }
        }
        self.console.flush()?;
        if self.refused > 0 && !self.input.is_person() {
            return Err(Failure::Input(words::refused_lines(self.refused)));
        }
        Ok(())
    }

    fn answer(&mut self, request: Request) -> Result<(), Failure> {
        match request {
            Request::Enter => self.enter()?,
            Request::Play(texts) => self.play(&texts)?,
            Request::Back => self.back()?,
            Request::Undo => self.undo()?,
            Request::Hint => self.hint()?,
            Request::Moves(beginning) => self.list_moves(&beginning)?,
            Request::Show => self.show()?,
            Request::Say => self.say_position()?,
            Request::Position => self.say(&self.game.progress().position_text())?,
            Request::Flip => {
                self.flipped = !self.flipped;
                self.show()?;
            }
            Request::Save { path, overwrite } => self.save(path, overwrite)?,
            Request::Load { path, number } => self.load(path, number)?,
            Request::Resign => self.resign()?,
            Request::Draw => self.offer_draw()?,
            Request::New => {
                self.game.begin_again(self.clock.now());
                self.own_file = None;
                self.say(words::BEGUN_AGAIN.get(self.language))?;
                self.computer_moves()?;
                self.show()?;
            }
            Request::Help => self.say(words::HELP.get(self.language))?,
            Request::Quit => {}
        }
        Ok(())
    }

    /// An empty line plays a half-made move that is complete; otherwise it does nothing.
    fn enter(&mut self) -> io::Result<()> {
        match self.game.half_made().and_then(|half| half.complete) {
            Some(text) => self.play_texts(&[text]),
            None => Ok(()),
        }
    }

    fn play(&mut self, texts: &[String]) -> io::Result<()> {
        if self.game.is_over() {
            self.refuse(words::GAME_IS_OVER.get(self.language))
        } else if self.game.are_cells(texts) {
            self.tap(texts)
        } else if self.game.half_made().is_some() {
            let stranger =
                texts.iter().find(|text| !self.game.are_cells(std::slice::from_ref(text)));
            let stranger = stranger.cloned().unwrap_or_default();
            self.refuse(&words::not_a_cell(self.language, &stranger))
        } else {
            self.play_texts(texts)
        }
    }

    /// Plays moves in turn until one is refused. The computer answers each if it is its turn.
    fn play_texts(&mut self, texts: &[String]) -> io::Result<()> {
        let mut played = false;
        let mut refused = None;
        for text in texts {
            match self.game.play(text, self.clock.now()) {
                Ok(said) => {
                    played = true;
                    self.say(said.get(self.language))?;
                    self.computer_moves()?;
                }
                Err(error) => {
                    refused = Some(error);
                    break;
                }
            }
        }
        if played {
            self.show()?;
        }
        refused.map_or(Ok(()), |error| self.refuse_request(&error))
    }

    /// The computer moves if it is to move, and says so. Tells whether it did.
    fn computer_moves(&mut self) -> io::Result<bool> {
        let mut moved = false;
        while let Some(think) = self.game.think(self.clock.now()) {
            self.console.flush()?;
            let Some(found) = self.ask(Task::Move(think)) else { break };
            match self.game.answer(think.ticket, &found.text, self.clock.now()) {
                Ok(said) => {
                    self.say(&format!("{}  {}", found.text, said.get(self.language)))?;
                    moved = true;
                }
                Err(AnswerError::Illegal(error)) => {
                    self.refuse_move(&error)?;
                    break;
                }
                Err(AnswerError::TooLong) => {
                    self.refuse_request(&RequestError::TooLong)?;
                    break;
                }
                Err(AnswerError::Stale | AnswerError::OutOfTime) => break,
            }
        }
        Ok(moved)
    }

    /// Asks the computer and waits for its answer.
    fn ask(&mut self, task: Task) -> Option<Found> {
        let Answer { found, .. } = self.computer.answer(&Job::new(0, self.game.progress(), task));
        found
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.game.is_over() {
            return self.refuse(words::GAME_IS_OVER.get(self.language));
        }
        self.console.flush()?;
        let known = self.advice.take().filter(|advice| advice.is_about(self.game.progress()));
        let found = |dialogue: &mut Self| {
            let found = dialogue.ask(Task::Hint)?;
            Some(Advice::new(found, dialogue.game.progress()))
        };
        let Some(mut advice) = known.or_else(|| found(self)) else { return Ok(()) };
        let (words, _) = advice.next(self.game.progress(), self.language);
        self.advice = Some(advice);
        self.say(&words)
    }

    fn tap(&mut self, names: &[String]) -> io::Result<()> {
        match self.game.tap(names, self.clock.now()) {
            Ok(Tapped::Played(said)) => {
                self.say(said.get(self.language))?;
                self.computer_moves()?;
                self.show()
            }
            Ok(Tapped::Begun) => self.show(),
            Ok(Tapped::Refused(name)) => {
                self.refuse(&words::cell_begins_nothing(self.language, &name))?;
                self.say_what_can_follow()
            }
            Err(error) => self.refuse_request(&error),
        }
    }

    fn back(&mut self) -> io::Result<()> {
        if self.game.back() {
            self.show()
        } else {
            self.refuse(words::NOTHING_TO_CANCEL.get(self.language))
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        match self.game.take_back(self.clock.now()) {
            Ok(TakenBack::Moves(texts)) => self.say(&words::taken_back(self.language, &texts))?,
            Ok(TakenBack::HalfMade) => {}
            Err(error) => return self.refuse_request(&error),
        }
        self.show()
    }

    fn list_moves(&mut self, beginning: &str) -> io::Result<()> {
        if self.game.is_over() {
            return self.say(words::GAME_IS_OVER.get(self.language));
        }
        let game = self.game.progress();
        let (texts, total) = if beginning.is_empty() {
            let list = game.legal_moves(LISTED);
            (list.texts, list.total)
        } else {
            let mut texts = game.legal_moves(LOOKED_THROUGH).texts;
            texts.retain(|text| text.starts_with(beginning));
            let total = texts.len() as u64;
            texts.truncate(LISTED);
            (texts, total)
        };
        for line in columns(&texts, 78) {
            writeln!(self.console, "  {line}")?;
        }
        self.say(&words::moves_listed(self.language, texts.len(), total))
    }

    fn say_position(&mut self) -> io::Result<()> {
        let said = self.game.progress().say_position();
        self.say(said.get(self.language))?;
        self.say_end()
    }

    fn save(&mut self, path: Option<PathBuf>, overwrite: bool) -> io::Result<()> {
        let Some(path) = path else {
            return self.refuse(words::NEEDS_FILE.get(self.language));
        };
        let ours = self.own_file.as_deref() == Some(path.as_path());
        match store::save(&self.game, &path, overwrite || ours) {
            Ok(()) => {
                self.say(&words::saved(self.language, &path.display().to_string()))?;
                self.own_file = Some(path);
                Ok(())
            }
            Err(store::SaveError::Exists) => self.refuse(words::FILE_EXISTS.get(self.language)),
            Err(store::SaveError::Failed(failure)) => self.refuse_failure(&failure),
        }
    }

    fn load(&mut self, path: Option<PathBuf>, number: usize) -> io::Result<()> {
        let Some(path) = path else {
            return self.refuse(words::NEEDS_FILE.get(self.language));
        };
        let loaded = store::load(&path, number).and_then(|record| {
            let resumed = self.game.resume(&record, self.clock.now());
            resumed.map_err(|error| Failure::Input(error.words()))
        });
        match loaded {
            Ok(game) => {
                self.game = game;
                self.own_file = None;
                let game = self.game.progress();
                let told = words::loaded(self.language, game.game().title(), game.plies());
                self.say(&told)?;
                self.computer_moves()?;
                self.show()
            }
            Err(failure) => self.refuse_failure(&failure),
        }
    }

    fn resign(&mut self) -> io::Result<()> {
        match self.game.act(Act::Resign, self.clock.now()) {
            Ok(()) => self.say_end(),
            Err(error) => self.refuse_request(&error),
        }
    }

    /// Agrees to a draw: between two people the other one is asked first.
    fn offer_draw(&mut self) -> Result<(), Failure> {
        if self.game.only_person().is_none() && !self.game.is_over() {
            let opponent = self.name(!self.game.progress().turn());
            let question = words::accept_draw(self.language, &opponent);
            let answer = match self.input.ask(&question, self.console)? {
                Line::Text(line) => line.trim().to_lowercase(),
                Line::TooLong | Line::End => String::new(),
            };
            if !matches!(answer.as_str(), "y" | "yes" | "o" | "oui") {
                return Ok(self.say(words::DRAW_DECLINED.get(self.language))?);
            }
        }
        match self.game.act(Act::Offer { of: OfferKind::Draw }, self.clock.now()) {
            Ok(()) => Ok(self.say_end()?),
            Err(error) => Ok(self.refuse_request(&error)?),
        }
    }

    /// The board, what can follow a half-made move, and how the game ended.
    fn show(&mut self) -> io::Result<()> {
        let half_made = self.game.half_made();
        let highlights = half_made.as_ref().map(Highlights::from).unwrap_or_default();
        let scene = self.game.table().scene();
        let theme = self.game.progress().game().theme();
        let painted = picture::terminal(&scene, theme, &highlights, self.flipped, self.console);
        write!(self.console, "\n{painted}")?;
        if half_made.is_some() { self.say_what_can_follow() } else { Ok(()) }
    }

    fn say_what_can_follow(&mut self) -> io::Result<()> {
        let taps = self.game.tapped();
        let Some(next) = self.game.continuations() else { return Ok(()) };
        let scene = self.game.progress().scene();
        let cells = next.choices.iter().filter_map(|c| scene.cells.get(usize::from(c.cell.0)));
        let cells: Vec<_> = cells.map(|cell| cell.name.as_str()).collect();
        let mut line = String::new();
        if !taps.is_empty() {
            line += &format!("{STRONG}{}{STRONG:#}  ", taps.join(" "));
        }
        if !cells.is_empty() {
            line += &format!("{} {}", words::NEXT_CELLS.get(self.language), cells.join(" "));
        }
        if let Some(text) = &next.complete {
            line += &format!("  {}", words::enter_plays(self.language, text));
        }
        self.say(&line)
    }

    /// The end of the game in words, whoever or whatever made it.
    fn say_end(&mut self) -> io::Result<()> {
        match self.game.table().ending().cloned() {
            Some(ending) => self.say(ending.words.get(self.language)),
            None => Ok(()),
        }
    }

    /// Who is to type.
    fn prompt(&self) -> String {
        if self.game.is_over() {
            format!("{}>", words::PROMPT_OVER.get(self.language))
        } else {
            format!("{}>", self.name(self.game.progress().turn()))
        }
    }

    /// A player's name: their colour.
    fn name(&self, side: Side) -> String {
        self.game.name(side).get(self.language).to_owned()
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.console, "{text}")
    }

    fn refuse(&mut self, text: &str) -> io::Result<()> {
        self.refused += 1;
        writeln!(self.console, "{WRONG}{text}{WRONG:#}")
    }

    fn refuse_request(&mut self, refused: &RequestError) -> io::Result<()> {
        match refused {
            RequestError::Over => self.refuse(words::GAME_IS_OVER.get(self.language)),
            RequestError::Illegal(error) => self.refuse_move(error),
            other => self.refuse(other.words().get(self.language)),
        }
    }

    fn refuse_move(&mut self, refused: &MoveError) -> io::Result<()> {
        match refused {
            MoveError::GameOver(_) => self.refuse(words::GAME_IS_OVER.get(self.language)),
            MoveError::Illegal { text, said, .. } => {
                let visible: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
                self.refuse(&words::cannot_play(self.language, &visible, said.get(self.language)))
            }
        }
    }

    fn refuse_failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.refuse(&failure.message(self.language).unwrap_or_default())
    }
}

/// Texts in columns of equal width, as many as fit.
fn columns(texts: &[String], width: usize) -> Vec<String> {
    let widest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let across = (width / widest).max(1);
    let line = |row: &[String]| {
        let cells: String = row.iter().map(|text| format!("{text:widest$}")).collect();
        cells.trim_end().to_owned()
    };
    texts.chunks(across).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn columns_fit_the_width() {
        let texts: Vec<String> = ["a1b2", "c3", "c3c5d4"].map(str::to_owned).into();
        assert_eq!(columns(&texts, 16), ["a1b2    c3", "c3c5d4"]);
        assert_eq!(columns(&texts, 3), ["a1b2", "c3", "c3c5d4"]);
        assert!(columns(&[], 80).is_empty());
    }
}
