//! A search from beginning to end: iterative deepening, several lines, several threads.

use crate::deepening::{MAX_DEPTH, Wanted, deepen};
use crate::history::{Learned, Memory};
use crate::limits::{Deadline, Limits, Stop};
use crate::mind::Mind;
use crate::negamax::outcome_score;
use crate::score::{FORCED, Score, forced_in, from_table, win_at};
use crate::stability::Stability;
use crate::table::{Bound, Table};
use crate::tuning::Tuning;
use crate::worker::{FoundAtRoot, Shared, Worker};
use galet_core::random::SplitMix64;
use galet_core::{Game, Progress, Setup, TimeSource};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A search to be made.
pub struct Search<'a, M: Mind> {
    /// Who thinks.
    pub mind: &'a M,
    /// The memory; it may hold what earlier searches found.
    pub table: &'a Table,
    /// What earlier searches of the same game have learned about moves; without it this one
    /// begins with nothing and keeps nothing.
    pub memory: Option<&'a Memory>,
    /// On how many threads.
    pub threads: usize,
    /// How many of the best moves get a line of their own.
    pub lines: usize,
    /// Moves that are not to be looked at, because they are known to be bad. Not all of them: then none is
    /// left out.
    pub without: &'a [MoveOf<M>],
    /// The handle that ends it.
    pub stop: Stop,
    /// Parameters other than those of the mind.
    pub tuning: Option<&'a Tuning>,
    /// Where the time comes from that limits and reports are about.
    pub time: &'a dyn TimeSource,
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The depth that has been finished.
    pub depth: u32,
    /// The longest line looked at.
    pub deepest: u32,
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub table_permille: usize,
    /// The best moves, the best first; empty only in a finished game.
    pub lines: Vec<Variation<M>>,
}

/// A line of play with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation<M> {
    /// The score for the side to move at the root.
    pub score: Score,
    /// The moves, at least one.
    pub moves: Vec<M>,
}

pub(crate) type MoveOf<M> = <<M as Mind>::Game as Game>::Move;

impl<'a, M: Mind> Search<'a, M> {
    /// A search on one thread for one line.
    pub fn new(mind: &'a M, table: &'a Table, time: &'a dyn TimeSource) -> Self {
        let (stop, without) = (Stop::new(), &[][..]);
        Search {
            mind,
            table,
            memory: None,
            threads: 1,
            lines: 1,
            without,
            stop,
            tuning: None,
            time,
        }
    }

    /// Searches a game in progress within limits; `tell` hears of each depth finished.
    pub fn run(
        &self,
        game: &Progress<M::Game>,
        limits: &Limits,
        mut tell: impl FnMut(&Report<MoveOf<M>>),
    ) -> Report<MoveOf<M>> {
        self.run_telling(game, limits, &mut tell)
    }

    /// The same, compiled once for each mind, whoever listens: a browser fetches every copy.
    fn run_telling(
        &self,
        game: &Progress<M::Game>,
        limits: &Limits,
        tell: &mut dyn FnMut(&Report<MoveOf<M>>),
    ) -> Report<MoveOf<M>> {
        let plies = game.moves().len();
        let past: Vec<u64> =
            (0..plies).filter_map(|ply| game.position_after(ply)).map(Game::key).collect();
        let rules = game.setup().history_rules();
        let earlier = |back: usize| plies.checked_sub(back).map(|ply| game.moves()[ply]);
        let latest = [earlier(2), earlier(1)];
        let plies_left =
            rules.move_limit.map_or(usize::MAX, |m| (m as usize).saturating_sub(plies));
        self.table.new_search();
        let tuning = self.tuning.unwrap_or_else(|| self.mind.tuning());
        let shared = Shared {
            mind: self.mind,
            tuning,
            table: self.table,
            stop: &self.stop,
            finished: AtomicBool::new(false),
            deadline: Deadline::new(limits, self.time),
            node_limit: limits.nodes.unwrap_or(u64::MAX).max(1),
            nodes: AtomicU64::new(0),
            past: &past,
            table_salt: table_salt(&past),
            plies_left,
            latest: latest.map(|m| m.map(M::continuation_index)),
        };
        let root = game.position();
        let without = self.left_out(root);
        let mut report = Report {
            depth: 0,
            deepest: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            table_permille: 0,
            lines: Vec::new(),
        };
        if game.outcome().is_some() {
            return report;
        }
        let fresh = || Learned::new(M::HISTORY_SIZE, M::CONTINUATION_SIZE);
        std::thread::scope(|scope| {
            for number in 1..self.threads.max(1) {
                let (shared, wanted) = (&shared, Wanted { lines: self.lines, without });
                // Helpers begin at different depths, so that they fill the table with different
                // things; what they find reaches the first thread through it.
                let first_depth = 1 + number as i32 % 2;
                scope.spawn(move || {
                    let mut worker = Worker::new(shared, fresh());
                    deepen(
                        &mut worker,
                        shared,
                        root,
                        first_depth,
                        wanted,
                        MAX_DEPTH,
                        &mut |_, _| true,
                    );
                    worker.tell_nodes();
                });
            }
            let learned =
                self.memory.and_then(|memory| memory.take(M::HISTORY_SIZE, M::CONTINUATION_SIZE));
            let mut worker = Worker::new(&shared, learned.unwrap_or_else(fresh));
            let most = limits.depth.map_or(MAX_DEPTH, |d| (d.max(1) as i32).min(MAX_DEPTH));
            let wanted = Wanted { lines: self.lines, without };
            let mut stability = Stability::new(tuning.stability);
            deepen(&mut worker, &shared, root, 1, wanted, most, &mut |worker, finished| {
                worker.tell_nodes();
                let (depth, lines) = finished;
                report = Report {
                    depth: depth as u32,
                    deepest: worker.deepest as u32,
                    nodes: shared.nodes.load(Ordering::Relaxed),
                    elapsed: shared.deadline.elapsed(),
                    table_permille: self.table.permille_full(),
                    lines: lines.to_vec(),
                };
                tell(&report);
                // The second best line matters only where several are asked for.
                let decided = lines
                    .iter()
                    .all(|line| forced_in(line.score).is_some_and(|plies| plies.abs() <= depth));
                let by_clock = shared.deadline.is_by_clock();
                let best = lines.first().map(|line| (line.moves[0], line.score));
                let share = best.map_or(100, |(m, score)| stability.share_after(m, score));
                !(decided || shared.deadline.is_late(share) || by_clock && only_move(root))
            });
            worker.tell_nodes();
            shared.finished.store(true, Ordering::Relaxed);
            if self.lines <= 1
                && worker.aborted
                && shared.tuning.unfinished_iterations > 0
                && let Some(better) = match report.lines.first() {
                    Some(best) => better_than(&mut worker, game, best, without),
                    None => first_found(&mut worker, game, without),
                }
            {
                report.lines = vec![better];
            }
            if let Some(memory) = self.memory {
                memory.put_back(worker.learned);
            }
        });
        report.nodes = shared.nodes.load(Ordering::Relaxed);
        report.elapsed = shared.deadline.elapsed();
        if report.lines.is_empty() {
            // Stopped before depth 1 was finished: any legal move is better than none.
            let moves = first_moves(root, without.len() + 1);
            if let Some(m) = moves.into_iter().find(|m| !without.contains(m)) {
                let score = self.mind.evaluate(root, &self.mind.accumulator(root));
                report.lines.push(Variation { score, moves: vec![m] });
            }
        }
        report
    }

    /// The moves that are left out: none if nothing else would be left.
    fn left_out(&self, root: &M::Game) -> &'a [MoveOf<M>] {
        let any_left = self.without.is_empty()
            || first_moves(root, self.without.len() + 1).iter().any(|m| !self.without.contains(m));
        if any_left { self.without } else { &[] }
    }
}

/// What an unfinished iteration prefers to the best move of the one before: a line that it has found to be better, or,
/// where it has found that move to lose by force and nothing else yet, another way.
#[cold]
#[inline(never)]
fn better_than<M: Mind>(
    worker: &mut Worker<'_, M>,
    game: &Progress<M::Game>,
    best: &Variation<MoveOf<M>>,
    without: &[MoveOf<M>],
) -> Option<Variation<MoveOf<M>>> {
    let lost = worker.lost_at_root.contains(&best.moves[0]);
    let found = worker.found_at_root.take();
    if let Some(found) = found.filter(|found| found.is_better_than(&best.moves[0], lost)) {
        return Some(Variation { score: found.score, moves: found.moves });
    }
    // In a position that is lost anyway the move that lasts longest stays.
    if !lost || best.score <= -FORCED {
        return None;
    }
    way_out(worker, game, without)
}

/// Of the moves that are not seen to lose the one of which the table says the most; where it says nothing, the one
/// after which the position looks best.
fn way_out<M: Mind>(
    worker: &Worker<'_, M>,
    game: &Progress<M::Game>,
    without: &[MoveOf<M>],
) -> Option<Variation<MoveOf<M>>> {
    let (mind, side) = (worker.shared.mind, game.turn());
    let mut game = game.clone();
    let mut best = None;
    for m in first_moves(&game.position().clone(), WAYS_OUT) {
        if without.contains(&m) || worker.lost_at_root.contains(&m) || game.play(m).is_err() {
            continue;
        }
        let next = game.position();
        // Whether it is known, and what it is worth.
        let worth = match game.outcome() {
            Some(outcome) => (true, outcome_score(outcome, side, 1)),
            None if mind.wins_at_once(next) == Some(true) => (true, -win_at(2)),
            None => match worker.shared.table.probe(worker.table_key(next.key(), 1)) {
                // At most a win of the other side is none yet, at least a loss is none either.
                Some(found) if says_nothing(found.bound, found.score) => (false, -found.evaluation),
                Some(found) => (true, -from_table(found.score, 1)),
                None => (false, -mind.evaluate(next, &mind.accumulator(next))),
            },
        };
        game.undo();
        if worth.1 > -FORCED && best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, m));
        }
    }
    best.map(|((_, score), m)| Variation { score, moves: vec![m] })
}

/// Whether a bound leaves every result open.
const fn says_nothing(bound: Bound, score: Score) -> bool {
    match bound {
        Bound::Upper => score >= FORCED,
        Bound::Lower => score <= -FORCED,
        Bound::Exact => false,
    }
}

/// What a search that ended before depth 1 was finished has found: its best line, or a move that it has not found to
/// lose by force.
#[cold]
#[inline(never)]
fn first_found<M: Mind>(
    worker: &mut Worker<'_, M>,
    game: &Progress<M::Game>,
    without: &[MoveOf<M>],
) -> Option<Variation<MoveOf<M>>> {
    let found = worker.found_at_root.take().filter(|found| found.score > -FORCED);
    match found {
        Some(FoundAtRoot { score, moves, .. }) => Some(Variation { score, moves }),
        None => way_out(worker, game, without),
    }
}

/// The first moves of a position, as many as these at most. Compiled once for each game: a browser fetches every copy
/// of what makes moves.
#[inline(never)]
fn first_moves<G: Game>(position: &G, most: usize) -> Vec<G::Move> {
    let mut moves = Vec::new();
    let _ = position.visit_moves(|m| {
        moves.push(m);
        match moves.len() < most {
            true => std::ops::ControlFlow::Continue(()),
            false => std::ops::ControlFlow::Break(()),
        }
    });
    moves
}

/// So many moves are looked at for a way out when the time is over.
const WAYS_OUT: usize = 1_000;

/// Tells apart, in the table, searches in which moves to different positions are draws because
/// they have stood twice: what an earlier search found by such a move is not true any more. 0
/// where there are none, so that the moves of most games share what they find.
fn table_salt(past: &[u64]) -> u64 {
    let mut keys = past.to_vec();
    keys.sort_unstable();
    let twice = keys.chunk_by(|a, b| a == b).filter(|same| same.len() >= 2);
    twice.fold(0, |salt, same| salt ^ SplitMix64::new(same[0]).next())
}

fn only_move<G: Game>(position: &G) -> bool {
    position.count_moves() == 1
}
