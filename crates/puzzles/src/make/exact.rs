//! One right move, proven: the exact solver judges the position and each move of it.

use super::line::{Answer, Found};
use super::{MoveOf, Workshop};
use crate::puzzle::Goal;
use galet_core::{Game, Progress, Side, Symmetric};
use galet_minds::{Budget, Expert};
use galet_scene::Motifs;
use galet_search::Stop;

/// Positions that the solver may look at for one question.
const SOLVER_NODES: u64 = 60_000;
/// And for the most stubborn reply, which it chooses among many.
const REPLY_NODES: u64 = 4 * SOLVER_NODES;
/// Positions with more moves are left alone: each of them is a question.
const MOST_MOVES: u64 = 300;

impl<E: Expert> Workshop<E>
where
    E::Game: Motifs + Symmetric,
{
    /// The right move and what follows, if the solver decides all of it.
    pub(super) fn exact_line(&self, game: &Progress<E::Game>) -> Option<Found<E>> {
        self.follow(game, true, |game| self.exact_answer(game), |game| self.exact_reply(game))
    }

    /// The only move that keeps the win or the draw; `None` as well where the game is lost.
    fn exact_answer(&self, game: &Progress<E::Game>) -> Option<Answer<E>> {
        let me = game.turn();
        if game.position().count_moves() > MOST_MOVES {
            return None;
        }
        let winner = self.winner(game).filter(|&winner| winner != Some(me.other()))?;
        let mut only: Option<(MoveOf<E>, E::Game)> = None;
        for (m, after) in self.by_promise(game) {
            let kept = match after.outcome() {
                Some(outcome) => outcome.winner == winner,
                None => self.winner(&after)? == winner,
            };
            match &only {
                _ if !kept => {}
                // Another way to the same position is the same answer.
                Some((_, position)) if position == after.position() => {}
                Some(_) => return None,
                None => only = Some((m, after.position().clone())),
            }
        }
        let goal = if winner.is_some() { Goal::Win } else { Goal::Draw };
        only.map(|(m, _)| Answer { m, goal })
    }

    /// The reply that resists longest or leaves the fewest answers that win, as the solver chooses it.
    fn exact_reply(&self, game: &Progress<E::Game>) -> Option<MoveOf<E>> {
        let budget = Budget::new(REPLY_NODES, Stop::new()).to_play();
        let solution = self.mind.solve(game, &budget)?;
        solution.hope.or_else(|| solution.line.first().copied())
    }

    fn winner(&self, game: &Progress<E::Game>) -> Option<Option<Side>> {
        self.mind.winner(game, &Budget::new(SOLVER_NODES, Stop::new()))
    }

    /// The moves with what they lead to, the most promising first: a second one that wins is found soon.
    fn by_promise(&self, game: &Progress<E::Game>) -> Vec<(MoveOf<E>, Progress<E::Game>)> {
        let mut moves = Vec::new();
        for m in game.position().moves() {
            let mut after = game.clone();
            if after.play(m).is_err() {
                continue;
            }
            let position = after.position();
            let score = match after.outcome() {
                Some(outcome) if outcome.winner == Some(game.turn()) => i32::MIN,
                Some(_) => 0,
                None => self.mind.evaluate(position, &self.mind.accumulator(position)),
            };
            moves.push((score, m, after));
        }
        moves.sort_by_key(|(score, _, _)| *score);
        moves.into_iter().map(|(_, m, after)| (m, after)).collect()
    }
}
