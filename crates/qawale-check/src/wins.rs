//! Can the side to move complete a line at once?
//!
//! A move changes the cells it walks over and leaves the mover's pebbles on some of them. It completes a
//! line if every cell of the line either shows the mover's pebble afterwards or did so before and was not
//! changed. So what a stack can do is a list of *needs*: sets of cells that must show the mover's pebbles
//! now. The lists depend only on the cell, the height and which pebbles are the mover's; only the
//! smallest sets matter. They are worked out with the moves of the rules.

use std::ops::ControlFlow;

use galet_core::{Game, PerSide, Side};
use galet_qawale::{Cell, Line, Move, Pebble, Position, Stack};

/// Tallest stack in the lists; for taller ones the moves are tried.
const TALLEST: u32 = 7;
/// Words of stacks in the lists are smaller.
const WORDS: usize = 1 << (2 * TALLEST + 1);
/// Codes of stacks in the lists are smaller.
const CODES: usize = 1 << (TALLEST + 1);

/// Needs that are looked at together.
type Block = [u16; 16];
/// Fills blocks up: no position without a line shows one colour everywhere.
const NEVER: u16 = u16::MAX;

/// The lists.
pub struct Wins {
    /// By the word of a stack its code for each side: a sentinel bit above one bit a pebble, set if it
    /// is the side's, the topmost pebble lowest.
    codes: [Vec<u8>; 2],
    /// By cell and code where the list begins and ends.
    lists: Vec<[(u32, u32); CODES]>,
    blocks: Vec<Block>,
}

impl Default for Wins {
    fn default() -> Self {
        Self::new()
    }
}

impl Wins {
    /// Works out the lists, in a fraction of a second.
    pub fn new() -> Self {
        let mut wins = Self {
            codes: [vec![0; WORDS], vec![0; WORDS]],
            lists: vec![[(0, 0); CODES]; Cell::COUNT],
            blocks: Vec::new(),
        };
        wins.list_codes(&mut Vec::new());
        for cell in Cell::ALL {
            for height in 1..=TALLEST {
                let walks = walks(cell, height);
                for pebbles in 0..1u32 << height {
                    let code = 1 << height | pebbles;
                    let first = wins.blocks.len() as u32;
                    let needs = needs(cell, height, pebbles, &walks);
                    wins.blocks.extend(needs.chunks(16).map(|chunk| {
                        let mut block = [NEVER; 16];
                        block[..chunk.len()].copy_from_slice(chunk);
                        block
                    }));
                    wins.lists[cell.index()][code as usize] = (first, wins.blocks.len() as u32);
                }
            }
        }
        wins
    }

    /// Enters the codes of every stack that begins like this one.
    fn list_codes(&mut self, pebbles: &mut Vec<Pebble>) {
        let stack = Stack::new(pebbles).expect("not taller than the lists");
        for (codes, side) in self.codes.iter_mut().zip(Side::BOTH) {
            let code = pebbles
                .iter()
                .fold(1, |code: u8, pebble| code << 1 | u8::from(pebble.owner() == Some(side)));
            codes[stack.word() as usize] = code;
        }
        if stack.height() < TALLEST {
            for pebble in Pebble::ALL {
                pebbles.push(pebble);
                self.list_codes(pebbles);
                pebbles.pop();
            }
        }
    }

    /// Whether the side to move, the game not being over, can complete a line at once.
    #[inline]
    pub fn at_once(&self, position: &Position) -> bool {
        let side = position.turn();
        let missing = !position.tops(side);
        let codes = &self.codes[usize::from(side == Side::Second)];
        for (stack, lists) in position.stacks().iter().zip(&self.lists) {
            let word = stack.word() as usize;
            let Some(&code) = codes.get(word) else { return tries_all(position) };
            let (first, last) = lists[usize::from(code)];
            for block in &self.blocks[first as usize..last as usize] {
                if block.iter().fold(false, |found, need| found | (need & missing == 0)) {
                    return true;
                }
            }
        }
        false
    }

    /// In how many ways, about, a side threatens to complete a line. Only good for putting moves in
    /// order: taller stacks than the lists have are passed over.
    pub(crate) fn threats(&self, position: &Position, side: Side) -> u32 {
        let missing = !position.tops(side);
        let codes = &self.codes[usize::from(side == Side::Second)];
        let mut count = 0;
        for (stack, lists) in position.stacks().iter().zip(&self.lists) {
            let Some(&code) = codes.get(stack.word() as usize) else { continue };
            let (first, last) = lists[usize::from(code)];
            for block in &self.blocks[first as usize..last as usize] {
                count += block.iter().map(|need| u32::from(need & missing == 0)).sum::<u32>();
            }
        }
        count
    }
}

/// A test for immediate wins. The checker has its own, [`Wins`]; whoever only looks up replies that
/// have been checked before may bring a quicker one.
pub trait WinTest {
    /// Whether the side to move, the game not being over, can complete a line at once.
    fn at_once(&self, position: &Position) -> bool;
}

impl WinTest for Wins {
    fn at_once(&self, position: &Position) -> bool {
        self.at_once(position)
    }
}

impl<F: Fn(&Position) -> bool> WinTest for F {
    fn at_once(&self, position: &Position) -> bool {
        self(position)
    }
}

/// [`Wins::at_once`] by playing every move.
#[cold]
fn tries_all(position: &Position) -> bool {
    let side = position.turn();
    position
        .visit_moves(|m| {
            let mut after = *position;
            after.play_unchecked(m);
            match after.outcome() {
                Some(end) if end.winner == Some(side) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        })
        .is_break()
}

/// Every walk of a stack of that height, by the rules.
pub(crate) fn walks(cell: Cell, height: u32) -> Vec<Move> {
    let mut stacks = [Stack::EMPTY; Cell::COUNT];
    let pebbles = vec![Pebble::Neutral; height as usize];
    stacks[cell.index()] = Stack::new(&pebbles).expect("not taller than any stack");
    Position::new(stacks, Side::First, PerSide::new(1, 1)).expect("one stack can be played").moves()
}

/// The smallest sets of cells that must show the mover's pebbles for some walk to complete a line.
fn needs(cell: Cell, height: u32, pebbles: u32, walks: &[Move]) -> Vec<u16> {
    let mut all = Vec::new();
    for walk in walks {
        let (mut changed, mut own) = (1u16 << cell.index(), 0u16);
        for (i, to) in (0..).zip(walk.cells()) {
            let bit = 1 << to.index();
            changed |= bit;
            // The bottom pebble comes first and is the highest bit; the last one is the one added.
            let is_own = i == height || pebbles >> (height - 1 - i) & 1 == 1;
            own = if is_own { own | bit } else { own & !bit };
        }
        for line in Line::ALL {
            if line.set() & changed & !own == 0 {
                all.push(line.set() & !own);
            }
        }
    }
    all.sort_unstable_by_key(|need| (need.count_ones(), *need));
    all.dedup();
    let mut smallest: Vec<u16> = Vec::new();
    for need in all {
        if !smallest.iter().any(|small| small & !need == 0) {
            smallest.push(need);
        }
    }
    smallest
}
