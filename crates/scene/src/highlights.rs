//! What a half-made move adds to a picture.

use crate::{CellId, Choice, Continuations, Dropped, Piece};

/// A half-made move as it is shown on the board: what is chosen, what can follow, what is in
/// hand and what has been dropped. The default shows nothing.
///
/// It is made from the [`Continuations`] of a game: `Highlights::from(&continuations)`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Highlights {
    /// The cells that are lifted or selected.
    pub selected: Vec<CellId>,
    /// The cells that can be tapped next.
    pub choices: Vec<Choice>,
    /// The pieces in hand, the next one to drop first.
    pub hand: Vec<Piece>,
    /// The pieces dropped so far, in order.
    pub dropped: Vec<Dropped>,
}

impl Highlights {
    /// Whether the selected stacks are off the board: on their way, in hand or dropped.
    pub fn lifted(&self) -> bool {
        !self.hand.is_empty() || !self.dropped.is_empty()
    }
}

impl<M> From<&Continuations<M>> for Highlights {
    fn from(continuations: &Continuations<M>) -> Highlights {
        Highlights {
            selected: continuations.selected.clone(),
            choices: continuations.choices.clone(),
            hand: continuations.hand.clone(),
            dropped: continuations.dropped.clone(),
        }
    }
}
