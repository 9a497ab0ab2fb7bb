//! Layouts and options.

use crate::board::Cell;
use crate::position::Position;
use galet_core::{HistoryRules, Layout, OptionSpec, PerSide, Phrase, Side, Value, Values};

/// How a game begins: a layout, how many stones have to cross, and a move limit.
///
/// ```
/// use galet_core::Setup as _;
/// use galet_sample::Setup;
/// let setup = Setup::read(Some("corners"), [("crossing", "2"), ("move-limit", "off")])?;
/// assert_eq!(setup.crossing(), 2);
/// # Ok::<(), galet_core::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    layout: Start,
    crossing: u8,
    move_limit: Option<u32>,
}

/// A start layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Start {
    /// Three stones on each bank.
    Banks,
    /// Two stones in the corners of each bank.
    Corners,
}

const LAYOUTS: &[Layout] = &[Layout { name: "banks" }, Layout { name: "corners" }];

static OPTIONS: [OptionSpec; 2] = [
    OptionSpec {
        key: "crossing",
        values: Values::Number { min: 1, max: 2 },
        meaning: Phrase::fixed(
            "How many stones must stand on the opposite bank to win.",
            "Nombre de pierres à amener sur l’autre rive pour gagner.",
        ),
    },
    OptionSpec {
        key: "move-limit",
        values: Values::NumberOrOff { min: 1, max: 200 },
        meaning: Phrase::fixed(
            "After so many moves of both players the one with more stones wins.",
            "Après tant de coups des deux joueurs, le plus riche en pierres gagne.",
        ),
    },
];

impl Setup {
    /// How many stones must stand on the opposite bank to win: 1 or 2.
    pub const fn crossing(&self) -> u8 {
        self.crossing
    }

    /// The stones of each side before the first move.
    pub(crate) fn stones(&self) -> u32 {
        self.bank(0).count_ones()
    }

    fn bank(&self, rank: u8) -> u16 {
        let files: &[u8] = match self.layout {
            Start::Banks => &[0, 1, 2],
            Start::Corners => &[0, 2],
        };
        files.iter().filter_map(|&file| Cell::at(file, rank)).fold(0, |set, cell| set | cell.bit())
    }

    /// The position before the first move.
    pub(crate) fn start(&self) -> Position {
        let stones = PerSide::new(self.bank(0), self.bank(3));
        Position::assembled(stones, Side::First, self.crossing)
    }
}

/// Three stones, one has to cross, and sixty moves.
impl Default for Setup {
    fn default() -> Self {
        Setup { layout: Start::Banks, crossing: 1, move_limit: Some(60) }
    }
}

impl galet_core::Setup for Setup {
    fn layouts() -> &'static [Layout] {
        LAYOUTS
    }

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn layout(&self) -> usize {
        self.layout as usize
    }

    fn set_layout(&mut self, index: usize) {
        self.layout = if index == 0 { Start::Banks } else { Start::Corners };
    }

    fn option(&self, index: usize) -> Value {
        match index {
            0 => Value::Number(self.crossing.into()),
            _ => self.move_limit.map_or(Value::Off, Value::Number),
        }
    }

    fn set_option(&mut self, index: usize, value: Value) {
        match (index, value) {
            (0, Value::Number(stones)) => self.crossing = stones.clamp(1, 2) as u8,
            (1, Value::Number(limit)) => self.move_limit = Some(limit),
            (1, Value::Off) => self.move_limit = None,
            // No other value is among those allowed.
            _ => {}
        }
    }

    fn history_rules(&self) -> HistoryRules {
        HistoryRules { repetition: true, move_limit: self.move_limit }
    }
}
