//! The board as the network of Abalone sees it: own and other marbles on each cell.

use crate::net::{Net, NetError, View, Width};
use galet_abalone::{CELLS, Cell, Cells, Position};
use galet_core::{Game, Side};
use galet_search::score::Score;

/// Hidden values of a view in the network that ships.
pub(super) const HIDDEN: usize = 256;
/// The network that ships: see `nets/README.md`.
static SHIPPED: &[u8] = include_bytes!("../../../../nets/abalone.net");
/// Own marbles, then those of the other side.
const FEATURES: usize = 2 * CELLS;
/// By the marbles that both have lost, in steps of two.
const PHASES: usize = 6;

/// What the network makes of a position, kept up to date along a line: the views of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Views<const H: usize>([View<H>; 2]);

/// The network, and which feature belongs to which bit of a set of cells.
#[derive(Debug)]
pub struct Sight<const H: usize> {
    net: Net<H>,
    order: [u16; 64],
}

impl Sight<HIDDEN> {
    /// The network that ships.
    pub fn shipped() -> Self {
        Sight::read(SHIPPED).expect("a test reads the network that ships")
    }
}

impl<const H: usize> Sight<H> {
    /// A network from its file.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let mut order = [0; 64];
        for cell in Cell::all() {
            order[Cells::only(cell).bits().trailing_zeros() as usize] = cell.order() as u16;
        }
        Ok(Sight { net: Net::read(bytes, Position::NAME, FEATURES, PHASES)?, order })
    }

    /// The same, computed in another width: the same scores, at another speed.
    #[must_use]
    pub fn with_width(self, width: Width) -> Self {
        Sight { net: self.net.with_width(width), ..self }
    }

    /// The score that odds of e to 1 mean.
    pub fn score_unit(&self) -> Score {
        self.net.score_unit()
    }

    /// The views of a position from nothing.
    pub fn views(&self, position: &Position) -> Views<H> {
        let empty = Views([self.net.empty(), self.net.empty()]);
        self.changed(&empty, [0; 2], marbles(position))
    }

    /// The views after a move.
    pub fn after(&self, views: &Views<H>, before: &Position, after: &Position) -> Views<H> {
        self.changed(views, marbles(before), marbles(after))
    }

    /// How good a position is for the side to move.
    pub fn score(&self, position: &Position, views: &Views<H>) -> Score {
        let me = position.turn();
        let ejected = position.ejected_by(Side::First) + position.ejected_by(Side::Second);
        let phase = (ejected as usize / 2).min(PHASES - 1);
        self.net.score(&views.0[me.index()], &views.0[me.other().index()], phase)
    }

    fn changed(&self, views: &Views<H>, before: [u64; 2], after: [u64; 2]) -> Views<H> {
        let view = |viewer: usize| {
            let (mut come, mut gone) = (Features::default(), Features::default());
            for owner in 0..2 {
                let base = if owner == viewer { 0 } else { CELLS as u16 };
                come.add(after[owner] & !before[owner], base, &self.order);
                gone.add(before[owner] & !after[owner], base, &self.order);
            }
            self.net.change(&views.0[viewer], come.list(), gone.list())
        };
        Views([view(0), view(1)])
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
