//! The characters that stand for pieces, cells and marks, and the colours of marks.

use super::Colours;
use super::canvas::Paint;
use crate::framed::Marks;
use crate::{Glyph, Rgb, Role, TerminalLook, Theme, Tint};

/// The accent, on the terminal's own ground.
pub(super) const ACCENT: Rgb = (64, 190, 178);
const WARNING: Rgb = (240, 110, 50);

/// The glyph of a piece that its set does not have.
const STRANGE: Glyph =
    Glyph { letter: '?', sign: '?', ink: (150, 144, 134), on_ink: (255, 246, 232) };

/// How pieces of a tint are written.
pub(super) fn glyph(theme: &Theme, tint: Tint) -> Glyph {
    theme.piece(tint).map_or(STRANGE, |piece| piece.glyph)
}

impl Glyph {
    /// The character for a terminal with these colours.
    pub(super) fn shown(self, colours: Colours) -> char {
        if colours == Colours::Plain { self.letter } else { self.sign }
    }

    /// Letters on a ground of the piece's own colour.
    pub(super) fn on_piece(self) -> Paint {
        Paint { ground: Some(self.ink), ..Paint::ink(self.on_ink) }
    }
}

/// A free cell as one character.
pub(super) fn free(colours: Colours) -> char {
    if colours == Colours::Plain { '.' } else { '·' }
}

/// What a cell is marked as, the strongest reason only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Chosen,
    Target,
    Extend,
    Movable,
    Won,
    Last,
    Threatened,
    Safe,
}

impl Mark {
    /// All marks, in the order in which they are explained.
    pub(super) const ALL: [Mark; 8] = [
        Mark::Chosen,
        Mark::Target,
        Mark::Extend,
        Mark::Movable,
        Mark::Won,
        Mark::Last,
        Mark::Threatened,
        Mark::Safe,
    ];

    /// The mark of a cell.
    pub(super) fn of(marks: &Marks) -> Option<Mark> {
        match marks {
            Marks { selected: true, .. } => Some(Mark::Chosen),
            Marks { choice: Some(Role::Drop | Role::Finish), .. } => Some(Mark::Target),
            Marks { choice: Some(Role::Extend), .. } => Some(Mark::Extend),
            Marks { choice: Some(Role::Select), .. } => Some(Mark::Movable),
            Marks { winning: true, .. } => Some(Mark::Won),
            Marks { last_to: true, .. } | Marks { last_from: true, .. } => Some(Mark::Last),
            Marks { threatened: true, .. } => Some(Mark::Threatened),
            Marks { safe: true, .. } => Some(Mark::Safe),
            _ => None,
        }
    }

    /// The characters to the left and to the right of what stands on the cell.
    pub(super) fn brackets(self) -> (char, char) {
        match self {
            Mark::Chosen => ('[', ']'),
            Mark::Target => ('>', '<'),
            Mark::Extend => ('+', '+'),
            Mark::Movable => ('{', '}'),
            Mark::Won => ('=', '='),
            Mark::Last => ('(', ')'),
            Mark::Threatened => ('!', '!'),
            Mark::Safe => ('|', '|'),
        }
    }

    /// The colour of the brackets on a board.
    pub(super) fn ink(self, board: &TerminalLook) -> Rgb {
        if self == Mark::Threatened { WARNING } else { board.accent }
    }

    /// Whether the cell itself is tinted.
    pub(super) fn tints(self) -> bool {
        matches!(self, Mark::Chosen | Mark::Won | Mark::Last)
    }
}
