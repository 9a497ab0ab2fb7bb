//! The towers of large components on the board, as sets of holes.

use super::games::SMALL;
use galet_avalam::{Cell, Cells};
use galet_core::random::SplitMix64;
use std::sync::LazyLock;

/// The towers of large components, by holes.
#[derive(Clone, Copy, Default)]
pub(super) struct Towers {
    /// The heights in binary: the holes whose height has a 1, a 2, a 4 in it.
    heights: [u64; 3],
    dark: u64,
}

impl Towers {
    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.heights[0] | self.heights[1] | self.heights[2]
    }

    #[inline]
    pub(super) fn dark(&self) -> u64 {
        self.dark
    }

    #[inline]
    pub(super) fn height(&self, hole: u32) -> u32 {
        let [ones, twos, fours] = self.heights.map(|plane| (plane >> hole & 1) as u32);
        ones | twos << 1 | fours << 2
    }

    /// What all heights add up to.
    #[inline]
    pub(super) fn pieces(&self) -> u32 {
        let [ones, twos, fours] = self.heights.map(u64::count_ones);
        ones + 2 * twos + 4 * fours
    }

    #[inline]
    pub(super) fn is_dark(&self, hole: u32) -> bool {
        self.dark >> hole & 1 != 0
    }

    #[inline]
    pub(super) fn remove(&mut self, holes: u64) {
        for plane in &mut self.heights {
            *plane &= !holes;
        }
        self.dark &= !holes;
    }

    #[inline]
    pub(super) fn put(&mut self, hole: u32, height: u32, dark: bool) {
        self.remove(1 << hole);
        for (n, plane) in self.heights.iter_mut().enumerate() {
            *plane |= u64::from(height >> n & 1) << hole;
        }
        self.dark |= u64::from(dark) << hole;
    }
}

/// Which towers can be joined.
pub(super) struct Links<'a> {
    towers: &'a Towers,
    board: &'static Board,
    /// The holes with towers low enough to join one of height `h`, at index `h`.
    partners: [u64; 8],
    /// Those with a tower that makes five with one of height `h`.
    fives: [u64; 8],
}

impl<'a> Links<'a> {
    #[inline]
    pub(super) fn of(towers: &'a Towers) -> Self {
        let [ones, twos, fours] = towers.heights;
        let one = ones & !(twos | fours);
        let two = one | twos & !ones;
        let three = one | twos;
        let four = three | fours & !ones;
        Links {
            towers,
            board: &BOARD,
            partners: [0, four, three, two, one, 0, 0, 0],
            fives: [0, four & !three, three & !two, two & !one, one, 0, 0, 0],
        }
    }

    /// The holes whose towers can be joined with that of a hole.
    #[inline]
    pub(super) fn at(&self, hole: u32) -> u64 {
        let height = self.towers.height(hole) as usize;
        self.board.neighbours[hole as usize % 64] & self.partners[height % 8]
    }

    /// A component, as far as it had to be looked at: some towers that are connected with that of
    /// `hole`, among them all of `wanted` and more than are small; or the whole of a component
    /// where there are no such towers.
    #[inline]
    pub(super) fn component(&self, hole: u32, wanted: u64) -> u64 {
        let mut part = 1 << hole;
        let mut fresh: u64 = part;
        while fresh != 0 {
            let more = self.at(fresh.trailing_zeros()) & !part;
            fresh = fresh & (fresh - 1) | more;
            part |= more;
            if wanted & !part == 0 && part.count_ones() as usize > SMALL {
                break;
            }
        }
        part
    }

    /// Pairs that can be joined, with a tower among `some` in each and no tower in two of them: many,
    /// not the most. First those that are five with one that is not among `some`, then all others.
    #[inline]
    pub(super) fn pairs(&self, some: u64) -> (usize, usize) {
        let (mut free, mut fives, mut pairs) = (u64::MAX, 0, 0);
        let mut left = some;
        while left != 0 {
            let hole = left.trailing_zeros();
            left &= left - 1;
            let height = self.towers.height(hole) as usize;
            let near = self.board.neighbours[hole as usize % 64] & free;
            let five = near & self.fives[height % 8] & !some;
            let near = near & self.partners[height % 8];
            // Others first: who is left can still be one of another pair.
            let others = near & !some;
            let other = if five != 0 {
                five
            } else if others != 0 {
                others
            } else {
                near
            };
            free &= !(other & other.wrapping_neg() | 1 << hole);
            left &= free;
            fives += usize::from(five != 0);
            pairs += usize::from(near != 0);
        }
        (fives, pairs - fives)
    }

    /// The number of moves.
    pub(super) fn moves(&self) -> i32 {
        bits(self.towers.occupied()).map(|hole| self.at(hole).count_ones() as i32).sum()
    }
}

/// The neighbours of each hole and the random numbers that states are hashed with.
pub(super) struct Board {
    pub(super) neighbours: [u64; 64],
    pub(super) towers: Box<[[u128; 16]; 64]>,
    pub(super) tempo: u128,
    pub(super) dark_to_move: u128,
}

/// The one board.
pub(super) static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let mut random = SplitMix64::new(0x736f_6c76_6572); // "solver"
    let mut number = || u128::from(random.next()) << 64 | u128::from(random.next());
    let mut board = Board {
        neighbours: [0; 64],
        towers: Box::new([[0; 16]; 64]),
        tempo: number(),
        dark_to_move: number(),
    };
    for cell in Cell::ALL {
        board.neighbours[hole_of(cell)] = cell.neighbours().bits();
    }
    for numbers in board.towers.iter_mut() {
        numbers.fill_with(&mut number);
    }
    board
});

/// The number of a hole's bit.
pub(super) fn hole_of(cell: Cell) -> usize {
    Cells::from(cell).bits().trailing_zeros() as usize
}

/// The numbers of the bits of a word.
#[inline]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}
