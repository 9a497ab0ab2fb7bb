//! Accumulators that are computed where something is evaluated by them, and nowhere else.

use crate::mind::Mind;
use galet_core::Game;
use std::cell::OnceCell;

/// The accumulator of a position on the path: known, or to be made of that of the position before.
pub(crate) struct Lazy<'n, M: Mind> {
    cell: OnceCell<M::Accumulator>,
    position: &'n M::Game,
    /// The position before it.
    before: Option<Before<'n, M>>,
}

/// A position on the path and the move that was played there; no move is a pass.
type Before<'n, M> = (&'n Lazy<'n, M>, Option<<<M as Mind>::Game as Game>::Move>);

impl<'n, M: Mind> Lazy<'n, M> {
    /// The accumulator of a position that a search begins from.
    pub(crate) fn root(mind: &M, position: &'n M::Game) -> Self {
        Lazy { cell: OnceCell::from(mind.accumulator(position)), position, before: None }
    }

    /// The accumulator of the position after a move; without a move, after doing nothing.
    pub(crate) fn after(
        before: &'n Lazy<'n, M>,
        m: Option<<M::Game as Game>::Move>,
        position: &'n M::Game,
    ) -> Self {
        Lazy { cell: OnceCell::new(), position, before: Some((before, m)) }
    }

    /// The accumulator; that of earlier positions is made on the way where it is missing.
    pub(crate) fn get(&self, mind: &M) -> &M::Accumulator {
        self.cell.get_or_init(|| match self.before {
            Some((before, Some(m))) => {
                mind.advance(before.get(mind), before.position, m, self.position)
            }
            Some((before, None)) => mind.advance_by_passing(before.get(mind), self.position),
            None => mind.accumulator(self.position),
        })
    }
}
