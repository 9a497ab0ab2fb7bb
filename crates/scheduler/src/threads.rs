//! Threads that work all day.

use crate::scheduler::{Scheduler, Shared};
use crate::worker::Worker;
use galet_engine::Request;
use galet_search::Limits;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

impl Scheduler {
    /// Starts so many threads, each with a worker of its own. They end when the scheduler is
    /// closed.
    pub fn start_threads(&self, count: usize) -> io::Result<()> {
        // All workers are known before the first begins, so that it sees how many are idle.
        let workers: Vec<Worker> = (0..count).map(|_| self.worker()).collect();
        for (number, mut worker) in workers.into_iter().enumerate() {
            thread::Builder::new().name(format!("engine-{number}")).spawn(move || {
                step_back();
                while worker.wait() {
                    worker.run_slice();
                }
            })?;
        }
        // Tables that all engines of a game share are made when first needed, which takes a
        // while: better now than while somebody waits for the first move. If there is no room
        // for this thread, then later.
        let shared = Arc::clone(self.shared());
        let warm_up = thread::Builder::new().name("engine-warm-up".to_owned());
        let _ = warm_up.spawn(move || warm_up_engines(&shared));
        Ok(())
    }
}

/// Thinking takes all the time it can get; whoever serves the same machine's visitors goes first.
/// On Linux this is the matter of one thread; elsewhere the whole program would step back.
fn step_back() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}

fn warm_up_engines(shared: &Shared) {
    let time = Some(Duration::from_millis(30));
    let request = Request::new(Limits { depth: Some(1), time, ..Limits::default() });
    for game in galet_games::all() {
        let mut engine = shared.new_engine(game.name());
        engine.set_table_size(1);
        engine.analyse(&request, &mut |_| {});
    }
}
