//! What the search must agree with: negamax over the game in progress, twenty lines at a time.

use galet_core::{Game, Progress, Setup, Side};
use galet_minds::sample::Sample;
use galet_sample::Position;
use galet_search::Mind;
use galet_search::negamax::outcome_score;
use galet_search::score::{DRAW, INFINITE, Score};
use std::ops::ControlFlow;

/// When a position that comes back ends a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repetition {
    /// As the rules have it: the third time in the game.
    Third,
    /// As the search has it: also the second time since the root. Whoever is to win has no
    /// reason to come back to where they were, so forced wins are the same and as long as by the
    /// rules: if the attacker wins by the position's own end from the second time on, the same
    /// play won from the first time on. What is not forced is judged differently.
    SecondSinceRoot,
}

/// The value of a game `depth` plies deep, for the side to move, by looking at everything.
pub(crate) struct Reference<'a> {
    pub(crate) mind: &'a Sample,
    pub(crate) repetition: Repetition,
    /// Whether positions at the end are judged after the captures that follow.
    pub(crate) quiescence: bool,
}

impl Reference<'_> {
    pub(crate) fn value(&self, game: &Progress<Position>, depth: u32) -> Score {
        self.at(&mut game.clone(), game.moves().len(), depth)
    }

    fn at(&self, game: &mut Progress<Position>, root: usize, depth: u32) -> Score {
        let (plies, position) = (game.moves().len(), *game.position());
        let ply = plies - root;
        if ply > 0 {
            let by_position = position.outcome();
            let is_back = (root..plies).any(|p| game.position_after(p) == Some(&position));
            if by_position.is_none() && is_back && self.repetition == Repetition::SecondSinceRoot {
                return DRAW;
            }
            if let Some(outcome) = game.outcome() {
                return outcome_score(outcome, position.turn(), ply);
            }
        }
        if depth == 0 {
            let limit = game.setup().history_rules().move_limit;
            let left = limit.map_or(usize::MAX, |limit| limit as usize - plies);
            return self.at_rest(&position, ply, left);
        }
        let values = position.moves().into_iter().map(|m| {
            game.play(m).expect("a legal move of a game that is not over");
            let value = -self.at(game, root, depth - 1);
            game.undo();
            value
        });
        values.max().expect("a game that is not over has moves")
    }

    /// The value of a position at rest: as it is judged, or better by captures, of which there may
    /// be `left` before the move limit. A capture cannot bring a position back.
    fn at_rest(&self, position: &Position, ply: usize, left: usize) -> Score {
        let mut best = self.mind.evaluate(position, &());
        if self.quiescence {
            let _ = self.mind.visit_noisy(position, |m| {
                let mut next = *position;
                next.play_unchecked(m);
                let at_limit = (left == 1).then(|| next.verdict_at_move_limit());
                let value = match next.outcome().or(at_limit) {
                    Some(outcome) => outcome_score(outcome, next.turn(), ply + 1),
                    None => self.at_rest(&next, ply + 1, left - 1),
                };
                best = best.max(-value);
                ControlFlow::Continue(())
            });
        }
        best
    }

    /// The same over positions alone, as if they had no history, with `left` plies to the move
    /// limit.
    pub(crate) fn value_without_history(
        &self,
        position: &Position,
        depth: u32,
        ply: usize,
        left: usize,
    ) -> Score {
        let at_limit = (left == 0).then(|| position.verdict_at_move_limit());
        if let Some(outcome) = position.outcome().or(at_limit) {
            return outcome_score(outcome, position.turn(), ply);
        }
        if depth == 0 {
            return self.at_rest(position, ply, left);
        }
        let mut best = -INFINITE;
        let _ = position.visit_moves(|m| {
            let mut next = *position;
            next.play_unchecked(m);
            let value = self.value_without_history(&next, depth - 1, ply + 1, left - 1);
            best = best.max(-value);
            ControlFlow::Continue(())
        });
        best
    }
}

/// Whether `attacker` can force a win of this game within `plies` plies, whatever the other side
/// does: every move tried, by the rules of the game in progress and nothing else.
pub(crate) fn can_force(game: &Progress<Position>, attacker: Side, plies: u32) -> bool {
    fn wins(game: &mut Progress<Position>, attacker: Side, plies: u32) -> bool {
        if let Some(outcome) = game.outcome() {
            return outcome.winner == Some(attacker);
        }
        if plies == 0 {
            return false;
        }
        let (moves, attacking) = (game.position().moves(), game.turn() == attacker);
        let mut wins_after = |m| {
            game.play(m).expect("a legal move of a game that is not over");
            let wins = wins(game, attacker, plies - 1);
            game.undo();
            wins
        };
        if attacking {
            moves.into_iter().any(&mut wins_after)
        } else {
            moves.into_iter().all(&mut wins_after)
        }
    }
    wins(&mut game.clone(), attacker, plies)
}
