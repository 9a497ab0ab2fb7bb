//! What the set looks and sounds like: a pale wooden board with round holes, lacquered counters.

use galet_scene::art::{Gradient, Paint, Shape, Stop};
use galet_scene::{
    BoardLook, Glyph, MarkColours, PieceArt, PileShape, Sound, StackText, TerminalLook, Theme, Tint,
};
use std::sync::LazyLock;

/// Half the width and half the depth of a counter.
const TOP: (f64, f64) = (40.0, 33.0);
/// The side of a counter, below its top.
const SIDE: &str = "M-40 0V7.5A40 33 0 0 0 40 7.5V0A40 33 0 0 1-40 0Z";
/// The bevel that catches the light.
const BEVEL: &str = "M-35.5 0A35.5 28.8 0 0 1 8-28A40 34 0 0 0-35.5 0Z";

pub(crate) static THEME: LazyLock<Theme> = LazyLock::new(|| {
    let cream = Counter {
        tint: Tint::Light,
        fill: "light",
        top: ["#fffaec", "#ecdfbf"],
        side: "#d8c69c",
        line: "#2c2008",
        // An engraved ring and a dot tell the colours apart for those who do not see them.
        mark: vec![
            Shape::ellipse(19.0, 15.5).outlined(Paint::colour("#a18d5d"), 1.0, 2.2),
            Shape::ellipse(19.0, 15.5).placed(0.0, 1.6, 0.0).outlined(
                Paint::colour("#fff"),
                0.8,
                1.2,
            ),
        ],
        glyph: Glyph { letter: 'o', sign: 'o', ink: (255, 251, 240), on_ink: (60, 44, 16) },
    };
    let red = Counter {
        tint: Tint::Dark,
        fill: "dark",
        top: ["#c4513a", "#96301f"],
        side: "#76220f",
        line: "#2a0803",
        mark: vec![
            Shape::ellipse(8.0, 6.6).filled(Paint::colour("#5f1a0d"), 1.0),
            Shape::ellipse(7.4, 6.0).placed(0.0, 0.9, 0.0).filled(Paint::colour("#7d2a1a"), 1.0),
        ],
        glyph: Glyph { letter: 'x', sign: 'x', ink: (150, 44, 28), on_ink: (255, 246, 232) },
    };
    // What lies inside a tower that a position from outside began with.
    let buried = Counter {
        tint: Tint::Unknown,
        fill: "unknown",
        top: ["#b5ab9b", "#9d9280"],
        side: "#a3947c",
        line: "#2c261a",
        mark: Vec::new(),
        glyph: Glyph { letter: '?', sign: '?', ink: (150, 144, 134), on_ink: (255, 246, 232) },
    };
    let mut gradients = gradients();
    let pieces = [cream, red, buried].map(|counter| {
        gradients.push(counter.gradient());
        counter.art()
    });
    Theme {
        name: "counters".to_owned(),
        board: BoardLook {
            surface: ["#f3e3c3", "#dcc191"].map(str::to_owned),
            dimmed: ["#e3d0aa", "#bfa271"].map(str::to_owned),
            grain: Some("#9c7440".to_owned()),
        },
        marks: MarkColours {
            accent: "#087068".to_owned(),
            casing: "#fffaf0".to_owned(),
            label: "#7b5a2b".to_owned(),
        },
        gradients,
        cell: vec![
            Shape::circle(41.0).filled(Paint::gradient("hollow"), 1.0),
            Shape::circle(41.5).outlined(Paint::gradient("lip"), 1.0, 2.5),
        ],
        pieces: pieces.into(),
        pile: PileShape {
            half_width: TOP.0,
            half_depth: TOP.1,
            thickness: 7.5,
            step: 7.5,
            looseness: 0.0,
            full_size_up_to: 5,
            slimmest_from: 14,
            slimming: 0.2,
        },
        knock: vec![
            Sound::touch(1100.0, 0.35, 0.05),
            Sound::ring(240.0, 0.22, 0.09),
            Sound::ring(520.0, 0.08, 0.06),
        ],
        terminal: TerminalLook {
            ground: (222, 198, 154),
            faint: (150, 118, 70),
            accent: (0, 98, 92),
            trace: (176, 194, 158),
            stacks: StackText::Height,
        },
    }
});

/// The gradients of holes, and those that all counters share.
fn gradients() -> Vec<Gradient> {
    vec![
        Gradient::linear(
            "hollow",
            (0.15, 0.1),
            (0.85, 0.95),
            &[
                Stop::opaque(0.0, "#bd9861"),
                Stop::opaque(0.45, "#cfb07c"),
                Stop::opaque(1.0, "#e2cb9c"),
            ],
        ),
        Gradient::linear(
            "lip",
            (0.15, 0.15),
            (0.85, 0.85),
            &[
                Stop::veil(0.0, "#5a3d17", 0.7),
                Stop::veil(0.5, "#5a3d17", 0.0),
                Stop::veil(0.55, "#fffaf0", 0.0),
                Stop::veil(1.0, "#fffaf0", 0.9),
            ],
        ),
        Gradient::linear(
            "gloss",
            (0.1, 0.0),
            (0.6, 0.8),
            &[Stop::veil(0.0, "#fff", 0.75), Stop::veil(0.55, "#fff", 0.0)],
        ),
        Gradient::linear(
            "round",
            (0.0, 0.0),
            (1.0, 0.0),
            &[
                Stop::veil(0.0, "#fff", 0.28),
                Stop::veil(0.35, "#fff", 0.0),
                Stop::veil(1.0, "#000", 0.3),
            ],
        ),
    ]
}

/// What tells the counters of one colour from the others.
struct Counter {
    tint: Tint,
    /// The name of its gradient.
    fill: &'static str,
    /// From the lit edge of its top to the one in shade.
    top: [&'static str; 2],
    side: &'static str,
    line: &'static str,
    mark: Vec<Shape>,
    glyph: Glyph,
}

impl Counter {
    fn gradient(&self) -> Gradient {
        let [lit, shaded] = self.top;
        Gradient::linear(
            self.fill,
            (0.15, 0.05),
            (0.85, 0.95),
            &[Stop::opaque(0.0, lit), Stop::opaque(1.0, shaded)],
        )
    }

    fn art(self) -> PieceArt {
        let line = || Paint::colour(self.line);
        let gloss = [
            Shape::path(BEVEL).filled(Paint::colour("#fff"), 0.6),
            Shape::ellipse(TOP.0, TOP.1).filled(Paint::gradient("gloss"), 0.35),
            Shape::ellipse(39.3, 32.3).outlined(line(), 1.0, 2.8),
        ];
        PieceArt {
            tint: self.tint,
            body: vec![
                Shape::path(SIDE).filled(Paint::colour(self.side), 1.0),
                Shape::path(SIDE).filled(Paint::gradient("round"), 1.0).outlined(line(), 1.0, 2.8),
                Shape::ellipse(TOP.0, TOP.1).filled(Paint::gradient(self.fill), 1.0),
            ],
            top: self.mark.into_iter().chain(gloss).collect(),
            glyph: self.glyph,
        }
    }
}
