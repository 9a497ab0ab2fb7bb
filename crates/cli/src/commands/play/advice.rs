//! A hint in three steps, each asked for on its own: what to move, where to, and why.

use super::computer::Found;
use crate::words;
use galet_games::AnyProgress;
use galet_scene::{CellId, Language, MoveReason, listed};

/// A hint, and how much of it has been told.
#[derive(Clone, Debug)]
pub(super) struct Advice {
    text: String,
    reasons: Vec<MoveReason>,
    /// The moves of the game that it is about.
    about: Vec<String>,
    told: Step,
}

/// The steps of a hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Nothing,
    Piece,
    Move,
    Reason,
}

impl Advice {
    /// What was found about a game, not a word of it told yet.
    pub(super) fn new(found: Found, game: &dyn AnyProgress) -> Advice {
        let about = game.moves();
        Advice { text: found.text, reasons: found.reasons, about, told: Step::Nothing }
    }

    /// Whether it is about the game as it stands.
    pub(super) fn is_about(&self, game: &dyn AnyProgress) -> bool {
        self.about == game.moves()
    }

    /// The next step in words, and the cells to look at. After the last step that one is told
    /// again.
    pub(super) fn next(
        &mut self,
        game: &dyn AnyProgress,
        language: Language,
    ) -> (String, Vec<CellId>) {
        self.told = match self.told {
            Step::Nothing => Step::Piece,
            Step::Piece => Step::Move,
            Step::Move | Step::Reason => Step::Reason,
        };
        let gesture = || game.gesture(&self.text).unwrap_or_default();
        match self.told {
            Step::Nothing | Step::Piece => {
                let piece = game.piece(&self.text).unwrap_or_default();
                let scene = game.scene();
                let name = |cell: &CellId| scene.cells.get(usize::from(cell.0)).map(|c| &c.name);
                let names = listed(piece.iter().filter_map(name));
                (words::hint_piece(language, names.get(language)), piece)
            }
            Step::Move => {
                let said = game.say_move(&self.text).unwrap_or_default();
                (words::hint(language, &self.text, said.get(language)), gesture())
            }
            Step::Reason if self.reasons.is_empty() => {
                (words::NO_REASON.get(language).to_owned(), gesture())
            }
            Step::Reason => {
                let told: Vec<&str> = self.reasons.iter().map(|r| r.words.get(language)).collect();
                let cells = self.reasons.iter().flat_map(|reason| &reason.cells).copied();
                (words::hint_reasons(language, &self.text, &told.join(" ")), cells.collect())
            }
        }
    }
}
