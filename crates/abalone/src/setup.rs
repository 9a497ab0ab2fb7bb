//! What the players choose before a game.

use crate::layouts::{LAYOUTS, STARTS};
use galet_core::{HistoryRules, Layout, OptionSpec, PerSide, Phrase, Value, Values};

/// A start layout and the ending options.
///
/// ```
/// use galet_abalone::Setup;
/// use galet_core::Setup as _;
///
/// let blitz = Setup::read(Some("belgian-daisy"), [("marbles-to-win", "2")])?;
/// assert_eq!(blitz.layout_name(), "belgian-daisy");
/// assert!(Setup::read(Some("belgian"), []).is_err()); // … "did you mean belgian-daisy?"
/// # Ok::<(), galet_core::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    layout: usize,
    repetition: bool,
    move_limit: Option<u32>,
    pub(crate) marbles_to_win: u8,
}

impl Default for Setup {
    /// The leaflet's game, with threefold repetition as a draw.
    fn default() -> Self {
        Setup { layout: 0, repetition: true, move_limit: None, marbles_to_win: 6 }
    }
}

const REPETITION: usize = 0;
const MOVE_LIMIT: usize = 1;
const MARBLES_TO_WIN: usize = 2;

static OPTIONS: [OptionSpec; 3] = [
    OptionSpec {
        key: "repetition",
        values: Values::OneOf(&["on", "off"]),
        meaning: Phrase::fixed(
            "The game is drawn when a position stands on the board for the third time with the same side to move.",
            "La partie est nulle quand une position revient pour la troisième fois avec le même joueur au trait.",
        ),
    },
    OptionSpec {
        key: "move-limit",
        values: Values::NumberOrOff { min: 1, max: 10_000 },
        meaning: Phrase::fixed(
            "After this many moves of both players together, whoever has ejected more marbles wins.",
            "Après ce nombre de coups, les deux joueurs ensemble, celui qui a éjecté le plus de billes gagne.",
        ),
    },
    OptionSpec {
        key: "marbles-to-win",
        values: Values::Number { min: 1, max: 14 },
        meaning: Phrase::fixed(
            "How many marbles must be ejected to win.",
            "Nombre de billes à éjecter pour gagner.",
        ),
    },
];

impl Setup {
    /// How many marbles each side begins with.
    pub(crate) fn marbles_at_start(&self) -> PerSide<usize> {
        let marbles = &STARTS[self.layout].marbles;
        PerSide::new(marbles.first.len(), marbles.second.len())
    }
}

impl galet_core::Setup for Setup {
    fn layouts() -> &'static [Layout] {
        &LAYOUTS
    }

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn layout(&self) -> usize {
        self.layout
    }

    fn set_layout(&mut self, index: usize) {
        assert!(index < LAYOUTS.len(), "there are {} layouts", LAYOUTS.len());
        self.layout = index;
    }

    fn option(&self, index: usize) -> Value {
        match index {
            REPETITION => Value::Word(if self.repetition { "on" } else { "off" }),
            MOVE_LIMIT => self.move_limit.map_or(Value::Off, Value::Number),
            MARBLES_TO_WIN => Value::Number(u32::from(self.marbles_to_win)),
            _ => panic!("there are {} options", OPTIONS.len()),
        }
    }

    fn set_option(&mut self, index: usize, value: Value) {
        match (index, value) {
            (REPETITION, Value::Word(word)) => self.repetition = word == "on",
            (MOVE_LIMIT, Value::Off) => self.move_limit = None,
            (MOVE_LIMIT, Value::Number(n)) => self.move_limit = Some(n),
            (MARBLES_TO_WIN, Value::Number(n @ 1..=14)) => self.marbles_to_win = n as u8,
            _ => panic!("option {index} cannot be {value}"),
        }
    }

    fn history_rules(&self) -> HistoryRules {
        HistoryRules { repetition: self.repetition, move_limit: self.move_limit }
    }
}
