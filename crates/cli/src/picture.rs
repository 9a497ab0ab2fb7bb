//! The board on the terminal.

use crate::console::Console;
use galet_scene::terminal::{self, Colours, Options};
use galet_scene::{Highlights, Scene, Theme};

/// The scene as lines of text, each ended, in the colours and the language of the output.
pub(crate) fn terminal(
    scene: &Scene,
    theme: &Theme,
    highlights: &Highlights,
    flipped: bool,
    console: &Console,
) -> String {
    let options = Options {
        colours: colours(console),
        language: console.language,
        flipped,
        highlights: highlights.clone(),
        ..Options::default()
    };
    terminal::draw(scene, theme, &options)
}

/// Terminals with all colours say so; the others that have colours have 256 of them.
pub(crate) fn colours(console: &Console) -> Colours {
    match std::env::var("COLORTERM").as_deref() {
        _ if !console.colour => Colours::Plain,
        Ok("truecolor" | "24bit") => Colours::True,
        _ => Colours::Palette,
    }
}
