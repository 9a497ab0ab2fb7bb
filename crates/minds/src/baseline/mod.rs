//! The simplest evaluation of each game that makes sense, for opponents that never change.
//!
//! Strength is measured against fixed opponents, so nothing here may follow what the minds learn:
//! **these files are frozen**. They stand apart from the modules of the games, which do change,
//! and know only the rules.

mod abalone;
mod avalam;
mod qawale;

use galet_core::Game;
use galet_search::score::Score;

/// A game with a simple, frozen evaluation.
pub trait Baseline: Game {
    /// How good a position that is not finished looks for the side to move, at a first glance.
    fn baseline_evaluation(&self) -> Score;
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::Symmetric;
    use galet_core::random::walk;

    fn knows_no_colour_or_corner<G: Baseline + Symmetric + galet_core::Notation>() {
        walk::<G>(40, 60, 7, |position, _| {
            let score = position.baseline_evaluation();
            for symmetry in 0..G::SYMMETRIES {
                assert_eq!(position.transform(symmetry).baseline_evaluation(), score);
            }
            assert_eq!(position.swap_colours().baseline_evaluation(), score);
        });
    }

    #[test]
    fn plain_evaluations_know_no_colour_or_corner() {
        knows_no_colour_or_corner::<galet_abalone::Position>();
        knows_no_colour_or_corner::<galet_avalam::Position>();
        knows_no_colour_or_corner::<galet_qawale::Position>();
    }

    /// A frozen opponent that changes is no measure: these scores must stay what they are. (The games that are
    /// walked through begin with the layouts in their order; the first sum was -294,840 before the daisies came
    /// first.)
    #[test]
    fn plain_evaluations_are_frozen() {
        fn sum<G: Baseline + galet_core::Notation>() -> i64 {
            let (mut sum, mut n) = (0, 1);
            walk::<G>(20, 30, 11, |position, _| {
                sum += i64::from(position.baseline_evaluation()) * n;
                n += 1;
            });
            sum
        }
        let sums = [
            sum::<galet_abalone::Position>(),
            sum::<galet_avalam::Position>(),
            sum::<galet_qawale::Position>(),
        ];
        assert_eq!(sums, [-863_610, 68_000, -575_570]);
    }
}
