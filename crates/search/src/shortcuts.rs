//! Nodes that need no search of their moves: the game ends there, the table knows them, or their
//! evaluation or a null move says enough.

use crate::lazy::Lazy;
use crate::mind::Mind;
use crate::negamax::outcome_score;
use crate::node::{Node, Window};
use crate::score::{DRAW, FORCED, LIMIT, MAX_PLY, Score, from_table, win_at};
use crate::table::{Bound, Found};
use crate::worker::Worker;
use galet_core::Game;
use galet_core::random::SplitMix64;

/// What a node knows before its moves are tried.
pub(crate) struct Known {
    pub(crate) key: u64,
    /// The table's entry.
    pub(crate) found: Option<Found>,
    /// How the mind judges the position.
    pub(crate) judged: Score,
    /// The same, corrected by what searches of the same structure came to.
    pub(crate) evaluation: Score,
    /// Whether the position is judged better than two plies before.
    pub(crate) improving: bool,
    /// Whether moves may be left out: no principal node, and no forced result in sight.
    pub(crate) may_prune: bool,
}

impl<M: Mind> Worker<'_, M> {
    /// The score of a node that needs no search because the game ends here, at once after it,
    /// or cannot be followed any further.
    #[inline]
    pub(crate) fn ended(&self, node: &Node<'_, M>, key: u64) -> Option<Score> {
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
        (ply >= MAX_PLY - 1).then(|| self.evaluate(position, node.accumulator, ply))
    }

    /// How good a position is for the side to move. Near the move limit that is more and more
    /// what the verdict there will look at.
    #[inline]
    pub(crate) fn evaluate(
        &self,
        position: &M::Game,
        accumulator: &Lazy<'_, M>,
        ply: usize,
    ) -> Score {
        let mind = self.shared.mind;
        let score = mind.evaluate(position, accumulator.get(mind));
        let horizon = self.shared.tuning.limit_horizon;
        let left = self.shared.plies_left.saturating_sub(ply).min(MAX_PLY) as i32;
        let score = match left < horizon {
            true => (score * left + mind.lead(position) * (horizon - left)) / horizon,
            false => score,
        };
        score.clamp(-LIMIT, LIMIT)
    }

    /// An evaluation as searches of positions of the same structure suggest it.
    #[inline]
    pub(crate) fn corrected(&self, position: &M::Game, judged: Score) -> Score {
        let weight = self.shared.tuning.correction_history;
        match M::structures(position) {
            Some(structures) if weight > 0 => {
                let off = self.learned.corrections.of(position.turn(), structures);
                (judged + off * weight / 1600).clamp(-LIMIT, LIMIT)
            }
            _ => judged,
        }
    }

    /// Learns from what a search of a node came to.
    #[inline(never)]
    pub(crate) fn learn_correction(
        &mut self,
        node: &Node<'_, M>,
        known: &Known,
        best: Score,
        bound: Bound,
    ) {
        let off = best - known.evaluation;
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => off > 0,
            Bound::Upper => off < 0,
        };
        if let Some(structures) = M::structures(node.position)
            && self.shared.tuning.correction_history > 0
            && tells
            && best.abs() < FORCED
        {
            self.learned.corrections.learn(node.position.turn(), structures, off, node.depth);
        }
    }

    /// Where a position stands in the table. Less than [`MAX_PLY`] plies from the move limit what is known of it
    /// holds only for as many plies as are left; before that no search looks so far ahead.
    #[inline]
    pub(crate) fn table_key(&self, key: u64, ply: usize) -> u64 {
        let left = self.shared.plies_left.saturating_sub(ply);
        let limit = if left < MAX_PLY { SplitMix64::new(left as u64).next() } else { 0 };
        key ^ self.shared.table_salt ^ limit
    }

    /// The score of an entry that was searched deeply enough and answers what is asked.
    /// Principal nodes are searched again, so that their line is complete; an exact search
    /// takes nothing from another depth, so that it equals plain negamax.
    #[inline]
    pub(crate) fn table_cutoff(&self, node: &Node<'_, M>, found: Found) -> Option<Score> {
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
    pub(crate) fn known(&mut self, node: &Node<'_, M>, key: u64, found: Option<Found>) -> Known {
        let judged = match found {
            Some(found) => found.evaluation,
            None => self.evaluate(node.position, node.accumulator, node.ply),
        };
        let evaluation = self.corrected(node.position, judged);
        self.evaluations[node.ply] = evaluation;
        let improving = node.ply >= 2 && evaluation > self.evaluations[node.ply - 2];
        let may_prune = !node.is_principal()
            && !self.shared.tuning.is_exact()
            && node.window.beta.abs() < FORCED
            && node.window.alpha.abs() < FORCED;
        Known { key, found, judged, evaluation, improving, may_prune }
    }

    /// The score of a node that is too good to be worth a search of its moves.
    #[inline]
    pub(crate) fn prune_node(&mut self, node: &Node<'_, M>, known: &Known) -> Option<Score> {
        let (tuning, beta) = (self.shared.tuning, node.window.beta);
        tuning
            .reverse_futility(node.depth, known.evaluation, known.improving, beta)
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
        self.enter(known.key);
        self.step(node.ply, None);
        let score = -self.search(Node {
            position,
            accumulator: &Lazy::after(node.accumulator, None, position),
            depth,
            window: Window::zero(beta - 1).for_opponent(),
            ply: node.ply + 1,
            after_null_move: true,
            expects_cut: !node.expects_cut,
        });
        self.leave();
        if self.aborted || score < beta {
            return None;
        }
        // What follows a null move is no line of play: it forces nothing.
        Some(if score >= FORCED { beta } else { score })
    }
}
