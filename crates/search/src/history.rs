//! What a search learns about moves, and keeps for the next move of the game.

use galet_core::Side;
use std::sync::Mutex;

/// Figures stay within these bounds.
const MAX_HISTORY: i32 = 1 << 14;

/// Moves a figure towards its bound, the slower the nearer it is.
fn learn(figure: &mut i16, bonus: i32) {
    let before = i32::from(*figure);
    *figure = (before + bonus - before * bonus.abs() / MAX_HISTORY) as i16;
}

/// How often quiet moves were good, by side and history index.
#[derive(Debug)]
pub(crate) struct History(Vec<i16>, usize);

impl History {
    fn new(size: usize) -> Self {
        History(vec![0; 2 * size], size)
    }

    /// The figures of a side, by history index.
    pub(crate) fn of_side(&self, side: Side) -> &[i16] {
        &self.0[side.index() * self.1..][..self.1]
    }

    fn learn(&mut self, side: Side, index: usize, bonus: i32) {
        learn(&mut self.0[side.index() * self.1 + index], bonus);
    }
}

/// A move that was played earlier on the path, by its continuation index; none after a null move
/// and before the game.
pub(crate) type Earlier = Option<usize>;

/// How often quiet moves were good after a certain move so many plies before, by side.
#[derive(Debug)]
pub(crate) struct Continuation(Vec<i16>, usize);

impl Continuation {
    fn new(size: usize) -> Self {
        Continuation(vec![0; 2 * (size + 1) * size], size)
    }

    fn begin(&self, side: Side, earlier: Earlier) -> usize {
        (side.index() * (self.1 + 1) + earlier.unwrap_or(self.1)) * self.1
    }

    /// The figures of a side after an earlier move, by continuation index.
    pub(crate) fn after(&self, side: Side, earlier: Earlier) -> &[i16] {
        &self.0[self.begin(side, earlier)..][..self.1]
    }
}

/// By how much positions of a certain structure were misjudged, by side to move; see [`Mind::structures`](crate::Mind).
#[derive(Debug)]
pub(crate) struct Corrections(Box<[i16]>);

/// Structures are told apart by so many bits of a hash.
const STRUCTURE_BITS: u32 = 13;
const STRUCTURES: usize = 1 << STRUCTURE_BITS;
/// Figures of corrections stay within these bounds.
const MAX_CORRECTION: i32 = 1 << 10;

impl Corrections {
    fn new() -> Self {
        Corrections(vec![0; 4 * STRUCTURES].into())
    }

    #[inline]
    fn places(side: Side, structures: [u64; 2]) -> [usize; 2] {
        let place =
            |kind: usize| (2 * side.index() + kind) * STRUCTURES + Self::hash(structures[kind]);
        [place(0), place(1)]
    }

    /// The highest bits of a product: each bit of the structure has a say in them.
    #[inline]
    fn hash(structure: u64) -> usize {
        (structure.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - STRUCTURE_BITS)) as usize
    }

    /// What is to be added to an evaluation, in sixteenths of a point.
    #[inline]
    pub(crate) fn of(&self, side: Side, structures: [u64; 2]) -> i32 {
        Self::places(side, structures).map(|place| i32::from(self.0[place])).iter().sum()
    }

    /// A search of so many plies found an evaluation to be off by so much.
    pub(crate) fn learn(&mut self, side: Side, structures: [u64; 2], off: i32, depth: i32) {
        let bonus = (off * depth / 8).clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        for place in Self::places(side, structures) {
            let before = i32::from(self.0[place]);
            self.0[place] = (before + bonus - before * bonus.abs() / MAX_CORRECTION) as i16;
        }
    }
}

/// What one thread has learned about moves.
#[derive(Debug)]
pub(crate) struct Learned {
    pub(crate) history: History,
    /// After the move one and two plies before.
    pub(crate) continuations: [Continuation; 2],
    pub(crate) corrections: Corrections,
}

/// A move as it is remembered.
#[derive(Clone, Copy)]
pub(crate) struct Remembered {
    pub(crate) history: usize,
    pub(crate) continuation: usize,
}

/// The figures that the moves of one node are ranked by.
#[derive(Clone, Copy)]
pub(crate) struct Figures<'a> {
    history: &'a [i16],
    continuations: [&'a [i16]; 2],
    /// What continuations count, in hundredths.
    weight: i32,
}

impl Figures<'_> {
    /// How often a quiet move was good, by all that is known.
    #[inline]
    pub(crate) fn of(&self, m: Remembered) -> i32 {
        let [one, two] = self.continuations.map(|figures| i32::from(figures[m.continuation]));
        i32::from(self.history[m.history]) + (one + two) * self.weight / 100
    }
}

impl Learned {
    pub(crate) fn new(history: usize, continuation: usize) -> Self {
        Learned {
            history: History::new(history),
            continuations: [Continuation::new(continuation), Continuation::new(continuation)],
            corrections: Corrections::new(),
        }
    }

    fn fits(&self, history: usize, continuation: usize) -> bool {
        self.history.1 == history && self.continuations[0].1 == continuation
    }

    /// The figures of a side after the two moves before, the latest first.
    pub(crate) fn figures(&self, side: Side, earlier: [Earlier; 2], weight: i32) -> Figures<'_> {
        let [one, two] = &self.continuations;
        Figures {
            history: self.history.of_side(side),
            continuations: [one.after(side, earlier[0]), two.after(side, earlier[1])],
            weight,
        }
    }

    pub(crate) fn learn(&mut self, side: Side, earlier: [Earlier; 2], m: Remembered, bonus: i32) {
        self.history.learn(side, m.history, bonus);
        for (continuation, earlier) in self.continuations.iter_mut().zip(earlier) {
            let begin = continuation.begin(side, earlier);
            learn(&mut continuation.0[begin + m.continuation], bonus);
        }
    }
}

/// What searches have learned about moves, kept from move to move of a game beside the
/// [`Table`](crate::Table). A search begins with what the one before it has learned.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Option<Learned>>);

impl Memory {
    /// Nothing learned yet.
    pub fn new() -> Self {
        Memory::default()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        if let Ok(mut learned) = self.0.lock() {
            *learned = None;
        }
    }

    /// What was learned, for a search that begins; nothing if another search has it.
    pub(crate) fn take(&self, history: usize, continuation: usize) -> Option<Learned> {
        let learned = self.0.lock().ok()?.take()?;
        learned.fits(history, continuation).then_some(learned)
    }

    pub(crate) fn put_back(&self, learned: Learned) {
        if let Ok(mut place) = self.0.lock() {
            *place = Some(learned);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::random::SplitMix64;

    #[test]
    fn figures_stay_within_their_bounds() {
        let mut learned = Learned::new(1, 1);
        let m = Remembered { history: 0, continuation: 0 };
        for _ in 0..1_000 {
            learned.learn(Side::Second, [None, Some(0)], m, 900);
        }
        let figure = i32::from(learned.history.of_side(Side::Second)[0]);
        assert!((10_000..=MAX_HISTORY).contains(&figure));
        assert_eq!(learned.history.of_side(Side::First)[0], 0);
        // Each continuation has learned after its own earlier move only.
        let of = |earlier| learned.figures(Side::Second, earlier, 100).of(m);
        assert_eq!(of([None, Some(0)]), 3 * figure);
        assert_eq!(of([Some(0), Some(0)]), 2 * figure);
        assert_eq!(of([Some(0), None]), figure);
    }

    /// Structures are sets of cells as a rule: none of them may be one that makes no difference.
    #[test]
    fn each_bit_of_a_structure_tells_structures_apart() {
        let mut random = SplitMix64::new(1);
        for bit in 0..u64::BITS {
            let differs = (0..100).filter(|_| {
                let structure = random.next();
                Corrections::hash(structure) != Corrections::hash(structure ^ 1 << bit)
            });
            assert!(differs.count() >= 95, "bit {bit}");
        }
    }

    #[test]
    fn corrections_are_of_a_side_and_a_structure_and_stay_within_their_bounds() {
        let mut corrections = Corrections::new();
        for _ in 0..1_000 {
            corrections.learn(Side::First, [5, 9], 300, 6);
        }
        let learned = corrections.of(Side::First, [5, 9]);
        assert!((MAX_CORRECTION..=2 * MAX_CORRECTION).contains(&learned), "{learned}");
        // Half of it where one part is the same, nothing for the other side.
        assert_eq!(corrections.of(Side::First, [5, 8]), learned / 2);
        assert_eq!(corrections.of(Side::First, [9, 5]), 0);
        assert_eq!(corrections.of(Side::Second, [5, 9]), 0);
        for _ in 0..1_000 {
            corrections.learn(Side::First, [5, 9], -300, 6);
        }
        assert!(corrections.of(Side::First, [5, 9]) <= -MAX_CORRECTION);
    }
}
