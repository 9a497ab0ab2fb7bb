//! Small networks in whole numbers, kept up to date move by move.
//!
//! A position is a set of features (a marble here, a tower of three there). Each player sees
//! the features in their own way; the accumulator of a side is the sum of the rows of its
//! features, so that a move changes it by a few rows only. The output is a weighted sum of the
//! clipped and squared hidden values of both accumulators, with other weights for each phase of the
//! game. `docs/training.md` tells how the networks come about and what their file looks like.

mod arithmetic;
mod file;

pub use arithmetic::Width;
pub use file::NetError;

use galet_search::score::{LIMIT, Score};

/// The score that means odds of three to one, if `unit` means odds of e to one.
pub(crate) fn three_to_one(unit: Score) -> Score {
    (f64::from(unit) * 3_f64.ln()).round() as Score
}

/// A network with `H` hidden values for each accumulator.
#[derive(Debug)]
pub struct Net<const H: usize> {
    /// A row for each feature.
    rows: Box<[[i16; H]]>,
    bias: [i16; H],
    outputs: Box<[Output<H>]>,
    /// What 1 is in the hidden layer, and in the final sum.
    hidden_unit: i16,
    sum_unit: i32,
    /// The score that odds of e to 1 mean.
    score_unit: i32,
    width: Width,
}

/// The weights of one phase: for the accumulator of the side to move and for that of the other.
#[derive(Debug)]
struct Output<const H: usize> {
    mine: [i16; H],
    yours: [i16; H],
    bias: i32,
}

/// The hidden layer as one side sees the board, before clipping.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Accumulator<const H: usize>([i16; H]);

impl<const H: usize> Net<H> {
    /// The score that odds of e to 1 mean.
    pub fn score_unit(&self) -> Score {
        self.score_unit
    }

    /// The same network computed in another width: the same scores, at another speed.
    #[must_use]
    pub fn with_width(self, width: Width) -> Self {
        Net { width, ..self }
    }

    /// The accumulator of an empty board.
    pub fn empty(&self) -> Accumulator<H> {
        Accumulator(self.bias)
    }

    /// An accumulator after some features were added and some removed.
    #[inline]
    #[must_use]
    pub fn update(
        &self,
        accumulator: &Accumulator<H>,
        added: &[u16],
        removed: &[u16],
    ) -> Accumulator<H> {
        let mut next = accumulator.clone();
        self.width.update(&mut next.0, &self.rows, added, removed);
        next
    }

    /// The score for the side whose accumulator is `mine`.
    #[inline]
    pub fn score(&self, mine: &Accumulator<H>, yours: &Accumulator<H>, phase: usize) -> Score {
        let output = &self.outputs[phase];
        let sum = self.width.output(&mine.0, &output.mine, self.hidden_unit)
            + self.width.output(&yours.0, &output.yours, self.hidden_unit);
        let value = sum / i32::from(self.hidden_unit) + output.bias;
        let score = i64::from(value) * i64::from(self.score_unit) / i64::from(self.sum_unit);
        score.clamp(i64::from(-LIMIT), i64::from(LIMIT)) as Score
    }
}
