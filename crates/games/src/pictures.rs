//! The last moves of a game, for pictures that move.

use crate::AnyProgress;
use galet_scene::svg::Played;

/// The last `count` moves of a game, in order, as they are seen.
pub fn last_moves(game: &dyn AnyProgress, count: usize) -> Vec<Played> {
    let from = game.plies().saturating_sub(count);
    let mut now = game.at_ply(from);
    let mut moves = Vec::new();
    for text in game.moves().split_off(from) {
        let before = now.scene();
        // A move that was played once can be played again.
        let Ok(animation) = now.animation(&text) else { break };
        moves.push(Played { before, animation });
        if now.play(&text).is_err() {
            break;
        }
    }
    moves
}
