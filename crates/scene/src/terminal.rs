//! A scene as text: in colour for a terminal, or plain for a pipe, a log and every reader.
//!
//! ```
//! # fn show<G: galet_scene::Scenic>(game: &galet_core::Progress<G>) {
//! use galet_scene::terminal::{self, Colours, Options};
//! let options = Options { colours: Colours::True, ..Options::default() };
//! print!("{}", terminal::draw(&G::scene(game), G::theme(), &options));
//! # }
//! ```
//!
//! Cells go where their place on the plane says: rows of equal height become lines, half a step
//! to the side becomes half the distance of two cells. The theme says what is written of a stack:
//! every piece from bottom to top, or the top one and the height. Shapes tell everything; colours
//! repeat it.
//!
//! [`draw`] gives lines with a caption for whoever prints them; [`paint`] gives the board alone,
//! letter by letter, for programs that have a screen of their own and want to know which cell
//! was clicked.

mod canvas;
mod caption;
mod glyphs;
mod painting;

use crate::framed::Framed;
use crate::{Cell, CellShape, Highlights, Language, Piece, Scene, StackText, Theme};
use canvas::Canvas;
use glyphs::Mark;

pub use canvas::{Paint, palette_index};
pub use painting::{CellArea, Letter, Painting, legend, paint, stack_text};

/// How a scene is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which colours the reader's terminal can show.
    pub colours: Colours,
    /// The language of the words.
    pub language: Language,
    /// Whether coordinates are written beside the board.
    pub coordinates: bool,
    /// Whether the last move is marked.
    pub trail: bool,
    /// Whether the board is seen from the other side of the table.
    pub flipped: bool,
    /// Whether rows of cells are twice as far apart, so that the board has its true proportions
    /// on a terminal, whose letters are higher than wide.
    pub airy: bool,
    /// The number of columns that no line exceeds.
    pub width: usize,
    /// A half-made move.
    pub highlights: Highlights,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            colours: Colours::Plain,
            language: Language::English,
            coordinates: true,
            trail: true,
            flipped: false,
            airy: false,
            width: 80,
            highlights: Highlights::default(),
        }
    }
}

/// The colours of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Colours {
    /// None, and no characters beyond ASCII on the board: for pipes and plain terminals.
    #[default]
    Plain,
    /// A palette of 256.
    Palette,
    /// All of them.
    True,
}

/// The scene in its theme as lines of text, each ended by a line feed.
pub fn draw(scene: &Scene, theme: &Theme, options: &Options) -> String {
    let view = Framed::new(scene, &options.highlights, options.flipped, options.trail);
    let layout = Layout::new(&view, theme, options);
    let canvas = layout.paint(options);
    let mut lines: Vec<String> = canvas.lines(options.colours, options.width);
    lines.push(String::new());
    lines.extend(caption::lines(&view, &layout, options));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The most characters a stack is written with.
const WIDEST_STACK: usize = 7;

/// Where everything goes on the sheet.
struct Layout<'a> {
    view: &'a Framed,
    theme: &'a Theme,
    colours: Colours,
    /// The heights of the rows of cells, from above.
    rows: Vec<f64>,
    /// The column of the plane's left end.
    left: f64,
    /// Columns from a cell to its neighbour.
    pitch: usize,
    /// Columns for what stands on a cell.
    room: usize,
    /// Lines from a row of cells to the next.
    height: i32,
    /// Whether cells have lines around them.
    boxed: bool,
}

impl<'a> Layout<'a> {
    fn new(view: &'a Framed, theme: &'a Theme, options: &Options) -> Layout<'a> {
        let bounds = view.bounds(options.coordinates);
        let mut heights: Vec<f64> = view.scene.cells.iter().map(|cell| cell.at.y).collect();
        heights.sort_by(f64::total_cmp);
        let mut rows: Vec<f64> = Vec::new();
        for y in heights {
            if rows.last().is_none_or(|row| y - row > 0.25) {
                rows.push(y);
            }
        }
        let left = view.scene.cells.iter().map(|cell| cell.at.x).fold(f64::INFINITY, f64::min);
        let staggered = view.scene.cells.iter().any(|cell| {
            let part = (cell.at.x - left).fract();
            (0.25..0.75).contains(&part)
        });
        let boxed = matches!(view.scene.board.cell, CellShape::Square { .. });
        let grows = view.scene.stacking && theme.terminal.stacks == StackText::Pieces;
        let mut layout = Layout {
            view,
            theme,
            colours: options.colours,
            rows,
            left: if left.is_finite() { left } else { 0.0 },
            pitch: 0,
            room: 0,
            height: if boxed { 2 } else { 1 } * if options.airy { 2 } else { 1 },
            boxed,
        };
        // The widest way to write stacks that fits the page.
        for most in (1..=WIDEST_STACK).rev() {
            let room = view
                .scene
                .cells
                .iter()
                .map(|cell| layout.content(cell, most).len())
                .max()
                .unwrap_or(1);
            // Boxes keep their size, so that the board stands still while stacks grow.
            let room = if boxed && grows { room.max(most) } else { room };
            let pitch = room + if boxed { 3 } else { 2 };
            layout.room = room;
            layout.pitch = if staggered { pitch.next_multiple_of(2) } else { pitch };
            if (bounds.width() + 1.0) * layout.pitch as f64 <= options.width as f64 {
                break;
            }
        }
        layout
    }

    /// The column of the middle of something at that place.
    fn column(&self, x: f64) -> i32 {
        ((x - self.left) * self.pitch as f64).round() as i32
    }

    /// The line of a row of cells.
    fn line(&self, row: usize) -> i32 {
        row as i32 * self.height + if self.boxed { self.height / 2 } else { 0 }
    }

    /// The line of something at that height: that of the row it stands in, or one beyond.
    fn line_at(&self, y: f64) -> i32 {
        let last = self.rows.len().saturating_sub(1);
        let nearest = (0..self.rows.len())
            .min_by(|a, b| (self.rows[*a] - y).abs().total_cmp(&(self.rows[*b] - y).abs()))
            .unwrap_or(0);
        let away = y - self.rows.get(nearest).copied().unwrap_or(y);
        let beyond = if self.boxed { self.height / 2 + 1 } else { 1 };
        match nearest {
            row if row == 0 && away < -0.3 => self.line(row) - beyond,
            row if row == last && away > 0.3 => self.line(row) + beyond,
            row => self.line(row),
        }
    }

    /// What is written on a cell, with at most that many characters for a stack.
    fn content(&self, cell: &Cell, most: usize) -> Vec<(char, Paint)> {
        let look = &self.theme.terminal;
        let Some(&top) = cell.stack.last() else {
            let paint = Paint { bold: false, ..Paint::ink(look.faint) };
            return vec![(glyphs::free(self.colours), paint)];
        };
        let pieces = |stack: &[Piece]| -> Vec<(char, Paint)> {
            let glyphs = stack.iter().map(|piece| glyphs::glyph(self.theme, piece.tint));
            glyphs.map(|glyph| (glyph.shown(self.colours), Paint::ink(glyph.ink))).collect()
        };
        let height = cell.stack.len();
        let figures =
            |text: &str, paint: Paint| -> Vec<_> { text.chars().map(|c| (c, paint)).collect() };
        match look.stacks {
            StackText::Height => {
                let glyph = glyphs::glyph(self.theme, top.tint);
                figures(&format!("{}{height}", glyph.letter), glyph.on_piece())
            }
            StackText::Pieces if height <= most => pieces(&cell.stack),
            StackText::Pieces => {
                let dots = if self.colours == Colours::Plain { ".." } else { "…" };
                let mut content = figures(&format!("{height}{dots}"), Paint::ink(look.accent));
                let shown = most.saturating_sub(content.len()).max(1);
                content.extend(pieces(&cell.stack[height - shown..]));
                content
            }
        }
    }

    /// Whether the stack of a cell is not written whole.
    fn is_abbreviated(&self, cell: &Cell) -> bool {
        self.theme.terminal.stacks == StackText::Pieces && cell.stack.len() > self.room
    }

    /// The first column of what stands on a cell.
    fn start(&self, cell: &Cell) -> i32 {
        self.column(cell.at.x) - self.room as i32 / 2
    }

    fn paint(&self, options: &Options) -> Canvas {
        let mut canvas = Canvas::default();
        self.paint_board(&mut canvas);
        self.paint_cells(&mut canvas);
        if options.coordinates {
            self.paint_labels(&mut canvas);
        }
        canvas
    }

    fn paint_board(&self, canvas: &mut Canvas) {
        let board = &self.theme.terminal;
        let faint = Paint::ink(board.faint);
        for (row, &y) in self.rows.iter().enumerate() {
            let cells = || self.view.scene.cells.iter().filter(|c| (c.at.y - y).abs() <= 0.25);
            let starts = cells().map(|cell| self.start(cell));
            let (Some(first), Some(last)) = (starts.clone().min(), starts.max()) else { continue };
            let line = self.line(row);
            let columns = first - 2..=last + self.room as i32 + 1;
            let half = self.height / 2;
            // Free lines belong to the board where it lies on both sides of them.
            let above = if self.boxed { half } else { half.min(row as i32) };
            for line in line - above..=line + if self.boxed { half } else { 0 } {
                canvas.ground(line, columns.clone(), board.ground);
            }
            if self.boxed {
                for left in cells().map(|cell| self.start(cell) - 2) {
                    let right = left + self.pitch as i32;
                    canvas.frame((line - half, left), (line + half, right), faint);
                }
            }
        }
    }

    fn paint_cells(&self, canvas: &mut Canvas) {
        let board = &self.theme.terminal;
        for (cell, marks) in self.view.cells() {
            let (line, start) = (self.line_at(cell.at.y), self.start(cell));
            let end = start + self.room as i32;
            let mark = Mark::of(marks);
            if mark.is_some_and(Mark::tints) {
                canvas.ground(line, start - 1..=end, board.trace);
            }
            let content = self.content(cell, self.room);
            let indent = self.room.saturating_sub(content.len()) as i32 / 2;
            for (column, (letter, paint)) in (start + indent..).zip(content) {
                canvas.write(line, column, &letter.to_string(), paint);
            }
            if let Some(mark) = mark {
                let (left, right) = mark.brackets();
                let paint = Paint::ink(mark.ink(board));
                canvas.write(line, start - 1, &left.to_string(), paint);
                canvas.write(line, end, &right.to_string(), paint);
            }
        }
    }

    /// Writes the coordinates, each where there is room for it.
    fn paint_labels(&self, canvas: &mut Canvas) {
        for label in &self.view.scene.labels {
            let text: String = caption::harmless(&label.text).chars().take(4).collect();
            let length = text.chars().count() as i32;
            let (line, column) = (self.line_at(label.at.y), self.column(label.at.x) - length / 2);
            if (column - 1..=column + length).all(|column| canvas.is_free(line, column)) {
                canvas.write(line, column, &text, Paint::default());
            }
        }
    }
}
