//! What a puzzle is about: themes of its moves.

use super::{Played, endangered};
use crate::board::Direction;
use crate::cells::Cells;
use crate::moves::Move;
use crate::position::Position;
use galet_core::Progress;
use galet_scene::{Motif, Motifs, Reasoned, motifs_that};

impl Motifs for Position {
    const MOTIFS: &'static [Motif] = &[
        Motif::new("ejection", "Ejection", "Éjection"),
        Motif::new("sumito", "Sumito", "Sumito"),
        Motif::new("side-step", "Side-step", "Déplacement latéral"),
        Motif::new("double-threat", "Double threat", "Double menace"),
        Motif::new("rescue", "Rescue", "Sauvetage"),
        Motif::new("breaking-contact", "Breaking contact", "Rupture de contact"),
        Motif::new("splitting", "Splitting", "Séparation"),
        Motif::new("sacrifice", "Sacrifice", "Sacrifice"),
    ];

    fn motifs(game: &Progress<Self>, m: Move) -> Vec<&'static str> {
        let mut later = game.clone();
        if later.play(m).is_err() {
            return Vec::new();
        }
        let played = Played { m, before: *game.position(), after: *later.position() };
        let reasons = Position::reasons(game, m);
        let is_told = |kind: &str| reasons.iter().any(|reason| reason.kind == kind);
        motifs_that(Self::MOTIFS, |name| match name {
            "ejection" => played.ejects().is_some(),
            "sumito" => m.pushed() > 0,
            "side-step" => m.is_broadside(),
            "double-threat" => is_told("two-threats"),
            "rescue" => is_told("rescue"),
            "breaking-contact" => played.breaks_contact(),
            "splitting" => is_told("splits"),
            "sacrifice" => later.outcome().is_none() && played.gives(),
            _ => false,
        })
    }
}

impl Played {
    /// The marbles of the move touched one of the opponent's, and no longer do.
    fn breaks_contact(&self) -> bool {
        let touch = |own: Cells, position: &Position| {
            let theirs = position.marbles(self.them());
            Direction::ALL.into_iter().any(|d| !(own.behind(d) & theirs).is_empty())
        };
        touch(self.m.origins().collect(), &self.before) && !touch(self.moved(), &self.after)
    }

    /// The opponent can push off a marble that was in no danger before, and none was pushed off for it.
    fn gives(&self) -> bool {
        let before = self.all_now(endangered(&self.before, self.them()));
        let now = endangered(&self.after, self.them());
        self.ejects().is_none() && !(now & !before).is_empty()
    }
}
