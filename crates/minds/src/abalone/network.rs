//! The board as the network of Abalone sees it: own and other marbles on each cell.

use crate::net::{Accumulator, Net, NetError, Width};
use galet_abalone::{CELLS, Cell, Cells, Position};
use galet_core::{Game, Side};
use galet_search::score::Score;

/// Hidden values of an accumulator in the network that ships.
pub(super) const HIDDEN: usize = 256;
/// The network that ships: see `nets/README.md`.
static SHIPPED: &[u8] = include_bytes!("../../../../nets/abalone.net");
/// Own marbles, then those of the other side.
const FEATURES: usize = 2 * CELLS;
/// By the marbles that both have lost, in steps of two.
const PHASES: usize = 6;

/// What the network makes of a position, kept up to date along a line: the accumulators of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accumulators<const H: usize>([Accumulator<H>; 2]);

/// The network, and which feature belongs to which bit of a set of cells.
#[derive(Debug)]
pub struct Network<const H: usize> {
    net: Net<H>,
    order: [u16; 64],
}

impl Network<HIDDEN> {
    /// The network that ships.
    pub fn shipped() -> Self {
        Network::read(SHIPPED).expect("a test reads the network that ships")
    }
}

impl<const H: usize> Network<H> {
    /// A network from its file.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let mut order = [0; 64];
        for cell in Cell::all() {
            order[Cells::only(cell).bits().trailing_zeros() as usize] = cell.order() as u16;
        }
        Ok(Network { net: Net::read(bytes, Position::NAME, FEATURES, PHASES)?, order })
    }

    /// The same, computed in another width: the same scores, at another speed.
    #[must_use]
    pub fn with_width(self, width: Width) -> Self {
        Network { net: self.net.with_width(width), ..self }
    }

    /// The score that odds of e to 1 mean.
    pub fn score_unit(&self) -> Score {
        self.net.score_unit()
    }

    /// The accumulators of a position from nothing.
    pub fn accumulators(&self, position: &Position) -> Accumulators<H> {
        let empty = Accumulators([self.net.empty(), self.net.empty()]);
        self.difference(&empty, [0; 2], marbles(position))
    }

    /// The accumulators after a move.
    pub fn updated(
        &self,
        accumulators: &Accumulators<H>,
        before: &Position,
        after: &Position,
    ) -> Accumulators<H> {
        self.difference(accumulators, marbles(before), marbles(after))
    }

    /// How good a position is for the side to move.
    pub fn score(&self, position: &Position, accumulators: &Accumulators<H>) -> Score {
        let me = position.turn();
        let ejected = position.ejected_by(Side::First) + position.ejected_by(Side::Second);
        let phase = (ejected as usize / 2).min(PHASES - 1);
        self.net.score(&accumulators.0[me.index()], &accumulators.0[me.other().index()], phase)
    }

    fn difference(
        &self,
        accumulators: &Accumulators<H>,
        before: [u64; 2],
        after: [u64; 2],
    ) -> Accumulators<H> {
        let accumulator = |viewer: usize| {
            let (mut added, mut removed) = (Features::default(), Features::default());
            for owner in 0..2 {
                let base = if owner == viewer { 0 } else { CELLS as u16 };
                added.add(after[owner] & !before[owner], base, &self.order);
                removed.add(before[owner] & !after[owner], base, &self.order);
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
        let held = Cell::all().filter(|&cell| position.at(cell) == Some(side));
        held.map(|cell| 1_u64 << cell.order()).sum::<u64>().to_le_bytes()
    };
    let lost = [position.ejected_by(me.other()), position.ejected_by(me)];
    [cells(me), cells(me.other())].concat().into_iter().chain(lost.map(|n| n as u8)).collect()
}

fn marbles(position: &Position) -> [u64; 2] {
    [position.marbles(Side::First).bits(), position.marbles(Side::Second).bits()]
}

/// A short list of features; a whole board at most.
struct Features {
    list: [u16; CELLS],
    count: usize,
}

impl Default for Features {
    fn default() -> Self {
        Features { list: [0; CELLS], count: 0 }
    }
}

impl Features {
    fn add(&mut self, mut cells: u64, base: u16, order: &[u16; 64]) {
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
