//! How good a position looks: few terms, each with a name.

use crate::{Term, Weight};
use galet_core::{Game, Side};
use galet_qawale::{Line, Position};
use galet_search::score::{LIMIT, Score};

/// The terms, in the order of the weights. Each counts something of one side; the evaluation is
/// what the side to move has more of than the other, times the weight.
const TERMS: [(&str, &str); 4] = [
    ("one", "each line open to this side alone with one of its tops"),
    ("two", "each such line with two"),
    ("three", "each such line with three"),
    ("tops", "each visible pebble"),
];

/// The weights, in the order of the terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights(pub(super) [Score; TERMS.len()]);

/// What the terms count for one side.
fn counts(position: &Position, side: Side) -> [u32; TERMS.len()] {
    let (own, enemy) = (position.tops(side), position.tops(side.other()));
    let mut counts = [0; TERMS.len()];
    for line in Line::all() {
        let tops = line.count_in(own);
        if (1..=3).contains(&tops) && line.count_in(enemy) == 0 {
            counts[tops as usize - 1] += 1;
        }
    }
    counts[3] = own.count_ones();
    counts
}

impl Weights {
    /// The evaluation for the side to move.
    pub(super) fn evaluate(&self, position: &Position) -> Score {
        let own = counts(position, position.turn());
        let other = counts(position, position.turn().other());
        let mut score = 0;
        for ((own, other), weight) in own.into_iter().zip(other).zip(self.0) {
            score += (own as Score - other as Score) * weight;
        }
        score.clamp(-LIMIT, LIMIT)
    }

    /// The evaluation term by term.
    pub(super) fn terms(&self, position: &Position, side: Side) -> Vec<Term> {
        let (own, other) = (counts(position, side), counts(position, side.other()));
        let scores = own.into_iter().zip(other).zip(self.0);
        let scores = scores.map(|((own, other), w)| (own as Score - other as Score) * w);
        TERMS.into_iter().zip(scores).map(|((name, _), score)| Term { name, score }).collect()
    }

    pub(super) fn list(&self) -> Vec<Weight> {
        let weights = TERMS.into_iter().zip(self.0);
        weights.map(|((name, about), value)| Weight { name, about, value }).collect()
    }

    /// The reverse of [`Weights::list`]; weights that are missing are 0.
    pub(super) fn from_list(list: &[Score]) -> Self {
        Weights(std::array::from_fn(|index| list.get(index).copied().unwrap_or(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::Symmetric;
    use galet_core::conformance::walk;

    #[test]
    fn the_evaluation_is_the_sum_of_its_terms_and_knows_no_colour_or_corner() {
        let weights = super::super::weights::TUNED;
        walk::<Position>(40, 16, 5, |position, _| {
            let score = weights.evaluate(position);
            let terms = weights.terms(position, position.turn());
            assert_eq!(terms.iter().map(|t| t.score).sum::<Score>(), score);
            for symmetry in 0..Position::SYMMETRIES {
                assert_eq!(weights.evaluate(&position.transform(symmetry)), score);
            }
            assert_eq!(weights.evaluate(&position.swap_colours()), score);
        });
    }
}
