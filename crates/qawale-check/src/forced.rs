//! Nobody is forced to line up the opponent, proved here once more.
//!
//! A claim counts a defender who must line up the attacker's colour. The search sees that wherever the
//! attacker still has a move to come; after the attacker's last move it would have to look one ply
//! further. It need not, because a player always has a move that leaves the opponent no line. Call the
//! opponent's pebbles black; no line is on the board.
//!
//! - If some stack is at most nine high, [`check`] has gone through every case: every cell up to
//!   symmetry, every stack of that height, every set of other cells that show black with no more black
//!   pebbles than there are, and has found a walk that leaves no black line.
//! - If every stack is ten high or more, there are at most two: a game has at most 28 pebbles. Walk
//!   round a block of two by two cells with one of them. A line has at most two cells in the block
//!   ([`check`] looks at that too), and at most one other cell shows anything: no line of four.

use galet_core::Symmetric;
use galet_qawale::{Cell, Line, MAX_PEBBLES, Pebble, Position, Stack};

use crate::wins::walks;

/// Stacks up to this height are gone through.
const TALLEST: u32 = 9;
const _: () = assert!(3 * (TALLEST + 1) > MAX_PEBBLES as u32);

/// A case in which every walk of the stack lines up the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a stack of {height} on {cell} with black pebbles {pebbles:b} and black tops {tops:016b} can only \
     be lifted to a black line"
)]
pub struct Forced {
    /// The cell of the stack.
    pub cell: Cell,
    /// Its height.
    pub height: u32,
    /// Its black pebbles, the topmost lowest.
    pub pebbles: u32,
    /// All cells that show black.
    pub tops: u16,
}

/// Goes through every case with at most `black` black pebbles on the board; gives how many there were.
pub fn check(black: u32) -> Result<u64, Forced> {
    let mut cases = 0;
    let boards: Vec<u16> =
        (0..=u16::MAX).filter(|&tops| tops.count_ones() <= black && !has_line(tops)).collect();
    for cell in cells_up_to_symmetry() {
        let place = 1u16 << cell.index();
        for height in 1..=TALLEST {
            let walks = walks(cell, height);
            for pebbles in 0..1u32 << height {
                let others = black.saturating_sub(pebbles.count_ones());
                let mut bad: Vec<u16> = boards
                    .iter()
                    .copied()
                    .filter(|tops| (tops & place != 0) == (pebbles & 1 == 1))
                    .filter(|tops| (tops & !place).count_ones() <= others)
                    .collect();
                if pebbles.count_ones() > black {
                    bad.clear();
                }
                cases += bad.len() as u64;
                for walk in &walks {
                    if bad.is_empty() {
                        break;
                    }
                    let (mut changed, mut shown) = (place, 0u16);
                    for (i, to) in (0..).zip(walk.cells()) {
                        let bit = 1 << to.index();
                        changed |= bit;
                        // The last pebble is the mover's own.
                        let is_black = i < height && pebbles >> (height - 1 - i) & 1 == 1;
                        shown = if is_black { shown | bit } else { shown & !bit };
                    }
                    bad.retain(|tops| has_line(tops & !changed | shown));
                }
                if let Some(&tops) = bad.first() {
                    return Err(Forced { cell, height, pebbles, tops });
                }
            }
        }
    }
    let meets_blocks_thinly =
        Line::ALL.into_iter().all(|line| blocks().all(|block| line.count_in(block) <= 2));
    assert!(meets_blocks_thinly, "no line has three cells in a block of two by two");
    Ok(cases)
}

fn has_line(tops: u16) -> bool {
    Line::ALL.into_iter().any(|line| line.count_in(tops) == 4)
}

/// All blocks of two by two cells.
fn blocks() -> impl Iterator<Item = u16> {
    (0..3).flat_map(|rank| (0..3).map(move |file| 0x33 << (4 * rank + file)))
}

/// One cell of each kind, by the symmetries of the rules.
fn cells_up_to_symmetry() -> Vec<Cell> {
    let mut kinds: Vec<(u16, Cell)> = Vec::new();
    for cell in Cell::ALL {
        let mut stacks = [Stack::EMPTY; Cell::COUNT];
        stacks[cell.index()] = Stack::new(&[Pebble::Light]).expect("one pebble");
        let position =
            Position::new(stacks, galet_core::Side::First, galet_core::PerSide::new(1, 1))
                .expect("one pebble can be played");
        let images = (0..Position::SYMMETRIES)
            .fold(0, |set, s| set | position.transform(s).tops(galet_core::Side::First));
        if kinds.iter().all(|(kind, _)| *kind != images) {
            kinds.push((images, cell));
        }
    }
    assert_eq!(kinds.iter().fold(0, |all, kind| all | kind.0), u16::MAX, "every cell has its kind");
    kinds.into_iter().map(|(_, cell)| cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_forced_with_up_to_ten_pebbles_a_player() {
        assert!(check(10).unwrap() > 1_000_000);
    }

    #[test]
    fn with_more_pebbles_somebody_could_be() {
        // Five black pebbles in one stack and many around it: the check does find what there is.
        let forced = check(16).unwrap_err();
        assert_eq!((forced.height, forced.pebbles), (5, 0b11111));
    }

    #[test]
    fn there_are_three_kinds_of_cells() {
        let names: Vec<_> = cells_up_to_symmetry().iter().map(Cell::to_string).collect();
        assert_eq!(names, ["a1", "b1", "b2"]);
    }
}
