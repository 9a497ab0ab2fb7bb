//! The mind of the sample game, watched: it counts what the search asks of it.

use galet_core::Game;
use galet_minds::FromResources;
use galet_minds::sample::Sample;
use galet_sample::{Move, Position};
use galet_search::score::Score;
use galet_search::{Mind, Table, Tuning};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// What a [`Watched`] mind shows the search of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// Everything there is.
    All,
    /// No captures at the end of the search.
    NoQuiescence,
}

/// The mind of the sample game with its calls counted. `REPEATS` says whether the search is told
/// that positions come back.
pub(crate) struct Watched<'a, const REPEATS: bool = true> {
    mind: Sample,
    shown: Shown,
    /// A table to forget at each node, so that nothing is ever found in it.
    emptied: Option<&'a Table>,
    counts: Mutex<Counts>,
    /// Positions whose null move has been tried and whose moves have not been asked for since.
    passed: Mutex<HashMap<u64, u64>>,
}

/// How often the search did what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    /// Null moves tried.
    pub(crate) null_moves: u64,
    /// Null moves after which the node's own moves were looked at all the same; the others cut.
    pub(crate) null_moves_in_vain: u64,
    /// Moves of the quiescence search.
    pub(crate) noisy_moves: u64,
    /// Wins that were seen without trying.
    pub(crate) wins_at_once: u64,
}

impl<'a, const REPEATS: bool> Watched<'a, REPEATS> {
    pub(crate) fn new(shown: Shown) -> Self {
        Watched {
            mind: Sample::by_hand(),
            shown,
            emptied: None,
            counts: Mutex::default(),
            passed: Mutex::default(),
        }
    }

    /// A mind that empties the table before each look into it: the search is then one without.
    pub(crate) fn emptying(shown: Shown, table: &'a Table) -> Self {
        Watched { emptied: Some(table), ..Watched::new(shown) }
    }

    pub(crate) fn counts(&self) -> Counts {
        *self.counts.lock().expect("nobody panicked")
    }

    fn count(&self, count: impl FnOnce(&mut Counts)) {
        count(&mut self.counts.lock().expect("nobody panicked"));
    }
}

impl Counts {
    pub(crate) fn add(&mut self, more: Counts) {
        self.null_moves += more.null_moves;
        self.null_moves_in_vain += more.null_moves_in_vain;
        self.noisy_moves += more.noisy_moves;
        self.wins_at_once += more.wins_at_once;
    }

    /// Nodes that a null move cut, at least.
    pub(crate) fn null_move_cuts(&self) -> u64 {
        self.null_moves - self.null_moves_in_vain
    }
}

impl<const REPEATS: bool> Mind for Watched<'_, REPEATS> {
    type Game = Position;
    type Accumulator = ();
    type OrderingContext = Position;
    const HISTORY_SIZE: usize = Sample::HISTORY_SIZE;
    const REPEATS: bool = REPEATS;

    fn accumulator(&self, _position: &Position) {}

    fn advance(&self, (): &(), _before: &Position, _m: Move, _after: &Position) {}

    fn evaluate(&self, position: &Position, (): &()) -> Score {
        self.mind.evaluate(position, &())
    }

    fn history_index(m: Move) -> usize {
        Sample::history_index(m)
    }

    const CONTINUATION_SIZE: usize = Sample::CONTINUATION_SIZE;

    fn continuation_index(m: Move) -> usize {
        Sample::continuation_index(m)
    }

    fn lead(&self, position: &Position) -> Score {
        self.mind.lead(position)
    }

    fn structures(position: &Position) -> Option<[u64; 2]> {
        Sample::structures(position)
    }

    /// Asked when a node's moves are about to be looked at, after its null move.
    fn ordering_context(&self, position: &Position) -> Position {
        let mut passed = self.passed.lock().expect("nobody panicked");
        if let Some(tried) = passed.get_mut(&position.key()).filter(|tried| **tried > 0) {
            *tried -= 1;
            self.count(|counts| counts.null_moves_in_vain += 1);
        }
        self.mind.ordering_context(position)
    }

    fn tactical_score(&self, position: &Position, m: Move) -> i32 {
        self.mind.tactical_score(position, m)
    }

    fn is_late(&self, position: &Position, m: Move) -> bool {
        self.mind.is_late(position, m)
    }

    fn visit_noisy(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.shown == Shown::NoQuiescence {
            return ControlFlow::Continue(());
        }
        self.mind.visit_noisy(position, |m| {
            self.count(|counts| counts.noisy_moves += 1);
            visit(m)
        })
    }

    /// Asked at each node with moves to look at, before the table is.
    fn wins_at_once(&self, position: &Position) -> Option<bool> {
        if let Some(table) = self.emptied {
            table.clear();
        }
        let wins = self.mind.wins_at_once(position);
        self.count(|counts| counts.wins_at_once += u64::from(wins == Some(true)));
        wins
    }

    fn pass(&self, position: &Position) -> Option<Position> {
        *self.passed.lock().expect("nobody panicked").entry(position.key()).or_default() += 1;
        self.count(|counts| counts.null_moves += 1);
        self.mind.pass(position)
    }

    fn tuning(&self) -> &Tuning {
        self.mind.tuning()
    }
}
