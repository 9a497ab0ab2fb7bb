//! A game made of nothing but a pseudo-random tree, with transpositions, early ends and pseudo-
//! random evaluations: the hardest thing to search by luck.

use galet_core::random::SplitMix64;
use galet_core::{Game, Layout, OptionSpec, Outcome, PerSide, Reason, Setup, Side, Value, Values};
use galet_search::score::Score;
use galet_search::{Mind, Tuning};
use std::ops::ControlFlow;

/// Positions are places in a plane; a move goes some steps right or up, so that many ways lead
/// to the same place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Toy {
    pub(crate) world: u32,
    pub(crate) right: u32,
    pub(crate) up: u32,
    pub(crate) ply: u32,
}

#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct World(pub(crate) u32);

impl Setup for World {
    fn layouts() -> &'static [Layout] {
        &[Layout { name: "plane" }]
    }
    fn options() -> &'static [OptionSpec] {
        const WORLDS: Values = Values::Number { min: 0, max: 1_000_000 };
        &[OptionSpec { key: "world", values: WORLDS, en: "which tree", fr: "quel arbre" }]
    }
    fn layout(&self) -> usize {
        0
    }
    fn set_layout(&mut self, _index: usize) {}
    fn option(&self, _index: usize) -> Value {
        Value::Number(self.0)
    }
    fn set_option(&mut self, _index: usize, value: Value) {
        if let Value::Number(n) = value {
            self.0 = n;
        }
    }
}

impl Toy {
    fn hash(&self, purpose: u64) -> u64 {
        let place = u64::from(self.world) << 40 | u64::from(self.right) << 20 | u64::from(self.up);
        SplitMix64::new(place ^ u64::from(self.ply % 2) << 62 ^ purpose << 56).next()
    }
}

impl Game for Toy {
    const NAME: &'static str = "toy";
    type Move = u8;
    type Setup = World;

    fn start(setup: &World) -> Self {
        Toy { world: setup.0, right: 0, up: 0, ply: 0 }
    }
    fn turn(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn outcome(&self) -> Option<Outcome> {
        const END: Reason = Reason::new("the-tree-ends");
        match self.hash(1) % 40 {
            _ if self.ply == 0 => None,
            0 => Some(Outcome::win(Side::First, END)),
            1 => Some(Outcome::win(Side::Second, END)),
            2 => Some(Outcome::draw(END)),
            _ => None,
        }
    }
    fn score(&self) -> PerSide<u32> {
        PerSide::default()
    }
    fn visit_moves(&self, mut visit: impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        (0..1 + (self.hash(2) % 6) as u8).try_for_each(&mut visit)
    }
    fn play_unchecked(&mut self, m: u8) {
        self.right += u32::from(m / 2);
        self.up += u32::from(m % 3);
        self.ply += 1;
    }
    fn key(&self) -> u64 {
        self.hash(3)
    }
    fn fresh_key(&self) -> u64 {
        self.hash(3)
    }
}

/// Evaluates by hash, in a narrow range so that equal scores are common.
pub(crate) struct Dreamer {
    pub(crate) tuning: Tuning,
}

impl Mind for Dreamer {
    type Game = Toy;
    type Accumulator = ();
    type OrderingContext = u64;
    const HISTORY_SIZE: usize = 8;
    const REPEATS: bool = false;

    fn accumulator(&self, _position: &Toy) {}
    fn advance(&self, (): &(), _before: &Toy, _m: u8, _after: &Toy) {}
    fn evaluate(&self, position: &Toy, (): &()) -> Score {
        (position.hash(4) % 41) as Score - 20
    }
    fn history_index(m: u8) -> usize {
        usize::from(m)
    }
    fn ordering_context(&self, position: &Toy) -> u64 {
        position.hash(5)
    }
    fn tactical_score(&self, context: &u64, m: u8) -> i32 {
        ((context >> m) % 3) as i32 - 1
    }
    fn is_late(&self, context: &u64, m: u8) -> bool {
        self.tactical_score(context, m) < 0 && context >> (m + 20) & 1 != 0
    }
    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}
