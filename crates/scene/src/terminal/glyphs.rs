//! The characters and colours that stand for pieces, cells and marks.

use super::Colours;
use super::canvas::{Paint, Rgb};
use crate::framed::Marks;
use crate::{Material, Role, Tint};

/// The accent, on the terminal's own ground.
pub(super) const ACCENT: Rgb = (64, 190, 178);
const WARNING: Rgb = (240, 110, 50);

/// A piece as one character. Shapes differ as well as colours. The counters of wooden boards are
/// letters even in colour, because a figure follows them.
pub(super) fn glyph(tint: Tint, material: Material, colours: Colours) -> char {
    let letters = colours == Colours::Plain || material == Material::PaleWood;
    match tint {
        Tint::Light if letters => 'o',
        Tint::Dark if letters => 'x',
        Tint::Neutral if letters => 'n',
        Tint::Light => '◉',
        Tint::Dark => '●',
        Tint::Neutral => '○',
        Tint::Unknown => '?',
    }
}

/// A free cell as one character.
pub(super) fn free(colours: Colours) -> char {
    if colours == Colours::Plain { '.' } else { '·' }
}

/// The colours of a board.
pub(super) struct Board {
    /// The board itself.
    pub(super) ground: Rgb,
    /// Lines and free cells on it.
    pub(super) faint: Rgb,
    /// Marks on it.
    pub(super) accent: Rgb,
    /// The ground of cells that the last move touched or that won.
    pub(super) trace: Rgb,
}

/// The colours of a board of that material.
pub(super) fn board(material: Material) -> Board {
    match material {
        Material::DarkHollows => Board {
            ground: (66, 72, 82),
            faint: (134, 142, 154),
            accent: (104, 224, 212),
            trace: (52, 96, 100),
        },
        Material::PaleWood => Board {
            ground: (222, 198, 154),
            faint: (150, 118, 70),
            accent: (0, 98, 92),
            trace: (176, 194, 158),
        },
        Material::WoodenTray => Board {
            ground: (120, 80, 48),
            faint: (78, 48, 24),
            accent: (140, 236, 222),
            trace: (96, 98, 72),
        },
    }
}

/// The colour of a piece.
pub(super) fn ink(tint: Tint, material: Material) -> Rgb {
    match (tint, material) {
        (Tint::Light, _) => (255, 251, 240),
        (Tint::Dark, Material::DarkHollows) => (8, 9, 11),
        (Tint::Dark, Material::PaleWood) => (150, 44, 28),
        (Tint::Dark, Material::WoodenTray) => (28, 34, 42),
        (Tint::Neutral, _) => (226, 190, 124),
        (Tint::Unknown, _) => (150, 144, 134),
    }
}

/// How the height of a lacquered counter is written on it.
pub(super) fn lacquered(tint: Tint) -> Paint {
    let ground = Some(ink(tint, Material::PaleWood));
    let letters = match tint {
        Tint::Light => (60, 44, 16),
        _ => (255, 246, 232),
    };
    Paint { ground, ..Paint::ink(letters) }
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
    pub(super) fn ink(self, board: &Board) -> Rgb {
        if self == Mark::Threatened { WARNING } else { board.accent }
    }

    /// Whether the cell itself is tinted.
    pub(super) fn tints(self) -> bool {
        matches!(self, Mark::Chosen | Mark::Won | Mark::Last)
    }
}
