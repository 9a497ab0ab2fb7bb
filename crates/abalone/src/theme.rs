//! What the set looks and sounds like: a dark moulded board with hollows, glossy marbles.

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
                Stop::opaque(0.0, "#555c66"),
                Stop::opaque(0.55, "#31363d"),
                Stop::opaque(1.0, "#17191d"),
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
        stops: ["#ffffff", "#f5f3ee", "#cfccc4", "#8f8c85", "#b5b2aa"],
        // A ring tells white from black without colours.
        mark: vec![Shape::circle(15.0).outlined(Paint::colour("#6f6b63"), 0.42, 2.4)],
        glyph: Glyph { letter: 'o', sign: '◉', ink: (255, 251, 240), on_ink: (60, 44, 16) },
    };
    let black = Marble {
        tint: Tint::Dark,
        fill: "dark",
        stops: ["#565b64", "#25272c", "#0c0d0f", "#08090a", "#3a4049"],
        mark: vec![
            Shape::circle(5.0).filled(Paint::colour("#fff"), 0.62),
            Shape::circle(41.6).outlined(Paint::colour("#fff"), 0.16, 1.4),
        ],
        glyph: Glyph { letter: 'x', sign: '●', ink: (8, 9, 11), on_ink: (255, 246, 232) },
    };
    let pieces = [white, black].map(|marble| {
        gradients.push(marble.gradient());
        marble.art()
    });
    Theme {
        name: "marbles".to_owned(),
        board: BoardLook {
            surface: ["#545b65", "#2b2f36"].map(str::to_owned),
            dimmed: ["#4d545d", "#272b31"].map(str::to_owned),
            grain: None,
        },
        marks: MarkColours {
            accent: "#5fd6cb".to_owned(),
            casing: "#0b1f1e".to_owned(),
            label: "#b9c0c9".to_owned(),
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
            body: vec![Shape::circle(42.0).filled(Paint::gradient(self.fill), 1.0)],
            top: self.mark.into_iter().chain([gloss]).collect(),
            glyph: self.glyph,
        }
    }
}
