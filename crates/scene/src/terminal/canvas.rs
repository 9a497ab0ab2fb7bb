//! A sheet of characters with colours, and how it becomes lines of text.

use super::Colours;
use crate::Rgb;
use std::collections::BTreeMap;

/// How a character looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Paint {
    /// The colour of the character; `None` is the terminal's own.
    pub ink: Option<Rgb>,
    /// The colour behind it; `None` is the terminal's own.
    pub ground: Option<Rgb>,
    /// Whether it is written strongly.
    pub bold: bool,
}

impl Paint {
    /// Bold ink on what is already there.
    pub(super) fn ink(ink: Rgb) -> Paint {
        Paint { ink: Some(ink), ground: None, bold: true }
    }
}

#[derive(Clone, Copy)]
struct Spot {
    /// What is written there; a space gives way to lines.
    letter: char,
    /// The lines that leave from the middle of the spot.
    lines: u8,
    paint: Paint,
}

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// Characters by row and column. There is no first row or column: whatever is written is shown.
#[derive(Default)]
pub(super) struct Canvas {
    spots: BTreeMap<(i32, i32), Spot>,
}

impl Canvas {
    fn spot(&mut self, row: i32, column: i32) -> &mut Spot {
        let blank = Spot { letter: ' ', lines: 0, paint: Paint::default() };
        self.spots.entry((row, column)).or_insert(blank)
    }

    /// Writes text from a column on. A paint without ground leaves the ground as it is.
    pub(super) fn write(&mut self, row: i32, column: i32, text: &str, paint: Paint) {
        for (column, letter) in (column..).zip(text.chars()) {
            let spot = self.spot(row, column);
            let ground = paint.ground.or(spot.paint.ground);
            spot.letter = letter;
            spot.paint = Paint { ground, ..paint };
        }
    }

    /// Whether nothing is written there.
    pub(super) fn is_free(&self, row: i32, column: i32) -> bool {
        self.spots.get(&(row, column)).is_none_or(|spot| spot.letter == ' ' && spot.lines == 0)
    }

    /// Colours the ground of a stretch of a row.
    pub(super) fn ground(&mut self, row: i32, columns: std::ops::RangeInclusive<i32>, ground: Rgb) {
        for column in columns {
            self.spot(row, column).paint.ground = Some(ground);
        }
    }

    /// Every character with its row, column and paint, in reading order.
    pub(super) fn letters(
        &self,
        colours: Colours,
    ) -> impl Iterator<Item = ((i32, i32), char, Paint)> {
        self.spots.iter().map(move |(&place, spot)| (place, spot.shown(colours), spot.paint))
    }

    /// Draws a box; boxes that share an edge grow together.
    pub(super) fn frame(
        &mut self,
        (top, left): (i32, i32),
        (bottom, right): (i32, i32),
        paint: Paint,
    ) {
        let mut line = |row, column, lines| {
            let spot = self.spot(row, column);
            spot.lines |= lines;
            spot.paint.ink = paint.ink;
        };
        for column in left..right {
            for row in [top, bottom] {
                line(row, column, RIGHT);
                line(row, column + 1, LEFT);
            }
        }
        for row in top..bottom {
            for column in [left, right] {
                line(row, column, DOWN);
                line(row + 1, column, UP);
            }
        }
    }

    /// The lines of text, none longer than `width`, without blanks at their ends.
    pub(super) fn lines(&self, colours: Colours, width: usize) -> Vec<String> {
        let rows = self.spots.keys().map(|(row, _)| *row);
        let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else {
            return Vec::new();
        };
        let left = self.spots.keys().map(|(_, column)| *column).min().unwrap_or(0);
        (top..=bottom)
            .map(|row| {
                let spots: Vec<_> = self.spots.range((row, left)..(row + 1, i32::MIN)).collect();
                let mut line = Line::new(colours);
                for (&(_, column), spot) in spots {
                    let place = usize::try_from(column - left).unwrap_or(0);
                    if place < width {
                        line.put(place, spot.shown(colours), spot.paint);
                    }
                }
                line.finish()
            })
            .collect()
    }
}

impl Spot {
    fn shown(&self, colours: Colours) -> char {
        if self.letter != ' ' {
            return self.letter;
        }
        let (across, down) = (self.lines & (LEFT | RIGHT) != 0, self.lines & (UP | DOWN) != 0);
        if colours == Colours::Plain {
            return match (across, down) {
                (false, false) => ' ',
                (true, false) => '-',
                (false, true) => '|',
                (true, true) => '+',
            };
        }
        // The light box-drawing characters, by the directions in which they have a line.
        const BOXES: [char; 16] =
            [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];
        BOXES[usize::from(self.lines)]
    }
}

/// A line being written, which changes colours only where they change.
pub(super) struct Line {
    text: String,
    colours: Colours,
    paint: Paint,
    /// How many columns are written.
    end: usize,
    /// Blanks that are only written if something follows.
    blanks: usize,
}

impl Line {
    pub(super) fn new(colours: Colours) -> Line {
        Line { text: String::new(), colours, paint: Paint::default(), end: 0, blanks: 0 }
    }

    /// Writes a character at a column at or behind the end.
    fn put(&mut self, column: usize, letter: char, paint: Paint) {
        self.blanks += column.saturating_sub(self.end);
        self.end = column + 1;
        let colourless = self.colours == Colours::Plain || paint.ground.is_none();
        if letter == ' ' && colourless {
            self.blanks += 1;
            return;
        }
        if self.blanks > 0 {
            self.change(Paint::default());
            self.text.extend(std::iter::repeat_n(' ', self.blanks));
            self.blanks = 0;
        }
        self.change(paint);
        self.text.push(letter);
    }

    /// Writes text behind the end.
    pub(super) fn write(&mut self, text: &str, paint: Paint) {
        for letter in text.chars() {
            self.put(self.end, letter, paint);
        }
    }

    /// How many columns are written.
    pub(super) fn width(&self) -> usize {
        self.end
    }

    /// Changes colours from here on.
    fn change(&mut self, paint: Paint) {
        if self.colours == Colours::Plain || paint == self.paint {
            return;
        }
        self.text.push_str("\x1b[0");
        if paint.bold {
            self.text.push_str(";1");
        }
        for (layer, colour) in [(38, paint.ink), (48, paint.ground)] {
            if let Some(colour) = colour {
                self.text.push_str(&code(self.colours, layer, colour));
            }
        }
        self.text.push('m');
        self.paint = paint;
    }

    /// The text, with everything back to normal at its end.
    pub(super) fn finish(mut self) -> String {
        self.change(Paint::default());
        self.text
    }
}

/// The part of an escape sequence that sets a colour.
fn code(colours: Colours, layer: u8, (r, g, b): Rgb) -> String {
    match colours {
        Colours::Plain => String::new(),
        Colours::True => format!(";{layer};2;{r};{g};{b}"),
        Colours::Palette => format!(";{layer};5;{}", palette_index((r, g, b))),
    }
}

/// The nearest of the 240 fixed colours of a palette of 256: a cube of 6×6×6 and 24 greys.
pub fn palette_index(colour: Rgb) -> u8 {
    let cube = |level: u8| if level == 0 { 0 } else { 55 + 40 * level };
    (16..=255u8)
        .min_by_key(|&index| {
            let shade = if index < 232 {
                let n = index - 16;
                (cube(n / 36), cube(n / 6 % 6), cube(n % 6))
            } else {
                let grey = 8 + 10 * (index - 232);
                (grey, grey, grey)
            };
            let far = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
            far(shade.0, colour.0) + far(shade.1, colour.1) + far(shade.2, colour.2)
        })
        .unwrap_or(16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_holds_its_own_colours() {
        assert_eq!(palette_index((0, 0, 0)), 16);
        assert_eq!(palette_index((255, 255, 255)), 231);
        assert_eq!(palette_index((255, 0, 0)), 196);
        assert_eq!(palette_index((118, 118, 118)), 243);
    }

    #[test]
    fn boxes_grow_together() {
        let mut canvas = Canvas::default();
        canvas.frame((0, 0), (2, 3), Paint::default());
        canvas.frame((0, 3), (2, 6), Paint::default());
        assert_eq!(canvas.lines(Colours::True, 80), ["┌──┬──┐", "│  │  │", "└──┴──┘"]);
        assert_eq!(canvas.lines(Colours::Plain, 80), ["+--+--+", "|  |  |", "+--+--+"]);
        assert_eq!(canvas.lines(Colours::Plain, 4), ["+--+", "|  |", "+--+"]);
    }
}
