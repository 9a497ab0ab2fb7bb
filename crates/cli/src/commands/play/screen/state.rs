//! The game on the screen as a machine: events go in, the state changes, effects come out.
//!
//! Nothing here knows a terminal, a file or the time of day. What happens is in `actions.rs`.

use super::cursor::{Cursor, Direction};
use super::words as say;
use crate::commands::play::advice::Advice;
use crate::commands::play::computer::{Answer, Job, Task};
use crate::commands::play::local::LocalGame;
use crate::words;
use galet_core::Side;
use galet_games::record::Record;
use galet_scene::{CellId, Continuations, Language, Scene, Theme};
use galet_search::Stop;
use galet_table::Moment;
use std::path::PathBuf;

/// A game on the screen.
pub(super) struct State {
    pub(super) game: LocalGame,
    pub(super) language: Language,
    pub(super) cursor: Cursor,
    pub(super) flipped: bool,
    /// The ply of an earlier position that is shown instead of the present one.
    pub(super) looking_at: Option<usize>,
    /// What was said last.
    pub(super) message: Option<Message>,
    /// The cells of a suggested move.
    pub(super) hint: Vec<CellId>,
    /// The hint that is being told, step by step.
    pub(super) advice: Option<Advice>,
    /// What lies over the board and takes the keys.
    pub(super) overlay: Option<Overlay>,
    pub(super) thinking: Option<Thinking>,
    /// The file that this game was saved in: saving there again needs no asking.
    pub(super) own_file: Option<PathBuf>,
    /// How many moves had been made when the game was last saved, loaded or begun.
    pub(super) kept_plies: usize,
    pub(super) jobs: u64,
    pub(super) effects: Vec<Effect>,
}

/// Something that happens.
#[derive(Debug)]
pub(super) enum Event {
    /// A command, by its key or by a click.
    Command(Command),
    /// A cell was clicked.
    Tap(CellId),
    /// A letter for the line that is being typed.
    Letter(char),
    /// The last letter is deleted.
    Delete,
    /// The computer has finished.
    Answer(Answer),
    /// A game was saved there, or not: it exists already, or something else is wrong.
    Saved(PathBuf, Result<(), Unsaved>),
    /// A game was read from a file, or why not.
    Loaded(Result<Box<Record>, String>),
    /// Time has passed.
    Tick,
}

/// Why a game was not saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Unsaved {
    /// There is such a file.
    Exists,
    /// Something else.
    Failed(String),
}

/// What a person can want.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Go(Direction),
    NextChoice,
    /// Chooses the cell under the cursor; ends a line that is typed.
    Enter,
    /// Takes the last cell back, closes what lies over the board.
    Back,
    Undo,
    Hint,
    Evaluate,
    Flip,
    Earlier,
    Later,
    TypeMove,
    Opponent,
    Save,
    Load,
    Resign,
    Draw,
    New,
    Help,
    Quit,
    /// Leaves without a question.
    QuitAtOnce,
}

/// What the state wants from the world.
#[derive(Debug)]
pub(super) enum Effect {
    /// An answer from the computer.
    Think(Job),
    /// The game in a file.
    Save { path: PathBuf, overwrite: bool },
    /// The game of that number from a file.
    Load { path: PathBuf, number: usize },
    /// To leave.
    Quit,
}

/// What lies over the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Overlay {
    Help,
    /// A question to be answered by yes or no.
    Ask(Question),
    /// A line to be typed.
    Type {
        line: Line,
        text: String,
    },
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Resign,
    Leave,
    BeginAgain,
    Overwrite(PathBuf),
    /// This side is offered a draw.
    AcceptDraw(Side),
}

/// What is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Move,
    Save,
    Load,
    Opponent,
}

/// Something said to the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Message {
    pub(super) text: String,
    /// Whether it says that something cannot be done.
    pub(super) refusal: bool,
}

/// The computer at work.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) number: u64,
    pub(super) task: Task,
    pub(super) since: Moment,
    pub(super) stop: Stop,
}

impl State {
    /// A game about to be played.
    pub(super) fn new(game: LocalGame, language: Language) -> Self {
        State {
            cursor: Cursor::in_the_middle(&game.progress().scene()),
            language,
            // People sit on their own side of the board.
            flipped: game.only_person() == Some(Side::Second),
            looking_at: None,
            message: None,
            hint: Vec::new(),
            advice: None,
            overlay: None,
            thinking: None,
            own_file: None,
            kept_plies: game.progress().plies(),
            jobs: 0,
            effects: Vec::new(),
            game,
        }
    }

    /// Something happens at that moment; gives what the world is to do about it.
    pub(super) fn on(&mut self, event: Event, now: Moment) -> Vec<Effect> {
        // A flag that has fallen comes first.
        self.look_at_clock(now);
        match event {
            Event::Command(command) => self.command(command, now),
            Event::Tap(cell) => {
                if self.overlay.is_none() {
                    self.cursor = Cursor::on(&self.scene(), cell);
                    self.tap(cell, now);
                }
            }
            Event::Letter(letter) => self.letter(letter, now),
            Event::Delete => {
                if let Some(Overlay::Type { text, .. }) = &mut self.overlay {
                    text.pop();
                }
            }
            Event::Answer(answer) => self.answered(answer, now),
            Event::Saved(path, result) => self.saved(path, result),
            Event::Loaded(result) => self.loaded(result, now),
            Event::Tick => {}
        }
        self.let_computer_move(now);
        std::mem::take(&mut self.effects)
    }

    /// Whether letters go into a line that is typed.
    pub(super) fn is_typing(&self) -> bool {
        matches!(self.overlay, Some(Overlay::Type { .. } | Overlay::Ask(_)))
    }

    /// How the pieces and the board of the game look.
    pub(super) fn theme(&self) -> &'static Theme {
        self.game.progress().game().theme()
    }

    /// The picture that is shown: the game as it stands, or as it stood.
    pub(super) fn shown(&self) -> Scene {
        match self.looking_at {
            Some(ply) => self.game.progress().at_ply(ply).scene(),
            None => self.scene(),
        }
    }

    /// The picture of the game as it stands.
    pub(super) fn scene(&self) -> Scene {
        self.game.table().scene()
    }

    /// What can be chosen next.
    pub(super) fn choices(&self) -> Option<Continuations<String>> {
        self.game.continuations().filter(|_| self.looking_at.is_none())
    }

    /// A player's name: their colour.
    pub(super) fn name(&self, side: Side) -> String {
        self.game.name(side).get(self.language).to_owned()
    }

    /// How the game stands, in a line.
    pub(super) fn standing(&self, now: Moment) -> String {
        let language = self.language;
        let game = self.game.progress();
        if let Some(ply) = self.looking_at {
            return say::looking_back(language, ply, game.plies());
        }
        if let Some(ending) = self.game.table().ending() {
            return ending.words.get(language).to_owned();
        }
        if let Some(thinking) = &self.thinking {
            return say::thinking(language, now.since(thinking.since));
        }
        if self.game.only_person() == Some(game.turn()) {
            return format!("{} ({})", say::YOUR_TURN.get(language), self.name(game.turn()));
        }
        say::to_move(language, &self.name(game.turn()))
    }

    fn command(&mut self, command: Command, now: Moment) {
        match (command, &self.overlay) {
            (Command::QuitAtOnce, _) => self.effects.push(Effect::Quit),
            (_, Some(Overlay::Help)) => self.overlay = None,
            (Command::Enter, Some(Overlay::Type { .. })) => self.typed(now),
            // Nothing is lost by a key too many: yes has to be said.
            (Command::Back | Command::Enter, Some(_)) => self.close(),
            (_, Some(_)) => {}
            (command, None) => self.plain_command(command, now),
        }
    }

    fn plain_command(&mut self, command: Command, now: Moment) {
        match command {
            Command::Go(direction) => {
                let seen = if self.flipped { direction.flipped() } else { direction };
                self.cursor = self.cursor.moved(&self.scene(), seen);
            }
            Command::NextChoice => self.next_choice(),
            Command::Enter => self.tap(self.cursor.cell, now),
            Command::Back => self.back(),
            Command::Undo => self.undo(now),
            Command::Hint => self.hint(now),
            Command::Evaluate => self.ask_computer(Task::Evaluate, now),
            Command::Flip => self.flipped = !self.flipped,
            Command::Earlier => self.look_back(true),
            Command::Later => self.look_back(false),
            Command::TypeMove => self.open_line(Line::Move, String::new()),
            Command::Opponent => self.open_line(Line::Opponent, String::new()),
            Command::Save => {
                let own = self.own_file.as_ref().map(|path| path.display().to_string());
                let usual = || say::FILE_DEFAULT.get(self.language).to_owned();
                let text = own.unwrap_or_else(usual);
                self.open_line(Line::Save, text);
            }
            Command::Load => self.open_line(Line::Load, String::new()),
            Command::Resign if self.game.is_over() => self.refuse_finished(),
            Command::Resign => self.ask(Question::Resign),
            Command::Draw => self.offer_draw(now),
            Command::New if self.is_unsaved() => self.ask(Question::BeginAgain),
            Command::New => self.begin_again(now),
            Command::Help => self.overlay = Some(Overlay::Help),
            Command::Quit if self.is_unsaved() => self.ask(Question::Leave),
            Command::Quit | Command::QuitAtOnce => self.effects.push(Effect::Quit),
        }
    }

    /// Whether moves would be lost.
    pub(super) fn is_unsaved(&self) -> bool {
        let plies = self.game.progress().plies();
        plies > 0 && plies != self.kept_plies
    }

    /// A letter answers a question or goes into the line that is typed.
    fn letter(&mut self, letter: char, now: Moment) {
        match &mut self.overlay {
            Some(Overlay::Type { text, .. }) => {
                let fits = text.chars().count() < LONGEST_LINE;
                text.extend(Some(letter).filter(|letter| fits && !letter.is_control()));
            }
            Some(Overlay::Ask(question)) => {
                let question = question.clone();
                match letter.to_ascii_lowercase() {
                    'y' | 'o' => {
                        self.overlay = None;
                        self.yes(question, now);
                    }
                    'n' => self.close(),
                    _ => {}
                }
            }
            Some(Overlay::Help) => self.overlay = None,
            None => {}
        }
    }

    /// Closes what lies over the board without doing anything.
    fn close(&mut self) {
        if let Some(Overlay::Ask(Question::AcceptDraw(_))) = self.overlay.take() {
            self.say(words::DRAW_DECLINED.get(self.language));
        }
    }

    pub(super) fn ask(&mut self, question: Question) {
        self.overlay = Some(Overlay::Ask(question));
    }

    fn open_line(&mut self, line: Line, text: String) {
        self.overlay = Some(Overlay::Type { line, text });
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), refusal: false });
    }

    pub(super) fn refuse(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), refusal: true });
    }
}

/// No path and no move is longer.
const LONGEST_LINE: usize = 4096;
