//! Positions up to the eight symmetries of the board.

use galet_core::Symmetric;
use galet_qawale::{Cell, Pebble, Position};

/// The representative of a position and its seven images.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// Its board as text, the smallest of the eight in the order of bytes: what positions are sorted by.
    pub board: Vec<u8>,
    /// The representative.
    pub position: Position,
    /// The symmetry that leads to it.
    pub symmetry: usize,
}

/// The image whose board text comes first. Of equal texts any symmetry will do: the positions are the
/// same.
pub fn canonical(position: &Position) -> Canonical {
    let mut best: Option<Canonical> = None;
    let mut board = Vec::with_capacity(64);
    for symmetry in 0..Position::SYMMETRIES {
        let image = position.transform(symmetry);
        board.clear();
        write_board(&image, &mut board);
        match &mut best {
            Some(best) if best.board <= board => {}
            Some(best) => {
                std::mem::swap(&mut best.board, &mut board);
                best.position = image;
                best.symmetry = symmetry;
            }
            None => best = Some(Canonical { board: board.clone(), position: image, symmetry }),
        }
    }
    best.expect("there are eight symmetries")
}

/// The first word of the position text, without its allocations.
fn write_board(position: &Position, out: &mut Vec<u8>) {
    for rank in (0..4).rev() {
        for file in 0..4 {
            let cell = Cell::at(file, rank).expect("on the board");
            out.extend(position.stack(cell).pebbles().map(letter));
            if file < 3 {
                out.push(b',');
            }
        }
        if rank > 0 {
            out.push(b'/');
        }
    }
}

fn letter(pebble: Pebble) -> u8 {
    match pebble {
        Pebble::Neutral => b'n',
        Pebble::Light => b'o',
        Pebble::Dark => b'x',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::random::SplitMix64;
    use galet_core::{Game, Notation};
    use galet_qawale::Setup;

    #[test]
    fn the_representative_is_the_image_with_the_smallest_text() {
        let mut random = SplitMix64::new(3);
        for _ in 0..30 {
            let mut position = Position::start(&Setup::default());
            while position.outcome().is_none() {
                let texts = (0..8).map(|s| position.transform(s).position_text());
                let found = canonical(&position);
                assert_eq!(found.position.position_text(), texts.min().unwrap());
                assert_eq!(found.position, position.transform(found.symmetry));
                for s in 0..8 {
                    let image = canonical(&position.transform(s));
                    assert_eq!(
                        (image.board, image.position),
                        (found.board.clone(), found.position)
                    );
                }
                let moves = position.moves();
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
}
