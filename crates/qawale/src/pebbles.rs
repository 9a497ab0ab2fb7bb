//! Pebbles and stacks of them.

use galet_core::Side;
use std::fmt;

/// The most pebbles there can be in a game, on the board and in both supplies: eight neutral
/// ones and ten a player.
pub const MAX_PEBBLES: u8 = 28;

/// A pebble, by its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pebble {
    /// Tan: it belongs to nobody and makes no line.
    Neutral = 0,
    /// The first player's.
    Light = 2,
    /// The second player's.
    Dark = 3,
}

impl Pebble {
    /// All colours.
    pub const ALL: [Pebble; 3] = [Pebble::Neutral, Pebble::Light, Pebble::Dark];

    /// A pebble of that player.
    #[inline]
    pub const fn of(side: Side) -> Pebble {
        match side {
            Side::First => Pebble::Light,
            Side::Second => Pebble::Dark,
        }
    }

    /// Whose pebble it is, if it is anybody's.
    pub const fn owner(self) -> Option<Side> {
        match self {
            Pebble::Neutral => None,
            Pebble::Light => Some(Side::First),
            Pebble::Dark => Some(Side::Second),
        }
    }

    /// The letter of the position text: `n`, `o` or `x`.
    pub const fn letter(self) -> char {
        match self {
            Pebble::Neutral => 'n',
            Pebble::Light => 'o',
            Pebble::Dark => 'x',
        }
    }

    /// The colour with that letter.
    pub fn from_letter(letter: char) -> Option<Pebble> {
        Pebble::ALL.into_iter().find(|p| p.letter() == letter)
    }

    /// The colour with that code of two bits, if it is one: 1 stands for no pebble.
    const fn from_code(code: u64) -> Option<Pebble> {
        match code {
            0 => Some(Pebble::Neutral),
            2 => Some(Pebble::Light),
            3 => Some(Pebble::Dark),
            _ => None,
        }
    }
}

/// The pebbles on one cell.
///
/// Two bits a pebble, the topmost lowest, and a sentinel bit above the bottom pebble: an empty
/// stack is 1. No pebble has the code 1, so the two lowest bits tell an empty cell and the three
/// visible colours apart.
///
/// ```
/// use galet_qawale::{Pebble, Stack};
/// let stack = Stack::new(&[Pebble::Neutral, Pebble::Neutral, Pebble::Light]).unwrap();
/// assert_eq!(stack.height(), 3);
/// assert_eq!(stack.top(), Some(Pebble::Light));
/// assert_eq!(stack.to_string(), "nno");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stack(u64);

impl Stack {
    /// No pebble.
    pub const EMPTY: Stack = Stack(1);

    /// A stack of these pebbles, the bottom one first, if they are at most [`MAX_PEBBLES`].
    pub fn new(pebbles: &[Pebble]) -> Option<Stack> {
        (pebbles.len() <= usize::from(MAX_PEBBLES))
            .then(|| pebbles.iter().fold(Stack::EMPTY, |stack, &p| stack.with(p)))
    }

    /// Whether there is no pebble.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// The number of pebbles.
    #[inline]
    pub const fn height(self) -> u32 {
        // The sentinel is the highest bit. The `| 1` changes nothing, but the compiler learns that
        // the word is not 0.
        (63 - (self.0 | 1).leading_zeros()) / 2
    }

    /// The visible pebble.
    pub const fn top(self) -> Option<Pebble> {
        Pebble::from_code(self.0 & 3)
    }

    /// The pebbles from the bottom to the top.
    pub fn pebbles(self) -> impl DoubleEndedIterator<Item = Pebble> + ExactSizeIterator {
        (0..self.height()).rev().map(move |depth| {
            Pebble::from_code(self.0 >> (2 * depth) & 3).expect("stacks are made of pebbles")
        })
    }

    /// How many pebbles of a colour there are.
    pub fn count(self, colour: Pebble) -> u32 {
        self.pebbles().filter(|&p| p == colour).count() as u32
    }

    /// The stack with light and dark exchanged.
    #[must_use]
    pub(crate) const fn swapped(self) -> Stack {
        // Light and dark differ in the lower bit; only they have the upper one.
        Stack(self.0 ^ (self.0 >> 1 & 0x5555_5555_5555_5555))
    }

    /// The stack with one more pebble on top.
    #[inline]
    #[must_use]
    pub(crate) const fn with(self, pebble: Pebble) -> Stack {
        self.with_code(pebble as u64)
    }

    /// The stack with one more pebble on top, given by its code of two bits.
    #[inline]
    #[must_use]
    pub(crate) const fn with_code(self, code: u64) -> Stack {
        Stack(self.0 << 2 | code)
    }

    /// The word that the stack is: two bits a pebble, the topmost lowest, 0 neutral, 2 light and
    /// 3 dark, and a sentinel bit above the bottom pebble.
    #[inline]
    pub const fn word(self) -> u64 {
        self.0
    }

    /// The code of the pebble that lies `shift / 2` pebbles below the top.
    #[inline]
    pub(crate) const fn code_at(self, shift: u32) -> u64 {
        self.0 >> (shift & 63) & 3
    }
}

impl Default for Stack {
    fn default() -> Self {
        Stack::EMPTY
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pebbles().try_for_each(|p| write!(f, "{}", p.letter()))
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_remembers_its_pebbles_up_to_the_tallest() {
        let colours = Pebble::ALL;
        for height in 0..=28usize {
            let pebbles: Vec<_> = (0..height).map(|i| colours[(i * i + height) % 3]).collect();
            let stack = Stack::new(&pebbles).expect("at most 28");
            assert_eq!(stack.height() as usize, height);
            assert!(stack.pebbles().eq(pebbles.iter().copied()));
            assert_eq!(stack.top(), pebbles.last().copied());
            assert_eq!(stack.is_empty(), height == 0);
            let swapped: Vec<_> = pebbles
                .iter()
                .map(|p| p.owner().map_or(Pebble::Neutral, |side| Pebble::of(side.other())))
                .collect();
            assert_eq!(stack.swapped(), Stack::new(&swapped).expect("as tall"));
        }
        assert_eq!(Stack::new(&[Pebble::Light; 29]), None);
    }
}
