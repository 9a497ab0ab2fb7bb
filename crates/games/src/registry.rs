//! The list of the games. Adding a game adds one line here.

use crate::any::AnyGame;
use crate::erased::Kind;
use galet_core::{Game, Shown, Symmetric};
use galet_scene::{Phrase, Scenic, ToPhrase};

/// Work that wants to know the type of a game: see [`visit`].
pub trait Visitor {
    /// What the work gives.
    type Output;
    /// Does the work for one game.
    fn visit<G: Scenic + Symmetric>(self) -> Self::Output;
}

macro_rules! games {
    ($($position:ty),* $(,)?) => {
        static GAMES: &[&dyn AnyGame] = &[$(&Kind::<$position>::new()),*];

        /// Does typed work for the game with that name.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, UnknownGame> {
            $(
                if <$position>::NAME.eq_ignore_ascii_case(name) {
                    return Ok(visitor.visit::<$position>());
                }
            )*
            Err(UnknownGame { name: name.to_owned() })
        }
    };
}

games! {
    galet_abalone::Position,
    galet_avalam::Position,
    galet_qawale::Position,
}

/// All games, in alphabetical order.
pub fn all() -> &'static [&'static dyn AnyGame] {
    GAMES
}

/// The game with that name; capital letters do not matter.
pub fn find(name: &str) -> Result<&'static dyn AnyGame, UnknownGame> {
    let game = GAMES.iter().copied().find(|game| game.name().eq_ignore_ascii_case(name));
    game.ok_or_else(|| UnknownGame { name: name.to_owned() })
}

/// No game has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game '{}'; the games are {}", Shown(.name), names())]
pub struct UnknownGame {
    /// The name asked for.
    pub name: String,
}

impl ToPhrase for UnknownGame {
    fn to_phrase(&self) -> Phrase {
        let name = Shown(&self.name);
        let fr =
            format!("le jeu «\u{a0}{name}\u{a0}» n’existe pas\u{a0}; les jeux sont {}", names());
        Phrase::new(self.to_string(), fr)
    }
}

fn names() -> String {
    GAMES.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
}
