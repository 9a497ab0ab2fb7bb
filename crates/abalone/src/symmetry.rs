//! The twelve symmetries of the hexagon: six rotations, and the same after a reflection.

use crate::board::{Cell, Direction};
use crate::cells::Cells;
use crate::moves::{Manner, Move};
use crate::position::Position;
use galet_core::{PerSide, Side, Symmetric};

/// A cell seen through a symmetry: below 6 that many sixths of a turn counter-clockwise around
/// `e5`; from 6 on the same after exchanging north and south.
const fn image(cell: Cell, symmetry: usize) -> Cell {
    Cell::numbered(IMAGES[symmetry][cell.number() as usize])
}

/// A direction seen through a symmetry.
const fn direction_image(direction: Direction, symmetry: usize) -> Direction {
    let d = direction as usize;
    let mirrored = if symmetry >= 6 { (6 - d) % 6 } else { d };
    Direction::ALL[mirrored].turned(symmetry % 6)
}

const IMAGES: [[u8; Cell::COUNT]; 12] = {
    let mut images = [[0; Cell::COUNT]; 12];
    let mut symmetry = 0;
    while symmetry < 12 {
        let mut number = 0;
        while number < Cell::COUNT {
            let cell = Cell::numbered(number as u8);
            // From the centre: x steps east, then y steps north-west.
            let (mut x, mut y) = (cell.diagonal() - 5, cell.row() - 4);
            if symmetry >= 6 {
                // North-west becomes south-west, which is west and then south-east.
                (x, y) = (x - y, -y);
            }
            let mut turns = symmetry % 6;
            while turns > 0 {
                // East becomes north-east (east and then north-west), north-west becomes west.
                (x, y) = (x - y, x);
                turns -= 1;
            }
            let Some(image) = Cell::at(y + 4, x + 5) else {
                panic!("a symmetry keeps cells on the board")
            };
            images[symmetry][number] = image.number();
            number += 1;
        }
        symmetry += 1;
    }
    images
};

impl Symmetric for Position {
    const SYMMETRIES: usize = 12;

    fn transform(&self, symmetry: usize) -> Self {
        let seen = |side| -> Cells {
            self.marbles(side).iter().map(|cell| image(cell, symmetry)).collect()
        };
        Position::new(
            PerSide::new(seen(Side::First), seen(Side::Second)),
            self.turn,
            PerSide::new(self.ejected[0], self.ejected[1]),
            self.goal,
        )
    }

    fn transform_move(&self, m: Move, symmetry: usize) -> Move {
        let direction = direction_image(m.direction(), symmetry);
        match m.manner() {
            Manner::InLine { pushed } => {
                Move::in_line(image(m.cell(), symmetry), direction, m.marbles(), pushed)
            }
            Manner::Broadside { axis } => {
                let axis = direction_image(axis, symmetry).axis();
                let smaller_end = m.origins().map(|cell| image(cell, symmetry));
                let smaller_end = smaller_end.min_by_key(|cell| cell.index()).unwrap_or(m.cell());
                Move::broadside(smaller_end, axis, direction, m.marbles())
            }
        }
    }

    fn swap_colours(&self) -> Self {
        Position::new(
            PerSide::new(self.marbles[1], self.marbles[0]),
            self.turn.other(),
            PerSide::new(self.ejected[1], self.ejected[0]),
            self.goal,
        )
    }

    fn inverse(symmetry: usize) -> usize {
        match symmetry {
            0 => 0,
            rotation @ 1..6 => 6 - rotation,
            // A reflection undoes itself.
            reflection => reflection,
        }
    }
}
