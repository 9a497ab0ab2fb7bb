//! Placeholder of the engine behind errands.

use galet_core::TimeSource;
use galet_scheduler::{ClientId, ClockLeft, Level, Scheduler, Settings, WorkHandle, Worker};
use galet_wire::door::{Errand, Found, Report, Task};
use galet_wire::socket::ErrorInfo;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(crate) struct Thinker {
    scheduler: Scheduler,
    worker: Worker,
    found: Arc<Mutex<Vec<Report>>>,
    handles: HashMap<u32, WorkHandle>,
}

impl Thinker {
    pub(crate) fn new(time: Arc<dyn TimeSource>) -> Self {
        let scheduler = Scheduler::new(Settings::default(), time);
        let worker = scheduler.worker();
        Thinker { scheduler, worker, found: Arc::default(), handles: HashMap::new() }
    }

    pub(crate) fn errand(&mut self, errand: Errand) -> Vec<Report> {
        match errand {
            Errand::Drop { errand } => drop(self.handles.remove(&errand)),
            Errand::Begin { errand, what } => match self.begin(errand, what) {
                Ok(handle) => drop(self.handles.insert(errand, handle)),
                Err(error) => return vec![Report { errand, found: Found::Failed { error } }],
            },
        }
        Vec::new()
    }

    fn begin(&mut self, errand: u32, what: Task) -> Result<WorkHandle, ErrorInfo> {
        let found = Arc::clone(&self.found);
        let tell = move |what| found.lock().unwrap().push(Report { errand, found: what });
        let replay = |line| galet_study::replay(line).map_err(|e| e.info());
        let me = ClientId(1);
        let handle = match what {
            Task::Play { line, level, clock, seed } => {
                let level = Level::new(level).expect("level");
                let clock = clock.map(|[left, inc]| ClockLeft {
                    left: Duration::from_millis(left),
                    increment: Duration::from_millis(inc),
                });
                let seed = seed.parse().unwrap_or(0);
                self.scheduler.play(replay(&line)?, level, clock, seed, move |text| {
                    tell(Found::Move { text })
                })
            }
            Task::Hint { line } => {
                self.scheduler.hint(me, replay(&line)?, move |hint| tell(Found::Hint { hint }))
            }
            Task::Judge { line } => self
                .scheduler
                .judge(me, replay(&line)?, move |judgement| tell(Found::Judgement { judgement })),
            Task::Analyse { line, lines } => {
                self.scheduler.analyse(me, replay(&line)?, lines, 1, move |view| {
                    tell(Found::Analysis { view })
                })
            }
            Task::Review { line } => {
                let last = tell.clone();
                self.scheduler.review(
                    me,
                    replay(&line)?,
                    move |done, of| tell(Found::Progress { done, of }),
                    move |review| last(Found::Review { review }),
                )
            }
        };
        handle.map_err(|e| e.info())
    }

    pub(crate) fn slice(&mut self) -> bool {
        self.worker.run_slice()
    }

    pub(crate) fn reports(&mut self) -> Vec<Report> {
        std::mem::take(&mut *self.found.lock().unwrap())
    }
}
