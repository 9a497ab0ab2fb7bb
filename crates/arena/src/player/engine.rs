//! Our own engine as a player: levels and full strength.

use super::{Fault, GameSoFar, Patience, Player, SeatFault, processor_time};
use crate::clock::Clocks;
use crate::spec::{PlayerKind, PlayerSpec};
use galet_core::{MonotonicTime, TimeSource};
use galet_engine::{AnyEngine, Evaluation, Level, Request};
use galet_games::AnyGame;
use galet_minds::LevelSpec;
use galet_search::Limits;
use std::sync::Arc;

/// Memory unless the player asks for something else, in megabytes: many games are played at once.
const HASH: usize = 16;
/// Levels bring their own memory.
const HASH_OF_LEVELS: usize = 1;

pub(super) struct EnginePlayer {
    engine: Box<dyn AnyEngine>,
    strength: Strength,
    request: Request,
    seed: u64,
}

/// How well it plays.
enum Strength {
    Level(Level),
    Trial(LevelSpec),
}

impl EnginePlayer {
    pub(super) fn new(
        spec: &PlayerSpec,
        game: &'static dyn AnyGame,
        patience: Patience,
    ) -> Result<Self, SeatFault> {
        let time: Arc<dyn TimeSource> = match processor_time(spec)? {
            Some(clock) => Arc::new(clock),
            None => Arc::new(MonotonicTime),
        };
        let mut engine = galet_engine::new(game.name(), time).expect("every game has a mind");
        if let Some(evaluation) = &spec.evaluation {
            let evaluation = Evaluation::read(evaluation).map_err(SeatFault::Evaluation)?;
            engine.set_evaluation(&evaluation).map_err(SeatFault::Evaluation)?;
        }
        if !spec.parameters.is_empty() {
            let mut tuning = engine.tuning().clone();
            for (parameter, value) in &spec.parameters {
                parameter.set(&mut tuning, *value);
            }
            engine.set_tuning(tuning);
        }
        let (strength, hash) = match spec.kind {
            PlayerKind::Level(level) => {
                let level = level.of_game(galet_engine::experts(game.name()))?;
                (Strength::Level(level), HASH_OF_LEVELS)
            }
            PlayerKind::Trial(level) => (Strength::Trial(level), HASH_OF_LEVELS),
            _ => (Strength::Level(Level::FULL), HASH),
        };
        engine.set_table_size(spec.hash.unwrap_or(hash));
        let limits = Limits {
            nodes: spec.bounds.nodes,
            depth: spec.bounds.depth,
            // A search that does not end by its nodes ends when the referee stops waiting.
            time: Some(spec.bounds.cpu.or(spec.bounds.time).unwrap_or(patience.silence)),
            clock: None,
        };
        let request = Request { threads: spec.threads.unwrap_or(1), ..Request::new(limits) };
        Ok(EnginePlayer { engine, strength, request, seed: 0 })
    }
}

impl Player for EnginePlayer {
    fn begin(&mut self, _game: &GameSoFar, seed: u64) -> Result<(), Fault> {
        self.engine.forget();
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, game: &GameSoFar, clocks: &Clocks) -> Result<String, Fault> {
        self.engine
            .set_game(game.progress())
            .map_err(|error| Fault::Crash(format!("the engine refuses the game: {error}")))?;
        let clock = clocks[game.progress().turn()];
        self.request.limits.clock = clock.map(|clock| clock.control(game));
        let choice = match &self.strength {
            Strength::Level(level) => self.engine.choose(*level, &self.request, self.seed),
            Strength::Trial(level) => self.engine.choose_as(level, &self.request, self.seed),
        };
        choice.map(|choice| choice.text).ok_or(Fault::NoMove)
    }
}
