//! What players agree on before the game: the tie rule and who starts.

use crate::Colour;
use galet_core::{Layout, OptionSpec, Phrase, Value, Values};

/// What decides between equal numbers of towers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tie {
    /// More towers of five counters win; if these are equal too, the game is drawn.
    #[default]
    TowersOfFive,
    /// Nothing does: the game is drawn (Avalam Bitaka).
    Plain,
}

/// The options of a game of Avalam. There is one start layout only.
///
/// ```
/// use galet_avalam::{Colour, Setup};
/// use galet_core::Setup as _;
/// let setup = Setup::read(None, [("starts", "dark")]).unwrap();
/// assert_eq!(setup.starts, Colour::Dark);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Setup {
    /// What decides between equal numbers of towers.
    pub tie: Tie,
    /// The colour of the first player.
    pub starts: Colour,
}

const TIE: usize = 0;
const STARTS: usize = 1;

static OPTIONS: [OptionSpec; 2] = [
    OptionSpec {
        key: "tie",
        values: Values::OneOf(&["towers-of-five", "plain"]),
        meaning: Phrase::fixed(
            "What decides when both have equally many towers: more towers of five, or nothing (a draw).",
            "Ce qui départage les joueurs à égalité de tours\u{a0}: le plus de tours de cinq, ou rien (partie nulle).",
        ),
    },
    OptionSpec {
        key: "starts",
        values: Values::OneOf(&["light", "dark"]),
        meaning: Phrase::fixed(
            "The colour that makes the first move.",
            "La couleur qui joue le premier coup.",
        ),
    },
];

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

    fn option(&self, index: usize) -> Value {
        Value::Word(match (index, self.tie, self.starts) {
            (TIE, Tie::TowersOfFive, _) => "towers-of-five",
            (TIE, Tie::Plain, _) => "plain",
            (_, _, Colour::Light) => "light",
            (_, _, Colour::Dark) => "dark",
        })
    }

    fn set_option(&mut self, index: usize, value: Value) {
        match (index, value) {
            (TIE, Value::Word("plain")) => self.tie = Tie::Plain,
            (TIE, _) => self.tie = Tie::TowersOfFive,
            (STARTS, Value::Word("dark")) => self.starts = Colour::Dark,
            _ => self.starts = Colour::Light,
        }
    }
}
