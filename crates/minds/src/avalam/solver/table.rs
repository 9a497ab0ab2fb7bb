//! What the solver remembers: bounds on the values of states, found by keys of 128 bits.
//!
//! Keys are random, so two of the states that a solution visits (some millions) share one with a
//! probability below 2⁻⁸⁰: answers rest on this and on nothing weaker.

/// Bounds on the value of a state for the player to move, and the key of the best next state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lower: i16,
    pub(super) upper: i16,
    /// Low bits of the key of the state that the best move leads to.
    pub(super) best: u32,
}

/// The two words of the key, bounds and best move, and how much work it holds, so that the least
/// gives way. Whole words, because memory full of zeros then costs nothing until it is used.
type Entry = [u64; 4];

/// Its key is 0, which no state has, for all practical purposes.
const EMPTY: Entry = [0; 4];

fn entry(key: u128, known: Known, effort: u8) -> Entry {
    let bounds = u64::from(known.lower as u16) | u64::from(known.upper as u16) << 16;
    [(key >> 64) as u64, key as u64, bounds | u64::from(known.best) << 32, effort.into()]
}

fn key_of(&[high, low, ..]: &Entry) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

fn known_of(&[_, _, known, _]: &Entry) -> Known {
    Known { lower: known as i16, upper: (known >> 16) as i16, best: (known >> 32) as u32 }
}

/// Entries that a key may be in.
const WAYS: usize = 4;
/// The table begins small, so that small solutions do not pay for a big one, and grows.
const FIRST: usize = 1 << 12;
/// It does not grow beyond this many entries (of 32 bytes).
const MOST: usize = 1 << 21;
/// Entries of the smaller table that move at each `put` while the table grows. To move them all
/// at once would keep a solver from hearing that it should stop, for 20 ms and more.
const MOVED_AT_ONCE: usize = 4 * WAYS;

pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
    /// The table before it grew, of which the first `moved` entries are in the new one.
    old: Vec<Entry>,
    moved: usize,
}

impl Table {
    pub(super) fn new() -> Self {
        Table { entries: vec![EMPTY; FIRST], used: 0, old: Vec::new(), moved: 0 }
    }

    #[inline]
    pub(super) fn get(&self, key: u128) -> Option<Known> {
        let find = |entries: &[Entry], at: usize| {
            entries[at..at + WAYS].iter().find(|e| key_of(e) == key).map(known_of)
        };
        find(&self.entries, bucket(&self.entries, key)).or_else(|| {
            let at = bucket(&self.old, key);
            if at < self.moved || self.old.is_empty() { None } else { find(&self.old, at) }
        })
    }

    pub(super) fn put(&mut self, key: u128, known: Known, effort: u8) {
        if !self.old.is_empty() {
            self.move_some();
        } else if self.used > self.entries.len() / 2 && self.entries.len() < MOST {
            let size = self.entries.len() * 2;
            self.old = std::mem::replace(&mut self.entries, vec![EMPTY; size]);
            (self.used, self.moved) = (0, 0);
        }
        self.place(entry(key, known, effort));
    }

    /// Moves some entries of the smaller table to the larger one.
    fn move_some(&mut self) {
        for n in self.moved..self.moved + MOVED_AT_ONCE {
            let entry = self.old[n];
            // What was found since then is better than what was known before.
            let at = bucket(&self.entries, key_of(&entry));
            let newer = &self.entries[at..at + WAYS];
            if entry != EMPTY && newer.iter().all(|e| key_of(e) != key_of(&entry)) {
                self.place(entry);
            }
        }
        self.moved += MOVED_AT_ONCE;
        if self.moved == self.old.len() {
            self.old = Vec::new();
        }
    }

    fn place(&mut self, entry: Entry) {
        let at = bucket(&self.entries, key_of(&entry));
        let ways = &mut self.entries[at..at + WAYS];
        let same = ways.iter().position(|e| key_of(e) == key_of(&entry));
        let worst = || (0..WAYS).min_by_key(|&n| ways[n][3]).unwrap_or(0);
        let n = same.unwrap_or_else(worst);
        self.used += usize::from(ways[n] == EMPTY);
        ways[n] = entry;
    }
}

/// The first of the entries that a key may be in.
#[inline]
fn bucket(entries: &[Entry], key: u128) -> usize {
    (key >> 64) as usize & entries.len().wrapping_sub(WAYS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_core::random::SplitMix64;

    #[test]
    fn what_was_put_last_comes_back_while_the_table_grows() {
        let mut random = SplitMix64::new(1);
        let mut key = || u128::from(random.next()) << 64 | u128::from(random.next());
        let keys: Vec<u128> = (0..6 * FIRST).map(|_| key()).collect();
        let known = |n: usize, round: i16| Known { lower: -round, upper: n as i16, best: n as u32 };
        let mut table = Table::new();
        let (mut grown, mut lost) = (0, 0);
        for (n, &key) in keys.iter().enumerate() {
            table.put(key, known(n, 1), 1);
            // An older one again, so that entries are met on both sides of a move.
            table.put(keys[n / 2], known(n / 2, 2), 2);
            grown += usize::from(table.moved == 0 && !table.old.is_empty());
            assert_eq!(table.get(keys[n / 2]), Some(known(n / 2, 2)));
            match table.get(keys[n * 3 / 4]) {
                Some(found) => assert!(found == known(n * 3 / 4, 1) || n < 4),
                None => lost += 1,
            }
        }
        assert!(grown >= 3, "grown {grown} times");
        assert!(lost < keys.len() / 20, "{lost} of {} gave way", keys.len());
        assert_eq!(table.get(key()), None);
    }
}
