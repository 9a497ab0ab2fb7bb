//! What a player of Qawale knows.
//!
//! | to find | look in |
//! |---|---|
//! | what a position looks worth, and why | `evaluation.rs`, `weights.rs` |
//! | immediate wins by table | `views.rs` |
//! | exact play from the middle of the game on | `solver.rs` |
//! | what is proven about its beginning | `book.rs` |

mod book;
mod evaluation;
mod solver;
mod views;
mod weights;

use crate::{Budget, Expert, LevelSpec, Solution, Term, Weight};
use book::Books;
use evaluation::Weights;
use galet_core::{Game, Progress};
use galet_qawale::{Cell, Move, Position};
use galet_qawale_proof::rows::CODES;
use galet_qawale_proof::tables::Tables;
use galet_search::score::Score;
use galet_search::{Mind, Tuning};

/// A player of Qawale.
pub struct Qawale {
    weights: Weights,
    tuning: Tuning,
    tables: &'static Tables,
    /// What is proven about the beginning; levels below full strength play without it.
    books: Option<&'static Books>,
}

/// How the search is set for this game. There is no null move: having to move can hurt.
const TUNING: Tuning = Tuning {
    aspiration: 20,
    late_move_reduction: 30,
    late_move_pruning: 0,
    reverse_futility: 0,
    futility: 0,
    null_move: false,
};

/// Moves are remembered by their stack and the first steps of their walk.
const STEPS_REMEMBERED: u32 = 3;

impl Mind for Qawale {
    type Game = Position;
    type Accumulator = ();
    type OrderingContext = ();
    const HISTORY_SIZE: usize = Cell::COUNT << (2 * STEPS_REMEMBERED);
    const REPEATS: bool = false;

    fn accumulator(&self, _position: &Position) {}

    fn advance(&self, (): &(), _before: &Position, _m: Move, _after: &Position) {}

    fn evaluate(&self, position: &Position, (): &()) -> Score {
        self.weights.evaluate(self.tables, position)
    }

    fn ordering_context(&self, _position: &Position) {}

    fn history_index(m: Move) -> usize {
        let steps = m.steps().take(STEPS_REMEMBERED as usize);
        steps.fold(m.origin().index(), |slot, step| slot << 2 | step as usize) % Self::HISTORY_SIZE
    }

    /// No move is preferred: one that leaves the opponent a win is refuted by the table at the
    /// next node, without a search.
    fn tactical_score(&self, (): &(), _m: Move) -> i32 {
        0
    }

    /// By table; stacks too tall for it are not looked at.
    #[inline]
    fn wins_at_once(&self, position: &Position) -> Option<bool> {
        let view = views::view(position, position.turn());
        ((view.tall as usize) < CODES).then(|| view.can_win(self.tables))
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

impl Expert for Qawale {
    const CLEAR_LEAD: Score = 200;

    const LEVELS: [LevelSpec; 9] = weights::LEVELS;

    const PROVEN: Option<(&'static str, &'static str)> = Some((
        "It is proven that nobody can force a win here: full strength plays by that proof.",
        "Il est prouvé que personne ne peut forcer le gain\u{a0}: la pleine force joue d’après cette preuve.",
    ));

    fn new() -> Self {
        Qawale {
            weights: weights::SHIPPED,
            tuning: TUNING,
            tables: Tables::get(),
            books: Some(Books::shipped()),
        }
    }

    fn without_book(self) -> Self {
        Qawale { books: None, ..self }
    }

    fn solve(&self, game: &Progress<Position>, budget: &Budget) -> Option<Solution<Move>> {
        let position = game.position();
        if let Some(reply) = self.books.and_then(|books| books.drawing_reply(position)) {
            return Some(solver::drawn_by(reply));
        }
        let cannot_win = self.books.is_some_and(|books| books.cannot_win(position));
        solver::solve(position, cannot_win, budget)
    }

    fn safe_move(&self, game: &Progress<Position>, budget: &Budget) -> Option<Move> {
        let position = game.position();
        let stored = self.books.and_then(|books| books.reply(position));
        stored.or_else(|| solver::holding_move(position, budget))
    }

    fn terms(&self, position: &Position) -> Vec<Term> {
        self.weights.terms(self.tables, position)
    }

    fn weights(&self) -> Vec<Weight> {
        self.weights.list()
    }

    fn with_weights(&self, weights: &[Score]) -> Self {
        Qawale { weights: Weights::from_list(weights), tuning: self.tuning.clone(), ..*self }
    }
}
