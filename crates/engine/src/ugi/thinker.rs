//! The thread that thinks.

use super::clock::Clocks;
use super::command::Go;
use super::options::Options;
use super::output::Output;
use super::{pace, report};
use crate::Evaluation;
use crate::Level;
use crate::any::{Analysis, AnyEngine, Request};
use galet_games::AnyProgress;
use galet_search::{Parameter, Stop};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// Something for the thread to do.
pub(crate) enum Task {
    /// Prepare for the next search and say `readyok`.
    GetReady(Preparation),
    /// Find a move and say it.
    Think(Box<Job>),
}

/// A search to be made: everything it depends on, so that nothing said later changes it.
pub(crate) struct Job {
    pub(crate) thought: Thought,
    pub(crate) go: Go,
    pub(crate) game: Arc<dyn AnyProgress>,
    pub(crate) options: Options,
    pub(crate) seed: u64,
    pub(crate) preparation: Preparation,
}

/// What takes time before a search can begin.
#[derive(Clone, Debug)]
pub(crate) struct Preparation {
    /// The memory for searches, in megabytes.
    pub(crate) hash: usize,
    /// Whether to forget what earlier searches found.
    pub(crate) forget: bool,
    /// Another evaluation, if one was chosen.
    pub(crate) evaluation: Option<Evaluation>,
    /// Parameters of the search that were set: each changes what the evaluation came with.
    pub(crate) parameters: Vec<(&'static Parameter, i32)>,
}

/// A search as both threads see it.
#[derive(Clone)]
pub(crate) struct Thought {
    stop: Stop,
    /// Set just before `bestmove` is said: who hears that may go on at once.
    over: Arc<AtomicBool>,
    endless: bool,
}

impl Thought {
    pub(crate) fn new(endless: bool) -> Self {
        Thought { stop: Stop::new(), over: Arc::new(AtomicBool::new(false)), endless }
    }

    pub(crate) fn is_going_on(&self) -> bool {
        !self.over.load(Ordering::Acquire)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    pub(crate) fn is_endless(&self) -> bool {
        self.endless
    }

    pub(crate) fn stop(&self) {
        self.stop.stop();
    }
}

/// The thread and the way to it.
pub(crate) struct Thinker {
    tasks: Option<SyncSender<Task>>,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    /// A thread with an engine that reads these clocks.
    pub(crate) fn new(
        engine: Box<dyn AnyEngine>,
        output: Output,
        clocks: Arc<Clocks>,
    ) -> io::Result<Self> {
        // One task may wait. A session that sends more waits itself, and not for long: every
        // search but the last has been told to stop.
        let (tasks, waiting) = sync_channel(1);
        let thread = thread::Builder::new()
            .name("thinker".to_owned())
            .spawn(move || work(engine, &output, &clocks, &waiting))?;
        Ok(Thinker { tasks: Some(tasks), thread: Some(thread) })
    }

    /// Hands a task over; `false` if the thread is gone.
    pub(crate) fn give(&self, task: Task) -> bool {
        self.tasks.as_ref().is_some_and(|tasks| tasks.send(task).is_ok())
    }

    /// Wakes the thread if it waits to be told to stop.
    pub(crate) fn wake(&self) {
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }

    /// Waits until all tasks are done and the thread has ended.
    pub(crate) fn finish(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            // Its panics are caught and told where they happen.
            let _ = thread.join();
        }
    }
}

fn work(mut engine: Box<dyn AnyEngine>, output: &Output, clocks: &Clocks, tasks: &Receiver<Task>) {
    // The default is what a new engine has.
    let mut hash = Options::new(0).hash;
    let mut prepare = |engine: &mut dyn AnyEngine, preparation: Preparation| {
        if let Some(evaluation) = &preparation.evaluation
            && let Err(error) = engine.set_evaluation(evaluation)
        {
            output.remark(&format!("the evaluation stays as it was: {error}"));
        }
        if !preparation.parameters.is_empty() {
            let mut tuning = engine.tuning().clone();
            for (parameter, value) in preparation.parameters {
                parameter.set(&mut tuning, value);
            }
            engine.set_tuning(tuning);
        }
        if preparation.hash != hash {
            hash = preparation.hash;
            engine.set_table_size(hash);
        }
        if preparation.forget {
            engine.forget();
        }
    };
    for task in tasks {
        match task {
            Task::GetReady(preparation) => {
                prepare(&mut *engine, preparation);
                output.say("readyok");
            }
            Task::Think(job) => {
                prepare(&mut *engine, job.preparation.clone());
                clocks.choose(job.options.clock);
                let thought = &job.thought;
                let mut best = None;
                // A mistake of ours must not leave the other end waiting for ever.
                let thinking = catch_unwind(AssertUnwindSafe(|| {
                    if let Err(error) = engine.set_game(&*job.game) {
                        output.remark(&format!("the game cannot be taken up: {error}"));
                        return;
                    }
                    best = think(&*engine, &job, output);
                }));
                if thinking.is_err() {
                    output.remark("the search has failed; this is a mistake in Galet");
                    best = engine.game().legal_moves(1).texts.pop();
                }
                // Relies on `stop` coming before `wake`.
                while thought.is_endless() && best.is_some() && !thought.is_stopped() {
                    if output.is_closed() {
                        break;
                    }
                    thread::park();
                }
                thought.over.store(true, Ordering::Release);
                output.say(&format!("bestmove {}", best.as_deref().unwrap_or("none")));
            }
        }
    }
}

/// Finds a move and tells what leads to it; `None` in a finished game.
fn think(engine: &dyn AnyEngine, job: &Job, output: &Output) -> Option<String> {
    let Job { thought, go, options, .. } = job;
    let game = engine.game();
    if game.outcome().is_some() {
        return None;
    }
    let turn = game.turn();
    let request = Request {
        limits: go.limits(turn, || pace::moves_to_go(game)),
        lines: options.lines,
        threads: options.threads,
        stop: thought.stop.clone(),
    };
    let tell = |analysis: &Analysis| {
        for line in report::info(analysis, turn, options.lines) {
            output.say(&line);
        }
        if output.is_closed() {
            thought.stop();
        }
    };
    let best = if options.level == Level::FULL {
        let mut told = None;
        let analysis = engine.analyse(&request, &mut |analysis| {
            told = Some(analysis.nodes);
            tell(analysis);
        });
        if told != Some(analysis.nodes) {
            tell(&analysis);
        }
        analysis.played()
    } else {
        let choice = engine.choose(options.level, &request, job.seed);
        if let Some(choice) = &choice {
            tell(&choice.analysis);
        }
        choice.map(|choice| choice.text)
    };
    // Whatever happened, a game that is not over has a move.
    best.or_else(|| game.legal_moves(1).texts.pop())
}
