//! Which walks a stack may take: all of them as a tree, their number from a table, one checked.
//!
//! A walk goes from neighbour to neighbour and never straight back over the step just made. What
//! can follow depends only on the cell and on the step that led there, a *way*, so the walks of
//! all stacks are paths in one small graph of ways that the compiler lays out.

use crate::board::{Cell, Direction};
use crate::moves::Move;
use crate::position::Position;
use std::ops::ControlFlow;

/// A cell together with the step that led there: `4 × cell + step`.
type Way = u8;

/// The ways that can follow a way, or that begin a walk.
#[derive(Clone, Copy)]
struct Fork {
    ways: [Way; 4],
    count: u8,
}

impl Fork {
    /// The ways from a cell, except one that would lead straight back.
    const fn from(cell: Cell, forbidden: Option<Direction>) -> Fork {
        let mut fork = Fork { ways: [0; 4], count: 0 };
        let mut d = 0;
        while d < 4 {
            let step = Direction::ALL[d];
            let back = matches!(forbidden, Some(f) if f as usize == d);
            if let (Some(next), false) = (cell.neighbour(step), back) {
                fork.ways[fork.count as usize] = (next.index() * 4 + d) as Way;
                fork.count += 1;
            }
            d += 1;
        }
        fork
    }

    #[inline]
    fn ways(&self) -> impl Iterator<Item = Way> {
        self.ways.iter().copied().take(self.count.into())
    }
}

/// How a walk can begin, by the cell of the stack.
static BEGINNINGS: [Fork; 16] = {
    let mut forks = [Fork { ways: [0; 4], count: 0 }; 16];
    let mut i = 0;
    while i < 16 {
        forks[i] = Fork::from(Cell::from_bits(i as u64), None);
        i += 1;
    }
    forks
};

/// How a walk can go on, by the way it came.
static GOING_ON: [Fork; 64] = {
    let mut forks = [Fork { ways: [0; 4], count: 0 }; 64];
    let mut way = 0;
    while way < 64 {
        let came = Direction::from_bits(way as u64);
        forks[way] = Fork::from(Cell::from_bits(way as u64 / 4), Some(came.opposite()));
        way += 1;
    }
    forks
};

/// The number of walks of a stack, by cell and height before the pebble is added.
static WALKS: [[u32; 32]; 16] = {
    let mut walks = [[0; 32]; 16];
    // How many walks of some length follow each way; of length 0, one.
    let mut following = [1u32; 64];
    let mut height = 0;
    while height < 28 {
        // A walk has one step more than the stack was high: one to begin with, `height` more.
        if height > 0 {
            let mut longer = [0; 64];
            let mut way = 0;
            while way < 64 {
                let fork = &GOING_ON[way];
                let mut i = 0;
                while i < fork.count {
                    longer[way] += following[fork.ways[i as usize] as usize];
                    i += 1;
                }
                way += 1;
            }
            following = longer;
            let mut cell = 0;
            while cell < 16 {
                let fork = &BEGINNINGS[cell];
                let mut i = 0;
                while i < fork.count {
                    walks[cell][height] += following[fork.ways[i as usize] as usize];
                    i += 1;
                }
                cell += 1;
            }
        }
        height += 1;
    }
    walks
};

impl Position {
    /// The number of walks of all stacks, the game not being over.
    #[inline]
    pub(crate) fn count_walks(&self) -> u64 {
        let mut walks = 0;
        for (stack, by_height) in self.stacks.iter().zip(&WALKS) {
            walks += u64::from(by_height[stack.height() as usize & 31]);
        }
        walks
    }

    /// Hands each walk of each stack to `visit`, the game not being over.
    #[inline]
    pub(crate) fn visit_walks(
        &self,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for cell in Cell::ALL {
            let height = self.stack(cell).height();
            if height > 0 {
                // The stack has at least two pebbles with the one added: every walk goes on.
                let begun = Move::begun(cell, height + 1);
                for way in BEGINNINGS[cell.index()].ways() {
                    go_on(way, begun.with_step(0, way.into()), 1, height + 1, &mut visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a walk is legal, the game not being over.
    pub(crate) fn allows_walk(&self, m: Move) -> bool {
        let stack = self.stack(m.origin());
        if stack.is_empty() || m.step_count() != stack.height() + 1 {
            return false;
        }
        let (mut cell, mut came) = (m.origin(), None);
        m.steps().all(|step| match next_cell(cell, came, step) {
            Ok(next) => {
                (cell, came) = (next, Some(step));
                true
            }
            Err(_) => false,
        })
    }
}

/// All walks that share their first `done` steps, the last of which is `way`.
fn go_on(
    way: Way,
    begun: Move,
    done: u32,
    steps: u32,
    visit: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let last = done + 1 == steps;
    for next in GOING_ON[usize::from(way & 63)].ways() {
        let m = begun.with_step(done, next.into());
        if last {
            visit(m)?;
        } else {
            go_on(next, m, done + 1, steps, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Why a walk cannot take a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Barred {
    /// The board ends there.
    Edge,
    /// It would go straight back over the step just made.
    StraightBack,
}

/// The cell that a step leads to from `cell`, reached by the step `came` if it is not the first.
pub(crate) fn next_cell(
    cell: Cell,
    came: Option<Direction>,
    step: Direction,
) -> Result<Cell, Barred> {
    if came == Some(step.opposite()) {
        return Err(Barred::StraightBack);
    }
    cell.neighbour(step).ok_or(Barred::Edge)
}
