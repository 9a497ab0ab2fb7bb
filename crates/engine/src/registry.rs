//! Which mind plays which game. Adding a game adds one line here.

use crate::any::AnyEngine;
use crate::typed::Typed;
use galet_core::Game;
use galet_games::UnknownGame;
use galet_minds::{abalone, avalam, qawale};
use galet_search::Mind;

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
    };
}

minds! {
    abalone::Abalone,
    avalam::Avalam,
    qawale::Qawale,
}
