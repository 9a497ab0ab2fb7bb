//! The players: our engine, fixed opponents, other programs.

mod engine;
mod external;
pub mod plain;
mod simple;
mod worked;

use crate::clock::{Clocks, PlayerClock};
use crate::spec::{PlayerKind, PlayerSpec};
use galet_core::{Game, Notation, Progress, Setup};
use galet_engine::{EvaluationError, NoSuchLevel, ProcessorTime, Visitor};
use galet_games::{AnyGame, AnyProgress, MoveError, SetupText};
use galet_minds::Expert;
use galet_minds::baseline::Baseline;
use galet_scene::Scenic;
use std::io;
use std::time::Duration;

/// Somebody who plays. The referee calls [`Player::begin`] before each game.
pub trait Player: Send {
    /// A game begins, at its opening position. `seed` decides whatever is drawn.
    fn begin(&mut self, game: &GameSoFar, seed: u64) -> Result<(), Fault>;

    /// Chooses a move in a game that is not over. The clocks are as they stand.
    fn choose(&mut self, game: &GameSoFar, clocks: &Clocks) -> Result<String, Fault>;

    /// The processor time that the last choice took in another process, if that is what bounds its moves. Who
    /// thinks in the thread that asks need not tell.
    fn worked(&self) -> Option<Duration> {
        None
    }
}

/// A game being played, as players and referee need it.
#[derive(Clone, Debug)]
pub struct GameSoFar {
    progress: Box<dyn AnyProgress>,
    setup: SetupText,
    moves: Vec<String>,
}

impl GameSoFar {
    /// A game as far as it has come.
    pub fn new(progress: Box<dyn AnyProgress>) -> Self {
        GameSoFar { setup: progress.setup(), moves: progress.moves(), progress }
    }

    /// The game under its rules.
    pub fn progress(&self) -> &dyn AnyProgress {
        &*self.progress
    }

    /// Where it began.
    pub fn setup(&self) -> &SetupText {
        &self.setup
    }

    /// The moves played.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Plays a move, if the rules allow it.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let text = self.progress.play_reading(text, None)?;
        self.moves.push(text);
        Ok(())
    }
}

/// How long the referee waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For a move that is not bounded by time, and for a program to get ready.
    pub silence: Duration,
    /// Beyond the time that bounds a move.
    pub grace: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { silence: Duration::from_secs(60), grace: Duration::from_millis(200) }
    }
}

impl Patience {
    /// The most time that a player with this specification and this clock may take for a move, by the clock that
    /// bounds it.
    pub fn most(&self, spec: &PlayerSpec, clock: Option<PlayerClock>) -> Duration {
        let bounds = [spec.bounds.time, spec.bounds.cpu, clock.map(|clock| clock.left)];
        let least = bounds.into_iter().flatten().min();
        least.map_or(self.silence, |time| time + self.grace)
    }
}

/// Why a player loses a game at once.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// It made a move that the rules forbid.
    #[error("illegal move: {0}")]
    Illegal(MoveError),
    /// It resigned, or gave no move where there are moves.
    #[error("no move was given")]
    NoMove,
    /// It crashed, or closed its end of the conversation.
    #[error("crash: {0}")]
    Crash(String),
    /// It said nothing.
    #[error("silence for {0:.1?}")]
    Silence(Duration),
    /// It took too long.
    #[error("time overrun: {took:.1?} instead of {allowed:.1?}")]
    Overrun {
        /// What it took, or how long was waited.
        took: Duration,
        /// What it had.
        allowed: Duration,
    },
}

/// A player that cannot be seated.
#[derive(Debug, thiserror::Error)]
#[error("the player '{player}' cannot be started: {why}")]
pub struct SeatError {
    /// Who.
    pub player: String,
    /// Why.
    #[source]
    pub why: SeatFault,
}

/// What keeps a player from its seat.
#[derive(Debug, thiserror::Error)]
pub enum SeatFault {
    /// The game has no such level.
    #[error(transparent)]
    Level(#[from] NoSuchLevel),
    /// Its program does not start, or does not speak the protocol.
    #[error(transparent)]
    Program(#[from] io::Error),
    /// Its evaluation cannot be read, or is none for this game.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// Processor time is to bound its moves, and cannot be read.
    #[error(
        "this system does not tell the processor time that it uses; write time=200ms instead of cpu=200ms"
    )]
    NoProcessorTime,
}

/// The processor's clock, for players that are bounded by it.
fn processor_time(spec: &PlayerSpec) -> Result<Option<ProcessorTime>, SeatFault> {
    let clock = |_| ProcessorTime::new().ok_or(SeatFault::NoProcessorTime);
    spec.bounds.cpu.map(clock).transpose()
}

/// A player of a game, ready for [`Player::begin`].
pub fn seat(
    spec: &PlayerSpec,
    game: &'static dyn AnyGame,
    patience: Patience,
) -> Result<Box<dyn Player>, SeatError> {
    let refused = |why| SeatError { player: spec.to_string(), why };
    match &spec.kind {
        PlayerKind::External { .. } => {
            let player = external::External::start(spec, patience);
            Ok(Box::new(player.map_err(refused)?))
        }
        PlayerKind::Level(_) | PlayerKind::Trial(_) | PlayerKind::Full => {
            let player = engine::EnginePlayer::new(spec, game, patience);
            Ok(Box::new(player.map_err(refused)?))
        }
        PlayerKind::Random | PlayerKind::Greedy | PlayerKind::Plain => {
            let seated = galet_engine::visit(game.name(), Seat { spec, patience });
            seated.expect("every game has a mind").map_err(refused)
        }
    }
}

/// Seats a player that works on the game's own types.
struct Seat<'a> {
    spec: &'a PlayerSpec,
    patience: Patience,
}

impl Visitor for Seat<'_> {
    type Output = Result<Box<dyn Player>, SeatFault>;

    fn visit<E: Expert>(self) -> Self::Output
    where
        E::Game: Scenic + Baseline,
    {
        Ok(match self.spec.kind {
            PlayerKind::Plain => {
                Box::new(plain::PlainPlayer::<E::Game>::new(self.spec, self.patience)?)
            }
            PlayerKind::Greedy => Box::new(simple::OneMoveAhead::<E::Game>::new(true)),
            _ => Box::new(simple::OneMoveAhead::<E::Game>::new(false)),
        })
    }
}

/// Follows a game as text with the game's own types.
pub(crate) struct Follower<G: Game>(Progress<G>);

impl<G: Notation> Follower<G> {
    /// Nothing to follow yet.
    pub(crate) fn new() -> Self {
        Follower(Progress::new(G::Setup::default()))
    }

    /// A game begins.
    pub(crate) fn begin(&mut self, game: &GameSoFar) {
        let SetupText { layout, options, position } = game.setup();
        let options = options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let setup = G::Setup::read(layout.as_deref(), options).expect("the referee has read this");
        self.0 = match position {
            Some(text) => {
                let checked = G::parse_position(text, &setup).expect("the referee has read this");
                Progress::from_position(setup, checked.position)
            }
            None => Progress::new(setup),
        };
    }

    /// The game as it stands.
    pub(crate) fn follow(&mut self, game: &GameSoFar) -> &Progress<G> {
        for text in &game.moves()[self.0.moves().len()..] {
            let m = self.0.position().parse_move(text).expect("the referee has read this");
            self.0.play(m).expect("the referee has played this");
        }
        &self.0
    }
}
