//! The mirror image of the board, and the exchange of the colours: light's bank is dark's far
//! bank, so the board is turned upside down with it.

use crate::board::{Cell, FILES, RANKS, cells};
use crate::position::{Move, Position};
use galet_core::{PerSide, Symmetric};

/// The columns in the opposite order.
fn mirrored(cell: Cell) -> Cell {
    Cell::at(FILES - 1 - cell.file(), cell.rank()).expect("the mirror is as large as the board")
}

/// The rows in the opposite order.
fn turned(cell: Cell) -> Cell {
    Cell::at(cell.file(), RANKS - 1 - cell.rank()).expect("the board has as many rows either way")
}

fn set(stones: u16, image: fn(Cell) -> Cell) -> u16 {
    cells(stones).fold(0, |set, cell| set | image(cell).bit())
}

fn step(m: Move, image: fn(Cell) -> Cell) -> Move {
    match m {
        Move::Step { from, to } => Move::Step { from: image(from), to: image(to) },
        Move::Pass => Move::Pass,
    }
}

impl Symmetric for Position {
    const SYMMETRIES: usize = 2;

    fn transform(&self, symmetry: usize) -> Self {
        if symmetry == 0 {
            return *self;
        }
        let PerSide { first, second } = self.stones;
        let stones = PerSide::new(set(first, mirrored), set(second, mirrored));
        Position::assembled(stones, self.turn, self.crossing)
    }

    fn transform_move(&self, m: Move, symmetry: usize) -> Move {
        if symmetry == 0 { m } else { step(m, mirrored) }
    }

    fn swap_colours(&self) -> Self {
        let PerSide { first, second } = self.stones;
        let stones = PerSide::new(set(second, turned), set(first, turned));
        Position::assembled(stones, self.turn.other(), self.crossing)
    }

    fn swap_move_colours(&self, m: Move) -> Move {
        step(m, turned)
    }

    fn inverse(symmetry: usize) -> usize {
        symmetry
    }
}
