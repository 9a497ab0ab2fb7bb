//! Which mind plays which game. Adding a game adds one line here.

use crate::any::AnyEngine;
use crate::typed::Typed;
use galet_core::{Game, Symmetric};
use galet_games::UnknownGame;
use galet_minds::baseline::Baseline;
use galet_minds::{Expert, abalone, avalam, qawale};
use galet_scene::{Phrase, Scenic};
use galet_search::Mind;

/// Work that wants to know the type of a mind: see [`visit`].
pub trait Visitor {
    /// What the work gives.
    type Output;
    /// Does the work for one mind.
    fn visit<E: Expert>(self) -> Self::Output
    where
        E::Game: Scenic + Baseline + Symmetric;
}

macro_rules! minds {
    ($($mind:ty),* $(,)?) => {
        /// An engine for the game with that name, about to begin from the default layout.
        pub fn new(name: &str) -> Result<Box<dyn AnyEngine>, UnknownGame> {
            $(
                if <<$mind as Mind>::Game as Game>::NAME.eq_ignore_ascii_case(name) {
                    return Ok(Box::new(Typed::<$mind>::new()));
                }
            )*
            Err(UnknownGame { name: name.to_owned() })
        }

        /// What is proven about the game with that name from its default start, as a sentence.
        pub fn proven(name: &str) -> Option<Phrase> {
            $(
                if <<$mind as Mind>::Game as Game>::NAME.eq_ignore_ascii_case(name) {
                    return <$mind>::PROVEN.map(|(en, fr)| Phrase::new(en, fr));
                }
            )*
            None
        }

        /// Does typed work for the mind that plays the game with that name.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, UnknownGame> {
            $(
                if <<$mind as Mind>::Game as Game>::NAME.eq_ignore_ascii_case(name) {
                    return Ok(visitor.visit::<$mind>());
                }
            )*
            Err(UnknownGame { name: name.to_owned() })
        }
    };
}

minds! {
    abalone::Abalone,
    avalam::Avalam,
    qawale::Qawale,
}
