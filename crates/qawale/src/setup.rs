//! The set-up: two neutral pebbles on each corner, and how many pebbles each player takes.

use crate::board::Cell;
use crate::pebbles::{Pebble, Stack};
use crate::position::Position;
use galet_core::{Layout, OptionSpec, PerSide, Phrase, Side, Value, Values};

/// The neutral pebbles of the set: two on each corner.
pub const NEUTRAL_PEBBLES: u8 = 8;

/// How a game begins: one layout, and a number of pebbles for each player.
///
/// ```
/// use galet_qawale::Setup;
/// assert_eq!(Setup::default().pebbles(), 8);
/// assert_eq!(Setup::with_pebbles(11), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    pebbles: u8,
}

impl Setup {
    /// The fewest and the most pebbles a player can begin with.
    const FEWEST: u8 = 1;
    const MOST: u8 = 10;

    /// The game with another number of pebbles a player, from 1 to 10.
    pub fn with_pebbles(pebbles: u8) -> Option<Setup> {
        (Setup::FEWEST..=Setup::MOST).contains(&pebbles).then_some(Setup { pebbles })
    }

    /// The pebbles each player begins with.
    pub const fn pebbles(&self) -> u8 {
        self.pebbles
    }
}

/// The game of the leaflet.
impl Default for Setup {
    fn default() -> Self {
        Setup { pebbles: 8 }
    }
}

static OPTIONS: [OptionSpec; 1] = [OptionSpec {
    key: "pebbles",
    values: Values::Number { min: Setup::FEWEST as u32, max: Setup::MOST as u32 },
    meaning: Phrase::fixed(
        "How many pebbles each player begins with.",
        "Nombre de galets de chaque joueur au départ.",
    ),
}];

impl galet_core::Setup for Setup {
    fn layouts() -> &'static [Layout] {
        &[Layout { name: "standard" }]
    }

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn layout(&self) -> usize {
        0
    }

    fn set_layout(&mut self, _only_one: usize) {}

    fn option(&self, _only_one: usize) -> Value {
        Value::Number(u32::from(self.pebbles))
    }

    fn set_option(&mut self, _only_one: usize, value: Value) {
        if let Value::Number(pebbles) = value {
            self.pebbles = pebbles.clamp(Setup::FEWEST.into(), Setup::MOST.into()) as u8;
        }
    }
}

/// "Stack two tan-colored pebbles in each corner"; light moves first.
pub(crate) fn start(setup: &Setup) -> Position {
    let two = Stack::EMPTY.with(Pebble::Neutral).with(Pebble::Neutral);
    let mut stacks = [Stack::EMPTY; Cell::COUNT];
    for corner in Cell::ALL.into_iter().filter(|c| c.is_corner()) {
        stacks[corner.index()] = two;
    }
    let left = PerSide::new(setup.pebbles, setup.pebbles);
    Position::new(stacks, Side::First, left).expect("the start can be played")
}
