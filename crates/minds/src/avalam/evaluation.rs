//! How good a position looks: towers, by how likely they are to last.
//!
//! Every move makes one tower less, and whoever moves would rather cover an enemy tower. So what
//! counts is which towers will still stand: those that are *settled* for certain, the others
//! more or less. A tower's *partners* are those that it may be joined with.

use super::weights::{
    BESIEGED, CONTESTED, COUNT, EXPOSED, FIVE, MOVE, PAIR, SETTLED, SHELTERED, SUPPORTED,
};
use crate::tuning::Weights;
use galet_avalam::{Axis, Cells, Position, Tie};
use galet_search::score::Score;

/// Added when the result is decided whatever is played.
const DECIDED: Score = 5_000;

/// What the weights are multiplied by, for the player to move: each weight's number of things,
/// mine minus the enemy's.
pub(super) type Counts = [Score; COUNT];

/// The evaluation for the player to move.
#[inline]
pub(super) fn evaluate(weights: &Weights<COUNT>, position: &Position) -> Score {
    let (counts, decided) = count(position);
    weights.sum(&counts) + decided
}

/// The counts of a position, and what is added if it is decided.
#[inline]
pub(super) fn count(position: &Position) -> (Counts, Score) {
    let mine = position.of_colour(position.to_move());
    let foes = position.of_colour(position.to_move().other());
    let lead = |cells: Cells| (cells & mine).len() as Score - (cells & foes).len() as Score;
    let Partners { any, foe, foes: besieged, friend, friendly_pairs, mixed_pairs } =
        Partners::of(position, mine);
    let settled = position.occupied() & !any;

    let mut counts = [0; COUNT];
    counts[SETTLED] = lead(settled);
    if position.tie() == Tie::TowersOfFive {
        counts[FIVE] = lead(position.of_height(5));
    }
    for height in 1..=4 {
        let towers = position.of_height(height) & any;
        let n = usize::from(height) - 1;
        counts[SHELTERED + n] = lead(towers & !foe);
        counts[EXPOSED + n] = lead(towers & foe & !besieged);
        counts[BESIEGED + n] = lead(towers & besieged);
    }
    counts[SUPPORTED] = lead(friend & foe);
    counts[PAIR] = friendly_pairs;
    counts[CONTESTED] = mixed_pairs % 2;
    counts[MOVE] = 1;

    // The towers of a colour never become more: who has more settled ones than the other has in
    // all cannot be caught up with.
    let safe = |own: Cells| (own & settled).len();
    let decided = if safe(mine) > foes.len() {
        DECIDED
    } else if safe(foes) > mine.len() {
        -DECIDED
    } else {
        0
    };
    (counts, decided)
}

/// The towers by what partners they have.
struct Partners {
    /// Some partner.
    any: Cells,
    /// An enemy partner.
    foe: Cells,
    /// At least two enemy partners.
    foes: Cells,
    /// A partner of the same colour.
    friend: Cells,
    /// Pairs of one colour that have only each other, mine minus the enemy's.
    friendly_pairs: Score,
    /// Pairs of both colours that have only each other.
    mixed_pairs: Score,
}

impl Partners {
    #[inline]
    fn of(position: &Position, mine: Cells) -> Partners {
        let pairs = position.pairs();
        let none = Cells::NONE;
        let (mut any, mut several) = (none, none);
        let (mut foe, mut foes, mut friend) = (none, none, none);
        let mut mixed = [none; 4];
        for ((axis, pairs), mixed) in Axis::ALL.iter().zip(pairs).zip(&mut mixed) {
            let next_mine = axis.backwards(mine);
            *mixed = pairs & ((mine & !next_mine) | (next_mine & !mine));
            let alike = pairs & !*mixed;
            friend = friend | alike | axis.forwards(alike);
            for one_end in [*mixed, axis.forwards(*mixed)] {
                foes = foes | (foe & one_end);
                foe = foe | one_end;
            }
            for one_end in [pairs, axis.forwards(pairs)] {
                several = several | (any & one_end);
                any = any | one_end;
            }
        }
        let (mut friendly_pairs, mut mixed_pairs) = (0, 0);
        let only_one = any & !several;
        if !only_one.is_empty() {
            for ((axis, pairs), mixed) in Axis::ALL.iter().zip(pairs).zip(mixed) {
                let alone = pairs & only_one & axis.backwards(only_one);
                let friendly = alone & !mixed;
                let of_mine = (friendly & mine).len() as Score;
                friendly_pairs += 2 * of_mine - friendly.len() as Score;
                mixed_pairs += (alone & mixed).len() as Score;
            }
        }
        Partners { any, foe, foes, friend, friendly_pairs, mixed_pairs }
    }
}
