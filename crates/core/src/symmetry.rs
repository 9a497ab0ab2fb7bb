//! The symmetries of a board.

use crate::Game;

/// The board's symmetries, on positions and on moves.
///
/// Symmetries are numbered from 0, the identity. They form a group: doing one after the other
/// is a symmetry too.
pub trait Symmetric: Game {
    /// How many symmetries the board has, the identity included.
    const SYMMETRIES: usize;

    /// The position seen through a symmetry.
    #[must_use]
    fn transform(&self, symmetry: usize) -> Self;

    /// A legal move of this position seen through a symmetry: a legal move of the transformed
    /// position.
    fn transform_move(&self, m: Self::Move, symmetry: usize) -> Self::Move;

    /// The position with the colours exchanged, the side to move too: what one player could do,
    /// the other can do now.
    #[must_use]
    fn swap_colours(&self) -> Self;

    /// A move of this position as a move of the position with exchanged colours.
    fn swap_move_colours(&self, m: Self::Move) -> Self::Move {
        m
    }

    /// The symmetry that undoes another: the one which brings every position back.
    fn inverse(symmetry: usize) -> usize;
}
