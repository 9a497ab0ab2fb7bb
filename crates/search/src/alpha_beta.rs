//! The walk through the tree: principal variation search.
//!
//! [`Worker::search`] asks in turn whether a node needs no search at all (it is over, the table
//! knows it, its evaluation or a null move is enough), and only then tries its moves.

use crate::mind::Mind;
use crate::negamax::outcome_score;
use crate::node::{Node, Window};
use crate::picker::MAX_MOVES;
use crate::score::{DRAW, FORCED, INFINITE, LIMIT, MAX_PLY, Score, from_table, to_table, win_at};
use crate::table::{Bound, Found};
use crate::worker::Worker;
use galet_core::Game;

/// What a node knows before its moves are tried.
struct Known {
    key: u64,
    /// The table's entry.
    found: Option<Found>,
    evaluation: Score,
    /// Whether moves may be left out: no principal node, and no forced result in sight.
    may_prune: bool,
}

/// How a move is to be searched.
struct Attempt<M> {
    m: M,
    /// How many moves were tried before it.
    n: usize,
    tactical: bool,
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

        let found = self.shared.table.probe(key ^ self.shared.table_salt);
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

    /// The score of a node that needs no search because the game ends here, at once after it,
    /// or cannot be followed any further.
    #[inline]
    fn ended(&self, node: &Node<'_, M>, key: u64) -> Option<Score> {
        let &Node { position, ply, .. } = node;
        if let Some(outcome) = position.outcome() {
            return Some(outcome_score(outcome, position.turn(), ply));
        }
        if M::REPEATS && !node.after_null_move && self.repeats(key) {
            return Some(DRAW);
        }
        if ply >= self.shared.plies_left {
            return Some(outcome_score(position.verdict_at_move_limit(), position.turn(), ply));
        }
        if node.depth > 0 && self.shared.mind.wins_at_once(position) == Some(true) {
            return Some(win_at(ply + 1));
        }
        (ply >= MAX_PLY - 1).then(|| self.shared.mind.evaluate(position, node.accumulator))
    }

    /// The score of an entry that was searched deeply enough and answers what is asked.
    /// Principal nodes are searched again, so that their line is complete; an exact search
    /// takes nothing from another depth, so that it equals plain negamax.
    #[inline]
    fn table_cutoff(&self, node: &Node<'_, M>, found: Found) -> Option<Score> {
        let deep_enough =
            found.depth == node.depth || found.depth > node.depth && !self.shared.tuning.is_exact();
        if node.is_principal() || !deep_enough {
            return None;
        }
        let score = from_table(found.score, node.ply);
        let answers = match found.bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.window.beta,
            Bound::Upper => score <= node.window.alpha,
        };
        answers.then_some(score)
    }

    #[inline]
    fn known(&self, node: &Node<'_, M>, key: u64, found: Option<Found>) -> Known {
        let evaluation = match found {
            Some(found) => found.evaluation,
            None => {
                let mind = self.shared.mind;
                mind.evaluate(node.position, node.accumulator).clamp(-LIMIT, LIMIT)
            }
        };
        let may_prune = !node.is_principal()
            && !self.shared.tuning.is_exact()
            && node.window.beta.abs() < FORCED
            && node.window.alpha.abs() < FORCED;
        Known { key, found, evaluation, may_prune }
    }

    /// The score of a node that is too good to be worth a search of its moves.
    #[inline]
    fn prune_node(&mut self, node: &Node<'_, M>, known: &Known) -> Option<Score> {
        let tuning = self.shared.tuning;
        tuning
            .reverse_futility(node.depth, known.evaluation, node.window.beta)
            .or_else(|| self.null_move(node, known))
    }

    /// Null move pruning: if even doing nothing is too good, the best move is as well.
    fn null_move(&mut self, node: &Node<'_, M>, known: &Known) -> Option<Score> {
        let beta = node.window.beta;
        if node.after_null_move {
            return None;
        }
        let depth = self.shared.tuning.null_move_depth(node.depth, known.evaluation, beta)?;
        let mind = self.shared.mind;
        let position = &mind.pass(node.position)?;
        let accumulator = &mind.advance_by_passing(node.accumulator, position);
        self.enter(known.key);
        let score = -self.search(Node {
            position,
            accumulator,
            depth,
            window: Window::zero(beta - 1).for_opponent(),
            ply: node.ply + 1,
            after_null_move: true,
        });
        self.leave();
        if self.aborted || score < beta {
            return None;
        }
        // What follows a null move is no line of play: it forces nothing.
        Some(if score >= FORCED { beta } else { score })
    }

    /// Tries the moves of a node, best first, until one is too good for the opponent to allow.
    fn search_moves(&mut self, node: &Node<'_, M>, known: &Known) -> Score {
        let Window { mut alpha, beta } = node.window;
        let (mut best, mut best_index, mut bound) = (-INFINITE, None, Bound::Upper);
        let mut picker = self.picker(node.position, known.found.and_then(|found| found.best));
        self.enter(known.key);
        while let Some((n, candidate)) = self.pick(&mut picker, node.position, node.ply) {
            let tactical = candidate.tactical;
            if node.is_root() && self.excluded.contains(&candidate.m) {
                continue;
            }
            // A side that is lost so far must look at every way out. What is tactical comes
            // first, so where one move is not worth a look, those after it are not either.
            if known.may_prune && best > -FORCED && n > 0 && !tactical {
                let tuning = self.shared.tuning;
                if tuning.prunes_late_move(node.depth, n) {
                    break;
                }
                if let Some(score) = tuning.futility(node.depth, known.evaluation, alpha) {
                    best = best.max(score);
                    break;
                }
            }
            let full_window = n == 0 || best == -INFINITE;
            let attempt = Attempt { m: candidate.m, n, tactical, full_window };
            let score = self.search_move(node, &attempt, alpha);
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_index = Some(candidate.index);
                    alpha = score;
                    bound = Bound::Exact;
                    self.keep_variation(node.ply, candidate.m);
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
        if self.excluded.is_empty() || !node.is_root() {
            let (score, evaluation) = (to_table(best, node.ply), known.evaluation);
            let found = Found { score, evaluation, depth: node.depth, bound, best: best_index };
            self.shared.table.store(known.key ^ self.shared.table_salt, found);
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
        let mind = self.shared.mind;
        let mut next = node.position.clone();
        next.play_unchecked(attempt.m);
        let accumulator = mind.advance(node.accumulator, node.position, attempt.m, &next);
        let child = |depth: i32, window: Window| Node {
            position: &next,
            accumulator: &accumulator,
            depth,
            window: window.for_opponent(),
            ply: node.ply + 1,
            after_null_move: false,
        };
        let depth = node.depth - 1;
        if !attempt.full_window {
            let reduction = self.reduction(node, attempt);
            let mut score = -self.search(child(depth - reduction, Window::zero(alpha)));
            if reduction > 0 && score > alpha && !self.aborted {
                score = -self.search(child(depth, Window::zero(alpha)));
            }
            if self.aborted || score <= alpha || score >= node.window.beta {
                return score;
            }
        }
        -self.search(child(depth, Window::new(alpha, node.window.beta)))
    }

    /// How many plies less deeply a move is searched first.
    #[inline]
    fn reduction(&self, node: &Node<'_, M>, attempt: &Attempt<<M::Game as Game>::Move>) -> i32 {
        if attempt.tactical {
            return 0;
        }
        let tuning = self.shared.tuning;
        tuning.base_reduction(node.depth, attempt.n).map_or(0, |base| {
            let history = self.history.of_side(node.position.turn());
            let history = history[M::history_index(attempt.m)];
            tuning.corrected_reduction(base, node.depth, node.is_principal(), history)
        })
    }
}
