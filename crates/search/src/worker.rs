//! What one thread keeps while it walks the tree: its path, its moves, what it has learned.
//! The walk itself is in `alpha_beta.rs` and `quiescence.rs`.

use crate::history::{Earlier, Figures, Learned, Remembered};
use crate::limits::{Deadline, Stop};
use crate::mind::Mind;
use crate::ordering::{Candidate, Killers};
use crate::score::{DRAW, FORCED, MAX_PLY, Score};
use crate::table::Table;
use crate::tuning::Tuning;
use galet_core::{Game, Side};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the threads of a search share.
pub(crate) struct Shared<'a, M: Mind> {
    pub(crate) mind: &'a M,
    pub(crate) tuning: &'a Tuning,
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a Stop,
    /// Set by the first thread when it is done.
    pub(crate) finished: AtomicBool,
    pub(crate) deadline: Deadline<'a>,
    pub(crate) node_limit: u64,
    /// Nodes of all threads, brought up to date now and then.
    pub(crate) nodes: AtomicU64,
    /// The keys of the game so far, the root not included.
    pub(crate) past: &'a [u64],
    /// What keys are changed by in the table: nothing, until positions have stood twice.
    pub(crate) table_salt: u64,
    /// After this many plies the game ends by its move limit.
    pub(crate) plies_left: usize,
    /// The two moves before the root, the earlier first, by their continuation index.
    pub(crate) latest: [Earlier; 2],
}

/// Work between two looks at the clock, in about nanoseconds: well under a millisecond.
const WORK_PER_LOOK: u64 = 512 * NODE_WORK;
/// The work of a node without its moves.
const NODE_WORK: u64 = 800;
/// Plies that repetitions are filtered by before the path is searched.
const FILTER: usize = 1 << 12;

/// What one thread keeps.
pub(crate) struct Worker<'a, M: Mind> {
    pub(crate) shared: &'a Shared<'a, M>,
    pub(crate) nodes: u64,
    nodes_told: u64,
    /// Done since the last look at the clock.
    pub(crate) work: u64,
    /// The limits were reached: scores mean nothing any more.
    pub(crate) aborted: bool,
    pub(crate) deepest: usize,
    /// The keys of the game and of the path to this node.
    path: Vec<u64>,
    /// How many keys of the path share their low bits.
    filter: Box<[u8; FILTER]>,
    /// The moves of all nodes on the path, one after the other.
    pub(crate) moves: Vec<Candidate<<M::Game as Game>::Move>>,
    pub(crate) killers: Killers<<M::Game as Game>::Move>,
    pub(crate) learned: Learned,
    /// The moves of the path, with two of the game before it.
    line: Vec<Earlier>,
    /// The evaluation of each position of the path.
    pub(crate) evaluations: Vec<Score>,
    /// The principal variation from each distance to the root on.
    pub(crate) variations: Vec<Vec<<M::Game as Game>::Move>>,
    /// Moves of the root that are not to be looked at: they have their own line already.
    pub(crate) excluded: Vec<<M::Game as Game>::Move>,
    /// The best line of the iteration under way, as far as it is known.
    pub(crate) found_at_root: Option<FoundAtRoot<<M::Game as Game>::Move>>,
    /// Moves of the root that were found to lose by force.
    pub(crate) lost_at_root: Vec<<M::Game as Game>::Move>,
}

/// What an iteration has found so far.
pub(crate) struct FoundAtRoot<M> {
    /// The move that it looked at first.
    pub(crate) first: M,
    pub(crate) score: Score,
    pub(crate) moves: Vec<M>,
}

impl<M: Eq> FoundAtRoot<M> {
    /// Whether that counts against the best move of the iteration before: only if that was looked at first, or is
    /// `lost`. A loss of some moves is none of the position.
    pub(crate) fn is_better_than(&self, best: &M, lost: bool) -> bool {
        (self.first == *best || lost) && self.score > -FORCED
    }
}

/// A move as history remembers it.
#[inline]
pub(crate) fn remembered<M: Mind>(m: <M::Game as Game>::Move) -> Remembered {
    Remembered { history: M::history_index(m), continuation: M::continuation_index(m) }
}

impl<'a, M: Mind> Worker<'a, M> {
    pub(crate) fn new(shared: &'a Shared<'a, M>, learned: Learned) -> Self {
        let mut worker = Worker {
            shared,
            nodes: 0,
            nodes_told: 0,
            work: 0,
            aborted: false,
            deepest: 0,
            path: Vec::with_capacity(shared.past.len() + MAX_PLY),
            filter: Box::new([0; FILTER]),
            moves: Vec::with_capacity(8192),
            killers: Killers::new(MAX_PLY + 1),
            learned,
            line: shared.latest.to_vec(),
            evaluations: vec![DRAW; MAX_PLY + 1],
            found_at_root: None,
            lost_at_root: Vec::new(),
            variations: (0..=MAX_PLY).map(|_| Vec::new()).collect(),
            excluded: Vec::new(),
        };
        for &key in shared.past {
            worker.enter(key);
        }
        worker
    }

    /// The principal variation of the last search.
    pub(crate) fn principal_variation(&self) -> &[<M::Game as Game>::Move] {
        &self.variations[0]
    }

    pub(crate) fn enter(&mut self, key: u64) {
        self.path.push(key);
        let count = &mut self.filter[key as usize % FILTER];
        *count = count.saturating_add(1);
    }

    pub(crate) fn leave(&mut self) {
        if let Some(key) = self.path.pop() {
            // A saturated count only makes the filter let more through.
            let count = &mut self.filter[key as usize % FILTER];
            *count = count.saturating_sub(u8::from(*count < u8::MAX));
        }
    }

    /// Whether this position ends the game or the line by repetition: it has stood on the path
    /// since the root, or twice in the game before.
    pub(crate) fn repeats(&self, key: u64) -> bool {
        if self.filter[key as usize % FILTER] == 0 {
            return false;
        }
        let (past, line) = self.path.split_at(self.shared.past.len());
        line.contains(&key) || past.iter().filter(|k| **k == key).count() >= 2
    }

    /// Counts a node and looks whether a limit is reached.
    pub(crate) fn tick(&mut self) -> bool {
        self.nodes += 1;
        self.work += NODE_WORK;
        if self.nodes >= self.shared.node_limit {
            self.aborted = true;
        } else if self.work >= WORK_PER_LOOK {
            self.work = 0;
            self.tell_nodes();
            let shared = self.shared;
            self.aborted |= shared.stop.is_stopped()
                || shared.finished.load(Ordering::Relaxed)
                || shared.nodes.load(Ordering::Relaxed) >= shared.node_limit
                || shared.deadline.is_over();
        }
        self.aborted
    }

    /// Adds the nodes since the last time to the common count.
    pub(crate) fn tell_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.nodes_told, Ordering::Relaxed);
        self.nodes_told = self.nodes;
    }

    /// A quiet move refuted the position: it is worth trying early elsewhere, the quiet moves
    /// tried before it are not.
    pub(crate) fn learn(&mut self, first: usize, n: usize, side: Side, ply: usize, depth: i32) {
        let tuning = self.shared.tuning;
        let bonus = (depth * depth * tuning.history_bonus).min(tuning.history_bonus_most);
        let m = self.moves[first + n].m;
        self.killers.learn(ply, m);
        let earlier = self.earlier(ply);
        self.learned.learn(side, earlier, remembered::<M>(m), bonus);
        for tried in &self.moves[first..first + n] {
            if !tried.tactical {
                self.learned.learn(side, earlier, remembered::<M>(tried.m), -bonus);
            }
        }
    }

    /// What is known of the quiet moves of a node.
    pub(crate) fn figures(&self, side: Side, ply: usize) -> Figures<'_> {
        let weight = self.shared.tuning.continuation_history;
        self.learned.figures(side, self.earlier(ply), weight)
    }

    /// The two moves before a node, the latest first.
    pub(crate) fn earlier(&self, ply: usize) -> [Earlier; 2] {
        [self.line[ply + 1], self.line[ply]]
    }

    /// Goes on to the node after a move, or after doing nothing.
    pub(crate) fn step(&mut self, ply: usize, m: Option<<M::Game as Game>::Move>) {
        self.line.truncate(ply + 2);
        self.line.push(m.map(M::continuation_index));
    }

    /// The principal variation from here is `m` and then that from there.
    pub(crate) fn keep_variation(&mut self, ply: usize, m: <M::Game as Game>::Move) {
        let (here, there) = self.variations.split_at_mut(ply + 1);
        let variation = &mut here[ply];
        variation.clear();
        variation.push(m);
        variation.extend_from_slice(&there[0]);
    }
}
