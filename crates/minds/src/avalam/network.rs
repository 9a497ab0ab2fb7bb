//! The board as the network of Avalam sees it: on each hole a tower of some height, own or the
//! other's, and how it stands: settled, among friends, or threatened by one enemy or several.

use crate::net::{Accumulator, Net, NetError, Width};
use galet_avalam::{Axis, Cell, Cells, Colour, Position};
use galet_core::Game;
use galet_search::score::Score;

/// Hidden values of an accumulator in the network that ships.
pub(super) const HIDDEN: usize = 256;
/// The network that ships: see `nets/README.md`.
static SHIPPED: &[u8] = include_bytes!("../../../../nets/avalam.net");
/// On each hole, for each way to stand: own towers by height, then the other's.
const FEATURES: usize = 48 * PER_HOLE as usize;
const PER_HOLE: u16 = 40;
/// By the number of towers that can still move, in steps of six.
const PHASES: usize = 8;

/// What the network makes of a position, kept up to date along a line: Light's accumulator and Dark's,
/// and how the towers stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accumulators<const H: usize> {
    accumulators: [Accumulator<H>; 2],
    standing: Standing,
}

/// How towers stand, as sets of holes. Partners are neighbours low enough to be joined with.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Standing {
    /// Some partner.
    live: u64,
    /// An enemy partner.
    exposed: u64,
    /// At least two enemy partners.
    besieged: u64,
}

/// The network, and the first feature of each hole by its bit in a set.
#[derive(Debug)]
pub struct Network<const H: usize> {
    net: Net<H>,
    first: [u16; 64],
}

/// The towers as sets of holes: by height and by colour.
struct Towers {
    heights: [u64; 5],
    light: u64,
    standing: Standing,
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
        let mut first = [0; 64];
        let holes = Cell::ALL.iter().filter(|cell| **cell != Cell::CENTRE);
        for (n, &cell) in holes.enumerate() {
            first[Cells::from(cell).bits().trailing_zeros() as usize] = n as u16 * PER_HOLE;
        }
        Ok(Network { net: Net::read(bytes, Position::NAME, FEATURES, PHASES)?, first })
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
        let standing = Standing::default();
        let empty = Accumulators { accumulators: [self.net.empty(), self.net.empty()], standing };
        let nothing = Towers { heights: [0; 5], light: 0, standing };
        self.difference(&empty, &nothing, &Towers::of(position, Standing::of(position)))
    }

    /// The accumulators after a move.
    pub fn updated(
        &self,
        accumulators: &Accumulators<H>,
        before: &Position,
        after: &Position,
    ) -> Accumulators<H> {
        let before = Towers::of(before, accumulators.standing);
        self.difference(accumulators, &before, &Towers::of(after, Standing::of(after)))
    }

    /// How good a position is for the side to move.
    pub fn score(&self, position: &Position, accumulators: &Accumulators<H>) -> Score {
        let phase = (accumulators.standing.live.count_ones() as usize / 6).min(PHASES - 1);
        let [light, dark] = &accumulators.accumulators;
        let (mine, yours) =
            if position.to_move() == Colour::Light { (light, dark) } else { (dark, light) };
        self.net.score(mine, yours, phase)
    }

    fn difference(
        &self,
        accumulators: &Accumulators<H>,
        before: &Towers,
        after: &Towers,
    ) -> Accumulators<H> {
        let (was, is) = (&before.standing, &after.standing);
        let mut different = before.light ^ after.light | was.live ^ is.live;
        different |= was.exposed ^ is.exposed | was.besieged ^ is.besieged;
        for (one, other) in before.heights.iter().zip(&after.heights) {
            different |= one ^ other;
        }
        // No game puts a tower there, only a position made by hand; the network has never seen one.
        different &= !Cells::from(Cell::CENTRE).bits();
        let (mut added, mut removed) = ([[0; 48]; 2], [[0; 48]; 2]);
        let (mut additions, mut removals) = (0, 0);
        while different != 0 {
            let hole = different & different.wrapping_neg();
            different ^= hole;
            let first = self.first[hole.trailing_zeros() as usize];
            if let Some(feature) = before.feature(hole) {
                removed[0][removals] = first + feature;
                removed[1][removals] = first + swapped(feature);
                removals += 1;
            }
            if let Some(feature) = after.feature(hole) {
                added[0][additions] = first + feature;
                added[1][additions] = first + swapped(feature);
                additions += 1;
            }
        }
        let accumulator = |n: usize| {
            self.net.update(
                &accumulators.accumulators[n],
                &added[n][..additions],
                &removed[n][..removals],
            )
        };
        Accumulators { accumulators: [accumulator(0), accumulator(1)], standing: after.standing }
    }
}

/// The board as training reads it: half a byte for each hole in the order of the features, the
/// lower half first. 0 is empty, 1 to 5 a tower of the side to move, 9 to 13 one of the other.
pub(super) fn board(position: &Position) -> Vec<u8> {
    let code = |cell: &Cell| {
        position.tower(*cell).map_or(0, |tower| {
            tower.height() | if tower.colour() == position.to_move() { 0 } else { 8 }
        })
    };
    let holes = Cell::ALL.iter().filter(|cell| **cell != Cell::CENTRE);
    let codes: Vec<u8> = holes.map(code).collect();
    codes.chunks(2).map(|pair| pair[0] | pair.get(1).map_or(0, |code| code << 4)).collect()
}

/// The same tower as the other player sees it.
fn swapped(feature: u16) -> u16 {
    feature / 10 * 10 + (feature % 10 + 5) % 10
}

impl Standing {
    fn of(position: &Position) -> Standing {
        let light = position.of_colour(Colour::Light);
        let (mut live, mut exposed, mut besieged) = (Cells::NONE, Cells::NONE, Cells::NONE);
        for (axis, pairs) in Axis::ALL.iter().zip(position.pairs()) {
            live = live | pairs | axis.forwards(pairs);
            let next = axis.backwards(light);
            let mixed = pairs & ((light & !next) | (next & !light));
            for end in [mixed, axis.forwards(mixed)] {
                besieged = besieged | (exposed & end);
                exposed = exposed | end;
            }
        }
        Standing { live: live.bits(), exposed: exposed.bits(), besieged: besieged.bits() }
    }

    /// 0 settled, 1 with friendly partners only, 2 with one enemy partner, 3 with several.
    fn on(&self, hole: u64) -> u16 {
        let sets = [self.live, self.exposed, self.besieged];
        sets.iter().map(|set| u16::from(set & hole != 0)).sum()
    }
}

impl Towers {
    fn of(position: &Position, standing: Standing) -> Towers {
        let heights = std::array::from_fn(|n| position.of_height(n as u8 + 1).bits());
        Towers { heights, light: position.of_colour(Colour::Light).bits(), standing }
    }

    /// What stands on a hole, as Light sees it.
    fn feature(&self, hole: u64) -> Option<u16> {
        let height = self.heights.iter().position(|cells| cells & hole != 0)?;
        let other = u16::from(self.light & hole == 0) * 5;
        Some(height as u16 + other + 10 * self.standing.on(hole))
    }
}
