//! The 4×4 board: cells, neighbours, lines and symmetries.
//!
//! A cell is a number `file + 4 * rank`, so `a1` is 0 and `d4` is 15; a set of cells is a `u32`
//! with one bit per cell.

/// Number of cells on the board.
pub const CELLS: usize = 16;

/// The ten lines: four ranks, four files, two diagonals.
pub const LINES: [u32; 10] =
    [0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

/// The four steps of a walk in the order north, east, south, west.
pub const STEPS: [char; 4] = ['n', 'e', 's', 'w'];

/// The cell one step away in direction `dir` (an index into [`STEPS`]), if it is on the board.
pub const fn step(cell: usize, dir: usize) -> Option<usize> {
    let (file, rank) = (cell % 4, cell / 4);
    match dir {
        0 if rank < 3 => Some(cell + 4),
        1 if file < 3 => Some(cell + 1),
        2 if rank > 0 => Some(cell - 4),
        3 if file > 0 => Some(cell - 1),
        _ => None,
    }
}

/// The direction that leads from `from` to its neighbour `to`.
pub fn direction(from: usize, to: usize) -> Option<usize> {
    (0..4).find(|&dir| step(from, dir) == Some(to))
}

/// Whether the cells of `tops` hold a complete line.
#[inline(always)]
pub const fn has_line(tops: u32) -> bool {
    let rank = tops & (tops >> 1);
    let file = tops & (tops >> 4);
    (rank & (rank >> 2) & 0x1111) | (file & (file >> 8) & 0x000f) != 0
        || tops & 0x8421 == 0x8421
        || tops & 0x1248 == 0x1248
}

/// Where each cell goes under symmetry `which` (0–7; 0 changes nothing).
pub const fn symmetry(which: usize) -> [usize; CELLS] {
    let mut to = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (mut file, mut rank) = (cell % 4, cell / 4);
        if which & 1 != 0 {
            file = 3 - file;
        }
        if which & 2 != 0 {
            rank = 3 - rank;
        }
        if which & 4 != 0 {
            (file, rank) = (rank, file);
        }
        to[cell] = file + 4 * rank;
        cell += 1;
    }
    to
}

/// All eight symmetries.
pub const SYMMETRIES: [[usize; CELLS]; 8] = {
    let mut all = [[0; CELLS]; 8];
    let mut which = 0;
    while which < 8 {
        all[which] = symmetry(which);
        which += 1;
    }
    all
};

/// The symmetry that undoes another.
pub fn inverse(symmetry: usize) -> usize {
    let undoes = |other: &[usize; CELLS]| {
        SYMMETRIES[symmetry].iter().enumerate().all(|(cell, &image)| other[image] == cell)
    };
    SYMMETRIES.iter().position(undoes).expect("symmetries are a group")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_test_agrees_with_the_list_of_lines() {
        for tops in 0..=0xffff_u32 {
            let slow = LINES.iter().any(|line| (tops & line).count_ones() == 4);
            assert_eq!(has_line(tops), slow, "{tops:016b}");
        }
    }

    #[test]
    fn symmetries_are_eight_different_permutations_that_keep_lines() {
        for (i, map) in SYMMETRIES.iter().enumerate() {
            for other in &SYMMETRIES[..i] {
                assert_ne!(map, other);
            }
            let back = SYMMETRIES[inverse(i)];
            assert!((0..CELLS).all(|cell| back[map[cell]] == cell));
            for line in LINES {
                let image = (0..CELLS)
                    .filter(|&cell| line >> cell & 1 == 1)
                    .fold(0, |set, cell| set | 1 << map[cell]);
                assert!(LINES.contains(&image));
            }
        }
    }
}
