//! A conversation with another program.

use super::clock::Clocks;
use super::command::{Command, Place, Query};
use super::options::{EVAL_FILE, Options, Parameters};
use super::output::Output;
use super::thinker::{Job, Preparation, Task, Thinker, Thought};
use crate::Evaluation;
use galet_core::{Side, TimeSource};
use galet_games::{AnyProgress, MoveError, SetupText, StartError, UnknownGame};
use galet_search::{Parameter, Tuning};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::Arc;

/// One end of a conversation: it is fed with lines and answers through a function.
///
/// The engine thinks on a thread of its own, so every line is dealt with at once. While it thinks
///
/// - `isready` and `query` are answered; queries are about the position set last;
/// - `stop` ends the search, and its `bestmove` follows;
/// - `setoption`, `position` and `uginewgame` count from the next `go` on: the search that is
///   under way goes on with what it began with;
/// - `go` is refused with a remark, unless the search has been told to stop: then it comes next.
///
/// A line that cannot be understood or obeyed is answered with a remark (`info string …`) and
/// changes nothing.
pub struct Session {
    output: Output,
    thinker: Thinker,
    /// The search begun last, if any.
    thought: Option<Thought>,
    options: Options,
    /// What `startpos` means.
    home: Box<dyn AnyProgress>,
    /// The game as it stands.
    game: Arc<dyn AnyProgress>,
    /// What `game` was made of. Other programs say the whole game again with every move: only
    /// what differs from this is read.
    placed: Place,
    /// Whether what earlier searches found is to be forgotten.
    forget: bool,
    /// Another evaluation to take before the next search.
    evaluation: Option<Evaluation>,
    /// The parameters of the search as they are listed, and those to set before the next.
    tuning: Tuning,
    parameters: Vec<(&'static Parameter, i32)>,
    /// Whether these parameters are made known.
    debug: bool,
    /// For levels that draw their moves, unless the options have one.
    seed: u64,
}

/// Whether a session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// It waits for another line.
    GoOn,
    /// It was told to quit, or nobody listens any more.
    Quit,
}

/// Why a position cannot be taken up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum PlaceError {
    /// The text of the position is wrong.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A move is wrong.
    #[error("move {}: {refused}", .ply + 1)]
    Move {
        /// Which move, counted from 0.
        ply: usize,
        /// Why.
        refused: MoveError,
    },
}

/// Why a session cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum BeginError {
    /// Nobody can play this game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The machine has no thread left to think on.
    #[error("the engine cannot be started: {0}")]
    Thread(#[from] io::Error),
}

impl Session {
    /// A session about one game and its rules; `startpos` is the game as it stands in `home`, and
    /// `time` is the clock that searches keep to. `answer` is called with whole lines without
    /// their end, never by two threads at once; once it fails, the session is over.
    pub fn new(
        home: Box<dyn AnyProgress>,
        time: Arc<dyn TimeSource>,
        answer: impl FnMut(&str) -> io::Result<()> + Send + 'static,
    ) -> Result<Session, BeginError> {
        let clocks = Arc::new(Clocks::new(time));
        let engine = crate::new(home.game().name(), Arc::<Clocks>::clone(&clocks))?;
        let output = Output::new(answer);
        Ok(Session {
            tuning: engine.tuning().clone(),
            parameters: Vec::new(),
            debug: false,
            thinker: Thinker::new(engine, output.clone(), clocks)?,
            output,
            thought: None,
            options: Options::new(crate::experts(home.game().name())),
            game: home.clone().into(),
            home,
            placed: Place::default(),
            forget: false,
            evaluation: None,
            seed: new_seed(),
        })
    }

    /// Deals with a line, without its end; any bytes will do.
    pub fn line(&mut self, line: &[u8]) -> Next {
        match Command::read(line) {
            Ok(Command::Quit) => return Next::Quit,
            Ok(command) => self.obey(command),
            Err(error) => self.output.remark(&error.to_string()),
        }
        if self.output.is_closed() { Next::Quit } else { Next::GoOn }
    }

    /// Ends the session when no more lines will come: a search that ends by itself is finished,
    /// an endless one is stopped.
    pub fn finish(mut self) {
        if self.thought.take_if(|thought| !thought.is_endless()).is_none() {
            self.stop();
        }
        self.thinker.finish();
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Ugi => self.introduce(),
            Command::IsReady if self.is_thinking() => self.output.say("readyok"),
            Command::IsReady => {
                let preparation = self.preparation();
                self.give(Task::GetReady(preparation));
            }
            Command::Debug(on) => self.debug = on,
            Command::NewGame => {
                self.forget = true;
                self.seed = new_seed();
                self.game = self.home.clone().into();
                self.placed = Place::default();
            }
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(EVAL_FILE) => {
                // It is taken before the next search.
                match Evaluation::read(&value) {
                    Ok(evaluation) => self.evaluation = Some(evaluation),
                    Err(error) => self.output.remark(&error.to_string()),
                }
            }
            Command::SetOption { name, value } if Parameters::find(&name).is_some() => {
                let parameter = Parameters::find(&name).expect("it was found");
                match Parameters::set(parameter, &value, &mut self.tuning) {
                    Ok(()) => self.parameters.push((parameter, parameter.get(&self.tuning))),
                    Err(error) => self.output.remark(&error.to_string()),
                }
            }
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(()) if self.is_thinking() => {
                    self.output.remark(&format!("option {name} counts from the next go on"));
                }
                Ok(()) => {}
                Err(error) => self.output.remark(&error.to_string()),
            },
            Command::Position(place) => {
                if let Err(error) = self.place(place) {
                    self.output.remark(&format!("the position stays as it was: {error}"));
                }
            }
            Command::Query(query) => {
                let response = self.response(query);
                self.output.say(&format!("response {response}"));
            }
            Command::Stop => self.stop(),
            Command::Go(go) => {
                let unstopped = |thought: &Thought| thought.is_going_on() && !thought.is_stopped();
                if self.thought.as_ref().is_some_and(unstopped) {
                    self.output.remark("still thinking: stop ends that; this go is ignored");
                    return;
                }
                if let Some(word) = &go.ignored {
                    self.output.remark(&format!("go: '{word}' means nothing here and is ignored"));
                }
                let thought = Thought::new(go.is_endless(self.game.turn()));
                self.thought = Some(thought.clone());
                let job = Job {
                    thought,
                    go,
                    game: Arc::clone(&self.game),
                    options: self.options,
                    seed: self.options.seed.unwrap_or(self.seed),
                    preparation: self.preparation(),
                };
                self.give(Task::Think(Box::new(job)));
            }
        }
    }

    fn introduce(&self) {
        let title = self.game.game().title();
        self.output.say(&format!("id name Galet {} {title}", env!("CARGO_PKG_VERSION")));
        self.output.say("id author the Galet authors");
        for line in self.options.describe() {
            self.output.say(&line);
        }
        if self.debug {
            for line in Parameters::describe(&self.tuning) {
                self.output.say(&line);
            }
        }
        self.output.say("ugiok");
    }

    /// Takes up a position; if anything is wrong with it, nothing changes.
    fn place(&mut self, place: Place) -> Result<(), PlaceError> {
        let (mut game, known) = if place.fen == self.placed.fen {
            let both = place.moves.iter().zip(&self.placed.moves);
            let known = both.take_while(|(new, old)| new == old).count();
            let mut game = self.game.clone_box();
            (known..self.placed.moves.len()).for_each(|_| drop(game.undo()));
            (game, known)
        } else {
            (self.start(place.fen.as_deref())?, 0)
        };
        for (ply, text) in place.moves.iter().enumerate().skip(known) {
            game.play(text).map_err(|refused| PlaceError::Move { ply, refused })?;
        }
        if place.fen.is_some() {
            for warning in game.warnings() {
                self.output.remark(&format!("warning: {warning}"));
            }
        }
        self.game = game.into();
        self.placed = place;
        Ok(())
    }

    /// The game before the first move of a `position` line.
    fn start(&self, fen: Option<&str>) -> Result<Box<dyn AnyProgress>, StartError> {
        match fen {
            None => Ok(self.home.clone()),
            Some(fen) => {
                let setup = SetupText { position: Some(fen.to_owned()), ..self.home.setup() };
                self.home.game().start(&setup)
            }
        }
    }

    fn response(&self, query: Query) -> &'static str {
        let yes_or_no = |yes| if yes { "true" } else { "false" };
        match query {
            Query::GameOver => yes_or_no(self.game.outcome().is_some()),
            Query::FirstToMove => yes_or_no(self.game.turn() == Side::First),
            Query::Result => match self.game.outcome().map(|outcome| outcome.winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Side::First)) => "p1win",
                Some(Some(Side::Second)) => "p2win",
            },
        }
    }

    fn is_thinking(&self) -> bool {
        self.thought.as_ref().is_some_and(Thought::is_going_on)
    }

    fn stop(&mut self) {
        if let Some(thought) = &self.thought {
            thought.stop();
            self.thinker.wake();
        }
    }

    /// What has to be done before the engine is ready; it has to be done only once.
    fn preparation(&mut self) -> Preparation {
        Preparation {
            hash: self.options.hash,
            forget: std::mem::take(&mut self.forget),
            evaluation: self.evaluation.take(),
            parameters: std::mem::take(&mut self.parameters),
        }
    }

    fn give(&self, task: Task) {
        if !self.thinker.give(task) {
            self.output.remark("the engine has failed and cannot go on");
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
        self.thinker.finish();
    }
}

/// A number that nobody can foresee.
fn new_seed() -> u64 {
    RandomState::new().hash_one(0)
}
