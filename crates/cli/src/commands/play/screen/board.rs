//! The board, painted from the scene, with the cursor and a hint on it.

use super::draw::{Target, Targets};
use super::state::State;
use galet_scene::terminal::{self, Colours, Options, Paint, Painting};
use galet_scene::{Highlights, Rgb};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

/// The ground of the cell under the cursor.
const CURSOR: Rgb = (250, 214, 96);
/// The ground of the cells of a hint.
const HINT: Rgb = (132, 160, 236);
/// What is written on either.
const INK: Rgb = (20, 20, 20);

/// How wide the board must be at least.
pub(super) fn narrowest(state: &State) -> u16 {
    paint(state, Colours::Plain, 1, false).width
}

/// Draws the board as large as there is room; tells whether there is any for it.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    state: &State,
    colours: Colours,
    targets: &mut Targets,
) -> bool {
    let fits = |painting: &Painting| painting.width <= area.width && painting.height <= area.height;
    let sizes = [true, false].map(|airy| paint(state, colours, area.width, airy));
    let Some(painting) = sizes.iter().find(|painting| fits(painting)) else { return false };
    let left = area.x + (area.width - painting.width) / 2;
    let top = area.y + (area.height - painting.height) / 2;
    let buffer = frame.buffer_mut();
    for letter in &painting.letters {
        if let Some(cell) = buffer.cell_mut((left + letter.column, top + letter.line)) {
            cell.set_char(letter.letter).set_style(style(letter.paint, colours));
        }
    }
    for area in &painting.cells {
        let line = Rect::new(left + area.column, top + area.line, area.width, 1);
        let whole = Rect::new(left + area.column, top + area.top, area.width, area.height);
        targets.add(whole, Target::Cell(area.cell));
        if state.hint.contains(&area.cell) && state.looking_at.is_none() {
            let plain = Style::default().add_modifier(Modifier::UNDERLINED);
            frame.buffer_mut().set_style(line, ground(HINT, colours).unwrap_or(plain));
        }
        if area.cell == state.cursor.cell {
            let plain = Style::default().add_modifier(Modifier::REVERSED);
            frame.buffer_mut().set_style(line, ground(CURSOR, colours).unwrap_or(plain));
            // Screen readers follow the terminal's own cursor.
            if state.overlay.is_none() {
                frame.set_cursor_position(Position::new(line.x + line.width / 2, line.y));
            }
        }
    }
    true
}

fn paint(state: &State, colours: Colours, width: u16, airy: bool) -> Painting {
    let highlights = match state.choices() {
        Some(next) if !state.game.taps().is_empty() => Highlights::from(&next),
        _ => Highlights::default(),
    };
    let options = Options {
        colours,
        language: state.language,
        flipped: state.flipped,
        airy,
        width: usize::from(width),
        highlights,
        ..Options::default()
    };
    terminal::paint(&state.shown(), state.theme(), &options)
}

fn ground(colour: Rgb, colours: Colours) -> Option<Style> {
    let paint = Paint { ink: Some(INK), ground: Some(colour), bold: true };
    (colours != Colours::Plain).then(|| style(paint, colours))
}

/// A paint in the colours of the terminal.
pub(super) fn style(paint: Paint, colours: Colours) -> Style {
    let colour = |(r, g, b): Rgb| match colours {
        Colours::Plain => None,
        Colours::Palette => Some(Color::Indexed(terminal::palette_index((r, g, b)))),
        Colours::True => Some(Color::Rgb(r, g, b)),
    };
    let mut style = Style::default();
    if let Some(ink) = paint.ink.and_then(colour) {
        style = style.fg(ink);
    }
    if let Some(ground) = paint.ground.and_then(colour) {
        style = style.bg(ground);
    }
    if paint.bold && colours != Colours::Plain {
        style = style.add_modifier(Modifier::BOLD);
    }
    style
}
