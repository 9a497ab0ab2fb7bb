//! The line of a puzzle: it goes on while the answer stays unique.

use super::{MoveOf, Workshop};
use crate::puzzle::{Goal, MOST_MOVES};
use galet_core::{Game, Notation, Progress, Symmetric};
use galet_minds::Expert;
use galet_scene::Motifs;
use galet_search::Mind;

/// The only right move of a position.
pub(super) struct Answer<E: Mind> {
    pub(super) m: MoveOf<E>,
    pub(super) goal: Goal,
}

/// The line of a puzzle.
pub(super) struct Found<E: Mind> {
    pub(super) moves: Vec<MoveOf<E>>,
    pub(super) goal: Goal,
    pub(super) proven: bool,
}

impl<E: Expert> Workshop<E>
where
    E::Game: Motifs + Symmetric,
{
    /// The right moves from here and the replies between them: while there is one right move, at most
    /// [`MOST_MOVES`] of them. A move that is forced ends the line, for there is nothing to find in it.
    pub(super) fn follow(
        &self,
        game: &Progress<E::Game>,
        proven: bool,
        answer: impl Fn(&Progress<E::Game>) -> Option<Answer<E>>,
        reply: impl Fn(&Progress<E::Game>) -> Option<MoveOf<E>>,
    ) -> Option<Found<E>> {
        let first = answer(game)?;
        let (mut game, mut moves) = (game.clone(), vec![first.m]);
        game.play(first.m).ok()?;
        while moves.len().div_ceil(2) < MOST_MOVES && game.outcome().is_none() {
            let Some(defence) = reply(&game) else { break };
            if game.play(defence).is_err()
                || game.outcome().is_some()
                || game.position().count_moves() < 2
            {
                break;
            }
            let Some(next) = answer(&game).filter(|next| next.goal == first.goal) else { break };
            moves.extend([defence, next.m]);
            if game.play(next.m).is_err() {
                break;
            }
        }
        Some(Found { moves, goal: first.goal, proven })
    }
}

/// The texts of moves that follow each other.
pub(super) fn texts<G: Notation>(game: &Progress<G>, moves: &[G::Move]) -> Vec<String> {
    let mut position = game.position().clone();
    let text = |&m: &G::Move| {
        let text = position.move_text(m);
        position.play_unchecked(m);
        text
    };
    moves.iter().map(text).collect()
}

/// The themes of all moves to find, in the game's order.
pub(super) fn themes<G: Motifs>(game: &Progress<G>, moves: &[G::Move]) -> Vec<String> {
    let mut game = game.clone();
    let mut seen = Vec::new();
    for (ply, &m) in moves.iter().enumerate() {
        if ply % 2 == 0 {
            seen.extend(G::motifs(&game, m));
        }
        if game.play(m).is_err() {
            break;
        }
    }
    let listed = G::MOTIFS.iter().map(|motif| motif.name).filter(|name| seen.contains(name));
    listed.map(str::to_owned).collect()
}
