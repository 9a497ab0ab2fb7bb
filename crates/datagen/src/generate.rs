//! Many games, several at once, stored in order.

use crate::file::{Appender, OpenError};
use crate::header::{Header, Openings, Opponent, Source};
use crate::play::{NoOpening, SelfPlay, fingerprint, setups};
use crate::stored::StoredGame;
use galet_core::{Game, Notation, Setup, SetupError};
use galet_engine::ugi::moves_to_go;
use galet_engine::{Evaluation, EvaluationError, Visitor};
use galet_games::{AnyGame, SetupText, UnknownGame};
use galet_minds::{Calibrated, Expert};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The name of the game.
    pub game: String,
    /// Rule options, as key and value.
    pub options: Vec<(String, String)>,
    /// The layouts to begin from; none is the default one.
    pub layouts: Vec<String>,
    /// How many games the file shall hold.
    pub games: u64,
    /// Positions to look at for each move.
    pub nodes: u64,
    /// Decides everything that is drawn.
    pub seed: u64,
    /// Games played at once. The file does not depend on it.
    pub threads: usize,
    /// How games begin.
    pub openings: Openings,
    /// A game that lasts so many plies is cut off.
    pub max_plies: u32,
    /// What positions are judged by.
    pub evaluation: Evaluation,
    /// What the other side judges by, sides swapped game by game; nothing is self-play.
    pub against: Option<Evaluation>,
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Games that the file holds.
    pub games: u64,
    /// Positions with a score that it holds.
    pub positions: u64,
    /// Games that it held before.
    pub games_before: u64,
    /// Positions that it held before.
    pub positions_before: u64,
    /// Bytes of a torn game that were cut off at the beginning.
    pub cut: u64,
}

/// Why games cannot be played or stored.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A layout or an option is wrong.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The network is wrong.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// Both sides would judge alike.
    #[error("'{0}' against '{1}' is self-play: both judge every position alike")]
    Alike(String, String),
    /// The file cannot be gone on with.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is nothing to play from.
    #[error(transparent)]
    Opening(#[from] NoOpening),
    /// The file cannot be written.
    #[error("{0}")]
    Write(#[from] std::io::Error),
}

/// Plays games and adds them to a file until it holds as many as planned or `stop` is set. The
/// file holds the same bytes whatever the number of threads and however often it was stopped.
pub fn generate(
    plan: &Plan,
    path: &Path,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Standing),
) -> Result<Standing, GenerateError> {
    galet_engine::visit(&plan.game, Work { plan, path, stop, tell })?
}

struct Work<'a> {
    plan: &'a Plan,
    path: &'a Path,
    stop: &'a AtomicBool,
    tell: &'a mut dyn FnMut(&Standing),
}

impl Visitor for Work<'_> {
    type Output = Result<Standing, GenerateError>;

    fn visit<E: Expert>(self) -> Self::Output
    where
        E::Game: Notation,
    {
        let shipped = Arc::new(galet_engine::shipped::<E>());
        let mind = self.plan.evaluation.mind(&shipped)?;
        let against = self.plan.against.as_ref().map(|other| other.mind(&shipped)).transpose()?;
        let header = self.plan.header(&*mind, against.as_deref())?;
        let source = &header.sources[0];
        if let Some(other) = source.against.as_ref()
            && other.fingerprint == source.fingerprint
        {
            return Err(GenerateError::Alike(source.mind.clone(), other.mind.clone()));
        }
        let setups = setups::<E::Game>(&header)?;
        let (mut file, resumed) = Appender::open(self.path, &header)?;
        let mut standing = Standing {
            games: resumed.games,
            positions: resumed.positions,
            games_before: resumed.games,
            positions_before: resumed.positions,
            cut: resumed.cut,
        };
        (self.tell)(&standing);
        let next = AtomicU64::new(standing.games);
        let enough = AtomicBool::new(false);
        let workers = self.plan.threads.clamp(1, 1_024);
        std::thread::scope(|scope| {
            let (sender, finished) = mpsc::channel();
            for _ in 0..workers {
                let (sender, next, enough) = (sender.clone(), &next, &enough);
                let (mind, against, setups) = (&*mind, against.as_deref(), &setups);
                scope.spawn(move || {
                    let player = SelfPlay::new(mind, against, source, setups);
                    while !enough.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.plan.games {
                            return;
                        }
                        let Some(game) = player.play(number, self.stop).transpose() else {
                            return;
                        };
                        // Nobody listens any more after an error.
                        if sender.send(game).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            for game in finished {
                let stored = game.map_err(GenerateError::from).and_then(|game: StoredGame| {
                    waiting.insert(game.number, game);
                    // In order, so that the file does not depend on who was faster.
                    while let Some(game) = waiting.remove(&standing.games) {
                        file.add(&game)?;
                        standing.games += 1;
                        standing.positions += game.plies.len() as u64;
                        (self.tell)(&standing);
                    }
                    Ok(())
                });
                if stored.is_err() {
                    enough.store(true, Ordering::Relaxed);
                    stored?;
                }
            }
            Ok(standing)
        })
    }
}

impl Plan {
    fn header<E: Calibrated>(&self, mind: &E, against: Option<&E>) -> Result<Header, SetupError>
    where
        E::Game: Notation,
    {
        let options = self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let first = self.layouts.first().map(String::as_str);
        let setup = <E::Game as Game>::Setup::read(first, options)?;
        let layouts = if self.layouts.is_empty() {
            vec![setup.layout_name().to_owned()]
        } else {
            self.layouts.clone()
        };
        let options = setup.changed_options().into_iter();
        let header = Header {
            game: <E::Game as Game>::NAME.to_owned(),
            options: options.map(|(key, value)| (key.to_owned(), value)).collect(),
            layouts,
            sources: vec![Source {
                seed: self.seed,
                nodes: self.nodes,
                openings: self.openings,
                max_plies: self.max_plies,
                mind: self.evaluation.name().into_owned(),
                fingerprint: fingerprint(mind),
                clear_lead: mind.clear_lead(),
                program: env!("CARGO_PKG_VERSION").to_owned(),
                against: self.against.as_ref().zip(against).map(|(evaluation, mind)| Opponent {
                    mind: evaluation.name().into_owned(),
                    fingerprint: fingerprint(mind),
                    clear_lead: mind.clear_lead(),
                }),
            }],
        };
        setups::<E::Game>(&header)?;
        Ok(header)
    }
}

impl Openings {
    /// What suits the length of a game: up to a quarter of it, twelve plies at most.
    pub fn usual(game: &dyn AnyGame) -> Openings {
        let start = game.start(&SetupText::default()).expect("the default setup is fine");
        // Half the moves of one side are a quarter of the game.
        let most = (moves_to_go(&*start) / 2).clamp(1, 12);
        Openings { least: most.min(2), most, imbalance_percent: 30 }
    }
}
