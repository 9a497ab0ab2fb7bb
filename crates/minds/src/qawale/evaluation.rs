//! How good a position looks: few terms, each with a name.

use super::views::{lines_within_reach, view};
use crate::{Term, Weight};
use galet_core::{Game, Side};
use galet_qawale::Position;
use galet_qawale_proof::tables::Tables;
use galet_search::score::{LIMIT, Score};

/// The terms, in the order of the weights. Each counts something of one side; the evaluation is
/// what the side to move has more of than the other, times the weight.
const TERMS: [(&str, &str); 5] = [
    ("one", "each line open to this side alone with one of its tops"),
    ("two", "each such line with two"),
    ("three", "each such line with three"),
    ("tops", "each visible pebble"),
    ("threats", "each line that this side could complete with one move"),
];

/// What the side to move has when it can complete a line: the game, one ply from here.
const WIN_AT_ONCE: Score = 5_000;

/// The weights, in the order of the terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights(pub(super) [Score; TERMS.len()]);

/// What the terms count for one side.
#[inline]
fn counts(tables: &Tables, position: &Position, side: Side) -> [u32; TERMS.len()] {
    let (own, enemy) = (position.tops(side), position.tops(side.other()));
    let open = LINES & !any_in_lines(count_in_lines(enemy));
    // Four tops are bit 2: a line that is complete is counted nowhere.
    let own_in_lines = count_in_lines(own);
    let (odd, two_or_three) = (own_in_lines & open, own_in_lines >> 1 & open);
    let threats = if position.left(side) == 0 {
        0
    } else {
        lines_within_reach(tables, &view(position, side))
    };
    [
        (odd & !two_or_three).count_ones(),
        (two_or_three & !odd).count_ones(),
        (odd & two_or_three).count_ones(),
        own.count_ones(),
        threats,
    ]
}

/// How many cells of a set are in each of the ten lines: four bits a line.
#[inline]
fn count_in_lines(cells: u16) -> u64 {
    let count = |row: usize| IN_LINES[row][usize::from(cells >> (4 * row) & 15)];
    count(0) + count(1) + count(2) + count(3)
}

/// The lowest of the four bits of each line that has any.
#[inline]
fn any_in_lines(counts: u64) -> u64 {
    // One to four and seven make eight or more.
    (counts + LINES * 7) >> 3 & LINES
}

/// The lowest bit of each line.
const LINES: u64 = 0x11_1111_1111;

/// [`count_in_lines`] for the cells of each row.
static IN_LINES: [[u64; 16]; 4] = {
    let mut table = [[0; 16]; 4];
    let mut row = 0;
    while row < 4 {
        let mut cells = 0;
        while cells < 16 {
            let mut file = 0;
            while file < 4 {
                if cells >> file & 1 == 1 {
                    let diagonals = (row == file) as u64 | ((row + file == 3) as u64) << 4;
                    table[row][cells] += 1 << (4 * row) | 1 << (16 + 4 * file) | diagonals << 32;
                }
                file += 1;
            }
            cells += 1;
        }
        row += 1;
    }
    table
};

impl Weights {
    /// The evaluation for the side to move.
    #[inline]
    pub(super) fn evaluate(&self, tables: &Tables, position: &Position) -> Score {
        let own = counts(tables, position, position.turn());
        let other = counts(tables, position, position.turn().other());
        let mut score = win_at_once(&own);
        for ((own, other), weight) in own.into_iter().zip(other).zip(self.0) {
            score += (own as Score - other as Score) * weight;
        }
        score.clamp(-LIMIT, LIMIT)
    }

    /// The evaluation term by term, for the side to move.
    pub(super) fn terms(&self, tables: &Tables, position: &Position) -> Vec<Term> {
        let own = counts(tables, position, position.turn());
        let other = counts(tables, position, position.turn().other());
        let scores = own.into_iter().zip(other).zip(self.0);
        let scores = scores.map(|((own, other), w)| (own as Score - other as Score) * w);
        let named = TERMS.into_iter().zip(scores).map(|((name, _), score)| Term { name, score });
        named.chain([Term { name: "win at once", score: win_at_once(&own) }]).collect()
    }

    pub(super) fn list(&self) -> Vec<Weight> {
        let weights = TERMS.into_iter().zip(self.0);
        weights.map(|((name, about), value)| Weight { name, about, value }).collect()
    }

    /// The reverse of [`Weights::list`]; weights that are missing are 0.
    pub(super) fn from_list(list: &[Score]) -> Self {
        let weight = |index: usize| list.get(index).copied().unwrap_or(0);
        Weights(std::array::from_fn(|index| weight(index).clamp(-MAX_WEIGHT, MAX_WEIGHT)))
    }
}

fn win_at_once(own: &[u32; TERMS.len()]) -> Score {
    if own[4] > 0 { WIN_AT_ONCE } else { 0 }
}

/// Ten lines and sixteen tops with weights like this stay within the limit of evaluations.
const MAX_WEIGHT: Score = 500;

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::Symmetric;
    use galet_core::conformance::walk;

    #[test]
    fn lines_are_counted_as_the_rules_count_them() {
        for cells in 0..=u16::MAX {
            let counts = count_in_lines(cells);
            for (n, line) in galet_qawale::Line::all().enumerate() {
                assert_eq!(counts >> (4 * n) & 15, u64::from(line.count_in(cells)));
                assert_eq!(
                    any_in_lines(counts) >> (4 * n) & 15,
                    u64::from(line.count_in(cells) > 0)
                );
            }
        }
    }

    #[test]
    fn the_evaluation_is_the_sum_of_its_terms_and_knows_no_colour_or_corner() {
        let (weights, tables) = (super::super::weights::SHIPPED, Tables::get());
        walk::<Position>(40, 16, 5, |position, _| {
            let score = weights.evaluate(tables, position);
            let terms = weights.terms(tables, position);
            assert_eq!(terms.iter().map(|t| t.score).sum::<Score>(), score);
            for symmetry in 0..Position::SYMMETRIES {
                assert_eq!(weights.evaluate(tables, &position.transform(symmetry)), score);
            }
            assert_eq!(weights.evaluate(tables, &position.swap_colours()), score);
        });
    }
}
