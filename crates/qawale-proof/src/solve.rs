//! The prover: splits a question into units, works them off in parallel, keeps what is done.
//!
//! A *unit* is a position up to symmetry, four or five plies from the start, with the defender to move:
//! find a reply that holds. Above the units the defender's replies come from *plans* (replies in the
//! order of measured cost), and the answer is an AND over the attacker's moves and an OR over the
//! defender's replies: a unit that falls makes the defender take the next reply of the plan above it.
//! Every result goes into a [`Journal`] at once, so the work can stop at any moment and go on later or
//! elsewhere.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use galet_core::{TimeSource, on_threads};

use crate::board::Board;
use crate::geometry::has_line;
use crate::journal::{Journal, JournalError, Known, Plan, UnitResult};
use crate::question::Question;
use crate::safe::for_each_safe_move;
use crate::search::{Interrupted, Probe, Search};
use crate::tables::Tables;
use crate::walks::Move;

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads to use; one is the caller's own.
    pub threads: usize,
    /// Where results are appended, if anywhere; also read first.
    pub journal: Option<PathBuf>,
    /// More journals to read.
    pub also: Vec<PathBuf>,
    /// Work on the units of this shard only: `(which, of how many)`, counted from 0.
    pub shard: (u64, u64),
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The attacker can force a line by that ply.
    AttackerWins,
    /// The defender can prevent it.
    DefenderHolds,
    /// Units are missing: the run was stopped, or they belong to other shards.
    Open {
        /// Units still needed, as far as is known.
        missing: usize,
    },
}

/// Where a question stands, by what the journals say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The answer, as far as there is one.
    pub answer: Answer,
    /// Finished units that the answer rests on.
    pub units: usize,
    /// Early positions whose replies are still to be put in order; more units appear afterwards.
    pub plans: usize,
    /// Units that the attacker has won, so that a reply above had to be replaced.
    pub falls: usize,
    /// Attack nodes visited for all units and plans in the journals.
    pub nodes: u64,
    /// Working time of one core for all of them, in milliseconds.
    pub millis: u64,
    /// Estimated working time of one core for the units still needed, if there is anything to go by.
    pub left_millis: Option<u64>,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Units finished.
    pub done: usize,
    /// Units needed, as far as is known.
    pub total: usize,
    /// Early positions whose replies are still to be put in order (more units appear afterwards).
    pub plans: usize,
    /// Units lost by the defender so far.
    pub falls: usize,
    /// Estimated milliseconds of one core's work that are left.
    pub left_millis: u64,
}

/// What the journals of a run say before it begins.
pub fn read(question: &Question, options: &Options) -> Result<Known, JournalError> {
    let mut known = Known::default();
    for path in options.also.iter().chain(&options.journal) {
        known.read(path, question)?;
    }
    Ok(known)
}

/// Where a question stands, without doing any work on it.
pub fn standing(question: &Question, known: &Known) -> Standing {
    Walk::new(question, known).standing()
}

/// Answers a question, calling `report` after every finished piece of work. `time` is read before and
/// after each piece by the thread that does it; the difference goes into the journal, so a
/// [`galet_core::ThreadTime`] makes it the working time of a core.
pub fn run(
    question: &Question,
    options: &Options,
    time: &dyn TimeSource,
    stop: &AtomicBool,
    report: &(dyn Fn(Progress) + Sync),
) -> Result<Standing, JournalError> {
    let mut known = read(question, options)?;
    let journal = match &options.journal {
        Some(path) => Some(Journal::open(path, question)?),
        None => None,
    };
    let journal = Mutex::new(journal);
    loop {
        let mut walk = Walk::new(question, &known);
        let standing = walk.standing();
        let (index, count) = options.shard;
        let mut jobs: Vec<Job> = walk.plans.into_values().collect();
        let plans = jobs.len();
        let mut units: Vec<Job> =
            walk.units.into_values().filter(|job| shuffle(&job.text) % count == index).collect();
        // An order without pattern makes the mean so far a fair estimate of the rest.
        units.sort_by_key(|job| shuffle(&job.text));
        jobs.append(&mut units);
        let is_open = matches!(standing.answer, Answer::Open { .. });
        if !is_open || jobs.is_empty() || stop.load(Ordering::Relaxed) {
            return Ok(standing);
        }
        let finished = work(
            &Work { question, threads: options.threads, time, stop },
            &journal,
            &jobs,
            &|results: &[Finished], open: usize| {
                let units =
                    || results.iter().filter_map(Finished::unit).chain(known.units.values());
                let done = units().count();
                // Plans come first, so as long as some are open, all of the units are.
                let plans_open = open.saturating_sub(jobs.len() - plans);
                report(Progress {
                    done,
                    total: done + open - plans_open,
                    plans: plans_open,
                    falls: units().filter(|unit| unit.reply.is_none()).count(),
                    left_millis: cost(units(), done, open - plans_open).unwrap_or(0),
                });
            },
        )?;
        for result in finished {
            match result {
                Finished::Unit(text, unit) => drop(known.units.insert(text, unit)),
                Finished::Plan(text, plan) => drop(known.plans.insert(text, plan)),
            }
        }
    }
}

/// A piece of work: a defence node to solve or to plan.
struct Job {
    text: String,
    board: Board,
    depth: u32,
    is_plan: bool,
}

enum Finished {
    Unit(String, UnitResult),
    Plan(String, Plan),
}

impl Finished {
    fn unit(&self) -> Option<&UnitResult> {
        match self {
            Self::Unit(_, unit) => Some(unit),
            Self::Plan(..) => None,
        }
    }
}

/// How jobs are worked off.
struct Work<'a> {
    question: &'a Question,
    threads: usize,
    time: &'a dyn TimeSource,
    stop: &'a AtomicBool,
}

/// Works off the jobs; ends early when told to stop.
fn work(
    Work { question, threads, time, stop }: &Work<'_>,
    journal: &Mutex<Option<Journal>>,
    jobs: &[Job],
    report: &(dyn Fn(&[Finished], usize) + Sync),
) -> Result<Vec<Finished>, JournalError> {
    let next = AtomicUsize::new(0);
    let finished = Mutex::new(Vec::new());
    let failure = Mutex::new(None);
    on_threads((*threads).min(jobs.len()), || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let begun = time.now();
            // A fresh search for every job: the result and the nodes do not depend on which
            // worker did what before.
            let mut search = Search::new(*stop);
            let Ok(result) = solve(&mut search, question, job) else { return };
            let millis = time.now().saturating_sub(begun).as_millis() as u64;
            let nodes = search.nodes;
            let mut journal = journal.lock().expect("no worker panics while writing");
            let (result, written) = match result {
                Found::Replies(replies) => {
                    let plan = Plan { replies, nodes, millis };
                    let written = journal.as_mut().map(|j| j.plan(&job.text, &plan));
                    (Finished::Plan(job.text.clone(), plan), written)
                }
                Found::Reply(reply) => {
                    let unit = UnitResult { reply, nodes, millis };
                    let written = journal.as_mut().map(|j| j.unit(&job.text, &unit));
                    (Finished::Unit(job.text.clone(), unit), written)
                }
            };
            drop(journal);
            if let Some(Err(error)) = written {
                *failure.lock().expect("no worker panics here") = Some(error);
                return;
            }
            let mut finished = finished.lock().expect("no worker panics here");
            finished.push(result);
            report(&finished, jobs.len() - finished.len());
        }
    });
    match failure.into_inner().expect("no worker panicked") {
        Some(error) => Err(error),
        None => Ok(finished.into_inner().expect("no worker panicked")),
    }
}

enum Found {
    Reply(Option<String>),
    Replies(Vec<String>),
}

/// Finds the reply of a unit or the replies of a plan.
fn solve(search: &mut Search<'_>, question: &Question, job: &Job) -> Result<Found, Interrupted> {
    let attacks = question.attacks(job.depth);
    if job.is_plan {
        // The earlier the choice, the more hangs on it; searches that end before lines are possible say
        // little.
        let probes =
            [(3, usize::MAX), (4, 16), (5, 6), (6, 5)].map(|(attacks, top)| Probe { attacks, top });
        let rounds = attacks.clamp(6, 8) - 4;
        let replies = search.plan(&job.board, attacks, &probes[..rounds])?;
        return Ok(Found::Replies(replies.iter().map(Move::to_string).collect()));
    }
    let probes = [
        Probe { attacks: attacks.saturating_sub(2), top: 10 },
        Probe { attacks: attacks.saturating_sub(1), top: 2 },
    ];
    for reply in search.plan(&job.board, attacks, &probes)? {
        if !search.attacker_wins(&job.board.defend(reply), attacks)? {
            return Ok(Found::Reply(Some(reply.to_string())));
        }
    }
    Ok(Found::Reply(None))
}

/// Where a position stands, by what is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Holds,
    Falls,
    Open,
}

/// One pass over the tree above the units.
pub(crate) struct Walk<'a> {
    question: &'a Question,
    known: &'a Known,
    unit_depth: u32,
    seen: HashMap<(Board, u32), Status>,
    units: HashMap<String, Job>,
    plans: HashMap<String, Job>,
    /// Finished units that were met.
    met: usize,
    /// The reply taken in each early position, as move text.
    pub(crate) chosen: HashMap<String, String>,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(question: &'a Question, known: &'a Known) -> Self {
        // Small questions are one unit (or one per first move of the attacker).
        let first = u32::from(question.attacker_moves(0));
        let unit_depth = if question.attacks(0) <= 4 { first } else { 4 + first };
        Self {
            question,
            known,
            unit_depth,
            seen: HashMap::new(),
            units: HashMap::new(),
            plans: HashMap::new(),
            met: 0,
            chosen: HashMap::new(),
        }
    }

    /// The defender's turns down to the units.
    pub(crate) fn levels(&self) -> usize {
        self.unit_depth as usize / 2 + 1
    }

    /// Goes through the tree.
    pub(crate) fn standing(&mut self) -> Standing {
        let status = self.attack_or_defend(&self.question.board(), 0);
        let missing = self.units.len();
        let (units, plans) = (self.known.units.values(), self.known.plans.values());
        Standing {
            answer: match status {
                Status::Holds => Answer::DefenderHolds,
                Status::Falls => Answer::AttackerWins,
                Status::Open => Answer::Open { missing },
            },
            units: self.met,
            plans: self.plans.len(),
            falls: units.clone().filter(|unit| unit.reply.is_none()).count(),
            nodes: units.clone().map(|unit| unit.nodes).sum::<u64>()
                + plans.clone().map(|plan| plan.nodes).sum::<u64>(),
            millis: units.clone().map(|unit| unit.millis).sum::<u64>()
                + plans.map(|plan| plan.millis).sum::<u64>(),
            left_millis: cost(units.clone(), units.len(), missing),
        }
    }

    fn attack_or_defend(&mut self, board: &Board, depth: u32) -> Status {
        let board = board.canonical().0;
        if let Some(&status) = self.seen.get(&(board, depth)) {
            return status;
        }
        let status = if self.question.attacker_moves(depth) {
            self.attack(&board, depth)
        } else {
            self.defend(&board, depth)
        };
        self.seen.insert((board, depth), status);
        status
    }

    fn attack(&mut self, board: &Board, depth: u32) -> Status {
        let tables = Tables::get();
        if self.question.attacks(depth) == 0 {
            return Status::Holds;
        }
        if board.attacker.can_win(tables) {
            return Status::Falls;
        }
        let mut next = HashSet::new();
        let _ = for_each_safe_move(tables, &board.defender, |m| {
            next.insert(board.attack(m).canonical().0);
            ControlFlow::Continue(())
        });
        let mut status = Status::Holds;
        for board in next {
            match self.attack_or_defend(&board, depth + 1) {
                Status::Holds => {}
                Status::Falls => return Status::Falls,
                Status::Open => status = Status::Open,
            }
        }
        status
    }

    fn defend(&mut self, board: &Board, depth: u32) -> Status {
        if self.question.attacks(depth) == 0 || board.defender.can_win(Tables::get()) {
            return Status::Holds;
        }
        let text = self.question.text(board, depth);
        if depth >= self.unit_depth {
            if let Some(unit) = self.known.units.get(&text) {
                self.met += 1;
                return if unit.reply.is_some() { Status::Holds } else { Status::Falls };
            }
            self.units.insert(text.clone(), Job { text, board: *board, depth, is_plan: false });
            return Status::Open;
        }
        let Some(plan) = self.known.plans.get(&text) else {
            self.plans.insert(text.clone(), Job { text, board: *board, depth, is_plan: true });
            return Status::Open;
        };
        let planned = plan.replies.iter();
        let planned = planned.filter_map(|reply| first_move(board, |m| m.to_string() == *reply));
        let mut tried = HashSet::new();
        // The plan only says what to try first. That the defender is lost must not rest on it.
        for reply in planned.chain(safe_replies(board)) {
            let next = board.defend(reply);
            if has_line(next.attacker.tops) || !tried.insert(next.canonical().0) {
                continue;
            }
            match self.attack_or_defend(&next, depth + 1) {
                Status::Falls => {}
                decided => {
                    self.chosen.insert(text, reply.to_string());
                    return decided;
                }
            }
        }
        Status::Falls
    }
}

/// What so many more units will cost, in milliseconds of one core: the mean number of nodes at the median
/// speed. The mean time would be led astray by units that were done on a slow machine.
fn cost<'a>(
    units: impl Iterator<Item = &'a UnitResult> + Clone,
    count: usize,
    more: usize,
) -> Option<u64> {
    // Asked after every unit, so some hundred speeds must do.
    let some = units.clone().step_by(count / 200 + 1);
    let mut speeds: Vec<f64> =
        some.map(|unit| unit.nodes as f64 / unit.millis.max(1) as f64).collect();
    speeds.sort_unstable_by(f64::total_cmp);
    let median = speeds.get(speeds.len() / 2)?;
    let nodes: u64 = units.map(|unit| unit.nodes).sum();
    Some((nodes as f64 / count as f64 * more as f64 / median.max(1e-3)) as u64)
}

/// The defender's moves after which the attacker cannot win at once.
fn safe_replies(board: &Board) -> Vec<Move> {
    let mut replies = Vec::new();
    let _ = for_each_safe_move(Tables::get(), &board.attacker, |m| {
        replies.push(m);
        ControlFlow::Continue(())
    });
    replies
}

/// The first legal move with a property.
fn first_move(board: &Board, wanted: impl Fn(Move) -> bool) -> Option<Move> {
    let mut found = None;
    let _ = board.for_each_move(&mut |m| {
        if wanted(m) {
            found = Some(m);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

/// A number that has nothing to do with the order of texts: FNV-1a, its bits mixed once more because
/// the lowest ones hardly depend on the order of letters.
fn shuffle(text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^ hash >> 33
}
