//! Immediate wins by table.
//!
//! Lifting a stack changes the cells it is dropped on and nothing else, so whether it can complete a
//! line depends on the stack (its cell and what it looks like to the mover) and on which cells of that
//! line show the mover's colour already. For every cell and code there is
//! - a **row**: sixteen bits per line; bit `s` of line `L` is set when the lift can complete `L` while
//!   exactly the subset `s` of `L` shows the mover's colour. *Can win at once* is then the OR of the
//!   sixteen cells' rows, ANDed with a mask made from the tops;
//! - a list of **needs**: the minimal sets of cells that must show the mover's colour already. A lift
//!   of another stack that neither touches this stack nor takes away such a set leaves the threat.

use std::ops::ControlFlow;

use crate::geometry::{CELLS, LINES, SYMMETRIES};
use crate::walks::for_each_walk;

/// Highest stack with a row; taller stacks are walked step by step.
pub const MAX_ROW: usize = 9;

/// Codes per cell: a sentinel above one bit per pebble.
pub const CODES: usize = 2 << MAX_ROW;

/// Ten lanes of sixteen bits, rounded up to the width of a vector register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Row(pub [u64; 4]);

impl Row {
    /// Adds the wins of another row.
    #[inline(always)]
    pub fn add(&mut self, other: &Row) {
        for i in 0..4 {
            self.0[i] |= other.0[i];
        }
    }

    /// Whether the rows have a bit in common.
    #[inline(always)]
    pub fn meets(&self, other: &Row) -> bool {
        let mut both = 0;
        for i in 0..4 {
            both |= self.0[i] & other.0[i];
        }
        both != 0
    }

    fn set(&mut self, line: usize, subset: usize) {
        self.0[line / 4] |= 1 << (line % 4 * 16 + subset);
    }
}

/// Rows and needs of every cell and code.
pub struct Rows {
    rows: Box<[[Row; CODES]; CELLS]>,
    /// Per nibble of the tops the subsets it allows on each line.
    masks: [[Row; 16]; 4],
    needs: Vec<u16>,
    /// Where the needs of a cell and code start; the next entry is where they end.
    starts: Vec<u32>,
}

impl Rows {
    /// The row of a stack; `code` must be below [`CODES`].
    #[inline(always)]
    pub fn row(&self, cell: usize, code: u32) -> &Row {
        &self.rows[cell % CELLS][code as usize % CODES]
    }

    /// The mask of a set of tops.
    #[inline(always)]
    pub fn mask(&self, tops: u32) -> Row {
        let mut mask = self.masks[0][(tops & 15) as usize];
        for nibble in 1..4 {
            let part = &self.masks[nibble][(tops >> (4 * nibble) & 15) as usize];
            for i in 0..4 {
                mask.0[i] &= part.0[i];
            }
        }
        mask
    }

    /// The minimal sets of own tops with which lifting this stack completes a line.
    #[inline(always)]
    pub fn needs(&self, cell: usize, code: u32) -> &[u16] {
        let at = cell * CODES + code as usize;
        &self.needs[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Builds the tables.
    pub fn build() -> Self {
        let mut rows = vec![[Row::default(); CODES]; CELLS].into_boxed_slice();
        let mut needs = Vec::new();
        let mut starts = vec![0];
        // A corner, an edge and a middle cell are worked out; the others are like one of these.
        let originals = [0, 1, 5].map(|cell| (cell, needs_by_code(cell)));
        for (cell, rows) in rows.iter_mut().enumerate() {
            let like = |original: usize| SYMMETRIES.iter().find(|to| to[original] == cell);
            let (by_code, to) = originals
                .iter()
                .find_map(|(original, by_code)| Some((by_code, like(*original)?)))
                .expect("every cell is a corner, an edge or a middle cell");
            for (row, minimal) in rows.iter_mut().zip(by_code) {
                let from = needs.len();
                needs.extend(minimal.iter().map(|&need| moved(need, to)));
                *row = row_of(&needs[from..]);
                starts.push(needs.len() as u32);
            }
        }
        let rows = rows.try_into().expect("one table per cell");
        Self { rows, masks: masks(), needs, starts }
    }
}

/// The minimal needs of every stack on a cell, by code.
fn needs_by_code(cell: usize) -> Vec<Vec<u16>> {
    // Codes 0 (no sentinel) and 1 (an empty cell) lift nothing.
    let mut by_code = vec![Vec::new(); 2];
    for height in 1..=MAX_ROW {
        let finals = final_drops(cell, height);
        by_code.extend((0..1 << height).map(|bits| minimal_needs(height, bits, &finals)));
    }
    by_code
}

/// A set of cells under a symmetry.
fn moved(set: u16, to: &[usize; CELLS]) -> u16 {
    (0..CELLS).filter(|&cell| set >> cell & 1 == 1).fold(0, |moved, cell| moved | 1 << to[cell])
}

/// Per walk the cells it touches and, per pebble dropped, the cell if that pebble stays on top.
fn final_drops(origin: usize, height: usize) -> Vec<(u16, [u16; MAX_ROW + 1])> {
    let mut out = Vec::new();
    let _ = for_each_walk(origin, height + 1, &mut |path| {
        let mut tops = [0u16; MAX_ROW + 1];
        let mut covered = 0u16;
        for (i, &cell) in path.iter().enumerate().rev() {
            if covered >> cell & 1 == 0 {
                covered |= 1 << cell;
                tops[i] = 1 << cell;
            }
        }
        out.push((covered | 1 << origin, tops));
        ControlFlow::Continue(())
    });
    out.sort_unstable();
    out.dedup();
    out
}

/// The minimal needs of one stack.
fn minimal_needs(height: usize, bits: usize, finals: &[(u16, [u16; MAX_ROW + 1])]) -> Vec<u16> {
    // First the subsets of each line with which some walk completes it exactly.
    let mut exact = [0u16; LINES.len()];
    for (touched, tops) in finals {
        let mut own = tops[height];
        for (i, &top) in tops[..height].iter().enumerate() {
            if bits >> (height - 1 - i) & 1 == 1 {
                own |= top;
            }
        }
        let spoiled = touched & !own;
        for (exact, line) in exact.iter_mut().zip(LINES) {
            let line = line as u16;
            if line & spoiled == 0 && line & own != 0 {
                *exact |= 1 << gather(line, !own);
            }
        }
    }
    let mut all: Vec<u16> = Vec::new();
    for (&exact, line) in exact.iter().zip(LINES) {
        all.extend(
            (0..16)
                .filter(|subset| exact >> subset & 1 == 1)
                .map(|subset| spread(line, subset) as u16),
        );
    }
    // A need inside another one makes the other superfluous, whatever line it came from.
    all.sort_by_key(|need| need.count_ones());
    let mut minimal: Vec<u16> = Vec::new();
    for need in all {
        if !minimal.iter().any(|&small| small & !need == 0) {
            minimal.push(need);
        }
    }
    minimal
}

/// The row of a stack with these needs.
fn row_of(minimal: &[u16]) -> Row {
    let mut row = Row::default();
    for &need in minimal {
        for (index, &line) in LINES.iter().enumerate() {
            if u32::from(need) & !line == 0 {
                for tops in 0..16 {
                    if u32::from(need) & !spread(line, tops) == 0 {
                        row.set(index, tops);
                    }
                }
            }
        }
    }
    row
}

/// The number of the subset of a line's cells that is inside `set`; the inverse of [`spread`].
fn gather(line: u16, set: u16) -> u32 {
    let mut subset = 0;
    let mut rest = line;
    for i in 0..4 {
        subset |= u32::from(set >> rest.trailing_zeros() & 1) << i;
        rest &= rest - 1;
    }
    subset
}

/// The subset number `subset` of a line's cells, lowest cell first.
fn spread(line: u32, subset: usize) -> u32 {
    (0..CELLS)
        .filter(|&cell| line >> cell & 1 == 1)
        .enumerate()
        .filter(|&(i, _)| subset >> i & 1 == 1)
        .fold(0, |set, (_, cell)| set | 1 << cell)
}

fn masks() -> [[Row; 16]; 4] {
    std::array::from_fn(|nibble| {
        std::array::from_fn(|tops| {
            let (seen, tops) = (15 << (4 * nibble), (tops as u32) << (4 * nibble));
            let mut mask = Row::default();
            for (index, &line) in LINES.iter().enumerate() {
                for subset in 0..16 {
                    if spread(line, subset) & seen == tops & line {
                        mask.set(index, subset);
                    }
                }
            }
            mask
        })
    })
}
