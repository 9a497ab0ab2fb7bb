//! Games in progress with a past: random ones in which positions come back.

use galet_core::random::{SplitMix64, random_move};
use galet_core::{Game, Progress, Setup as _, Value};
use galet_sample::{Move, Position, Setup};

/// Where the options stand in the setup.
const CROSSING: usize = 0;
const MOVE_LIMIT: usize = 1;

/// A game that has gone on for up to `plies` plies and is not over, without a move limit. Every
/// third move is a pass and every third takes the mover's last step back where that is legal, so
/// that most games have positions that stood before, many of them twice.
pub(crate) fn random_game(random: &mut SplitMix64, plies: usize) -> Progress<Position> {
    let mut setup = Setup::default();
    setup.set_layout(random.below(2));
    setup.set_option(CROSSING, Value::Number(1 + random.below(4) as u32 / 3));
    setup.set_option(MOVE_LIMIT, Value::Off);
    let mut game = Progress::<Position>::new(setup);
    for _ in 0..random.below(plies + 1) {
        let m = match random.below(3) {
            0 => Some(Move::Pass),
            1 => step_back(&game),
            _ => None,
        };
        let m = m.or_else(|| random_move(game.position(), random)).expect("not over");
        game.play(m).expect("a legal move");
        if game.outcome().is_some() {
            game.undo();
        }
    }
    game
}

/// The mover's last step in the other direction, if it is legal.
fn step_back(game: &Progress<Position>) -> Option<Move> {
    let last = *game.moves().iter().nth_back(1)?;
    let Move::Step { from, to } = last else { return None };
    let back = Move::Step { from: to, to: from };
    game.position().is_legal(back).then_some(back)
}

/// The same game with its move limit `plies` plies away.
pub(crate) fn with_limit_in(game: &Progress<Position>, plies: usize) -> Progress<Position> {
    let mut setup = *game.setup();
    let limit = (game.moves().len() + plies) as u32;
    setup.set_option(MOVE_LIMIT, Value::Number(limit));
    let mut again = Progress::new(setup);
    for &m in game.moves() {
        again.play(m).expect("the limit lies ahead");
    }
    again
}
