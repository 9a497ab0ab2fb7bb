//! How good a position looks: few terms, each with a name.

use crate::{Term, Weight};
use galet_abalone::{Cell, Cells, Direction, Position};
use galet_core::{Game, Side};
use galet_search::score::{LIMIT, Score};

/// The terms, in the order of the weights. Each counts something of one side; the evaluation is
/// what the side to move has more of than the other, times the weight.
const TERMS: [(&str, &str); 10] = [
    ("ejected", "each marble ejected"),
    ("centre", "a marble on the centre"),
    ("ring-1", "each marble one step from the centre"),
    ("ring-2", "each marble two steps from the centre"),
    ("ring-3", "each marble three steps from the centre"),
    ("rim", "each marble on the rim"),
    ("neighbours", "each pair of own marbles side by side"),
    ("threes", "each three own marbles in line"),
    ("threats", "each way to eject a marble, for the side not to move"),
    ("strikes", "each way to eject a marble, for the side to move"),
];

/// The weights, in the order of the terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights(pub(super) [Score; TERMS.len()]);

/// The cells one, two, three and four steps from the centre, and the centre itself.
static RINGS: [Cells; 5] = {
    let mut rings = [Cells::NONE; 5];
    let mut row = 0;
    while row < 9 {
        let mut diagonal = 1;
        while diagonal <= 9 {
            if let Some(cell) = Cell::at(row, diagonal) {
                let ring = &mut rings[super::RING[cell.index()] as usize];
                *ring = Cells::from_bits(ring.bits() | Cells::only(cell).bits());
            }
            diagonal += 1;
        }
        row += 1;
    }
    rings
};

/// What the terms count for one side.
#[inline]
fn counts(position: &Position, side: Side) -> [u32; TERMS.len()] {
    let count = |cells: Cells| cells.len() as u32;
    let own = position.marbles(side);
    let (mut pairs, mut threes) = (0, 0);
    for axis in Direction::AXES {
        let pair = own & own.behind(axis);
        pairs += count(pair);
        threes += count(pair & pair.behind(axis));
    }
    let ejections = position.ejections(side) as u32;
    let to_move = position.turn() == side;
    [
        position.ejected_by(side),
        count(own & RINGS[0]),
        count(own & RINGS[1]),
        count(own & RINGS[2]),
        count(own & RINGS[3]),
        count(own & RINGS[4]),
        pairs,
        threes,
        if to_move { 0 } else { ejections },
        if to_move { ejections } else { 0 },
    ]
}

impl Weights {
    /// The evaluation for the side to move.
    #[inline]
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
    use galet_core::random::walk;

    #[test]
    fn the_evaluation_is_the_sum_of_its_terms_and_knows_no_colour_or_corner() {
        let weights = super::super::weights::TUNED;
        walk::<Position>(80, 80, 5, |position, _| {
            let score = weights.evaluate(position);
            let terms = weights.terms(position, position.turn());
            assert_eq!(terms.iter().map(|t| t.score).sum::<Score>(), score);
            for symmetry in 0..Position::SYMMETRIES {
                assert_eq!(weights.evaluate(&position.transform(symmetry)), score);
            }
            assert_eq!(weights.evaluate(&position.swap_colours()), score);
        });
    }

    #[test]
    fn the_weights_read_back() {
        let weights = super::super::weights::TUNED;
        let list: Vec<Score> = weights.list().iter().map(|w| w.value).collect();
        assert_eq!(Weights::from_list(&list), weights);
    }
}
