//! What the set looks and sounds like: a small wooden tray with square fields, river pebbles.

use galet_scene::art::{Gradient, Paint, Shape, Stop};
use galet_scene::{
    BoardLook, Glyph, MarkColours, PieceArt, PileShape, Sound, StackText, TerminalLook, Theme, Tint,
};
use std::sync::LazyLock;

/// The outline of every pebble.
const STONE: &str = "M-36 2C-37-14-21-28 1-28C23-29 37-15 36 1C35 19 19 31-2 31C-23 31-35 18-36 2Z";
/// The fine dark grain of bone.
const GRAIN: &str = "M-14-9h.1M-5-15h.1M4-7h.1M-9 3h.1M13 2h.1M2 9h.1M17-11h.1M-20 6h.1";
/// A vein of quartz through slate, and its branch.
const VEINS: [&str; 2] = ["M-33-6C-18-2-8-12 5-6C16-1 24 6 34 4", "M5-6C10 4 12 12 10 22"];

pub(crate) static THEME: LazyLock<Theme> = LazyLock::new(|| {
    let bone = Stone {
        tint: Tint::Light,
        fill: "light",
        stops: ["#fdfaf1", "#ebe4d3", "#bdb29b"],
        line: "#1f1a10",
        mark: vec![Shape::path(GRAIN).outlined(Paint::colour("#8d8169"), 1.0, 3.0).round_ends()],
        glyph: Glyph { letter: 'o', sign: '◉', ink: (255, 251, 240), on_ink: (60, 44, 16) },
    };
    let slate = Stone {
        tint: Tint::Dark,
        fill: "dark",
        stops: ["#525c67", "#2f363e", "#1a1f24"],
        line: "#07090b",
        mark: vec![
            Shape::path(VEINS[0]).outlined(Paint::colour("#dfe5ea"), 0.75, 3.0),
            Shape::path(VEINS[1]).outlined(Paint::colour("#dfe5ea"), 0.4, 1.6),
        ],
        glyph: Glyph { letter: 'x', sign: '●', ink: (28, 34, 42), on_ink: (255, 246, 232) },
    };
    let tan = Stone {
        tint: Tint::Neutral,
        fill: "neutral",
        stops: ["#e7c991", "#cda667", "#96713a"],
        line: "#221504",
        mark: Vec::new(),
        glyph: Glyph { letter: 'n', sign: '○', ink: (226, 190, 124), on_ink: (60, 44, 16) },
    };
    let mut gradients = gradients();
    let pieces = [bone, slate, tan].map(|stone| {
        gradients.push(stone.gradient());
        stone.art()
    });
    Theme {
        name: "pebbles".to_owned(),
        board: BoardLook {
            surface: ["#c19263", "#a1744a"].map(str::to_owned),
            dimmed: ["#b4875a", "#946a43"].map(str::to_owned),
            grain: Some("#4a2c12".to_owned()),
        },
        marks: MarkColours {
            accent: "#c4fbf1".to_owned(),
            casing: "#12302c".to_owned(),
            label: "#fff4e2".to_owned(),
        },
        gradients,
        cell: vec![
            Shape::square(46.0, 12.0).filled(Paint::gradient("hollow"), 1.0),
            Shape::square(46.0, 12.0).outlined(Paint::gradient("lip"), 1.0, 2.0),
        ],
        pieces: pieces.into(),
        pile: PileShape {
            half_width: 36.0,
            half_depth: 28.0,
            thickness: 4.0,
            step: 11.0,
            looseness: 2.2,
            full_size_up_to: 5,
            slimmest_from: 14,
            slimming: 0.2,
        },
        knock: vec![
            Sound::touch(2600.0, 0.3, 0.03),
            Sound::ring(1250.0, 0.06, 0.06),
            Sound::ring(330.0, 0.1, 0.07),
        ],
        terminal: TerminalLook {
            ground: (120, 80, 48),
            faint: (78, 48, 24),
            accent: (140, 236, 222),
            trace: (96, 98, 72),
            stacks: StackText::Pieces,
        },
    }
});

/// The gradients of fields, and the one that all pebbles share.
fn gradients() -> Vec<Gradient> {
    vec![
        Gradient::linear(
            "hollow",
            (0.1, 0.0),
            (0.9, 1.0),
            &[
                Stop::opaque(0.0, "#946a42"),
                Stop::opaque(0.16, "#a57a4e"),
                Stop::opaque(1.0, "#ba8d5f"),
            ],
        ),
        Gradient::linear(
            "lip",
            (0.1, 0.1),
            (0.9, 0.9),
            &[
                Stop::veil(0.0, "#2c1806", 0.75),
                Stop::veil(0.5, "#2c1806", 0.1),
                Stop::veil(0.55, "#ffe9c9", 0.0),
                Stop::veil(1.0, "#ffe9c9", 0.6),
            ],
        ),
        Gradient::spot("gloss", &[Stop::veil(0.0, "#fff", 0.55), Stop::veil(1.0, "#fff", 0.0)]),
    ]
}

/// What tells the pebbles of one colour from the others.
struct Stone {
    tint: Tint,
    /// The name of its gradient.
    fill: &'static str,
    /// From the lit spot to the shade.
    stops: [&'static str; 3],
    line: &'static str,
    mark: Vec<Shape>,
    glyph: Glyph,
}

impl Stone {
    fn gradient(&self) -> Gradient {
        let [lit, middle, shaded] = self.stops;
        Gradient::radial(
            self.fill,
            ((0.45, 0.42), 0.64),
            (0.34, 0.24),
            &[Stop::opaque(0.0, lit), Stop::opaque(0.55, middle), Stop::opaque(1.0, shaded)],
        )
    }

    fn art(self) -> PieceArt {
        let body = Shape::path(STONE).filled(Paint::gradient(self.fill), 1.0);
        let gloss = Shape::ellipse(17.0, 8.5)
            .placed(-9.0, -14.0, -16.0)
            .filled(Paint::gradient("gloss"), 1.0);
        PieceArt {
            tint: self.tint,
            body: vec![body.outlined(Paint::colour(self.line), 1.0, 2.2)],
            top: self.mark.into_iter().chain([gloss]).collect(),
            glyph: self.glyph,
        }
    }
}
