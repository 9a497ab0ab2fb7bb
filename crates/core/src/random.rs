//! Reproducible random numbers, and games made of them. Not for secrets.

use crate::{Game, Setup, Value, Values};
use std::ops::ControlFlow;

/// The SplitMix64 generator: one word of state, good enough bits, the same on every machine.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator whose numbers depend on `seed` alone.
    pub const fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    /// The next 64 random bits. `const`, so that tables of keys are made by the compiler.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which must not be 0. The bias is below n / 2⁶⁴.
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.next() as u128 * n as u128) >> 64) as usize
    }
}

/// A random legal move, without keeping the list: every one with the same chance, or one of the
/// first twenty thousand where there are more. `None` when there is no legal move.
pub fn random_move<G: Game>(position: &G, random: &mut SplitMix64) -> Option<G::Move> {
    let n = position.count_moves().min(MAX_MOVES_DRAWN);
    if n == 0 {
        return None;
    }
    let mut left = random.below(n as usize);
    let mut chosen = None;
    let _ = position.visit_moves(|m| {
        if left == 0 {
            chosen = Some(m);
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    chosen
}

/// Every layout, in turn, with options drawn at random.
pub fn random_setup<G: Game>(round: usize, random: &mut SplitMix64) -> G::Setup {
    let mut setup = G::Setup::default();
    setup.set_layout(round % G::Setup::layouts().len());
    if round < G::Setup::layouts().len() {
        return setup;
    }
    for (index, spec) in G::Setup::options().iter().enumerate() {
        let between = |min: u32, max: u32, random: &mut SplitMix64| {
            Value::Number(min + random.below((max - min + 1) as usize) as u32)
        };
        let value = match spec.values {
            Values::OneOf(words) => Value::Word(words[random.below(words.len())]),
            Values::Number { min, max } => between(min, max, random),
            Values::NumberOrOff { min, max } if random.below(2) == 0 => between(min, max, random),
            Values::NumberOrOff { .. } => Value::Off,
        };
        setup.set_option(index, value);
    }
    setup
}

/// Plays `games` random games of at most `plies` plies and shows every position to `look`.
pub fn walk<G: Game>(games: usize, plies: usize, seed: u64, mut look: impl FnMut(&G, &G::Setup)) {
    let mut random = SplitMix64::new(seed);
    for round in 0..games {
        let setup = random_setup::<G>(round, &mut random);
        let mut position = G::start(&setup);
        look(&position, &setup);
        for _ in 0..plies {
            let Some(m) = random_move(&position, &mut random) else { break };
            position.play_unchecked(m);
            look(&position, &setup);
        }
    }
}

/// A move is drawn from the first of a position's moves, no more than these: some games have
/// positions with millions.
const MAX_MOVES_DRAWN: u64 = 20_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The first outputs for seed 1234567, as published with the algorithm.
        let mut random = SplitMix64::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!(expected, [random.next(), random.next()]);
    }

    #[test]
    fn below_reaches_every_number() {
        let mut random = SplitMix64::new(1);
        let mut seen = [0; 5];
        for _ in 0..500 {
            seen[random.below(5)] += 1;
        }
        assert!(seen.iter().all(|&n| n > 60), "{seen:?}");
    }
}
