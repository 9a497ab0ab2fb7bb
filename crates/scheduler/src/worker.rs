//! One engine at work.

use crate::queue::{Taken, WorkerId};
use crate::scheduler::Shared;
use crate::work::WorkState;
use galet_engine::AnyEngine;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Does the work of a scheduler, one slice at a time, whenever it is told to. It keeps an engine
/// for each game it has met.
pub struct Worker {
    shared: Arc<Shared>,
    id: WorkerId,
    engines: HashMap<&'static str, Box<dyn AnyEngine>>,
}

impl Worker {
    pub(crate) fn new(shared: &Arc<Shared>) -> Worker {
        let id = shared.queue().add_worker();
        Worker { shared: Arc::clone(shared), id, engines: HashMap::new() }
    }

    /// Does a slice of the most urgent work that waits, and calls back whoever asked for it.
    /// Gives whether there was any.
    pub fn run_slice(&mut self) -> bool {
        let Some(mut taken) = self.shared.take(self.id) else { return false };
        let game = taken.game();
        let ran = catch_unwind(AssertUnwindSafe(|| self.work(&mut taken)));
        let state = ran.unwrap_or_else(|_| {
            // A fault of ours must not take the worker along. What the engine knows may be half
            // written, so it goes; whoever waits finds the callback dropped.
            self.engines.remove(game);
            WorkState::Finished
        });
        self.shared.give_back(self.id, taken, state);
        true
    }

    /// Thinks with this engine about its game from the next slice on: its files have come.
    pub fn use_engine(&mut self, mut engine: Box<dyn AnyEngine>) {
        self.shared.equip(&mut *engine);
        self.engines.insert(engine.game().game().name(), engine);
    }

    /// Waits until something waits to be done; gives `false` when the scheduler is closed.
    pub(crate) fn wait(&self) -> bool {
        self.shared.wait_for_work()
    }

    fn work(&mut self, taken: &mut Taken) -> WorkState {
        let game = taken.game();
        let engine = self.engines.entry(game).or_insert_with(|| self.shared.new_engine(game));
        let (work, slice) = taken.parts();
        work.run_slice(&mut **engine, slice)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.shared.queue().remove_worker(self.id);
    }
}
