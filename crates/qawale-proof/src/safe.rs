//! The one question the whole proof asks: which moves leave the opponent no immediate win?
//!
//! Let the *watcher* be the player not to move. The watcher's threats before the move are listed first
//! (a stack and the tops its line needs). A move leaves such a threat in place unless it touches the
//! stack or takes away a needed top, and that is tested for thirty-two walks at once. Only the walks
//! that stop every old threat are carried out; what is left to test then are the threats that the move
//! itself creates, and these come from the few changed stacks, unless the move uncovered a new top.

use std::ops::ControlFlow;

use crate::board::Perspective;
use crate::filter::{BATCH, Threat};
use crate::geometry::{CELLS, has_line};
use crate::rows::{CODES, Row};
use crate::tables::Tables;
use crate::walks::{LANES, MAX_LISTED, Move, WalkList, for_each_walk, pack};

/// Boards with more threats than this are not filtered: every move is tested by itself.
const MAX_THREATS: usize = 48;

/// Calls `visit` with every move of the watcher's opponent after which the watcher has no line and
/// cannot complete one at once.
///
/// The caller knows that the mover cannot complete a line.
#[inline]
pub fn for_each_safe_move(
    tables: &Tables,
    watcher: &Perspective,
    mut visit: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if watcher.tall as usize >= CODES {
        return every_move_tested(tables, watcher, &mut visit);
    }
    let mut threats = Threats::new();
    let mut all_rows = Row::default();
    for cell in 0..CELLS {
        all_rows.add(tables.rows.row(cell, watcher.code[cell]));
    }
    if !threats.list(tables, watcher) {
        return every_move_tested(tables, watcher, &mut visit);
    }
    let threats = threats.as_slice();
    let mut scratch = Scratch::new(watcher);
    for origin in 0..CELLS {
        let code = watcher.code[origin];
        if code == 1 {
            continue;
        }
        let height = watcher.height(origin);
        if height > MAX_LISTED {
            tall_origin(tables, watcher, origin, &mut visit)?;
            continue;
        }
        let list = &tables.walks[height][origin];
        for_each_stopping(tables, list, threats, (code, height), |steps, mut left| {
            while left != 0 {
                let steps = steps[left.trailing_zeros() as usize];
                left &= left - 1;
                let walk = Walk { origin, height, steps };
                scratch.apply(walk, 0);
                let safe = scratch.no_new_win(tables, &all_rows, walk);
                scratch.restore(walk);
                if safe {
                    visit(walk.into())?;
                }
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with the walks of each block of a list, and which of them stop every threat; the stack
/// is given by its code and height.
#[inline(always)]
fn for_each_stopping(
    tables: &Tables,
    list: &WalkList,
    threats: &[Threat],
    (code, height): (u32, usize),
    mut visit: impl FnMut(&[u64], u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (touched, uncovered) = list.blocks(code, height);
    let mut left = [0; BATCH];
    let mut steps = list.steps.chunks(LANES);
    for (touched, uncovered) in touched.chunks(BATCH).zip(uncovered.chunks(BATCH)) {
        tables.filter.run(threats, touched, uncovered, &mut left);
        for (&left, steps) in left.iter().zip(&mut steps) {
            // Lanes beyond the last walk are empty, but without threats nothing has to be stopped.
            visit(steps, left & u32::MAX >> (LANES - steps.len()))?;
        }
    }
    ControlFlow::Continue(())
}

/// A listed walk.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    pub(crate) origin: usize,
    pub(crate) height: usize,
    pub(crate) steps: u64,
}

impl From<Walk> for Move {
    fn from(walk: Walk) -> Self {
        Self { steps: walk.steps.into(), origin: walk.origin as u8, height: walk.height as u8 }
    }
}

impl Walk {
    /// Calls `visit` with every step's cell.
    #[inline(always)]
    pub(crate) fn each(self, mut visit: impl FnMut(usize)) {
        let mut steps = self.steps;
        for _ in 0..=self.height {
            visit((steps & 15) as usize);
            steps >>= 4;
        }
    }
}

/// A view on which walks are tried and taken back, cheaper than a copy for each.
pub(crate) struct Scratch<'a> {
    before: &'a Perspective,
    /// The stacks after the walk.
    pub(crate) code: [u32; CELLS],
    /// The tops after the walk.
    pub(crate) tops: u32,
}

impl<'a> Scratch<'a> {
    pub(crate) fn new(before: &'a Perspective) -> Self {
        Self { before, code: before.code, tops: before.tops }
    }

    #[inline(always)]
    pub(crate) fn apply(&mut self, walk: Walk, own: u32) {
        let lifted = self.code[walk.origin] << 1 | own;
        self.code[walk.origin] = 1;
        let mut tops = self.before.tops & !(1 << walk.origin);
        let mut i = walk.height + 1;
        walk.each(|cell| {
            i -= 1;
            let top = lifted >> i & 1;
            self.code[cell] = self.code[cell] << 1 | top;
            tops = tops & !(1 << cell) | top << cell;
        });
        self.tops = tops;
    }

    #[inline(always)]
    pub(crate) fn restore(&mut self, walk: Walk) {
        self.code[walk.origin] = self.before.code[walk.origin];
        walk.each(|cell| self.code[cell] = self.before.code[cell]);
    }

    /// Whether the viewing player has no line and cannot complete one, given that the walk stopped all
    /// their old threats; `all_rows` are their wins before the walk.
    #[inline(always)]
    fn no_new_win(&self, tables: &Tables, all_rows: &Row, walk: Walk) -> bool {
        let gained = self.tops & !self.before.tops != 0;
        // Without a new top the unchanged stacks win no more than before, which is nothing now.
        let mut wins = if gained { *all_rows } else { Row::default() };
        let mut tall = 0;
        walk.each(|cell| {
            tall |= self.code[cell];
            wins.add(tables.rows.row(cell, self.code[cell]));
        });
        let wins = wins.meets(&tables.rows.mask(self.tops));
        if tall as usize >= CODES || gained && wins {
            // With a new top the old rows of the changed stacks may have spoken: test exactly.
            let after = Perspective { code: self.code, tops: self.tops, tall };
            return !has_line(self.tops) && !after.can_win(tables);
        }
        !(wins || gained && has_line(self.tops))
    }
}

/// Tests every move by itself: for boards beyond the tables.
#[cold]
fn every_move_tested(
    tables: &Tables,
    watcher: &Perspective,
    visit: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    (0..CELLS)
        .filter(|&cell| watcher.code[cell] > 1)
        .try_for_each(|cell| tall_origin(tables, watcher, cell, visit))
}

/// The view after a move if the watcher then has no line and cannot complete one at once.
#[inline]
pub fn view_if_safe(tables: &Tables, watcher: &Perspective, m: Move) -> Option<Perspective> {
    let after = watcher.lift(m, 0);
    (!has_line(after.tops) && !after.can_win(tables)).then_some(after)
}

/// The safe moves of a stack whose walks are not listed.
#[cold]
fn tall_origin(
    tables: &Tables,
    watcher: &Perspective,
    origin: usize,
    visit: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let height = watcher.height(origin);
    for_each_walk(origin, height + 1, &mut |path| {
        let m = Move { steps: pack(path), origin: origin as u8, height: height as u8 };
        if view_if_safe(tables, watcher, m).is_some() {
            visit(m)
        } else {
            ControlFlow::Continue(())
        }
    })
}

/// The watcher's threats.
struct Threats {
    all: [Threat; MAX_THREATS],
    count: usize,
}

impl Threats {
    fn new() -> Self {
        Self { all: [Threat { stack: 0, needs: 0 }; MAX_THREATS], count: 0 }
    }

    fn as_slice(&self) -> &[Threat] {
        &self.all[..self.count]
    }

    /// Lists the threats of a board within the tables; false if there are too many.
    #[inline(always)]
    fn list(&mut self, tables: &Tables, watcher: &Perspective) -> bool {
        let mask = tables.rows.mask(watcher.tops);
        for cell in 0..CELLS {
            if !tables.rows.row(cell, watcher.code[cell]).meets(&mask) {
                continue;
            }
            for &needs in tables.rows.needs(cell, watcher.code[cell]) {
                if u32::from(needs) & !watcher.tops == 0 {
                    if self.count == MAX_THREATS {
                        return false;
                    }
                    self.all[self.count] = Threat { stack: 1 << cell, needs };
                    self.count += 1;
                }
            }
        }
        true
    }
}

/// How many safe moves the watcher's opponent has, counted up to `enough`.
pub fn count_safe_moves(tables: &Tables, watcher: &Perspective, enough: u32) -> u32 {
    let mut count = 0;
    let _ = for_each_safe_move(tables, watcher, |_| {
        count += 1;
        if count < enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count
}

/// About how many safe moves the watcher's opponent has: those that stop the present threats. Good
/// enough to put moves in order, at a fraction of the cost of [`for_each_safe_move`].
pub fn about_safe_moves(tables: &Tables, watcher: &Perspective) -> u32 {
    let mut threats = Threats::new();
    if watcher.tall as usize >= CODES || !threats.list(tables, watcher) {
        return 0;
    }
    let mut count = 0;
    for origin in 0..CELLS {
        let height = watcher.height(origin);
        if height == 0 || height > MAX_LISTED {
            continue;
        }
        let list = &tables.walks[height][origin];
        let stack = (watcher.code[origin], height);
        let _ = for_each_stopping(tables, list, threats.as_slice(), stack, |_, left| {
            count += left.count_ones();
            ControlFlow::Continue(())
        });
    }
    count
}
