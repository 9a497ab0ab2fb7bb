//! Small networks in whole numbers, updated move by move: the arithmetic and the file format.
//!
//! A position is a set of *features*, numbered from 0 (a marble here, a tower of three there); which
//! they are is the business of whoever reads the network. Each side has an *accumulator*, the sum
//! of the rows of its features, so that a move changes it by a few rows only. The output is a
//! weighted sum of the clipped and squared values of both accumulators, with other weights for each
//! *phase* of the game. `docs/training.md` tells how networks come about and what their file looks
//! like.
//!
//! | to find | look in |
//! |---|---|
//! | a network, its accumulators and its score | [`Net`], [`Accumulator`] |
//! | what is read, and what can be wrong with it | `file.rs`: [`Spec`], [`NetError`] |
//! | the inner loops, once for each width of instructions | `arithmetic.rs`: [`Width`] |
//!
//! Every width gives the same whole numbers, so a score is the same on every machine. The only
//! `unsafe` is in `arithmetic.rs`: calls of functions compiled for instructions that this processor
//! was asked about.

mod arithmetic;
mod file;

pub use arithmetic::Width;
pub use file::{NetError, Spec};

/// A network with `H` hidden values for each side.
#[derive(Debug)]
pub struct Net<const H: usize> {
    /// A row of weights for each feature.
    rows: Box<[[i16; H]]>,
    /// The accumulator of an empty board.
    bias: [i16; H],
    /// The output weights of each phase.
    outputs: Box<[Output<H>]>,
    /// What stands for 1 in the hidden layer; hidden values are clipped to 0 … this.
    hidden_unit: i16,
    /// What stands for 1 in the weighted sum.
    sum_unit: i32,
    /// The score that odds of e to 1 mean.
    score_unit: i32,
    /// Scores are clamped to ± this.
    limit: i32,
    width: Width,
}

/// The output weights of one phase: for the accumulator of the side to move and for the other's.
#[derive(Debug)]
struct Output<const H: usize> {
    mine: [i16; H],
    yours: [i16; H],
    bias: i32,
}

/// The hidden layer of one side, before clipping: the network's bias and the rows of the features
/// that are on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Accumulator<const H: usize>([i16; H]);

impl<const H: usize> Net<H> {
    /// The score that odds of e to 1 mean.
    pub fn score_unit(&self) -> i32 {
        self.score_unit
    }

    /// The same network computed with instructions of another width: the same scores at another
    /// speed.
    #[must_use]
    pub fn with_width(self, width: Width) -> Self {
        Net { width, ..self }
    }

    /// The accumulator of an empty board.
    pub fn empty(&self) -> Accumulator<H> {
        Accumulator(self.bias)
    }

    /// An accumulator after some features were added to the board and some removed.
    ///
    /// # Panics
    ///
    /// If a feature is not below [`Spec::features`].
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

    /// The score, within ± [`Spec::limit`], for the side whose accumulator is `mine`.
    ///
    /// # Panics
    ///
    /// If the phase is not below [`Spec::phases`].
    #[inline]
    pub fn score(&self, mine: &Accumulator<H>, yours: &Accumulator<H>, phase: usize) -> i32 {
        let output = &self.outputs[phase];
        let sum = self.width.output(&mine.0, &output.mine, self.hidden_unit)
            + self.width.output(&yours.0, &output.yours, self.hidden_unit);
        let value = i64::from(sum / i32::from(self.hidden_unit)) + i64::from(output.bias);
        let score = value * i64::from(self.score_unit) / i64::from(self.sum_unit);
        score.clamp(i64::from(-self.limit), i64::from(self.limit)) as i32
    }
}
