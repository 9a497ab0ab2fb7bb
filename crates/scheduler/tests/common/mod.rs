//! Games to think about.

use galet_core::random::SplitMix64;
use galet_games::{AnyProgress, SetupText};

/// A game about to begin.
pub(crate) fn start(game: &str) -> Box<dyn AnyProgress> {
    galet_games::find(game).expect("a game").start(&SetupText::default()).expect("its start")
}

/// A game that begins from a position.
#[allow(dead_code, reason = "not every test needs one")]
pub(crate) fn position(game: &str, text: &str) -> Box<dyn AnyProgress> {
    let setup = SetupText { position: Some(text.to_owned()), ..SetupText::default() };
    galet_games::find(game).expect("a game").start(&setup).expect("a position")
}

/// A game after so many random plies.
#[allow(dead_code, reason = "not every test needs one")]
pub(crate) fn random_game(game: &str, plies: usize, seed: u64) -> Box<dyn AnyProgress> {
    let mut game = start(game);
    let mut random = SplitMix64::new(seed);
    while game.plies() < plies {
        let moves = game.legal_moves(500).texts;
        game.play(&moves[random.below(moves.len())]).expect("a legal move");
    }
    game
}
