//! One thread's walk through the tree: principal variation search.

use crate::limits::{Deadline, Stop};
use crate::mind::{Mind, Tuning};
use crate::negamax::outcome_score;
use crate::ordering::{Candidate, History, Killers, TACTICAL, bring_best_to_front, log2_in_16ths};
use crate::score::{DRAW, FORCED, INFINITE, LIMIT, MAX_PLY, Score, from_table, to_table, win_at};
use crate::table::{Bound, Found, Table};
use galet_core::Game;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// What the threads of a search share.
pub(crate) struct Shared<'a, M: Mind> {
    pub(crate) mind: &'a M,
    pub(crate) tuning: &'a Tuning,
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a Stop,
    /// Set by the first thread when it is done.
    pub(crate) finished: AtomicBool,
    pub(crate) deadline: Deadline,
    pub(crate) node_limit: u64,
    /// Nodes of all threads, brought up to date now and then.
    pub(crate) nodes: AtomicU64,
    /// The keys of the game so far, the root not included.
    pub(crate) past: &'a [u64],
    /// After this many plies the game ends by its move limit.
    pub(crate) plies_left: usize,
}

/// Work between two looks at the clock, in about nanoseconds: well under a millisecond.
const WORK_PER_LOOK: u64 = 512 * NODE_WORK;
/// The work of a node without its moves.
const NODE_WORK: u64 = 800;
/// The work of listing and ranking a move.
const LISTING_WORK: u64 = 16;
/// More moves of a node are not looked at. They could not be numbered in the table, and there
/// are positions with more moves than fit the memory; no sensible game leads there.
const MAX_MOVES: usize = u16::MAX as usize;
/// Plies that repetitions are filtered by before the path is searched.
const FILTER: usize = 1 << 12;

/// Which moves are listed: see [`Mind::is_late`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Early,
    Late,
}

/// What one thread keeps.
pub(crate) struct Worker<'a, M: Mind> {
    shared: &'a Shared<'a, M>,
    pub(crate) nodes: u64,
    nodes_told: u64,
    /// Done since the last look at the clock.
    work: u64,
    /// The limits were reached: scores mean nothing any more.
    pub(crate) aborted: bool,
    pub(crate) deepest: usize,
    /// The keys of the game and of the path to this node.
    path: Vec<u64>,
    /// How many keys of the path share their low bits.
    filter: Box<[u8; FILTER]>,
    /// The moves of all nodes on the path, one after the other.
    moves: Vec<Candidate<<M::Game as Game>::Move>>,
    killers: Killers<<M::Game as Game>::Move>,
    history: History,
    /// The best line found from each distance to the root on.
    lines: Vec<Vec<<M::Game as Game>::Move>>,
    /// Moves of the root that are not to be looked at: they have their own line already.
    pub(crate) excluded: Vec<<M::Game as Game>::Move>,
}

impl<'a, M: Mind> Worker<'a, M> {
    pub(crate) fn new(shared: &'a Shared<'a, M>) -> Self {
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
            history: History::new(M::HISTORY_SIZE),
            lines: (0..=MAX_PLY).map(|_| Vec::new()).collect(),
            excluded: Vec::new(),
        };
        for &key in shared.past {
            worker.enter(key);
        }
        worker
    }

    /// The best line of the last search.
    pub(crate) fn best_line(&self) -> &[<M::Game as Game>::Move] {
        &self.lines[0]
    }

    fn enter(&mut self, key: u64) {
        self.path.push(key);
        let count = &mut self.filter[key as usize % FILTER];
        *count = count.saturating_add(1);
    }

    fn leave(&mut self) {
        if let Some(key) = self.path.pop() {
            // A saturated count only makes the filter let more through.
            let count = &mut self.filter[key as usize % FILTER];
            *count = count.saturating_sub(u8::from(*count < u8::MAX));
        }
    }

    /// Whether this position ends the game or the line by repetition: it has stood on the path
    /// since the root, or twice in the game before.
    fn repeats(&self, key: u64) -> bool {
        if self.filter[key as usize % FILTER] == 0 {
            return false;
        }
        let (past, line) = self.path.split_at(self.shared.past.len());
        line.contains(&key) || past.iter().filter(|k| **k == key).count() >= 2
    }

    /// Counts a node and looks whether a limit is reached.
    fn tick(&mut self) -> bool {
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
                || shared.deadline.hard.is_some_and(|hard| Instant::now() >= hard);
        }
        self.aborted
    }

    /// Adds the nodes since the last time to the common count.
    pub(crate) fn tell_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.nodes_told, Ordering::Relaxed);
        self.nodes_told = self.nodes;
    }

    /// The value of a position within a window: exact inside it, a bound outside. `passed` says
    /// that the move before was no move.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn search(
        &mut self,
        position: &M::Game,
        accumulator: &M::Accumulator,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
        passed: bool,
    ) -> Score {
        self.lines[ply].clear();
        if self.tick() {
            return DRAW;
        }
        let Shared { mind, tuning, table, .. } = *self.shared;
        self.deepest = self.deepest.max(ply);
        let root = ply == 0;
        let key = position.key();
        if !root {
            if let Some(outcome) = position.outcome() {
                return outcome_score(outcome, position.turn(), ply);
            }
            if M::REPEATS && !passed && self.repeats(key) {
                return DRAW;
            }
            if ply >= self.shared.plies_left {
                return outcome_score(position.verdict_at_move_limit(), position.turn(), ply);
            }
            if depth > 0 && mind.wins_at_once(position) == Some(true) {
                return win_at(ply + 1);
            }
            if ply >= MAX_PLY - 1 {
                return mind.evaluate(position, accumulator);
            }
        }
        if depth <= 0 {
            return self.quiescence(position, accumulator, alpha, beta, ply);
        }
        if !root {
            // No line from here can be better than winning at once or worse than losing at once.
            alpha = alpha.max(-win_at(ply));
            beta = beta.min(win_at(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let principal = beta - alpha > 1;
        let exact = tuning.is_exact();

        let found = table.probe(key);
        if let Some(found) = found
            && !principal
            && (found.depth == depth || found.depth > depth && !exact)
        {
            let score = from_table(found.score, ply);
            let cuts = match found.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cuts {
                return score;
            }
        }

        let evaluation = match found {
            Some(found) => found.evaluation,
            None => mind.evaluate(position, accumulator).clamp(-LIMIT, LIMIT),
        };
        let calm = !principal && !exact && beta.abs() < FORCED && alpha.abs() < FORCED;
        if calm && tuning.reverse_futility > 0 && depth <= 6 {
            // Far above the window with little left to search: it will stay above.
            let margin = tuning.reverse_futility * depth;
            if evaluation - margin >= beta {
                return evaluation - margin;
            }
        }
        if calm
            && tuning.null_move
            && !passed
            && depth >= 3
            && evaluation >= beta
            && let Some(next) = mind.pass(position)
        {
            // If even doing nothing is too good, the best move is as well.
            self.enter(key);
            let reduced = depth - 3 - depth / 4;
            let accumulator = mind.advance_by_passing(accumulator, &next);
            let score = -self.search(&next, &accumulator, reduced, -beta, -beta + 1, ply + 1, true);
            self.leave();
            if self.aborted {
                return DRAW;
            }
            if score >= beta {
                return if score >= FORCED { beta } else { score };
            }
        }
        if !exact && !root && depth >= 5 && found.is_none_or(|f| f.best.is_none()) {
            // Nothing is known about this node: find out more cheaply first.
            depth -= 1;
        }

        let first = self.moves.len();
        // Most nodes are cut by the move that was best before: the others are listed and ranked
        // only when it has failed.
        let context = mind.ordering_context(position);
        let known = found.and_then(|f| f.best);
        let known = known.filter(|&index| self.list_known_best(position, &context, index));
        let mut to_list = [Stage::Early, Stage::Late].into_iter();
        let side = position.turn();
        let (mut best, mut best_index, mut bound) = (-INFINITE, None, Bound::Upper);
        self.enter(key);
        for n in 0.. {
            while first + n == self.moves.len()
                && let Some(stage) = to_list.next()
            {
                self.list(position, &context, stage, known, ply);
            }
            if first + n == self.moves.len() {
                break;
            }
            self.work += (self.moves.len() - first - n) as u64;
            bring_best_to_front(&mut self.moves[first + n..]);
            let Candidate { m, index, tactical, .. } = self.moves[first + n];
            if root && self.excluded.contains(&m) {
                continue;
            }
            // A side that is lost so far must look at every way out. What is tactical comes first,
            // so where one move is not worth a look, those after it are not either.
            let may_prune = calm && best > -FORCED && n > 0 && !tactical;
            if may_prune && depth <= 4 {
                let most = tuning.late_move_pruning * (depth * depth) as usize;
                if tuning.late_move_pruning > 0 && n >= most {
                    break;
                }
                let margin = tuning.futility * depth;
                if tuning.futility > 0 && evaluation + margin <= alpha {
                    best = best.max(evaluation + margin);
                    break;
                }
            }
            let mut next = position.clone();
            next.play_unchecked(m);
            let next_accumulator = mind.advance(accumulator, position, m, &next);

            let mut score = 0;
            let mut full = n == 0 || best == -INFINITE;
            if !full {
                let mut reduction = 0;
                if tuning.late_move_reduction > 0 && depth >= 3 && n >= 3 && !tactical {
                    reduction = log2_in_16ths(depth as usize)
                        * log2_in_16ths(n)
                        * tuning.late_move_reduction
                        / (256 * 100);
                    reduction -= i32::from(principal);
                    let known = self.history.of_side(side)[M::history_index(m)];
                    reduction = (reduction - known / 6_000).clamp(0, depth - 2);
                }
                score = -self.search(
                    &next,
                    &next_accumulator,
                    depth - 1 - reduction,
                    -alpha - 1,
                    -alpha,
                    ply + 1,
                    false,
                );
                if reduction > 0 && score > alpha && !self.aborted {
                    score = -self.search(
                        &next,
                        &next_accumulator,
                        depth - 1,
                        -alpha - 1,
                        -alpha,
                        ply + 1,
                        false,
                    );
                }
                full = score > alpha && score < beta;
            }
            if full && !self.aborted {
                score = -self.search(
                    &next,
                    &next_accumulator,
                    depth - 1,
                    -beta,
                    -alpha,
                    ply + 1,
                    false,
                );
            }
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_index = Some(index);
                    alpha = score;
                    bound = Bound::Exact;
                    self.keep_line(ply, m);
                }
            }
            if score >= beta {
                bound = Bound::Lower;
                if !tactical {
                    self.learn(first, n, side, ply, depth);
                }
                break;
            }
        }
        self.leave();
        if self.moves.len() - first == MAX_MOVES {
            // One of the moves that were not looked at may be a way out.
            best = best.max(-LIMIT);
        }
        self.moves.truncate(first);
        if self.aborted {
            return DRAW;
        }
        if self.excluded.is_empty() || !root {
            let score = to_table(best, ply);
            table.store(key, Found { score, evaluation, depth, bound, best: best_index });
        }
        best
    }

    /// The value of a position at the end of the search: as it is, or better by taking.
    fn quiescence(
        &mut self,
        position: &M::Game,
        accumulator: &M::Accumulator,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        let mind = self.shared.mind;
        let mut best = mind.evaluate(position, accumulator).clamp(-LIMIT, LIMIT);
        if best >= beta || ply >= MAX_PLY - 1 {
            return best;
        }
        alpha = alpha.max(best);
        let first = self.moves.len();
        let moves = &mut self.moves;
        let context = mind.ordering_context(position);
        let _ = mind.visit_noisy(position, |m| {
            let rank = mind.tactical_score(&context, m);
            moves.push(Candidate { m, index: 0, tactical: true, rank });
            ControlFlow::Continue(())
        });
        for n in first..self.moves.len() {
            bring_best_to_front(&mut self.moves[n..]);
            let m = self.moves[n].m;
            let mut next = position.clone();
            next.play_unchecked(m);
            if self.tick() {
                break;
            }
            let score = match next.outcome() {
                Some(outcome) => -outcome_score(outcome, next.turn(), ply + 1),
                None => {
                    let next_accumulator = mind.advance(accumulator, position, m, &next);
                    -self.quiescence(&next, &next_accumulator, -beta, -alpha, ply + 1)
                }
            };
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        best
    }

    /// Lists the move that was best before, and says whether there is such a move.
    fn list_known_best(
        &mut self,
        position: &M::Game,
        context: &M::OrderingContext,
        index: u16,
    ) -> bool {
        let mut left = index;
        let Worker { moves, shared, .. } = self;
        position
            .visit_moves(|m| {
                if left > 0 {
                    left -= 1;
                    return ControlFlow::Continue(());
                }
                let tactical = shared.mind.tactical_score(context, m) > 0;
                moves.push(Candidate { m, index, tactical, rank: 0 });
                ControlFlow::Break(())
            })
            .is_break()
    }

    /// Lists the moves of a node whose turn it is, all but the one that was listed before, with
    /// what decides their order.
    fn list(
        &mut self,
        position: &M::Game,
        context: &M::OrderingContext,
        stage: Stage,
        but: Option<u16>,
        ply: usize,
    ) {
        let mind = self.shared.mind;
        let Worker { moves, killers, history, .. } = self;
        let first = moves.len();
        // Listing and ranking are two small loops: one large one is slower.
        let (late, but) = (stage == Stage::Late, but.unwrap_or(u16::MAX));
        let mut next_index = 0_u16;
        let _ = position.visit_moves(|m| {
            let index = next_index;
            if usize::from(index) == MAX_MOVES {
                return ControlFlow::Break(());
            }
            next_index += 1;
            if (mind.is_late(context, m) == late) & (index != but) {
                moves.push(Candidate { m, index, tactical: false, rank: 0 });
            }
            ControlFlow::Continue(())
        });
        let (killers, history) = (killers.at(ply), history.of_side(position.turn()));
        for candidate in &mut moves[first..] {
            let m = candidate.m;
            let tactical_score = mind.tactical_score(context, m);
            let quiet = killers.bonus(m) + history[M::history_index(m)];
            candidate.tactical = tactical_score > 0;
            candidate.rank = tactical_score + if tactical_score > 0 { TACTICAL } else { quiet };
        }
        self.work += (self.moves.len() - first) as u64 * LISTING_WORK;
    }

    /// A quiet move refuted the position: it is worth trying early elsewhere, those tried before
    /// it are not.
    fn learn(&mut self, first: usize, n: usize, side: galet_core::Side, ply: usize, depth: i32) {
        let bonus = (depth * depth * 8).min(1_200);
        let m = self.moves[first + n].m;
        self.killers.learn(ply, m);
        self.history.learn(side, M::history_index(m), bonus);
        for tried in &self.moves[first..first + n] {
            if !tried.tactical {
                self.history.learn(side, M::history_index(tried.m), -bonus);
            }
        }
    }

    /// The best line from here is `m` and then the best line from there.
    fn keep_line(&mut self, ply: usize, m: <M::Game as Game>::Move) {
        let (here, there) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&there[0]);
    }
}
