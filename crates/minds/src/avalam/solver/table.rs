//! What the solver remembers: bounds on the values of states, found by keys of 128 bits.
//!
//! Keys are random, so two of the states that a solution visits (some millions) share one with a
//! probability below 2⁻⁸⁰: answers rest on this and on nothing weaker.

/// Bounds on the value of a state for the player to move, and the key of the best next state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) lower: i16,
    pub(super) upper: i16,
    /// Low bits of the key of the state that the best move leads to.
    pub(super) best: u32,
}

#[derive(Clone, Copy)]
struct Entry {
    /// 0 for an entry never written; no state has it, for all practical purposes.
    key: u128,
    known: Known,
    /// How much work it holds, so that the least gives way.
    effort: u8,
}

const EMPTY: Entry =
    Entry { key: 0, known: Known { lower: i16::MIN, upper: i16::MAX, best: 0 }, effort: 0 };

/// Entries that a key may be in.
const WAYS: usize = 4;
/// The table begins small, so that small solutions do not pay for a big one, and grows.
const FIRST: usize = 1 << 12;
/// It does not grow beyond this many entries (of 32 bytes).
const MOST: usize = 1 << 21;

pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
}

impl Table {
    pub(super) fn new() -> Self {
        Table { entries: vec![EMPTY; FIRST], used: 0 }
    }

    fn bucket(&self, key: u128) -> usize {
        (key >> 64) as usize & (self.entries.len() - WAYS)
    }

    #[inline]
    pub(super) fn get(&self, key: u128) -> Option<Known> {
        let at = self.bucket(key);
        self.entries[at..at + WAYS].iter().find(|e| e.key == key).map(|e| e.known)
    }

    pub(super) fn put(&mut self, key: u128, known: Known, effort: u8) {
        self.place(Entry { key, known, effort });
        if self.used > self.entries.len() / 2 && self.entries.len() < MOST {
            let size = self.entries.len() * 2;
            let old = std::mem::replace(&mut self.entries, vec![EMPTY; size]);
            self.used = 0;
            for entry in old.into_iter().filter(|e| e.key != 0) {
                self.place(entry);
            }
        }
    }

    fn place(&mut self, entry: Entry) {
        let at = self.bucket(entry.key);
        let ways = &mut self.entries[at..at + WAYS];
        let same = ways.iter().position(|e| e.key == entry.key);
        let worst = || (0..WAYS).min_by_key(|&n| ways[n].effort).unwrap_or(0);
        let n = same.unwrap_or_else(worst);
        self.used += usize::from(ways[n].key == 0);
        ways[n] = entry;
    }
}
