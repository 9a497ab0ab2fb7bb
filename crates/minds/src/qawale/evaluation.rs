//! How good a position looks: few terms, each with a name.

use super::views::{lines_within_reach, view};
use crate::Term;
use crate::tuning::Weights;
use galet_core::{Game, Side};
use galet_qawale::Position;
use galet_qawale_proof::tables::Tables;
use galet_search::score::{LIMIT, Score};

/// What is counted of each side, in the order of the weights.
const COUNTED: [(&str, &str); COUNTS] = [
    ("one", "each line open to this side alone with one of its tops"),
    ("two", "each such line with two"),
    ("three", "each such line with three"),
    ("tops", "each visible pebble"),
    ("threats", "each line that this side could complete with one move"),
];

/// How many things are counted.
pub(super) const COUNTS: usize = 5;
/// The place of the threats among them.
const THREATS: usize = 4;

/// Ten lines and sixteen tops with weights like this stay within the limit of evaluations.
const MAX_WEIGHT: Score = 500;

/// The evaluation with these weights.
pub(super) const fn weighted(values: [Score; COUNTS]) -> Weights<COUNTS> {
    Weights::new(&COUNTED, MAX_WEIGHT, values)
}

/// What the side to move has when it can complete a line: the game, one ply from here.
const WIN_AT_ONCE: Score = 5_000;

/// The evaluation for the side to move.
#[inline]
pub(super) fn evaluate(weights: &Weights<COUNTS>, tables: &Tables, position: &Position) -> Score {
    let (counts, win_at_once) = counts(tables, position);
    (weights.sum(&counts) + win_at_once).clamp(-LIMIT, LIMIT)
}

/// The evaluation term by term, for the side to move.
pub(super) fn terms(weights: &Weights<COUNTS>, tables: &Tables, position: &Position) -> Vec<Term> {
    let (counts, win_at_once) = counts(tables, position);
    let mut terms = weights.terms(&counts);
    terms.push(Term { name: "win at once", score: win_at_once });
    terms
}

/// What the side to move has more of than the other, and what is added if it can complete a line.
#[inline]
fn counts(tables: &Tables, position: &Position) -> ([Score; COUNTS], Score) {
    let own = counts_of(tables, position, position.turn());
    let other = counts_of(tables, position, position.turn().other());
    let more = std::array::from_fn(|index| own[index] as Score - other[index] as Score);
    (more, if own[THREATS] > 0 { WIN_AT_ONCE } else { 0 })
}

/// What is counted of one side.
#[inline]
fn counts_of(tables: &Tables, position: &Position, side: Side) -> [u32; COUNTS] {
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

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::Symmetric;
    use galet_core::random::walk;

    #[test]
    fn lines_are_counted_as_the_rules_count_them() {
        for cells in 0..=u16::MAX {
            let counts = count_in_lines(cells);
            for (n, line) in galet_qawale::Line::ALL.into_iter().enumerate() {
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
        let (weights, tables) = (super::super::weights::BY_HAND, Tables::get());
        walk::<Position>(40, 16, 5, |position, _| {
            let score = evaluate(&weights, tables, position);
            let terms = terms(&weights, tables, position);
            assert_eq!(terms.iter().map(|t| t.score).sum::<Score>(), score);
            for symmetry in 0..Position::SYMMETRIES {
                assert_eq!(evaluate(&weights, tables, &position.transform(symmetry)), score);
            }
            assert_eq!(evaluate(&weights, tables, &position.swap_colours()), score);
        });
    }
}
