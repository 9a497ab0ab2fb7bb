//! A position: where the marbles stand, who is to move, how many are ejected.

use crate::board::Cell;
use crate::cells::Cells;
use crate::keys::KEYS;
use crate::layouts::STARTS;
use crate::moves::Move;
use crate::setup::Setup;
use crate::{outcome, play};
use galet_core::{Game, Outcome, PerSide, Setup as _, Side};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

/// A position of Abalone. Black is [`Side::First`], White is [`Side::Second`].
///
/// ```
/// use galet_abalone::{Cell, Game, Position, Side};
///
/// let start = Position::default();
/// assert_eq!(start.turn(), Side::First);
/// assert_eq!(start.at(Cell::named("a1").unwrap()), Some(Side::First));
/// assert_eq!(start.marbles(Side::Second).len(), 14);
///
/// let ending: Position = "w3w/6/7/8/4b4/8/7/6/5 b 5 5".parse()?;
/// assert_eq!(ending.ejected_by(Side::First), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// By [`Side::index`].
    pub(crate) marbles: [Cells; 2],
    pub(crate) key: u64,
    /// The opponent's marbles that each side has ejected.
    pub(crate) ejected: [u8; 2],
    /// Marbles to win: an option, but it decides the outcome.
    pub(crate) goal: u8,
    pub(crate) turn: Side,
}

impl Position {
    /// A position from its parts; the two sets must not overlap.
    pub(crate) fn new(marbles: PerSide<Cells>, turn: Side, ejected: PerSide<u8>, goal: u8) -> Self {
        let mut position = Position {
            marbles: [marbles.first, marbles.second],
            key: 0,
            ejected: [ejected.first, ejected.second],
            goal,
            turn,
        };
        position.key = position.fresh_key();
        position
    }

    /// The cells on which a side has marbles.
    #[inline]
    pub const fn marbles(&self, side: Side) -> Cells {
        self.marbles[side.index()]
    }

    /// The free cells.
    #[inline]
    pub fn free(&self) -> Cells {
        !(self.marbles[0] | self.marbles[1])
    }

    /// Whose marble stands on a cell.
    pub fn at(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.marbles(side).contains(cell))
    }

    /// How many of the opponent's marbles a side has ejected.
    #[inline]
    pub const fn ejected_by(&self, side: Side) -> u32 {
        self.ejected[side.index()] as u32
    }

    /// How many marbles must be ejected to win.
    pub const fn marbles_to_win(&self) -> u32 {
        self.goal as u32
    }

    /// Whether a side has ejected as many marbles as it takes to win.
    #[inline]
    pub(crate) const fn has_won(&self, side: Side) -> bool {
        self.ejected[side.index()] >= self.goal
    }

    /// The same position with the other side to move.
    pub(crate) fn with_turn(mut self, turn: Side) -> Self {
        if turn != self.turn {
            self.turn = turn;
            self.key ^= KEYS.second_to_move;
        }
        self
    }
}

impl Game for Position {
    const NAME: &'static str = "abalone";
    type Move = Move;
    type Setup = Setup;

    fn start(setup: &Setup) -> Self {
        let start = &STARTS[setup.layout()];
        Position::new(start.marbles, Side::First, PerSide::new(0, 0), setup.marbles_to_win)
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        outcome::of(self)
    }

    /// The opponent's marbles that each side has ejected.
    fn score(&self) -> PerSide<u32> {
        PerSide::new(self.ejected_by(Side::First), self.ejected_by(Side::Second))
    }

    #[inline]
    fn visit_moves(&self, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit_all_moves(visit)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.count_all_moves()
    }

    fn is_legal(&self, m: Move) -> bool {
        self.allows(m)
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        play::play(self, m);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let mut key = KEYS.goal[usize::from(self.goal & 15)];
        for side in Side::BOTH {
            let i = side.index();
            key ^= KEYS.ejected[i][usize::from(self.ejected[i] & 63)];
            for cell in self.marbles(side).iter() {
                key ^= KEYS.marble[i][usize::from(cell.number())];
            }
        }
        if self.turn == Side::Second {
            key ^= KEYS.second_to_move;
        }
        key
    }

    fn verdict_at_move_limit(&self) -> Outcome {
        outcome::at_move_limit(self)
    }
}

/// The start of the leaflet's game.
impl Default for Position {
    fn default() -> Self {
        Position::start(&Setup::default())
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

/// The side by its colour, in English, inside a sentence.
pub(crate) const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}
