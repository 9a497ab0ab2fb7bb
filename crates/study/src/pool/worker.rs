//! The threads of a pool.

use super::queue::{Shared, Step, Taken};
use galet_engine::{AnyEngine, Request};
use galet_search::Limits;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// Starts all threads; they end when the pool is closed.
pub(super) fn start(shared: &Arc<Shared>) {
    for worker in 0..shared.settings.workers {
        let shared = Arc::clone(shared);
        let thread = std::thread::Builder::new().name(format!("engine-{worker}"));
        thread
            .spawn(move || {
                step_back();
                work(&shared, worker);
            })
            .expect("the system has room for the threads of the pool");
    }
    // Tables that all engines of a game share are made when first needed, which takes a while:
    // better now than while somebody waits for the first move. If there is no room, then later.
    let _ = std::thread::Builder::new().name("engine-warm-up".to_owned()).spawn(warm_up);
}

/// Thinking takes all the time it can get; whoever serves the same machine's visitors goes first.
/// On Linux this is the matter of one thread; elsewhere the whole program would step back.
fn step_back() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}

fn warm_up() {
    let time = Some(Duration::from_millis(30));
    let request = Request::new(Limits { depth: Some(1), time, ..Limits::default() });
    for game in galet_games::all() {
        if let Ok(mut engine) = galet_engine::new(game.name()) {
            engine.set_table_size(1);
            engine.analyse(&request, &mut |_| {});
        }
    }
}

fn work(shared: &Shared, worker: usize) {
    let mut engines = HashMap::new();
    while let Some(mut taken) = shared.take(worker) {
        let game = taken.game();
        let done = catch_unwind(AssertUnwindSafe(|| {
            step(&mut engines, shared.settings.table_megabytes, &mut taken)
        }));
        let step = done.unwrap_or_else(|_| {
            // A fault of ours must not take the pool along. What the engine knows may be half
            // written, so it goes; whoever waits finds the callback dropped.
            engines.remove(game);
            Step::Finished
        });
        shared.give_back(worker, taken, step);
    }
}

fn step(
    engines: &mut HashMap<&'static str, Box<dyn AnyEngine>>,
    megabytes: usize,
    taken: &mut Taken,
) -> Step {
    let game = taken.game();
    let engine = engines.entry(game).or_insert_with(|| {
        let mut engine = galet_engine::new(game).expect("every game has an engine");
        engine.set_table_size(megabytes);
        engine
    });
    let (work, slice) = taken.work();
    work.step(&mut **engine, slice)
}
