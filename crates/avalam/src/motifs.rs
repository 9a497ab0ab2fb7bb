//! What a puzzle is about: themes of its moves.

use crate::{Move, Position};
use galet_core::{Game, Progress};
use galet_scene::{Motif, Motifs, Reasoned, motifs_that};
use std::ops::ControlFlow;

impl Motifs for Position {
    const MOTIFS: &'static [Motif] = &[
        Motif::new("five-tower", "Tower of five", "Tour de cinq"),
        Motif::new("isolation", "Isolation", "Isolement"),
        Motif::new("last-neighbour", "Taking the last neighbour", "Prise de la dernière voisine"),
        Motif::new("rescue", "Rescue", "Sauvetage"),
        Motif::new("merging", "Merging enemy towers", "Réunion de tours adverses"),
        Motif::new("cover", "Covering", "Recouvrement"),
        Motif::new("sacrifice", "Sacrifice", "Sacrifice"),
        Motif::new("parity", "Parity", "Parité"),
    ];

    fn motifs(game: &Progress<Self>, m: Move) -> Vec<&'static str> {
        let Ok(after) = game.position().play(m) else { return Vec::new() };
        let reasons = Position::reasons(game, m);
        let is_told = |kind: &str| reasons.iter().any(|reason| reason.kind == kind);
        let covers_own = game.position().of_colour(game.position().to_move()).contains(m.to());
        motifs_that(Self::MOTIFS, |name| match name {
            "five-tower" => is_told("five"),
            "isolation" => is_told("safe"),
            "last-neighbour" => is_told("last-neighbour"),
            "rescue" => is_told("saves"),
            "merging" => is_told("merges"),
            "cover" => is_told("covers"),
            "sacrifice" => covers_own,
            "parity" => every_reply_costs_a_tower(&after),
            _ => false,
        })
    }
}

/// Whoever is to move must cover a tower of their own, whatever they play.
fn every_reply_costs_a_tower(position: &Position) -> bool {
    let own = position.of_colour(position.to_move());
    let costs = |m: Move| match own.contains(m.to()) {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    position.outcome().is_none() && position.visit_moves(costs).is_continue()
}
