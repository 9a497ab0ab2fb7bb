//! Why a move is good: what is proven about it, and the facts that its game knows.

use crate::any::Analysis;
use galet_core::Side;
use galet_games::AnyProgress;
use galet_scene::{MOST_REASONS, MoveReason, Phrase};

/// The kinds of reasons that a search or a solver gives, for any game.
pub const PROVEN_KINDS: [&str; 3] = ["forced-win", "proven-win", "proven-draw"];

/// The most telling reasons for a move of a game as it stands, at most [`MOST_REASONS`]: what the
/// analysis of that game proves, then what its rules say. Nothing is said of a move that is not
/// legal.
pub fn reasons(game: &dyn AnyProgress, text: &str, analysis: &Analysis) -> Vec<MoveReason> {
    let Ok(facts) = game.reasons(text) else { return Vec::new() };
    let proven = proven(game, text, analysis);
    // A move that wins on the board needs no proof that it does.
    let ends = || {
        let mut after = game.clone_box();
        after.play(text).is_ok() && after.outcome().is_some()
    };
    let proven = proven.filter(|_| !ends());
    proven.into_iter().chain(facts).take(MOST_REASONS).collect()
}

/// What the analysis proves about its own choice.
fn proven(game: &dyn AnyProgress, text: &str, analysis: &Analysis) -> Option<MoveReason> {
    let best = analysis.lines.first()?;
    if best.moves.first().is_none_or(|chosen| chosen != text) {
        return None;
    }
    let (me, [forced, won, drawn]) = (game.turn(), PROVEN_KINDS);
    let (kind, words) = match (&analysis.solved, best.forced_in()) {
        (Some(solved), _) if solved.winner == Some(me) => (won, won_words(&solved.for_winner)),
        (Some(solved), _) if solved.winner.is_none() => (drawn, DRAWN),
        (None, Some(plies @ 1..)) => (forced, forced_words(game, me, plies.unsigned_abs())),
        _ => return None,
    };
    Some(MoveReason::new(kind, words, game.piece(text).ok()?))
}

/// A win by the solver: "win by 2 towers".
fn won_words(result: &Phrase) -> Phrase {
    Phrase::new(
        format!("With best play: {}. That is proven.", result.en),
        format!("Avec le meilleur jeu\u{a0}: {}. C’est prouvé.", result.fr),
    )
}

const DRAWN: Phrase = Phrase::fixed(
    "It keeps the draw: it is proven that neither side can do better.",
    "Ce coup garde la nulle\u{a0}: il est prouvé qu’aucun des deux ne peut mieux faire.",
);

/// A win whatever the opponent does, in moves of the winner, this one included.
fn forced_words(game: &dyn AnyProgress, me: Side, plies: u32) -> Phrase {
    let name = &game.scene().players[me.index()].name;
    let moves = plies.div_ceil(2);
    let plural = if moves == 1 { "" } else { "s" };
    Phrase::new(
        format!("{} wins by force, in {moves} move{plural} at most.", name.en),
        format!("{} gagne de force, en {moves} coup{plural} au plus.", name.fr),
    )
}
