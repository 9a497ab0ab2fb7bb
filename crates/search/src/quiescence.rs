//! Quiescence search: positions are judged when nothing noisy is left to play.

use crate::lazy::Lazy;
use crate::mind::Mind;
use crate::negamax::outcome_score;
use crate::node::Window;
use crate::ordering::{Candidate, bring_best_to_front};
use crate::score::{MAX_PLY, Score};
use crate::worker::Worker;
use galet_core::Game;
use std::ops::ControlFlow;

impl<M: Mind> Worker<'_, M> {
    /// The value of a position that is not finished at the end of the search: its evaluation,
    /// or what a noisy move makes of it if that is better.
    pub(crate) fn quiescence(
        &mut self,
        position: &M::Game,
        accumulator: &Lazy<'_, M>,
        window: Window,
        ply: usize,
    ) -> Score {
        let Window { mut alpha, beta } = window;
        let mind = self.shared.mind;
        let judged = self.evaluate(position, accumulator, ply);
        let mut best = self.corrected(position, judged);
        // No move follows the last one that the move limit allows.
        if best >= beta || ply >= MAX_PLY - 1 || ply >= self.shared.plies_left {
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
                None if ply + 1 >= self.shared.plies_left => {
                    -outcome_score(next.verdict_at_move_limit(), next.turn(), ply + 1)
                }
                None => {
                    let accumulator = Lazy::after(accumulator, Some(m), &next);
                    let window = Window::new(alpha, beta).for_opponent();
                    -self.quiescence(&next, &accumulator, window, ply + 1)
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
}
