//! The board as the network of Abalone sees it: own and other marbles on each cell.

use galet_abalone::{Cell, Cells, Position};
use galet_core::{Game, Side};
use galet_nets::{Accumulator, Net, NetError, Spec, Width};
use galet_search::score::{LIMIT, Score};

/// Hidden values of each side in the network that the mind plays by.
pub(super) const HIDDEN: usize = 256;
/// By the marbles that both have lost, in steps of two.
const PHASES: usize = 6;
/// A feature for each cell: own marbles, then those of the other side.
const SPEC: Spec =
    Spec { game: Position::NAME, features: 2 * Cell::COUNT, phases: PHASES, limit: LIMIT };

/// The accumulators of a position, by side: the first player's and the second's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accumulators<const H: usize>([Accumulator<H>; 2]);

/// A network of Abalone with `H` hidden values for each side.
#[derive(Debug)]
pub struct Network<const H: usize> {
    net: Net<H>,
    /// The place of a cell among the features, by its bit in a set of cells.
    order: [u16; 64],
}

impl<const H: usize> Network<H> {
    /// A network from the bytes of its file.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let mut order = [0; 64];
        for cell in Cell::ALL {
            order[Cells::only(cell).bits().trailing_zeros() as usize] = cell.index() as u16;
        }
        Ok(Network { net: Net::read(bytes, &SPEC)?, order })
    }

    /// The same, computed with instructions of another width: the same scores at another speed.
    #[must_use]
    pub fn with_width(self, width: Width) -> Self {
        Network { net: self.net.with_width(width), ..self }
    }

    /// The score that odds of e to 1 mean.
    pub fn score_unit(&self) -> Score {
        self.net.score_unit()
    }

    /// The accumulators of a position from nothing.
    pub fn refresh(&self, position: &Position) -> Accumulators<H> {
        let empty = Accumulators([self.net.empty(), self.net.empty()]);
        self.moved(&empty, [0; 2], marbles(position))
    }

    /// The accumulators of `after`, from those of `before`, one move earlier.
    pub fn update(
        &self,
        accumulators: &Accumulators<H>,
        before: &Position,
        after: &Position,
    ) -> Accumulators<H> {
        self.moved(accumulators, marbles(before), marbles(after))
    }

    /// How good a position is for the side to move, by its accumulators.
    pub fn score(&self, position: &Position, accumulators: &Accumulators<H>) -> Score {
        let me = position.turn();
        let ejected = position.ejected_by(Side::First) + position.ejected_by(Side::Second);
        let phase = (ejected as usize / 2).min(PHASES - 1);
        self.net.score(&accumulators.0[me.index()], &accumulators.0[me.other().index()], phase)
    }

    /// The accumulators after marbles have moved, by the sets of cells of both sides.
    fn moved(
        &self,
        accumulators: &Accumulators<H>,
        before: [u64; 2],
        after: [u64; 2],
    ) -> Accumulators<H> {
        let accumulator = |viewer: usize| {
            let (mut added, mut removed) = (Features::default(), Features::default());
            for owner in 0..2 {
                let base = if owner == viewer { 0 } else { Cell::COUNT as u16 };
                added.push_cells(after[owner] & !before[owner], base, &self.order);
                removed.push_cells(before[owner] & !after[owner], base, &self.order);
            }
            self.net.update(&accumulators.0[viewer], added.list(), removed.list())
        };
        Accumulators([accumulator(0), accumulator(1)])
    }
}

/// The board as training reads it: the cells of the side to move as 64 bits, then those of the
/// other, in the order of the features, and the marbles that each of the two has lost.
pub(super) fn board(position: &Position) -> Vec<u8> {
    let me = position.turn();
    let cells = |side| {
        let held = Cell::ALL.into_iter().filter(|&cell| position.at(cell) == Some(side));
        held.map(|cell| 1_u64 << cell.index()).sum::<u64>().to_le_bytes()
    };
    let lost = [position.ejected_by(me.other()), position.ejected_by(me)];
    [cells(me), cells(me.other())].concat().into_iter().chain(lost.map(|n| n as u8)).collect()
}

/// The cells of both sides, as bits.
fn marbles(position: &Position) -> [u64; 2] {
    [position.marbles(Side::First).bits(), position.marbles(Side::Second).bits()]
}

/// A list of features: a few after a move, those of a whole board at most.
struct Features {
    list: [u16; Cell::COUNT],
    count: usize,
}

impl Default for Features {
    fn default() -> Self {
        Features { list: [0; Cell::COUNT], count: 0 }
    }
}

impl Features {
    /// Adds the feature of each cell of a set; those of its owner begin at `base`.
    fn push_cells(&mut self, mut cells: u64, base: u16, order: &[u16; 64]) {
        while cells != 0 {
            self.list[self.count] = base + order[cells.trailing_zeros() as usize];
            self.count += 1;
            cells &= cells - 1;
        }
    }

    fn list(&self) -> &[u16] {
        &self.list[..self.count]
    }
}
