//! Boards that every set can lie on besides its own: the same pieces, another ground.
//!
//! Every ground is either pale or of a middling lightness, never darker: black pieces and the dark
//! line around all others then stand out from it, 3 to 1 and more. `web/tests/contrast.test.mjs`
//! measures that.

use crate::art::{Gradient, Stop};
use crate::{BoardLook, MarkColours, Phrase, Theme};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The word for a set's own board, where one of [`boards`] could be named.
pub const OWN_BOARD: &str = "own";

/// A board that the pieces of a set can lie on instead of their own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardStyle {
    /// Its name in settings and addresses: small letters.
    pub name: String,
    /// Its name as people read it.
    pub label: Phrase,
    /// The board under the cells.
    pub board: BoardLook,
    /// The colours of marks and of letters on the board.
    pub marks: MarkColours,
    /// The gradients that take the place of those with the same name.
    pub gradients: Vec<Gradient>,
}

impl Theme {
    /// The set on the board with this name; on its own board where there is no such name.
    pub fn on_board(&self, name: &str) -> Cow<'_, Theme> {
        let Some(style) = boards().iter().find(|style| style.name == name) else {
            return Cow::Borrowed(self);
        };
        let mut theme = self.clone();
        theme.board = style.board.clone();
        theme.marks = style.marks.clone();
        for gradient in &mut theme.gradients {
            if let Some(other) = style.gradients.iter().find(|one| one.name == gradient.name) {
                *gradient = other.clone();
            }
        }
        Cow::Owned(theme)
    }
}

/// The boards that every set can lie on. They colour the gradients `hollow`, of an empty cell, and
/// `lip`, of the edge around it.
pub fn boards() -> &'static [BoardStyle] {
    BOARDS.as_slice()
}

static BOARDS: LazyLock<[BoardStyle; 3]> = LazyLock::new(|| {
    let ink = "#10150f";
    [
        Material {
            name: "pale",
            label: Phrase::fixed("Pale maple", "Érable clair"),
            surface: ["#f7eedd", "#e8d7b8"],
            dimmed: ["#e9dec8", "#cfba95"],
            grain: Some("#b08d5c"),
            hollow: ["#c9b38b", "#dccaa7", "#efe3ca"],
            lip: ["#5a3d17", "#ffffff"],
            marks: ["#087068", "#fffaf0", "#74531f"],
        },
        Material {
            name: "slate",
            label: Phrase::fixed("Slate", "Ardoise"),
            surface: ["#828da0", "#6b7789"],
            dimmed: ["#7b8698", "#667284"],
            grain: None,
            hollow: ["#667184", "#717d90", "#808c9f"],
            lip: ["#0d1219", "#eef3fa"],
            marks: ["#b4f6ea", ink, "#f4f7fb"],
        },
        Material {
            name: "moss",
            label: Phrase::fixed("Moss", "Mousse"),
            surface: ["#7f9a72", "#68825e"],
            dimmed: ["#789269", "#637d59"],
            grain: None,
            hollow: ["#647d5a", "#6f8965", "#7e9873"],
            lip: ["#141d0f", "#f3f9e8"],
            marks: ["#fff3b0", ink, "#f6faee"],
        },
    ]
    .map(Material::style)
});

/// What a board is made of. Colours run from the lit corner to the one in shade.
struct Material {
    name: &'static str,
    label: Phrase,
    surface: [&'static str; 2],
    dimmed: [&'static str; 2],
    grain: Option<&'static str>,
    /// An empty cell, from the side that lies in shade to the lit one.
    hollow: [&'static str; 3],
    /// Its edge: in shade, then lit.
    lip: [&'static str; 2],
    /// Marks, what sets them off, letters.
    marks: [&'static str; 3],
}

impl Material {
    fn style(self) -> BoardStyle {
        let [deep, middle, lit] = self.hollow;
        let [shade, light] = self.lip;
        let [accent, casing, label] = self.marks.map(str::to_owned);
        BoardStyle {
            name: self.name.to_owned(),
            label: self.label,
            board: BoardLook {
                surface: self.surface.map(str::to_owned),
                dimmed: self.dimmed.map(str::to_owned),
                grain: self.grain.map(str::to_owned),
            },
            marks: MarkColours { accent, casing, label },
            gradients: vec![
                Gradient::linear(
                    "hollow",
                    (0.15, 0.1),
                    (0.85, 0.95),
                    &[Stop::opaque(0.0, deep), Stop::opaque(0.45, middle), Stop::opaque(1.0, lit)],
                ),
                Gradient::linear(
                    "lip",
                    (0.15, 0.15),
                    (0.85, 0.85),
                    &[
                        Stop::veil(0.0, shade, 0.65),
                        Stop::veil(0.5, shade, 0.0),
                        Stop::veil(0.55, light, 0.0),
                        Stop::veil(1.0, light, 0.6),
                    ],
                ),
            ],
        }
    }
}
