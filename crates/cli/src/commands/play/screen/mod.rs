//! The game on the whole screen of a terminal.
//!
//! | to find | look in |
//! |---|---|
//! | what happens: events in, state and effects out | [`state`], [`actions`] |
//! | which key means what | [`keys`], [`cursor`] |
//! | how it looks | [`draw`], [`board`], [`panel`] |
//! | what it says | [`words`] |
//!
//! This file connects them with the world: the terminal, the files, the time, and the thread on
//! which the computer thinks.

mod actions;
mod board;
mod cursor;
mod draw;
mod keys;
mod panel;
mod state;
#[cfg(test)]
mod tests;
mod words;

use super::computer::{Answer, Computer, Job};
use super::local::LocalGame;
use super::store;
use crate::console::Console;
use crate::failure::Failure;
use crate::picture;
use draw::{Target, Targets};
use galet_scene::Phrase;
use galet_server::WallClock;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::crossterm::execute;
use state::{Effect, Event, State, Unsaved};
use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long the keyboard is waited for before clocks and answers are looked at.
const PATIENCE: Duration = Duration::from_millis(40);

/// Plays on the screen until somebody leaves.
pub(super) fn run(game: LocalGame, clock: WallClock, console: &Console) -> Result<(), Failure> {
    let state = State::new(game, console.language);
    let thinker = Thinker::new();
    let mut terminal = ratatui::try_init().map_err(|error| unusable(&error))?;
    // Without a mouse the keys do everything.
    let _ = execute!(io::stdout(), EnableMouseCapture);
    let colours = picture::colours(console);
    let result = Screen { state, clock, thinker, colours }.run(&mut terminal);
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    result
}

fn unusable(error: &io::Error) -> Failure {
    Failure::io(
        "cannot use the terminal (--plain does without)",
        "le terminal est inutilisable (--plain s’en passe)",
        error,
    )
}

struct Screen {
    state: State,
    clock: WallClock,
    thinker: Thinker,
    colours: galet_scene::terminal::Colours,
}

impl Screen {
    fn run(mut self, terminal: &mut DefaultTerminal) -> Result<(), Failure> {
        if self.happens(Event::Tick)? == Next::Leave {
            return Ok(());
        }
        loop {
            let mut targets = Targets::default();
            let now = self.clock.now();
            terminal
                .draw(|frame| targets = draw::draw(frame, &self.state, self.colours, now))
                .map_err(|error| unusable(&error))?;
            if self.wait(&targets)? == Next::Leave {
                self.state.stop_thinking();
                return Ok(());
            }
        }
    }

    /// Waits for keys, clicks, answers and the clock, and lets them happen.
    fn wait(&mut self, targets: &Targets) -> Result<Next, Failure> {
        let mut wait = PATIENCE;
        // Everything that was typed is understood before the screen is drawn again.
        while event::poll(wait).map_err(|error| unusable(&error))? {
            wait = Duration::ZERO;
            let input = event::read().map_err(|error| unusable(&error))?;
            let event = match input {
                event::Event::Key(key) => keys::event(key, &self.state),
                event::Event::Mouse(mouse) => clicked(mouse, targets),
                event::Event::Resize(..) => return Ok(Next::GoOn),
                _ => None,
            };
            if let Some(event) = event {
                let was_click = matches!(input, event::Event::Mouse(_));
                if self.happens(event)? == Next::Leave {
                    return Ok(Next::Leave);
                }
                if was_click {
                    // The next click belongs to what is drawn then.
                    return Ok(Next::GoOn);
                }
            }
        }
        let event = self.thinker.answer()?.map_or(Event::Tick, Event::Answer);
        self.happens(event)
    }

    /// Lets something happen, and what follows from it.
    fn happens(&mut self, event: Event) -> Result<Next, Failure> {
        let mut waiting = vec![event];
        while let Some(event) = waiting.pop() {
            for effect in self.state.on(event, self.clock.now()) {
                match effect {
                    Effect::Quit => return Ok(Next::Leave),
                    Effect::Think(job) => self.thinker.ask(job)?,
                    Effect::Save { path, overwrite } => {
                        let saved = store::save(&self.state.game, &path, overwrite);
                        let saved = saved.map_err(|error| match error {
                            store::SaveError::Exists => Unsaved::Exists,
                            store::SaveError::Failed(failure) => Unsaved::Failed(
                                failure.message(self.state.language).unwrap_or_default(),
                            ),
                        });
                        waiting.push(Event::Saved(path, saved));
                    }
                    Effect::Load { path, number } => {
                        let language = self.state.language;
                        let loaded = store::load(&path, number);
                        let loaded = loaded
                            .map(Box::new)
                            .map_err(|f| f.message(language).unwrap_or_default());
                        waiting.push(Event::Loaded(loaded));
                    }
                }
            }
        }
        Ok(Next::GoOn)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

fn clicked(mouse: MouseEvent, targets: &Targets) -> Option<Event> {
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => match targets.at(mouse.column, mouse.row)? {
            Target::Cell(cell) => Some(Event::Tap(cell)),
            Target::Command(command) => Some(Event::Command(command)),
        },
        MouseEventKind::Down(MouseButton::Right) => Some(Event::Command(state::Command::Back)),
        MouseEventKind::ScrollUp => Some(Event::Command(state::Command::Earlier)),
        MouseEventKind::ScrollDown => Some(Event::Command(state::Command::Later)),
        _ => None,
    }
}

/// The thread on which the computer thinks. It ends when its questions end.
struct Thinker {
    questions: Option<Sender<Job>>,
    answers: Receiver<Answer>,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    fn new() -> Self {
        let (questions, asked) = channel::<Job>();
        let (given, answers) = channel();
        let thread = std::thread::spawn(move || {
            let mut computer = Computer::default();
            while let Ok(job) = asked.recv() {
                // What was stopped while it waited is not worth a thought.
                if !job.stop.is_stopped() && given.send(computer.answer(&job)).is_err() {
                    return;
                }
            }
        });
        Thinker { questions: Some(questions), answers, thread: Some(thread) }
    }

    fn ask(&self, job: Job) -> Result<(), Failure> {
        let questions = self.questions.as_ref().ok_or_else(lost)?;
        questions.send(job).map_err(|_| lost())
    }

    fn answer(&self) -> Result<Option<Answer>, Failure> {
        match self.answers.try_recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(lost()),
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // Its failure, if there was one, has been told.
            let _ = thread.join();
        }
    }
}

fn lost() -> Failure {
    Failure::Io(Phrase::fixed(
        "the engine has stopped; this is a mistake of Galet",
        "le moteur s’est arrêté\u{a0}; c’est une erreur de Galet",
    ))
}
