//! What a puzzle is about: themes of its moves.

use crate::position::{Move, Position};
use galet_core::Progress;
use galet_scene::{Motif, Motifs, Reasoned, motifs_that};

impl Motifs for Position {
    const MOTIFS: &'static [Motif] = &[
        Motif::new("capture", "Capture", "Prise"),
        Motif::new("escape", "Escape", "Fuite"),
        Motif::new("end", "The last move", "Le dernier coup"),
    ];

    fn motifs(game: &Progress<Self>, m: Move) -> Vec<&'static str> {
        let reasons = Position::reasons(game, m);
        let is_told = |kind: &str| reasons.iter().any(|reason| reason.kind == kind);
        motifs_that(Self::MOTIFS, |name| match name {
            "capture" => is_told("takes"),
            "escape" => is_told("escapes"),
            "end" => is_told("wins"),
            _ => false,
        })
    }
}
