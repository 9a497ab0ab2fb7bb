//! The conversation: a line is asked for, understood and answered.

use super::computer::{Answer, Computer, Found, Job, Task};
use super::input::{Input, Line};
use super::request::Request;
use super::seats::Seats;
use super::store;
use super::table::{Agreed, Table, Tapped, Undone};
use crate::console::{Console, STRONG, WRONG};
use crate::failure::Failure;
use crate::picture;
use crate::words::{self, Words};
use galet_core::Side;
use galet_games::{AnyProgress, MoveError};
use galet_scene::{Highlights, Language};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How many moves are listed at once.
const LISTED: usize = 200;
/// How many moves are looked through for those that begin with a text.
const LOOKED_THROUGH: usize = 100_000;

/// Two people, or one and the computer, a board and a keyboard.
pub(super) struct Dialogue<'a> {
    table: Table,
    seats: Seats,
    computer: Computer,
    seed: u64,
    input: Input,
    console: &'a mut Console,
    language: Language,
    flipped: bool,
    /// The file that this game was saved in: saving there again needs no asking.
    own_file: Option<PathBuf>,
    refused: usize,
}

impl<'a> Dialogue<'a> {
    pub(super) fn new(
        game: Box<dyn AnyProgress>,
        seats: Seats,
        seed: u64,
        input: Input,
        console: &'a mut Console,
    ) -> Self {
        let language = console.language;
        Dialogue {
            table: Table::new(game),
            seats,
            computer: Computer::default(),
            seed,
            input,
            console,
            language,
            flipped: false,
            own_file: None,
            refused: 0,
        }
    }

    /// Talks until somebody quits or the input ends.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.say(Words::HOW_TO_PLAY.get(self.language))?;
        self.show()?;
        if self.computer_moves()? {
            self.show()?;
        }
        loop {
            let prompt = self.prompt();
            match self.input.ask(&prompt, self.console)? {
                Line::End => break,
                Line::TooLong => self.refuse(Words::LINE_TOO_LONG.get(self.language))?,
                Line::Text(line) => match Request::read(&line) {
                    Request::Quit => break,
                    request => self.answer(request)?,
                },
            }
        }
        self.console.flush()?;
        if self.refused > 0 && !self.input.is_person() {
            return Err(Failure::Input(words::refused_lines(self.language, self.refused)));
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
            Request::Position => self.say(&self.table.game().position_text())?,
            Request::Flip => {
                self.flipped = !self.flipped;
                self.show()?;
            }
            Request::Save { path, overwrite } => self.save(path, overwrite)?,
            Request::Load { path, number } => self.load(path, number)?,
            Request::Resign => self.resign()?,
            Request::Draw => self.offer_draw()?,
            Request::New => {
                self.table.begin_again();
                self.own_file = None;
                self.say(Words::BEGUN_AGAIN.get(self.language))?;
                self.computer_moves()?;
                self.show()?;
            }
            Request::Help => self.say(Words::HELP.get(self.language))?,
            Request::Quit => {}
        }
        Ok(())
    }

    /// An empty line plays a half-made move that is complete; otherwise it does nothing.
    fn enter(&mut self) -> io::Result<()> {
        match self.table.half_made().and_then(|half| half.complete) {
            Some(text) => self.play_texts(&[text]),
            None => Ok(()),
        }
    }

    fn play(&mut self, texts: &[String]) -> io::Result<()> {
        if self.table.is_over() {
            self.refuse(Words::GAME_IS_OVER.get(self.language))
        } else if self.table.are_cells(texts) {
            self.tap(texts)
        } else if self.table.half_made().is_some() {
            let stranger =
                texts.iter().find(|text| !self.table.are_cells(std::slice::from_ref(text)));
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
            match self.table.play(text) {
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
        refused.map_or(Ok(()), |error| self.refuse_move(&error))
    }

    /// The computer moves if it is to move, and says so. Tells whether it did.
    fn computer_moves(&mut self) -> io::Result<bool> {
        let mut moved = false;
        while !self.table.is_over()
            && let Some(level) = self.seats.computer(self.table.game().turn())
        {
            self.console.flush()?;
            let Some(found) = self.ask(Task::Move { level, clock: None, seed: self.seed }) else {
                break;
            };
            match self.table.play(&found.text) {
                Ok(said) => {
                    self.say(&format!("{}  {}", found.text, said.get(self.language)))?;
                    moved = true;
                }
                Err(error) => {
                    self.refuse_move(&error)?;
                    break;
                }
            }
        }
        Ok(moved)
    }

    /// Asks the computer and waits for its answer.
    fn ask(&mut self, task: Task) -> Option<Found> {
        let Answer { found, .. } = self.computer.answer(&Job::new(0, self.table.game(), task));
        found
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.table.is_over() {
            return self.refuse(Words::GAME_IS_OVER.get(self.language));
        }
        self.console.flush()?;
        let Some(found) = self.ask(Task::Hint) else { return Ok(()) };
        let said = self.table.game().say_move(&found.text).unwrap_or_default();
        self.say(&words::hint(self.language, &found.text, said.get(self.language)))
    }

    fn tap(&mut self, names: &[String]) -> io::Result<()> {
        match self.table.tap(names) {
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
            Err(error) => self.refuse_move(&error),
        }
    }

    fn back(&mut self) -> io::Result<()> {
        if self.table.back() {
            self.show()
        } else {
            self.refuse(Words::NOTHING_TO_CANCEL.get(self.language))
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        match self.table.undo(self.seats) {
            Some(Undone::Moves(texts)) => self.say(&words::taken_back(self.language, &texts))?,
            Some(Undone::HalfMade | Undone::Agreement) => {}
            None => return self.refuse(Words::NOTHING_TO_UNDO.get(self.language)),
        }
        self.show()
    }

    fn list_moves(&mut self, beginning: &str) -> io::Result<()> {
        if self.table.is_over() {
            return self.say(Words::GAME_IS_OVER.get(self.language));
        }
        let game = self.table.game();
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
        let said = self.table.game().say_position();
        self.say(said.get(self.language))?;
        self.say_end()
    }

    fn save(&mut self, path: Option<PathBuf>, overwrite: bool) -> io::Result<()> {
        let Some(path) = path else {
            return self.refuse(Words::NEEDS_FILE.get(self.language));
        };
        let ours = self.own_file.as_deref() == Some(path.as_path());
        match store::save(&self.table, &[], &path, overwrite || ours) {
            Ok(()) => {
                self.say(&words::saved(self.language, &path.display().to_string()))?;
                self.own_file = Some(path);
                Ok(())
            }
            Err(store::SaveError::Exists) => self.refuse(Words::FILE_EXISTS.get(self.language)),
            Err(store::SaveError::Failed(failure)) => self.refuse_failure(&failure),
        }
    }

    fn load(&mut self, path: Option<PathBuf>, number: usize) -> io::Result<()> {
        let Some(path) = path else {
            return self.refuse(Words::NEEDS_FILE.get(self.language));
        };
        match store::load(Path::new(&path), number) {
            Ok(table) => {
                self.table = table;
                self.own_file = None;
                let game = self.table.game();
                let told = words::loaded(self.language, game.game().title(), game.plies());
                self.say(&told)?;
                self.computer_moves()?;
                self.show()
            }
            Err(failure) => self.refuse_failure(&failure),
        }
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.table.is_over() {
            return self.refuse(Words::GAME_IS_OVER.get(self.language));
        }
        self.table.agree(Agreed::Resigned(self.table.game().turn()));
        self.say_end()
    }

    fn offer_draw(&mut self) -> Result<(), Failure> {
        if self.table.is_over() {
            return Ok(self.refuse(Words::GAME_IS_OVER.get(self.language))?);
        }
        let other = !self.table.game().turn();
        let opponent = self.name(other);
        if self.seats.computer(other).is_some() {
            self.console.flush()?;
            if self.ask(Task::Draw).is_some_and(|found| found.accepts_draw(other)) {
                self.table.agree(Agreed::Draw);
                self.say_end()?;
            } else {
                self.say(Words::DRAW_DECLINED.get(self.language))?;
            }
            return Ok(());
        }
        let question = words::accept_draw(self.language, &opponent);
        let answer = match self.input.ask(&question, self.console)? {
            Line::Text(line) => line.trim().to_lowercase(),
            Line::TooLong | Line::End => String::new(),
        };
        if matches!(answer.as_str(), "y" | "yes" | "o" | "oui") {
            self.table.agree(Agreed::Draw);
            self.say_end()?;
        } else {
            self.say(Words::DRAW_DECLINED.get(self.language))?;
        }
        Ok(())
    }

    /// The board, what can follow a half-made move, and how the game ended.
    fn show(&mut self) -> io::Result<()> {
        let half_made = self.table.half_made();
        let highlights = half_made.as_ref().map(Highlights::from).unwrap_or_default();
        let (scene, theme) = (self.table.game().scene(), self.table.game().game().theme());
        let painted = picture::terminal(&scene, theme, &highlights, self.flipped, self.console);
        write!(self.console, "\n{painted}")?;
        if half_made.is_some() { self.say_what_can_follow() } else { self.say_agreed() }
    }

    fn say_what_can_follow(&mut self) -> io::Result<()> {
        let taps = self.table.tapped();
        let next = if taps.is_empty() {
            self.table.game().continuations(&[]).ok()
        } else {
            self.table.half_made()
        };
        let Some(next) = next else { return Ok(()) };
        let scene = self.table.game().scene();
        let cells = next.choices.iter().filter_map(|c| scene.cells.get(usize::from(c.cell.0)));
        let cells: Vec<_> = cells.map(|cell| cell.name.as_str()).collect();
        let mut line = String::new();
        if !taps.is_empty() {
            line += &format!("{STRONG}{}{STRONG:#}  ", taps.join(" "));
        }
        if !cells.is_empty() {
            line += &format!("{} {}", Words::NEXT_CELLS.get(self.language), cells.join(" "));
        }
        if let Some(text) = &next.complete {
            line += &format!("  {}", words::enter_plays(self.language, text));
        }
        self.say(&line)
    }

    /// The end of the game in words, whoever or whatever made it.
    fn say_end(&mut self) -> io::Result<()> {
        match self.table.game().say_outcome() {
            Some(ending) => self.say(ending.get(self.language)),
            None => self.say_agreed(),
        }
    }

    /// The end that the players made: the picture knows only that of the rules.
    fn say_agreed(&mut self) -> io::Result<()> {
        match self.table.agreed() {
            Some(agreed) => {
                let text = words::agreed(self.language, agreed, |side| self.name(side));
                self.say(&text)
            }
            None => Ok(()),
        }
    }

    /// Who is to type.
    fn prompt(&self) -> String {
        if self.table.is_over() {
            format!("{}>", Words::PROMPT_OVER.get(self.language))
        } else {
            format!("{}>", self.name(self.table.game().turn()))
        }
    }

    /// A player's name: their colour.
    fn name(&self, side: Side) -> String {
        let scene = self.table.game().scene();
        scene.players[side.index()].name.get(self.language).to_owned()
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.console, "{text}")
    }

    fn refuse(&mut self, text: &str) -> io::Result<()> {
        self.refused += 1;
        writeln!(self.console, "{WRONG}{text}{WRONG:#}")
    }

    fn refuse_move(&mut self, refused: &MoveError) -> io::Result<()> {
        match refused {
            MoveError::GameOver(_) => self.refuse(Words::GAME_IS_OVER.get(self.language)),
            MoveError::Illegal { text, said, .. } => {
                let visible: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
                self.refuse(&words::cannot_play(self.language, &visible, said.get(self.language)))
            }
        }
    }

    fn refuse_failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.refuse(&failure.message().unwrap_or_default())
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
