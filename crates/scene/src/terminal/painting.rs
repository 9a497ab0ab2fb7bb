//! The board letter by letter, for programs that have a screen of their own.

use super::canvas::Paint;
use super::glyphs::{self, Mark};
use super::{Colours, Layout, Options, caption};
use crate::framed::Framed;
use crate::{CellId, Language, Piece, Scene, Theme};

/// A board as letters on a sheet, and where its cells are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Painting {
    /// The columns of the sheet.
    pub width: u16,
    /// The lines of the sheet.
    pub height: u16,
    /// What is on it, in reading order; the rest is blank.
    pub letters: Vec<Letter>,
    /// Where the cells are, in the order of their numbers.
    pub cells: Vec<CellArea>,
}

/// A letter on a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Letter {
    /// Its column, from 0.
    pub column: u16,
    /// Its line, from 0.
    pub line: u16,
    /// The letter.
    pub letter: char,
    /// How it looks. With [`Colours::Plain`] its colours are not meant to be shown.
    pub paint: Paint,
}

/// Where a cell is on a sheet. No two overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellArea {
    /// The cell.
    pub cell: CellId,
    /// The line on which stands what is on the cell.
    pub line: u16,
    /// The first column of the cell.
    pub column: u16,
    /// Its columns.
    pub width: u16,
    /// Its first line.
    pub top: u16,
    /// Its lines.
    pub height: u16,
}

impl CellArea {
    /// Whether a place on the sheet belongs to the cell.
    pub fn contains(&self, column: u16, line: u16) -> bool {
        (self.column..self.column + self.width).contains(&column)
            && (self.top..self.top + self.height).contains(&line)
    }
}

/// The board of a scene without any caption. It is as wide as `options.width` allows; a screen
/// that is narrower than the narrowest board has to cut it.
pub fn paint(scene: &Scene, theme: &Theme, options: &Options) -> Painting {
    let view = Framed::new(scene, &options.highlights, options.flipped, options.trail);
    let layout = Layout::new(&view, theme, options);
    let canvas = layout.paint(options);
    let places = || canvas.letters(options.colours).map(|(place, ..)| place);
    let (Some(top), Some(left)) =
        (places().map(|(line, _)| line).min(), places().map(|(_, column)| column).min())
    else {
        return Painting::default();
    };
    let on_sheet = |place: i32, first: i32| u16::try_from(place - first).unwrap_or(0);
    let letter = |((line, column), letter, paint)| Letter {
        column: on_sheet(column, left),
        line: on_sheet(line, top),
        letter,
        paint,
    };
    let letters: Vec<Letter> = canvas.letters(options.colours).map(letter).collect();
    let cells = (0..).zip(&view.scene.cells).map(|(number, cell)| {
        let line = on_sheet(layout.line_at(cell.at.y), top);
        // Boxes own what is inside their lines, other cells the free line below them.
        let (top, height) = match (layout.boxed, layout.height as u16) {
            (true, height) => (line - (height / 2).min(line + 1) + 1, height - 1),
            (false, height) => (line, height),
        };
        CellArea {
            cell: CellId(number),
            line,
            column: on_sheet(layout.start(cell) - 1, left),
            width: layout.room as u16 + 2,
            top,
            height,
        }
    });
    Painting {
        width: letters.iter().map(|l| l.column + 1).max().unwrap_or(0),
        height: letters.iter().map(|l| l.line + 1).max().unwrap_or(0),
        cells: cells.collect(),
        letters,
    }
}

/// The marks around cells with their meanings, for a page of help.
pub fn legend(language: Language) -> impl Iterator<Item = (String, &'static str)> {
    Mark::ALL.into_iter().map(move |mark| {
        let (left, right) = mark.brackets();
        (format!("{left} {right}"), caption::meaning(mark, language))
    })
}

/// Pieces as letters, in their order.
pub fn stack_text(pieces: &[Piece], theme: &Theme, colours: Colours) -> String {
    pieces.iter().map(|piece| glyphs::glyph(theme, piece.tint).shown(colours)).collect()
}
