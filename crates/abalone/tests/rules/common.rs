//! Positions written as the cells of both sides, for readable tests.

use galet_abalone::{Cell, Position, Setup};
use galet_core::{Notation, Setup as _};

/// The cells of `a12 b3`: a1, a2, b3.
pub(crate) fn cells(text: &str) -> Vec<Cell> {
    text.split_whitespace()
        .flat_map(|word| {
            let (row, diagonals) = word.split_at(1);
            diagonals.chars().map(move |d| Cell::named(&format!("{row}{d}")).expect("a cell"))
        })
        .collect()
}

/// The text of a position with these marbles and nothing ejected.
pub(crate) fn text(black: &str, white: &str, turn: char) -> String {
    let (black, white) = (cells(black), cells(white));
    let mut rows = vec![String::new(); 9];
    for cell in Cell::ALL {
        let letter = match (black.contains(&cell), white.contains(&cell)) {
            (true, false) => 'b',
            (false, true) => 'w',
            (false, false) => '1',
            (true, true) => panic!("two marbles on {cell}"),
        };
        rows[8 - cell.row() as usize].push(letter);
    }
    format!("{} {turn} 0 0", rows.join("/"))
}

/// A position with these marbles, Black to move.
pub(crate) fn black_to_move(black: &str, white: &str) -> Position {
    read(&text(black, white, 'b'))
}

/// A position from its text, six marbles to win.
pub(crate) fn read(text: &str) -> Position {
    read_with(text, &Setup::default())
}

/// A position from its text.
pub(crate) fn read_with(text: &str, setup: &Setup) -> Position {
    Position::parse_position(text, setup).unwrap_or_else(|e| panic!("{text}: {e}")).position
}

/// A setup from its options.
pub(crate) fn setup(layout: &str, options: &[(&str, &str)]) -> Setup {
    Setup::read(Some(layout), options.iter().copied()).expect("a good setup")
}
