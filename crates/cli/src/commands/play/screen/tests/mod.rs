//! The screen without a terminal: events in, state and pictures out.
//!
//! `GALET_REWRITE=1 cargo test -p galet --bin galet` writes the pictures kept in `tests/golden`
//! anew; read them before keeping them.

mod pictures;
mod playing;

use super::draw::{self, Targets};
use super::keys;
use super::state::{Command, Effect, Event, State, Unsaved};
use crate::commands::play::clock;
use crate::commands::play::computer::{Answer, Found, Job};
use crate::commands::play::local::{LocalGame, Seats};
use crate::commands::play::store;
use galet_core::PerSide;
use galet_engine::Level;
use galet_games::{AnyGame, SetupText};
use galet_scene::terminal::Colours;
use galet_scene::{CellId, Language, Owner};
use galet_table::Moment;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A state with a time of its own.
struct Player {
    state: State,
    now: Moment,
    /// What the computer was asked and nobody has answered yet.
    asked: Vec<Job>,
    left: bool,
}

impl Player {
    fn new(game: &dyn AnyGame, seats: Seats, clock: Option<&str>) -> Self {
        let game = game.start(&SetupText::default()).unwrap();
        let clock = clock.map(|text| clock::terms(text).unwrap()).unwrap_or_default();
        let now = Moment(1_700_000_000_000);
        let game = LocalGame::open(&*game, seats, clock, 1, now).unwrap();
        let state = State::new(game, Language::English);
        let mut player = Player { state, now, asked: Vec::new(), left: false };
        player.happens(Event::Tick);
        player
    }

    fn happens(&mut self, event: Event) {
        for effect in self.state.on(event, self.now) {
            match effect {
                Effect::Think(job) => self.asked.push(job),
                Effect::Quit => self.left = true,
                Effect::Save { path, overwrite } => {
                    let saved = store::save(&self.state.game, &path, overwrite);
                    let saved = saved.map_err(|error| match error {
                        store::SaveError::Exists => Unsaved::Exists,
                        store::SaveError::Failed(f) => {
                            Unsaved::Failed(f.message(Language::English).unwrap())
                        }
                    });
                    self.happens(Event::Saved(path, saved));
                }
                Effect::Load { path, number } => {
                    let loaded = store::load(&path, number);
                    let loaded = loaded
                        .map(Box::new)
                        .map_err(|failure| failure.message(Language::English).unwrap());
                    self.happens(Event::Loaded(loaded));
                }
            }
        }
    }

    fn does(&mut self, command: Command) {
        self.happens(Event::Command(command));
    }

    fn key(&mut self, code: KeyCode) {
        if let Some(event) = keys::event(KeyEvent::new(code, KeyModifiers::NONE), &self.state) {
            self.happens(event);
        }
    }

    fn types(&mut self, text: &str) {
        text.chars().for_each(|letter| self.key(KeyCode::Char(letter)));
    }

    fn waits(&mut self, seconds: u64) {
        self.now = self.now.plus(seconds * 1000);
        self.happens(Event::Tick);
    }

    /// A person makes a move with the fingers.
    fn taps(&mut self, text: &str) {
        for cell in self.state.game.progress().gesture(text).unwrap() {
            self.happens(Event::Tap(cell));
        }
        self.ends_open_move(text);
    }

    /// A person makes a move with the keys alone.
    fn steers(&mut self, text: &str) {
        for cell in self.state.game.progress().gesture(text).unwrap() {
            let tabs = (0..100).take_while(|_| {
                let there = self.state.cursor.cell == cell;
                if !there {
                    self.key(KeyCode::Tab);
                }
                !there
            });
            assert!(tabs.count() < 100, "Tab never reaches {cell:?}");
            self.key(KeyCode::Enter);
        }
        self.ends_open_move(text);
    }

    /// A move that could go on is ended by choosing a cell that cannot follow.
    fn ends_open_move(&mut self, text: &str) {
        if let Some(half) = self.state.game.half_made() {
            assert_eq!(half.complete.as_deref(), Some(text));
            let can_follow = |cell: CellId| half.choices.iter().any(|choice| choice.cell == cell);
            let other = (0..).map(CellId).find(|&cell| !can_follow(cell)).unwrap();
            self.happens(Event::Tap(other));
        }
    }

    fn first_move(&self) -> String {
        self.state.game.progress().legal_moves(1).texts.remove(0)
    }

    /// The computer answers what it was asked last with the first legal move.
    fn computer_plays(&mut self) {
        let job = self.asked.pop().expect("the computer was asked");
        let found = found(&self.first_move(), 0.5);
        self.happens(Event::Answer(Answer { number: job.number, found: Some(found) }));
    }

    /// The seconds that both have left.
    fn seconds_left(&self) -> [u64; 2] {
        let left = self.state.game.table().clock(self.now).left;
        left.expect("there is a clock").map(|milliseconds| milliseconds / 1000)
    }

    /// The reason for which the game ended, and who won.
    fn ending(&self) -> Option<(&str, Owner)> {
        let ending = self.state.game.table().ending();
        ending.map(|ending| (ending.reason.as_str(), ending.winner))
    }

    fn moves(&self) -> Vec<String> {
        self.state.game.progress().moves()
    }

    fn draw(&self, width: u16, height: u16, colours: Colours) -> (Buffer, Targets) {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut targets = Targets::default();
        terminal.draw(|frame| targets = draw::draw(frame, &self.state, colours, self.now)).unwrap();
        (terminal.backend().buffer().clone(), targets)
    }

    fn picture(&self, width: u16, height: u16) -> String {
        let (buffer, _) = self.draw(width, height, Colours::Plain);
        let line = |y: u16| -> String {
            (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned()
        };
        (0..height).map(|y| line(y) + "\n").collect()
    }
}

fn found(text: &str, first: f64) -> Found {
    Found {
        text: text.to_owned(),
        chances: PerSide::new(first, 1.0 - first),
        depth: 7,
        forced: None,
        solved: None,
        reasons: Vec::new(),
    }
}

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

/// Compares a text with the one kept under that name, or keeps it when asked to.
fn golden(name: &str, text: &str) {
    galet_golden::check!(format!("tests/golden/{name}"), text);
}
