//! The game as the rest of Galet knows it; each rule is in the file that its method leads to.

use crate::moves::Move;
use crate::position::Position;
use crate::setup::{self, Setup};
use galet_core::{Game, Outcome, PerSide, Side};
use std::ops::ControlFlow;

impl Game for Position {
    const NAME: &'static str = "qawale";
    type Move = Move;
    type Setup = Setup;

    fn start(setup: &Setup) -> Self {
        setup::start(setup)
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.end()
    }

    fn score(&self) -> PerSide<u32> {
        self.points()
    }

    #[inline]
    fn visit_moves(&self, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.end().is_some() {
            return ControlFlow::Continue(());
        }
        self.visit_walks(visit)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.end().is_some() { 0 } else { self.count_walks() }
    }

    fn is_legal(&self, m: Move) -> bool {
        self.end().is_none() && self.allows_walk(m)
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        self.sow(m);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        self.key_from_scratch()
    }
}
