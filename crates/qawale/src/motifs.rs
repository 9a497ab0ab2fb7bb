//! What a puzzle is about: themes of its moves.

use crate::moves::Move;
use crate::position::Position;
use crate::reasons::{REPLIES_TRIED, lines_next};
use galet_core::{Game, Progress};
use galet_scene::{Motif, Motifs, Reasoned, motifs_that};
use std::ops::ControlFlow;

/// A stack of so many pebbles is a tall one: the pebble that is put on it is the next.
const TALL: u32 = 3;

impl Motifs for Position {
    const MOTIFS: &'static [Motif] = &[
        Motif::new("line", "Line of four", "Alignement"),
        Motif::new("line-in-two", "Line in two", "Alignement en deux coups"),
        Motif::new("double-threat", "Double threat", "Double menace"),
        Motif::new("block", "Block", "Parade"),
        Motif::new("only-stack", "The only stack", "La seule pile"),
        Motif::new("corner", "Sowing round a corner", "Semis avec virage"),
        Motif::new("tall-stack", "A tall stack", "Une haute pile"),
        Motif::new("hiding", "Hiding pebbles", "Galets cachés"),
    ];

    fn motifs(game: &Progress<Self>, m: Move) -> Vec<&'static str> {
        let Ok(after) = game.position().play(m) else { return Vec::new() };
        let reasons = Position::reasons(game, m);
        let is_told = |kind: &str| reasons.iter().any(|reason| reason.kind == kind);
        motifs_that(Self::MOTIFS, |name| match name {
            "line" => is_told("line"),
            "line-in-two" => wins_next(&after),
            "double-threat" => is_told("two-threats"),
            "block" => is_told("stops-line"),
            "only-stack" => is_told("only-stack"),
            "corner" => m.steps().zip(m.steps().skip(1)).any(|(a, b)| a != b),
            "tall-stack" => game.position().stack(m.origin()).height() >= TALL,
            "hiding" => is_told("hides"),
            _ => false,
        })
    }
}

/// Whatever the side to move plays, the other side has a line then or can make one with its next
/// move. `false` where there are too many walks to tell.
fn wins_next(position: &Position) -> bool {
    if position.outcome().is_some() {
        return false;
    }
    let winner = position.turn.other();
    let mut left = REPLIES_TRIED;
    let answered = |reply: Move| {
        let mut next = *position;
        next.play_unchecked(reply);
        let wins = match next.outcome() {
            Some(outcome) => outcome.winner == Some(winner),
            None => {
                left = left.saturating_sub(next.count_moves());
                left > 0 && lines_next(&next, winner).is_some_and(|lines| !lines.is_empty())
            }
        };
        if wins { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    position.visit_moves(answered).is_continue()
}
