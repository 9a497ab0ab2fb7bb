//! Moves that are one and the same to a proof: a walk that goes around sows the same both ways, and where the board
//! is symmetric a move has images. The prover keeps one of them; whoever plays must know all.

use super::views;
use galet_core::Game;
use galet_qawale::{Move, Position};
use galet_qawale_proof::board::Board;
use std::collections::HashSet;

/// The board after a legal move, up to symmetry.
pub(super) fn reached(position: &Position, m: Move) -> Board {
    let mut after = *position;
    after.play_unchecked(m);
    views::board(&after, position.turn()).canonical().0
}

/// All legal moves that lead to the same position, up to symmetry, as one of these, which are legal.
pub(super) fn with_twins(position: &Position, moves: &[Move]) -> Vec<Move> {
    if moves.is_empty() {
        return Vec::new();
    }
    let known: HashSet<Board> = moves.iter().map(|&m| reached(position, m)).collect();
    let mut all = position.moves();
    all.retain(|&m| known.contains(&reached(position, m)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::{Notation, Symmetric};
    use galet_qawale::Setup;

    fn position(text: &str) -> Position {
        Position::parse_position(text, &Setup::default()).expect("playable").position
    }

    fn texts(position: &Position, moves: &[&str]) -> Vec<String> {
        let moves: Vec<Move> =
            moves.iter().map(|text| position.parse_move(text).expect("legal")).collect();
        with_twins(position, &moves).iter().map(ToString::to_string).collect()
    }

    /// At the start each corner looks like every other, and each from two sides.
    #[test]
    fn a_symmetric_board_has_images_of_every_move() {
        let start = Position::start(&Setup::default());
        assert_eq!(texts(&start, &["a1nnn"]).len(), 8);
        assert_eq!(texts(&start, &[]).len(), 0);
    }

    #[test]
    fn a_loop_sows_the_same_both_ways() {
        let around = position("nn,,,nnn/,,,o/,,,/nnn,,,x o 7 7");
        assert_eq!(texts(&around, &["a1nesw"]), ["a1nesw", "a1enws"]);
    }

    /// By the rules: the images of a position after one move are those after the other.
    #[test]
    fn twins_reach_the_same_position_by_the_rules() {
        let mut found = 0;
        galet_core::random::walk::<Position>(6, 9, 3, |position, _| {
            if position.outcome().is_some() {
                return;
            }
            let moves = position.moves();
            let images = |m: Move| -> Vec<Position> {
                let after = position.play(m).expect("legal");
                (0..Position::SYMMETRIES).map(|symmetry| after.transform(symmetry)).collect()
            };
            let m = moves[moves.len() / 2];
            let (same, twins) = (images(m), with_twins(position, &[m]));
            for &other in &moves {
                let is_twin = same.contains(&position.play(other).expect("legal"));
                assert_eq!(twins.contains(&other), is_twin, "{other} and {m} in {position:?}");
            }
            found += twins.len() - 1;
        });
        assert!(found > 20, "only {found} twins");
    }
}
