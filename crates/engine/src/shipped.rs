//! The files that this build carries: with the feature `embedded` those that Galet ships with, else
//! none.

use galet_core::Game;
use galet_minds::{Expert, FromResources, Resources};

/// The files that this build carries for a game, by its name.
#[cfg(feature = "embedded")]
pub(crate) fn resources(game: &str) -> Resources<'static> {
    Resources {
        network: galet_embedded::network(game),
        certificate: galet_embedded::certificate(game),
    }
}

/// The files that this build carries for a game: none.
#[cfg(not(feature = "embedded"))]
pub(crate) fn resources(_game: &str) -> Resources<'static> {
    Resources::default()
}

/// The mind with the files that this build carries: it plays by hand where it carries none.
pub fn shipped<E: FromResources>() -> E {
    E::from_resources(&resources(<E::Game as Game>::NAME))
        .expect("a test makes every mind of the files that ship")
}

/// A number that stands for the evaluation of that mind: of its network, or else of its weights. What was fitted
/// to scores names it.
pub fn fingerprint<E: Expert>() -> u64 {
    match resources(<E::Game as Game>::NAME).network {
        Some(network) => galet_minds::fingerprint(network.iter().copied()),
        None => {
            let weights = E::by_hand().weights();
            galet_minds::fingerprint(weights.iter().flat_map(|weight| weight.value.to_le_bytes()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Visitor;
    use galet_minds::baseline::Baseline;
    use galet_minds::{Expert, Presence};
    use galet_scene::Scenic;

    struct IsEquipped;

    impl Visitor for IsEquipped {
        type Output = [Presence; 2];

        fn visit<E: Expert>(self) -> [Presence; 2]
        where
            E::Game: Scenic + Baseline,
        {
            let bare = E::by_hand().equipment();
            assert!(bare.network != Presence::Loaded && bare.certificate != Presence::Loaded);
            let equipment = shipped::<E>().equipment();
            [equipment.network, equipment.certificate]
        }
    }

    struct Fingerprints;

    impl Visitor for Fingerprints {
        type Output = [u64; 2];

        fn visit<E: Expert>(self) -> [u64; 2] {
            [fingerprint::<E>(), E::FITTED.evaluation]
        }
    }

    /// Whoever changes an evaluation refits what its scores mean: `docs/review.md` has the command.
    #[test]
    fn what_scores_mean_was_fitted_to_the_evaluation_in_use() {
        for game in galet_games::all() {
            let [now, fitted] = crate::visit(game.name(), Fingerprints).expect("it has a mind");
            assert_eq!(format!("{now:016x}"), format!("{fitted:016x}"), "{}", game.name());
        }
    }

    /// Holds with the feature `embedded`, which the tests of this crate always have.
    #[test]
    fn the_files_that_ship_are_all_that_the_minds_can_use() {
        let mut loaded = 0;
        for game in galet_games::all() {
            let equipment = crate::visit(game.name(), IsEquipped).expect("every game has a mind");
            assert!(!equipment.contains(&Presence::Missing), "{}: {equipment:?}", game.name());
            loaded += equipment.iter().filter(|presence| **presence == Presence::Loaded).count();
        }
        assert!(loaded >= 3, "two networks and a certificate ship");
    }
}
