//! What a player of Qawale knows.
//!
//! | to find | look in |
//! |---|---|
//! | what a position looks worth, and why | `evaluation.rs`, `weights.rs` |
//! | immediate wins by table | `views.rs` |
//! | a move that does not lose, within a budget | `safety.rs` |
//! | a drawing move that sets problems | `sharpest.rs` |
//! | moves that lead to the same position up to symmetry | `twins.rs` |
//! | how easily an opponent goes wrong | `traps.rs` |
//! | exact play from the middle of the game on | `solver.rs` |
//! | the same by the checker's search, which shares nothing with it | `second.rs` |
//! | what is proven about its beginning | `book.rs` |
//! | what a move costs, in chances and as a result | `prospects.rs`, `fitted.rs` |

mod book;
mod evaluation;
mod fitted;
mod prospects;
mod safety;
mod second;
mod sharpest;
mod solver;
mod traps;
mod twins;
mod views;
mod weights;

use crate::resources::refuse;
use crate::tuning::Weights;
use crate::{
    Budget, Calibrated, Equipment, FromResources, LevelSpec, Presence, ResourceError, Resources,
    Safety, Solution, Solve, Term, Trainable, Tunable, Weight,
};
use book::Books;
use evaluation::COUNTS;
use galet_core::{Game, Phrase, Progress, Side};
use galet_qawale::{Cell, Move, Position};
use galet_qawale_proof::rows::CODES;
use galet_qawale_proof::search::Search;
use galet_qawale_proof::tables::Tables;
use galet_search::score::Score;
use galet_search::{Mind, Tuning};
use solver::POSITIONS_PER_NODE;
use std::sync::Arc;

/// A player of Qawale.
pub struct Qawale {
    weights: Weights<COUNTS>,
    tuning: Tuning,
    tables: &'static Tables,
    /// What is proven about the beginning, if the mind was made with the certificate.
    books: Option<Arc<Books>>,
}

/// How the search is set for this game: first guesses; ten other settings drew 94 to 99 of 100
/// games against them (`docs/strength.md`). There is no null move: having to move can hurt.
const BY_HAND: Tuning = Tuning { aspiration: 20, late_move_reduction: 30, ..Tuning::EXACT };

/// The same at full strength, where nothing that was found may be lost: an iteration that the limits end may have
/// seen that the move before it loses by force.
const TUNING: Tuning = Tuning { unfinished_iterations: 1, ..BY_HAND };

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
        evaluation::evaluate(&self.weights, self.tables, position)
    }

    fn ordering_context(&self, _position: &Position) {}

    fn history_index(m: Move) -> usize {
        let steps = m.steps().take(STEPS_REMEMBERED as usize);
        steps.fold(m.origin().index(), |index, step| index << 2 | step as usize)
            % Self::HISTORY_SIZE
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

impl FromResources for Qawale {
    fn by_hand() -> Self {
        Qawale { weights: weights::BY_HAND, tuning: BY_HAND, tables: Tables::get(), books: None }
    }

    /// Checks the certificate, which takes some tenths of a second.
    fn from_resources(resources: &Resources<'_>) -> Result<Self, ResourceError> {
        refuse(Position::NAME, "network", resources.network)?;
        let books = resources.certificate.map(Books::read).transpose();
        let books = books.map_err(|error| ResourceError::Certificate(error.into()))?;
        Ok(Qawale { tuning: TUNING, books: books.map(Arc::new), ..Qawale::by_hand() })
    }

    fn with_network(&self, _bytes: &[u8]) -> Result<Self, ResourceError> {
        Err(ResourceError::Unused { game: Position::NAME, file: "network" })
    }

    fn without_network(&self) -> Self {
        Qawale { tuning: self.tuning.clone(), books: self.books.clone(), ..*self }
    }

    fn equipment(&self) -> Equipment {
        let certificate = Presence::of(self.books.as_ref());
        Equipment { network: Presence::Unused, certificate }
    }
}

impl Calibrated for Qawale {
    const CLEAR_LEAD: Score = 200;

    const LEVELS: [LevelSpec; 9] = weights::LEVELS;
    const ELO: &'static [u32] = weights::ELO;
}

impl Solve for Qawale {
    const PROVES: bool = true;

    const PROVEN: Option<Phrase> = Some(Phrase::fixed(
        "It is proven that nobody can force a win here: full strength opens by that proof, and then proves as far as its time goes.",
        "Il est prouvé que personne ne peut forcer le gain\u{a0}: la pleine force ouvre d’après cette preuve, puis prouve autant que son temps le permet.",
    ));

    fn solve(&self, game: &Progress<Position>, budget: &Budget) -> Option<Solution<Move>> {
        let (position, books) = (game.position(), self.books.as_ref());
        if let Some(reply) = books.and_then(|books| books.drawing_reply(position)) {
            return Some(solver::drawn_by(reply));
        }
        let cannot_win = books.is_some_and(|books| books.cannot_win(position));
        within(budget, |search| solver::solve(position, cannot_win, search))
    }

    fn forced_win(
        &self,
        game: &Progress<Position>,
        budget: &Budget,
    ) -> Option<Option<Solution<Move>>> {
        let position = game.position();
        if self.books.as_ref().is_some_and(|books| books.cannot_win(position)) {
            return Some(None);
        }
        within(budget, |search| solver::forced_win(position, search))
    }

    fn drawn_by(&self, m: Move) -> Option<Solution<Move>> {
        Some(solver::drawn_by(m))
    }

    fn winner(&self, game: &Progress<Position>, budget: &Budget) -> Option<Option<Side>> {
        within(budget, |search| solver::winner(game.position(), search))
    }

    fn second_opinion(
        &self,
        game: &Progress<Position>,
        side: Side,
        budget: &Budget,
    ) -> Option<bool> {
        second::forces_line(game.position(), side, budget.nodes)
    }

    fn safety(&self, game: &Progress<Position>, budget: &Budget) -> Safety<Move> {
        let position = game.position();
        match self.books.as_ref().and_then(|books| books.reply(position)) {
            Some((m, proven)) => Safety { proven, stored: true, ..Safety::hint(Some(m)) },
            None => {
                let stored = self.books.as_ref().and_then(|books| books.deeper_reply(position));
                within(budget, |search| safety::examine(position, stored, search))
            }
        }
    }

    fn with_twins(&self, game: &Progress<Position>, moves: &[Move]) -> Vec<Move> {
        twins::with_twins(game.position(), moves)
    }

    fn choices(&self, game: &Progress<Position>) -> Vec<Move> {
        safety::plain_order(game.position())
    }

    fn holds(&self, game: &Progress<Position>, m: Move, budget: &Budget) -> bool {
        within(budget, |search| safety::holds(game.position(), m, search))
    }

    fn sharpest(&self, game: &Progress<Position>, safe: Move, budget: &Budget) -> Move {
        within(budget, |search| sharpest::sharpest(game.position(), safe, search))
    }
}

/// What a search of the prover finds within a budget, which it then has spent.
fn within<T>(budget: &Budget, work: impl FnOnce(&mut Search<'_>) -> T) -> T {
    let mut search = Search::new(budget);
    search.node_limit = budget.nodes / POSITIONS_PER_NODE;
    let found = work(&mut search);
    budget.spend(search.nodes.saturating_mul(POSITIONS_PER_NODE));
    found
}

impl Tunable for Qawale {
    fn terms(&self, position: &Position) -> Vec<Term> {
        evaluation::terms(&self.weights, self.tables, position)
    }

    fn weights(&self) -> Vec<Weight> {
        self.weights.list()
    }

    fn with_weights(&self, weights: &[Score]) -> Self {
        let weights = self.weights.with(weights);
        Qawale { weights, tuning: self.tuning.clone(), books: None, ..*self }
    }
}

/// No network learns Qawale.
impl Trainable for Qawale {}
