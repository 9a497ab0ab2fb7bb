//! How good a position looks: few terms, each with a name.

use crate::tuning::Weights;
use galet_abalone::{Cell, Cells, Direction, Position};
use galet_core::{Game, Side};
use galet_search::score::{LIMIT, Score};

/// What is counted of each side, in the order of the weights.
const COUNTED: [(&str, &str); COUNTS] = [
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

/// How many things are counted.
pub(super) const COUNTS: usize = 10;

/// Far from what any tuning finds, and small enough for sums of 32 bits.
const MAX_WEIGHT: Score = 10_000;

/// The evaluation with these weights.
pub(super) const fn weighted(values: [Score; COUNTS]) -> Weights<COUNTS> {
    Weights::new(&COUNTED, MAX_WEIGHT, values)
}

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

/// The evaluation for the side to move.
#[inline]
pub(super) fn evaluate(weights: &Weights<COUNTS>, position: &Position) -> Score {
    weights.sum(&counts(position)).clamp(-LIMIT, LIMIT)
}

/// What the side to move has more of than the other.
#[inline]
pub(super) fn counts(position: &Position) -> [Score; COUNTS] {
    let own = counts_of(position, position.turn());
    let other = counts_of(position, position.turn().other());
    std::array::from_fn(|index| own[index] as Score - other[index] as Score)
}

/// What is counted of one side.
#[inline]
fn counts_of(position: &Position, side: Side) -> [u32; COUNTS] {
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

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::Symmetric;
    use galet_core::random::walk;

    #[test]
    fn the_evaluation_is_the_sum_of_its_terms_and_knows_no_colour_or_corner() {
        let weights = super::super::weights::TUNED;
        walk::<Position>(80, 80, 5, |position, _| {
            let score = evaluate(&weights, position);
            let terms = weights.terms(&counts(position));
            assert_eq!(terms.iter().map(|t| t.score).sum::<Score>(), score);
            for symmetry in 0..Position::SYMMETRIES {
                assert_eq!(evaluate(&weights, &position.transform(symmetry)), score);
            }
            assert_eq!(evaluate(&weights, &position.swap_colours()), score);
        });
    }
}
