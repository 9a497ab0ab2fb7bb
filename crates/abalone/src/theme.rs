//! What the set looks and sounds like: a moulded slate board with hollows, glossy marbles.

use galet_scene::art::{Gradient, Paint, Shape, Stop};
use galet_scene::{
    BoardLook, Glyph, MarkColours, PieceArt, PileShape, Sound, StackText, TerminalLook, Theme, Tint,
};
use std::sync::LazyLock;

pub(crate) static THEME: LazyLock<Theme> = LazyLock::new(|| {
    let mut gradients = vec![
        Gradient::radial(
            "hollow",
            ((0.6, 0.64), 0.62),
            (0.6, 0.64),
            &[
                Stop::opaque(0.0, "#7d858f"),
                Stop::opaque(0.6, "#717983"),
                Stop::opaque(1.0, "#59606a"),
            ],
        ),
        Gradient::linear(
            "lip",
            (0.15, 0.15),
            (0.85, 0.85),
            &[
                Stop::veil(0.0, "#000", 0.65),
                Stop::veil(0.5, "#000", 0.0),
                Stop::veil(0.55, "#fff", 0.0),
                Stop::veil(1.0, "#fff", 0.42),
            ],
        ),
        Gradient::spot(
            "gloss",
            &[
                Stop::veil(0.0, "#fff", 0.95),
                Stop::veil(0.5, "#fff", 0.5),
                Stop::veil(1.0, "#fff", 0.0),
            ],
        ),
    ];
    let white = Marble {
        tint: Tint::Light,
        fill: "light",
        stops: ["#ffffff", "#faf8f4", "#e3e0d9", "#aeaba4", "#c9c6be"],
        line: "#1d1c1a",
        // A ring tells white from black without colours.
        mark: vec![Shape::circle(15.0).outlined(Paint::colour("#6f6b63"), 0.42, 2.4)],
        glyph: Glyph { letter: 'o', sign: '◉', ink: (255, 251, 240), on_ink: (60, 44, 16) },
    };
    let black = Marble {
        tint: Tint::Dark,
        fill: "dark",
        stops: ["#464a52", "#1d1f23", "#0a0b0d", "#060708", "#24282e"],
        line: "#000000",
        mark: vec![Shape::circle(5.0).filled(Paint::colour("#fff"), 0.62)],
        glyph: Glyph { letter: 'x', sign: '●', ink: (8, 9, 11), on_ink: (255, 246, 232) },
    };
    let pieces = [white, black].map(|marble| {
        gradients.push(marble.gradient());
        marble.art()
    });
    Theme {
        name: "marbles".to_owned(),
        board: BoardLook {
            surface: ["#858d97", "#6a717b"].map(str::to_owned),
            dimmed: ["#7e868f", "#666d77"].map(str::to_owned),
            grain: None,
        },
        marks: MarkColours {
            accent: "#b4f6ea".to_owned(),
            casing: "#0b1f1e".to_owned(),
            label: "#f2f5f8".to_owned(),
        },
        gradients,
        cell: vec![
            Shape::circle(42.0).filled(Paint::gradient("hollow"), 1.0),
            Shape::circle(42.5).outlined(Paint::gradient("lip"), 1.0, 2.5),
        ],
        pieces: pieces.into(),
        pile: PileShape {
            half_width: 43.0,
            half_depth: 43.0,
            thickness: 0.0,
            step: 9.0,
            looseness: 0.0,
            full_size_up_to: 1,
            slimmest_from: 1,
            slimming: 0.0,
        },
        knock: vec![
            Sound::touch(4200.0, 0.18, 0.02),
            Sound::ring(2350.0, 0.07, 0.13),
            Sound::ring(3720.0, 0.03, 0.1),
        ],
        terminal: TerminalLook {
            ground: (66, 72, 82),
            faint: (134, 142, 154),
            accent: (104, 224, 212),
            trace: (52, 96, 100),
            stacks: StackText::Pieces,
        },
    }
});

/// What tells the marbles of one colour from those of the other.
struct Marble {
    tint: Tint,
    /// The name of its gradient.
    fill: &'static str,
    /// From the lit spot to the rim, where the board is mirrored.
    stops: [&'static str; 5],
    /// The line around it, which sets it off from any board.
    line: &'static str,
    mark: Vec<Shape>,
    glyph: Glyph,
}

impl Marble {
    fn gradient(&self) -> Gradient {
        let [lit, light, dark, shade, rim] = self.stops;
        Gradient::radial(
            self.fill,
            ((0.45, 0.43), 0.59),
            (0.32, 0.27),
            &[
                Stop::opaque(0.0, lit),
                Stop::opaque(0.3, light),
                Stop::opaque(0.68, dark),
                Stop::opaque(0.92, shade),
                Stop::opaque(1.0, rim),
            ],
        )
    }

    fn art(self) -> PieceArt {
        let gloss = Shape::ellipse(15.0, 9.5)
            .placed(-15.0, -20.0, -38.0)
            .filled(Paint::gradient("gloss"), 1.0);
        PieceArt {
            tint: self.tint,
            body: vec![Shape::circle(42.0).filled(Paint::gradient(self.fill), 1.0).outlined(
                Paint::colour(self.line),
                1.0,
                2.4,
            )],
            top: self.mark.into_iter().chain([gloss]).collect(),
            glyph: self.glyph,
        }
    }
}
