//! What the set looks and sounds like: flat stones on square fields.

use galet_scene::art::{Gradient, Paint, Shape, Stop};
use galet_scene::{
    BoardLook, Glyph, MarkColours, PieceArt, PileShape, Sound, StackText, TerminalLook, Theme, Tint,
};
use std::sync::LazyLock;

pub(crate) static THEME: LazyLock<Theme> = LazyLock::new(|| Theme {
    name: "stones".to_owned(),
    board: BoardLook {
        surface: ["#8fa9ad", "#5c7a80"].map(str::to_owned),
        dimmed: ["#7c9599", "#4d686d"].map(str::to_owned),
        grain: None,
    },
    marks: MarkColours {
        accent: "#ffd166".to_owned(),
        casing: "#1d2b2e".to_owned(),
        label: "#eef4f5".to_owned(),
    },
    gradients: vec![stone("light", "#ffffff", "#c9c4b8"), stone("dark", "#4a4f57", "#15171a")],
    cell: vec![Shape::circle(40.0).outlined(Paint::colour("#1d2b2e"), 0.35, 2.0)],
    pieces: vec![
        piece(
            Tint::Light,
            "light",
            Glyph { letter: 'o', sign: '○', ink: (255, 252, 244), on_ink: (40, 44, 48) },
        ),
        piece(
            Tint::Dark,
            "dark",
            Glyph { letter: 'x', sign: '●', ink: (12, 14, 17), on_ink: (250, 246, 236) },
        ),
    ],
    pile: PileShape {
        half_width: 36.0,
        half_depth: 36.0,
        thickness: 0.0,
        step: 9.0,
        looseness: 0.0,
        full_size_up_to: 1,
        slimmest_from: 1,
        slimming: 0.0,
    },
    knock: vec![Sound::touch(1800.0, 0.2, 0.03)],
    terminal: TerminalLook {
        ground: (70, 92, 97),
        faint: (150, 170, 174),
        accent: (255, 209, 102),
        trace: (96, 110, 84),
        stacks: StackText::Pieces,
    },
});

fn stone(name: &'static str, lit: &'static str, shade: &'static str) -> Gradient {
    let stops = [Stop::opaque(0.0, lit), Stop::opaque(1.0, shade)];
    Gradient::radial(name, ((0.45, 0.43), 0.6), (0.32, 0.27), &stops)
}

fn piece(tint: Tint, gradient: &'static str, glyph: Glyph) -> PieceArt {
    // A dot tells light from dark without colours.
    let top = match tint {
        Tint::Light => vec![Shape::circle(6.0).filled(Paint::colour("#6f6b63"), 0.6)],
        _ => Vec::new(),
    };
    let body = vec![Shape::circle(36.0).filled(Paint::gradient(gradient), 1.0)];
    PieceArt { tint, body, top, glyph }
}
