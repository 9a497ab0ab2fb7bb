//! Positions behind the stored replies in which the first choice of [`super::safety`] loses, each with a reply
//! that is proven to hold.
//!
//! A proof there takes longer than the shortest moves last, so the choice is played unproven, and nearly always
//! it holds. Where it does not, `cargo run --release -p galet-qawale-proof --example corrections` has found it
//! out beforehand.

use galet_qawale_proof::board::Board;
use galet_qawale_proof::text::{Player, Position};
use galet_qawale_proof::walks::Move;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// Lines of the form `position = reply`, each position the smallest of its images.
const TEXT: &str = include_str!("corrections.txt");

static CORRECTIONS: LazyLock<HashMap<Board, Move>> = LazyLock::new(|| read(TEXT));

/// The reply to play in a position, if it is one of those; the side to move is the defender of the board, which
/// is canonical.
pub(super) fn reply(canonical: &Board) -> Option<Move> {
    CORRECTIONS.get(canonical).copied()
}

/// Lines that are not understood say nothing: a test reads them all.
fn read(text: &str) -> HashMap<Board, Move> {
    text.lines().filter_map(correction).collect()
}

fn correction(line: &str) -> Option<(Board, Move)> {
    let (position, reply) = line.split_once(" = ")?;
    let position = Position::parse(position).ok()?;
    let board = match position.turn {
        Player::Light => position.board.swapped(),
        Player::Dark => position.board,
    };
    let mut found = None;
    let _ = board.for_each_move(&mut |m| {
        if m.to_string() != reply {
            return ControlFlow::Continue(());
        }
        found = Some(m);
        ControlFlow::Break(())
    });
    Some((board.canonical().0, found?))
}
