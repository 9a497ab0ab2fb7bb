//! The minds with the files that Galet ships with, for tests and examples.

use galet_core::Game;
use galet_minds::{FromResources, Resources};

/// The mind at full strength.
pub(crate) fn shipped<M: FromResources>() -> M {
    let game = <M::Game as Game>::NAME;
    let (network, certificate) = (galet_embedded::network(game), galet_embedded::certificate(game));
    M::from_resources(&Resources { network, certificate }).expect("the files that ship are fine")
}
