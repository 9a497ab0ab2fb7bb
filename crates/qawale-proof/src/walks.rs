//! Every walk from every cell, listed once.
//!
//! A stack of height `h` (before the mover's pebble is added) is dropped over `h + 1` steps. Which
//! cells a walk covers, and which pebble of the stack ends up on top of each of them, depends only on
//! the cell and the height, so all walks of stacks up to [`MAX_LISTED`] high are prepared in blocks of
//! [`LANES`] that one vector instruction can filter.

use std::ops::ControlFlow;

use crate::geometry::{CELLS, step};

/// Highest stack whose walks are listed; taller stacks are walked step by step.
pub const MAX_LISTED: usize = 7;

/// Walks per block.
pub const LANES: usize = 32;

/// One lane of sixteen bits per walk.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Block(pub [u16; LANES]);

/// A lift: the stack's cell, its height before the pebble is added, and the cells of the
/// `height + 1` steps, four bits each, first step lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cells stepped on, four bits each, first step in the lowest bits.
    pub steps: u128,
    /// The cell the stack is lifted from.
    pub origin: u8,
    /// The stack's height before the mover's pebble is added.
    pub height: u8,
}

impl Move {
    /// The cells stepped on, in order.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        (0..=usize::from(self.height)).map(move |i| (self.steps >> (4 * i) & 15) as usize)
    }

    /// The cells changed, the origin included.
    pub fn touched(self) -> u32 {
        self.cells().fold(1 << self.origin, |set, cell| set | 1 << cell)
    }
}

/// The walks from one cell at one height.
#[derive(Debug, Default)]
pub struct WalkList {
    /// The steps of each walk, four bits each, first step lowest.
    pub steps: Vec<u64>,
    /// Per walk the cells it changes, the origin included; lanes beyond the last walk are zero.
    pub touched: Vec<Block>,
    /// `uncovered[code * blocks + b]`: per walk the changed cells whose top afterwards is not the
    /// watching player's, when the lifted stack looks like `code` to that player and the pebble added
    /// is not theirs. `code` leaves out the sentinel.
    uncovered: Vec<Block>,
}

impl WalkList {
    /// The blocks of `touched` and `uncovered` for a stack with this code (sentinel included).
    #[inline]
    pub fn blocks(&self, code: u32, height: usize) -> (&[Block], &[Block]) {
        let n = self.touched.len();
        let at = (code ^ 1 << height) as usize * n;
        (&self.touched, &self.uncovered[at..at + n])
    }
}

/// Calls `visit` with the cells of every legal walk of `length` steps from `origin`.
pub fn for_each_walk(
    origin: usize,
    length: usize,
    visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn go(
        path: &mut [u8],
        filled: usize,
        back: usize,
        at: usize,
        visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if filled == path.len() {
            return visit(path);
        }
        for dir in 0..4 {
            if let Some(to) = step(at, dir)
                && to != back
            {
                path[filled] = to as u8;
                go(path, filled + 1, at, to, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
    let mut path = [0; 32];
    go(&mut path[..length], 0, usize::MAX, origin, visit)
}

/// All walk lists: `lists[height][cell]`.
pub fn build() -> Vec<[WalkList; CELLS]> {
    (0..=MAX_LISTED)
        .map(|height| {
            std::array::from_fn(
                |cell| if height == 0 { WalkList::default() } else { list(cell, height) },
            )
        })
        .collect()
}

fn list(origin: usize, height: usize) -> WalkList {
    let mut walks: Vec<Vec<u8>> = Vec::new();
    let _ = for_each_walk(origin, height + 1, &mut |path| {
        walks.push(path.to_vec());
        ControlFlow::Continue(())
    });
    let blocks = walks.len().div_ceil(LANES);
    let mut out = WalkList {
        steps: walks.iter().map(|path| pack(path) as u64).collect(),
        touched: vec![Block([0; LANES]); blocks],
        uncovered: vec![Block([0; LANES]); blocks << height],
    };
    for (i, path) in walks.iter().enumerate() {
        let (block, lane) = (i / LANES, i % LANES);
        let touched = path.iter().fold(1u16 << origin, |set, &cell| set | 1 << cell);
        out.touched[block].0[lane] = touched;
        for code in 0..1usize << height {
            let mut tops = 0u16;
            for (i, &cell) in path.iter().enumerate() {
                // Step 0 drops the bottom pebble, which is the highest bit of the code; the last
                // step drops the pebble just added, which is not the watcher's.
                let theirs = i < height && code >> (height - 1 - i) & 1 == 1;
                tops = tops & !(1 << cell) | u16::from(theirs) << cell;
            }
            out.uncovered[code * blocks + block].0[lane] = touched & !tops;
        }
    }
    out
}

/// Packs cells four bits each, first lowest.
pub fn pack(path: &[u8]) -> u128 {
    path.iter().rev().fold(0, |steps, &cell| steps << 4 | u128::from(cell))
}
