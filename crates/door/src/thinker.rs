//! Thinking: errands go in, slices of work are done when there is time, reports come out.

use crate::errands::ends;
use crate::words::no_answer;
use galet_core::TimeSource;
use galet_engine::{AnyEngine, Resources};
use galet_scene::Phrase;
use galet_scheduler::{ClientId, ClockLeft, Level, Scheduler, Settings, WorkHandle, Worker};
use galet_study::replay;
use galet_wire::door::{Errand, Found, Report, Task};
use galet_wire::socket::ErrorInfo;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The first slice of an analysis or a review: whoever goes through a game move by move is not kept waiting. A worker
/// hears of a stop between two slices.
pub const FIRST_SLICE: Duration = Duration::from_millis(50);
/// The longest: every slice begins its search anew, and in shorter ones it would not get as deep. Moves and hints are
/// found in one piece, as on a server: the same search finds the same move. A page that cannot wait for their end ends
/// the worker.
pub const LONGEST_SLICE: Duration = Duration::from_millis(200);

/// The only one who asks.
const PAGE: ClientId = ClientId(0);

/// What a thinker in a browser takes on. The memory is that of a server: what full strength finds depends on it, the
/// levels below have their own.
pub fn browser_settings() -> Settings {
    Settings {
        first_slice: FIRST_SLICE,
        longest_slice: LONGEST_SLICE,
        max_per_client: 64,
        ..Settings::default()
    }
}

/// The files of the games, as far as they have come.
type Files = HashMap<&'static str, [Option<Arc<[u8]>>; 2]>;

/// Finds out what takes a while, slice by slice.
pub struct Thinker {
    time: Arc<dyn TimeSource>,
    scheduler: Scheduler,
    worker: Worker,
    files: Arc<Mutex<Files>>,
    /// The errands under way; dropping one ends it.
    open: BTreeMap<u32, WorkHandle>,
    found: Arc<Mutex<Vec<Report>>>,
}

impl Thinker {
    /// A thinker with nothing to do, by this clock.
    pub fn new(time: Arc<dyn TimeSource>, settings: Settings) -> Thinker {
        let files: Arc<Mutex<Files>> = Arc::default();
        let known = Arc::clone(&files);
        let engines = move |game: &'static str, time: Arc<dyn TimeSource>| {
            let files = lock(&known).get(game).cloned().unwrap_or_default();
            make(game, &files, Arc::clone(&time))
                .or_else(|_| make(game, &[None, None], time))
                .expect("every game has an engine without files")
        };
        let scheduler = Scheduler::with_engines(settings, Arc::clone(&time), engines);
        let worker = scheduler.worker();
        Thinker { time, scheduler, worker, files, open: BTreeMap::new(), found: Arc::default() }
    }

    /// Takes an errand on, or lets one be.
    pub fn errand(&mut self, errand: Errand) {
        let (Errand::Begin { errand: number, .. } | Errand::Drop { errand: number }) = &errand;
        let number = *number;
        self.let_be(number);
        if let Errand::Begin { what, .. } = errand {
            match self.begin(number, what) {
                Ok(work) => drop(self.open.insert(number, work)),
                Err(error) => {
                    self.let_be(number);
                    lock(&self.found)
                        .push(Report { errand: number, found: Found::Failed { error } });
                }
            }
        }
    }

    /// Ends an errand without a word.
    fn let_be(&mut self, errand: u32) {
        self.open.remove(&errand);
        lock(&self.found).retain(|report| report.errand != errand);
    }

    /// Does a slice of work; gives whether there was any, and there may be more.
    pub fn slice(&mut self) -> bool {
        self.worker.run_slice()
    }

    /// What was found since it was last asked, in order.
    pub fn reports(&mut self) -> Vec<Report> {
        let found = std::mem::take(&mut *lock(&self.found));
        for report in &found {
            if ends(&report.found) {
                self.open.remove(&report.errand);
            }
        }
        found
    }

    /// Takes a file of a game: its `network` or its `certificate`. From the next slice on its engine plays by it. A
    /// file that is wrong changes nothing.
    pub fn resource(&mut self, game: &str, kind: &str, bytes: &[u8]) -> Result<(), ErrorInfo> {
        let game = galet_games::find(game)
            .map_err(|unknown| galet_study::StudyError::from(unknown).info())?;
        let place = match kind {
            "network" => 0,
            "certificate" => 1,
            _ => return Err(wrong_resource("a game has a network and a certificate")),
        };
        let mut files = lock(&self.files).get(game.name()).cloned().unwrap_or_default();
        files[place] = Some(Arc::from(bytes));
        let engine = make(game.name(), &files, Arc::clone(&self.time));
        self.worker.use_engine(engine.map_err(|error| wrong_resource(&error))?);
        lock(&self.files).insert(game.name(), files);
        Ok(())
    }

    fn begin(&self, errand: u32, what: Task) -> Result<WorkHandle, ErrorInfo> {
        let owed = Owed { errand, found: Arc::clone(&self.found), paid: false };
        let read = |line| replay(&line).map_err(|error| error.info());
        let scheduler = &self.scheduler;
        let work = match what {
            Task::Play { line, level, clock, seed } => {
                let level = Level::new(level).ok_or_else(no_answer)?;
                let seed = seed.parse().map_err(|_| no_answer())?;
                let clock = clock.map(|[left, increment]| ClockLeft {
                    left: Duration::from_millis(left),
                    increment: Duration::from_millis(increment),
                });
                let done = move |text| owed.pay(Found::Move { text });
                scheduler.play(read(line)?, level, clock, seed, done)
            }
            Task::Hint { line } => {
                scheduler.hint(PAGE, read(line)?, move |hint| owed.pay(Found::Hint { hint }))
            }
            Task::Judge { line } => {
                let done = move |judgement| owed.pay(Found::Judgement { judgement });
                scheduler.judge(PAGE, read(line)?, done)
            }
            Task::Analyse { line, lines } => {
                let mut owed = owed;
                let tell = move |view| owed.tell(Found::Analysis { view });
                scheduler.analyse(PAGE, read(line)?, lines, 1, tell)
            }
            Task::MakePuzzles { line, plies } => {
                let progress = self.progress(errand);
                let done = move |made| owed.pay(Found::Puzzles { made });
                scheduler.make_puzzles(PAGE, read(line)?, &plies, progress, done)
            }
            Task::Review { line } => {
                let progress = self.progress(errand);
                let done = move |review| owed.pay(Found::Review { review });
                scheduler.review(PAGE, read(line)?, progress, done)
            }
        };
        work.map_err(|error| error.info())
    }

    /// Tells how far an errand is.
    fn progress(&self, errand: u32) -> impl FnMut(u32, u32) + Send + 'static {
        let found = Arc::clone(&self.found);
        move |done, of| lock(&found).push(Report { errand, found: Found::Progress { done, of } })
    }
}

/// An engine with these files.
fn make(
    game: &str,
    [network, certificate]: &[Option<Arc<[u8]>>; 2],
    time: Arc<dyn TimeSource>,
) -> Result<Box<dyn AnyEngine>, String> {
    let resources = Resources { network: network.as_deref(), certificate: certificate.as_deref() };
    galet_engine::with_resources(game, &resources, time).map_err(|error| error.to_string())
}

/// An answer that is owed. The engine may end without one.
struct Owed {
    errand: u32,
    found: Arc<Mutex<Vec<Report>>>,
    paid: bool,
}

impl Owed {
    fn pay(mut self, found: Found) {
        self.tell(found);
    }

    fn tell(&mut self, found: Found) {
        self.paid |= ends(&found);
        lock(&self.found).push(Report { errand: self.errand, found });
    }
}

impl Drop for Owed {
    fn drop(&mut self) {
        if !self.paid {
            self.tell(Found::Failed { error: no_answer() });
        }
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that could fail runs while it is held.
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wrong_resource(why: &str) -> ErrorInfo {
    let words = Phrase::new(
        format!("A file of the engine is wrong: {why}. Load the page again."),
        format!("Un fichier du moteur est inutilisable\u{a0}: {why}. Rechargez la page."),
    );
    ErrorInfo { code: "wrong-resource".to_owned(), words }
}
