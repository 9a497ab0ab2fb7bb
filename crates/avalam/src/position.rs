//! A position, and what a move does to it.

use crate::keys::KEYS;
use crate::{Cell, Cells, Colour, Move, Setup, Tie, Tower};
use galet_core::{Game, Notation, Outcome, PerSide, Side};
use std::fmt;
use std::ops::ControlFlow;

/// A position of Avalam: the towers, the colour to move, and the options that decide the result.
///
/// For the rules a tower is its height and its top counter. What lies below comes from the
/// history of a game and is shown by its scene.
///
/// ```
/// use galet_avalam::{Cell, Colour, Position};
///
/// let position = Position::default();
/// let tower = position.tower(Cell::named("c9").unwrap()).unwrap();
/// assert_eq!((tower.height(), tower.colour()), (1, Colour::Light));
/// assert_eq!(position.towers(Colour::Dark), 24);
/// assert_eq!(position.to_string().parse(), Ok(position));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The heights in binary: the holes whose height has a 1, a 2, a 4 in it.
    heights: [u64; 3],
    /// The holes with a dark counter on top.
    dark: u64,
    key: u64,
    to_move: Colour,
    starts: Colour,
    tie: Tie,
}

/// What a hole holds, as a number below 16: the height, plus [`DARK`] under a dark top.
type Square = usize;
const DARK: Square = 8;

impl Position {
    /// No tower at all, yet.
    pub(crate) fn empty(to_move: Colour, setup: &Setup) -> Position {
        let Setup { starts, tie } = *setup;
        let mut empty = Position { heights: [0; 3], dark: 0, key: 0, to_move, starts, tie };
        empty.key = empty.fresh_key();
        empty
    }

    /// What stands on `cell`.
    pub fn tower(&self, cell: Cell) -> Option<Tower> {
        let square = self.square(cell);
        let colour = if square & DARK == 0 { Colour::Light } else { Colour::Dark };
        Tower::new((square % DARK) as u8, colour)
    }

    /// How many counters stand on `cell`.
    #[inline]
    pub fn height(&self, cell: Cell) -> u8 {
        (self.square(cell) % DARK) as u8
    }

    /// The holes that are not empty.
    #[inline]
    pub fn occupied(&self) -> Cells {
        Cells::from_bits(self.heights[0] | self.heights[1] | self.heights[2])
    }

    /// The holes with a tower of `colour`.
    #[inline]
    pub fn of_colour(&self, colour: Colour) -> Cells {
        let dark = Cells::from_bits(self.dark);
        match colour {
            Colour::Light => self.occupied() & !dark,
            Colour::Dark => dark,
        }
    }

    /// The holes with a tower of `height` counters.
    #[inline]
    pub fn of_height(&self, height: u8) -> Cells {
        let [ones, twos, fours] = self.heights;
        Cells::from_bits(match height {
            1 => ones & !(twos | fours),
            2 => twos & !ones,
            3 => twos & ones,
            4 => fours & !ones,
            5 => fours & ones,
            _ => 0,
        })
    }

    /// The number of towers of `colour`: its points.
    pub fn towers(&self, colour: Colour) -> u32 {
        self.of_colour(colour).len() as u32
    }

    /// The number of towers of five counters of `colour`.
    pub fn towers_of_five(&self, colour: Colour) -> u32 {
        (self.of_colour(colour) & self.of_height(5)).len() as u32
    }

    /// The colour to move.
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The colour that a side plays.
    pub fn colour_of(&self, side: Side) -> Colour {
        match side {
            Side::First => self.starts,
            Side::Second => self.starts.other(),
        }
    }

    /// The side that plays a colour.
    pub fn side_of(&self, colour: Colour) -> Side {
        if colour == self.starts { Side::First } else { Side::Second }
    }

    /// What decides between equal numbers of towers.
    pub fn tie(&self) -> Tie {
        self.tie
    }

    /// Puts `tower` on an empty hole.
    pub(crate) fn place(&mut self, cell: Cell, tower: Tower) {
        let dark = if tower.colour() == Colour::Dark { DARK } else { 0 };
        self.fill(cell, usize::from(tower.height()) | dark);
    }

    #[inline]
    fn square(&self, cell: Cell) -> Square {
        let bit = cell.bit();
        let [ones, twos, fours] = self.heights.map(|plane| (plane >> bit & 1) as usize);
        ones | twos << 1 | fours << 2 | ((self.dark >> bit & 1) as usize) << 3
    }

    /// Empties a hole that holds `square`. With [`Position::fill`] the only place where towers
    /// and key change.
    #[inline]
    fn clear(&mut self, cell: Cell, square: Square) {
        let others = !(1 << cell.bit());
        for plane in &mut self.heights {
            *plane &= others;
        }
        self.dark &= others;
        self.key ^= KEYS.towers[cell.bit()][square % 16];
    }

    /// Puts `square` on an empty hole.
    #[inline]
    fn fill(&mut self, cell: Cell, square: Square) {
        let bit = cell.bit();
        for (n, plane) in self.heights.iter_mut().enumerate() {
            *plane |= (square as u64 >> n & 1) << bit;
        }
        self.dark |= (square as u64 >> 3 & 1) << bit;
        self.key ^= KEYS.towers[bit][square % 16];
    }

    /// The same position with its towers changed as sets of holes, colours exchanged or not.
    pub(crate) fn rearranged(&self, how: impl Fn(Cells) -> Cells, swap_colours: bool) -> Position {
        let turned = |bits: u64| how(Cells::from_bits(bits)).bits();
        let tops = if swap_colours { Colour::Light } else { Colour::Dark };
        let mut next = Position {
            heights: self.heights.map(turned),
            dark: turned(self.of_colour(tops).bits()),
            to_move: if swap_colours { self.to_move.other() } else { self.to_move },
            ..*self
        };
        next.key = next.fresh_key();
        next
    }
}

impl Game for Position {
    const NAME: &'static str = "avalam";
    type Move = Move;
    type Setup = Setup;

    /// 48 single counters in alternating colours; the centre stays free.
    fn start(setup: &Setup) -> Position {
        let mut start = Position::empty(setup.starts, setup);
        for cell in Cell::ALL.into_iter().filter(|&cell| cell != Cell::CENTRE) {
            start.place(cell, Tower::new(1, cell.start_colour()).expect("one is a height"));
        }
        start
    }

    fn turn(&self) -> Side {
        self.side_of(self.to_move)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.verdict())
    }

    /// A tower is one point, whatever its height.
    fn score(&self) -> PerSide<u32> {
        let points = |side| self.towers(self.colour_of(side));
        PerSide::new(points(Side::First), points(Side::Second))
    }

    #[inline]
    fn visit_moves(&self, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit_joins(visit)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.count_joins()
    }

    fn is_legal(&self, m: Move) -> bool {
        self.forbids(m).is_none()
    }

    /// The whole tower moves and ends on top: the top stays its top, the heights add up.
    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let (moved, covered) = (self.square(m.from()), self.square(m.to()));
        self.clear(m.from(), moved);
        self.clear(m.to(), covered);
        self.fill(m.to(), ((moved % DARK + covered % DARK) % DARK) | (moved & DARK));
        self.to_move = self.to_move.other();
        self.key ^= KEYS.dark_to_move;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let of = |yes, key| if yes { key } else { 0 };
        let options = of(self.to_move == Colour::Dark, KEYS.dark_to_move)
            ^ of(self.starts == Colour::Dark, KEYS.dark_starts)
            ^ of(self.tie == Tie::Plain, KEYS.plain_ties);
        self.occupied()
            .unordered()
            .fold(options, |key, cell| key ^ KEYS.towers[cell.bit()][self.square(cell) % 16])
    }
}

impl Cell {
    /// The colour of the counter that stands here at the start (at the centre there is none).
    pub fn start_colour(self) -> Colour {
        if (self.row() + self.column()).is_multiple_of(2) { Colour::Light } else { Colour::Dark }
    }
}

/// The start of the leaflet's game.
impl Default for Position {
    fn default() -> Self {
        Position::start(&Setup::default())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.position_text();
        write!(f, "Position({text}, {} starts, {:?})", self.starts, self.tie)
    }
}

const _: () = assert!(size_of::<Position>() == 48 && Cell::COUNT <= 64);
