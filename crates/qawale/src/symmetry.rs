//! The eight symmetries of the square, and the exchange of the colours.

use crate::board::{Cell, Direction};
use crate::moves::Move;
use crate::pebbles::Stack;
use crate::position::Position;
use galet_core::{PerSide, Symmetric};

/// A symmetry, taken apart: first perhaps files and ranks exchanged (4), then perhaps the files
/// mirrored (1) and the ranks mirrored (2).
const MIRROR_FILES: usize = 1;
const MIRROR_RANKS: usize = 2;
const EXCHANGE: usize = 4;

fn image_of_cell(cell: Cell, symmetry: usize) -> Cell {
    let (mut file, mut rank) = (cell.file(), cell.rank());
    if symmetry & EXCHANGE != 0 {
        (file, rank) = (rank, file);
    }
    if symmetry & MIRROR_FILES != 0 {
        file = 3 - file;
    }
    if symmetry & MIRROR_RANKS != 0 {
        rank = 3 - rank;
    }
    Cell::at(file, rank).expect("a symmetry stays on the board")
}

fn image_of_step(step: Direction, symmetry: usize) -> Direction {
    use Direction::{East, North, South, West};
    let step = match step {
        step if symmetry & EXCHANGE == 0 => step,
        North => East,
        East => North,
        South => West,
        West => South,
    };
    match step {
        East | West if symmetry & MIRROR_FILES != 0 => step.opposite(),
        North | South if symmetry & MIRROR_RANKS != 0 => step.opposite(),
        _ => step,
    }
}

impl Symmetric for Position {
    const SYMMETRIES: usize = 8;

    fn transform(&self, symmetry: usize) -> Self {
        let mut stacks = [Stack::EMPTY; Cell::COUNT];
        for cell in Cell::ALL {
            stacks[image_of_cell(cell, symmetry).index()] = self.stack(cell);
        }
        Position::assembled(stacks, self.turn, self.left)
    }

    fn transform_move(&self, m: Move, symmetry: usize) -> Move {
        let origin = image_of_cell(m.origin(), symmetry);
        Move::new(origin, m.steps().map(|step| image_of_step(step, symmetry)))
            .expect("as many steps as before")
    }

    fn swap_colours(&self) -> Self {
        let left = PerSide::new(self.left.second, self.left.first);
        Position::assembled(self.stacks.map(Stack::swapped), self.turn.other(), left)
    }

    fn inverse(symmetry: usize) -> usize {
        // Only the quarter turns do not undo themselves: they undo each other.
        match symmetry & 7 {
            5 => 6,
            6 => 5,
            itself => itself,
        }
    }
}
