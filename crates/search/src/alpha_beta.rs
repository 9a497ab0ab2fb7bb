//! The walk through the tree: principal variation search.
//!
//! [`Worker::search`] asks in turn whether a node needs no search at all (`shortcuts.rs`), and only
//! then tries its moves.

use crate::lazy::Lazy;
use crate::mind::Mind;
use crate::node::{Node, Window};
use crate::picker::MAX_MOVES;
use crate::pruning::Kind;
use crate::score::{DRAW, FORCED, INFINITE, LIMIT, Score, to_table, win_at};
use crate::shortcuts::Known;
use crate::table::{Bound, Found};
use crate::worker::{FoundAtRoot, Worker, remembered};
use galet_core::Game;

/// How a move is to be searched.
struct Attempt<M> {
    m: M,
    /// How many plies less deeply it is searched first.
    reduction: i32,
    /// Whether its exact score is wanted at once: nothing better is known yet.
    full_window: bool,
}

impl<M: Mind> Worker<'_, M> {
    /// The value of a node: exact inside its window, a bound outside. Means nothing once
    /// `aborted` is set.
    pub(crate) fn search(&mut self, mut node: Node<'_, M>) -> Score {
        self.variations[node.ply].clear();
        if self.tick() {
            return DRAW;
        }
        self.deepest = self.deepest.max(node.ply);
        let key = node.position.key();
        if !node.is_root()
            && let Some(score) = self.ended(&node, key)
        {
            return score;
        }
        if node.depth <= 0 {
            return self.quiescence(node.position, node.accumulator, node.window, node.ply);
        }
        if !node.is_root() {
            // No line from here can be better than winning at once or worse than losing at once.
            node.window.alpha = node.window.alpha.max(-win_at(node.ply));
            node.window.beta = node.window.beta.min(win_at(node.ply + 1));
            if node.window.alpha >= node.window.beta {
                return node.window.alpha;
            }
        }

        let found = self.shared.table.probe(self.table_key(key, node.ply));
        if let Some(score) = found.and_then(|found| self.table_cutoff(&node, found)) {
            return score;
        }
        let known = self.known(&node, key, found);
        if known.may_prune
            && let Some(score) = self.prune_node(&node, &known)
        {
            return score;
        }
        if self.aborted {
            return DRAW;
        }
        if !node.is_root() && found.is_none_or(|found| found.best.is_none()) {
            node.depth = self.shared.tuning.depth_without_best_move(node.depth);
        }
        self.search_moves(&node, &known)
    }

    /// Tries the moves of a node, best first, until one is too good for the opponent to allow.
    fn search_moves(&mut self, node: &Node<'_, M>, known: &Known) -> Score {
        let Window { mut alpha, beta } = node.window;
        let (mut best, mut best_index, mut bound) = (-INFINITE, None, Bound::Upper);
        let mut best_is_tactical = false;
        let mut first_at_root = None;
        let table_move = known.found.and_then(|found| found.best);
        let mut picker = self.picker(node.position, table_move);
        self.enter(known.key);
        while let Some((n, candidate)) = self.pick(&mut picker, node.position, node.ply) {
            let tactical = candidate.tactical;
            if node.is_root() && self.excluded.contains(&candidate.m) {
                continue;
            }
            let tuning = self.shared.tuning;
            let history = match tactical {
                true => 0,
                false => {
                    let figures = self.figures(node.position.turn(), node.ply);
                    figures.of(remembered::<M>(candidate.m))
                }
            };
            // A side that is lost so far must look at every way out. What is tactical comes
            // first, so where one move is not worth a look, those after it are not either.
            if known.may_prune && best > -FORCED && n > 0 && !tactical {
                if tuning.prunes_late_move(node.depth, n, known.improving) {
                    break;
                }
                if let Some(score) = tuning.futility(node.depth, known.evaluation, alpha) {
                    best = best.max(score);
                    break;
                }
                if tuning.prunes_by_history(node.depth, history) {
                    continue;
                }
            }
            if node.is_root() {
                first_at_root.get_or_insert(candidate.m);
            }
            let kind = Kind {
                principal: node.is_principal(),
                improving: known.improving,
                expects_cut: node.expects_cut,
            };
            let reduction =
                if tactical { 0 } else { tuning.reduction(kind, node.depth, n, history) };
            let attempt =
                Attempt { m: candidate.m, reduction, full_window: n == 0 || best == -INFINITE };
            let score = self.search_move(node, &attempt, alpha);
            if self.aborted {
                break;
            }
            if score <= -FORCED && node.is_root() {
                self.lost_at_root.push(candidate.m);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_index = Some(candidate.index);
                    best_is_tactical = tactical;
                    alpha = score;
                    bound = Bound::Exact;
                    self.keep_variation(node.ply, candidate.m);
                    if node.is_root() {
                        let moves = self.variations[0].clone();
                        let first = *first_at_root.get_or_insert(candidate.m);
                        self.found_at_root = Some(FoundAtRoot { first, score, moves });
                    }
                }
            }
            if score >= beta {
                bound = Bound::Lower;
                if !tactical {
                    self.learn(picker.first, n, node.position.turn(), node.ply, node.depth);
                }
                break;
            }
        }
        self.leave();
        if self.moves.len() - picker.first == MAX_MOVES {
            // One of the moves that were not looked at may be a way out.
            best = best.max(-LIMIT);
        }
        self.moves.truncate(picker.first);
        if self.aborted {
            return DRAW;
        }
        let is_whole = self.excluded.is_empty() || !node.is_root();
        if is_whole && !best_is_tactical {
            self.learn_correction(node, known, best, bound);
        }
        if is_whole {
            let (score, evaluation) = (to_table(best, node.ply), known.judged);
            let found = Found { score, evaluation, depth: node.depth, bound, best: best_index };
            self.shared.table.store(self.table_key(known.key, node.ply), found);
        }
        best
    }

    /// The value of a move for the side that plays it. Unless its exact score is wanted at once
    /// it is first asked whether it beats `alpha` at all: late moves at less depth, then at full
    /// depth; only a move that lies inside the window is searched with all of it.
    fn search_move(
        &mut self,
        node: &Node<'_, M>,
        attempt: &Attempt<<M::Game as Game>::Move>,
        alpha: Score,
    ) -> Score {
        let mut next = node.position.clone();
        next.play_unchecked(attempt.m);
        let accumulator = Lazy::after(node.accumulator, Some(attempt.m), &next);
        let child = |depth: i32, window: Window, expects_cut: bool| Node {
            position: &next,
            accumulator: &accumulator,
            depth,
            window: window.for_opponent(),
            ply: node.ply + 1,
            after_null_move: false,
            expects_cut,
        };
        let depth = node.depth - 1;
        if !attempt.full_window {
            let reduction = attempt.reduction;
            let expects_cut = reduction > 0 || !node.expects_cut;
            self.step(node.ply, Some(attempt.m));
            let zero = Window::zero(alpha);
            let mut score = -self.search(child(depth - reduction, zero, expects_cut));
            if reduction > 0 && score > alpha && !self.aborted {
                self.step(node.ply, Some(attempt.m));
                score = -self.search(child(depth, zero, !node.expects_cut));
            }
            if self.aborted || score <= alpha || score >= node.window.beta {
                return score;
            }
        }
        self.step(node.ply, Some(attempt.m));
        let expects_cut = !node.is_principal() && !node.expects_cut;
        -self.search(child(depth, Window::new(alpha, node.window.beta), expects_cut))
    }
}
