//! The list of the games. Adding a game adds one line here.

use crate::any::AnyGame;
use crate::erased::Kind;

static GAMES: &[&dyn AnyGame] = &[
    &Kind::<galet_abalone::Position>::new(),
    &Kind::<galet_avalam::Position>::new(),
    &Kind::<galet_qawale::Position>::new(),
];

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
#[error("there is no game '{name}'; the games are {}", names())]
pub struct UnknownGame {
    /// The name asked for.
    pub name: String,
}

fn names() -> String {
    GAMES.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
}
