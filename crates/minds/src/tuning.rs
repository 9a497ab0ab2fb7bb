//! Hand-made evaluations: counts times weights, which can be explained and tuned.

use galet_search::Mind;
use galet_search::score::Score;

/// A mind whose hand-made evaluation is a sum of counts times weights.
pub trait Tunable: Mind + Sized {
    /// The hand-made evaluation taken apart, for the side to move: the scores of the terms add up to it.
    fn terms(&self, position: &Self::Game) -> Vec<Term>;

    /// The weights of the hand-made evaluation.
    fn weights(&self) -> Vec<Weight>;

    /// The mind by hand with other weights, in the order of [`Tunable::weights`]. Weights that are
    /// missing stay as they are; those too large for the evaluation to stay within its limit are cut.
    #[must_use]
    fn with_weights(&self, weights: &[Score]) -> Self;
}

/// A term of an evaluation with its share in the score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// What it looks at.
    pub name: &'static str,
    /// Its share, for the side to move.
    pub score: Score,
}

/// A weight of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weight {
    /// Its name.
    pub name: &'static str,
    /// What it says, in a line.
    pub about: &'static str,
    /// Its value.
    pub value: Score,
}

/// The weights of a hand-made evaluation that makes `N` counts of a position. Each count is what the
/// side to move has of something, less what the other side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weights<const N: usize> {
    /// For each count its name, and what it counts.
    counted: &'static [(&'static str, &'static str); N],
    /// No weight is above this or below its negative.
    max: Score,
    values: [Score; N],
}

impl<const N: usize> Weights<N> {
    /// The weights of these counts. `max` is for [`Weights::with`]; the values are within it.
    pub(crate) const fn new(
        counted: &'static [(&'static str, &'static str); N],
        max: Score,
        values: [Score; N],
    ) -> Self {
        Weights { counted, max, values }
    }

    /// The sum of the counts, each times its weight.
    #[inline]
    pub(crate) fn sum(&self, counts: &[Score; N]) -> Score {
        counts.iter().zip(&self.values).map(|(count, weight)| count * weight).sum()
    }

    /// The share of each count in the sum.
    pub(crate) fn shares(&self, counts: &[Score; N]) -> [Score; N] {
        std::array::from_fn(|index| counts[index] * self.values[index])
    }

    /// Each count as a term of its own.
    pub(crate) fn terms(&self, counts: &[Score; N]) -> Vec<Term> {
        let shares = self.counted.iter().zip(self.shares(counts));
        shares.map(|(&(name, _), score)| Term { name, score }).collect()
    }

    /// The weights with their names.
    pub(crate) fn list(&self) -> Vec<Weight> {
        let weights = self.counted.iter().zip(self.values);
        weights.map(|(&(name, about), value)| Weight { name, about, value }).collect()
    }

    /// Other values in the order of [`Weights::list`], as [`Tunable::with_weights`] says.
    pub(crate) fn with(&self, list: &[Score]) -> Self {
        let mut weights = *self;
        for (own, other) in weights.values.iter_mut().zip(list) {
            *own = (*other).clamp(-self.max, self.max);
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTED: [(&str, &str); 3] = [("a", "each a"), ("b", "each b"), ("c", "each c")];
    const WEIGHTS: Weights<3> = Weights::new(&COUNTED, 100, [1, -20, 3]);

    #[test]
    fn the_terms_add_up_to_the_sum() {
        let counts = [4, 2, -5];
        let terms = WEIGHTS.terms(&counts);
        assert_eq!(terms[1], Term { name: "b", score: -40 });
        assert_eq!(terms.iter().map(|term| term.score).sum::<Score>(), WEIGHTS.sum(&counts));
    }

    #[test]
    fn a_list_reads_back_is_cut_and_leaves_alone_what_it_does_not_name() {
        let values =
            |weights: Weights<3>| weights.list().iter().map(|w| w.value).collect::<Vec<_>>();
        assert_eq!(WEIGHTS.with(&values(WEIGHTS)), WEIGHTS);
        assert_eq!(values(WEIGHTS.with(&[Score::MAX, Score::MIN])), [100, -100, 3]);
    }
}
