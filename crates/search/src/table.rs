//! The transposition table: what was found out about positions, shared by all threads.
//!
//! An entry is two atomic words, the second exclusive-or'ed into the first. Threads read and
//! write without waiting; a torn entry has a wrong key and is taken for another position. There
//! is no data race and no undefined behaviour, and no `unsafe`.

use crate::score::Score;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The memory of a search. It can be kept from move to move of a game.
pub struct Table {
    buckets: Box<[Bucket]>,
    /// Counts searches, so that entries of earlier ones give way first.
    age: AtomicU8,
}

/// Four entries that share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

#[derive(Default)]
struct Entry {
    /// The key of the position, exclusive-or the data.
    check: AtomicU64,
    data: AtomicU64,
}

/// What the score of an entry says about the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The true score is this.
    Exact,
}

/// What was found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) score: Score,
    pub(crate) evaluation: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The best move by its place in the order of generation, which depends on the position
    /// alone. So moves of any size fit.
    pub(crate) best: Option<u16>,
}

const NO_MOVE: u16 = u16::MAX;
/// Ages are told apart modulo 64.
const AGES: u8 = 64;

impl Found {
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        u64::from(self.score as i16 as u16)
            | u64::from(self.evaluation as i16 as u16) << 16
            | u64::from(self.best.unwrap_or(NO_MOVE)) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | u64::from(bound | age << 2) << 56
    }

    /// The reverse of `pack`; `None` for an entry never written.
    fn unpack(data: u64) -> Option<Found> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = (data >> 32) as u16;
        Some(Found {
            score: Score::from(data as u16 as i16),
            evaluation: Score::from((data >> 16) as u16 as i16),
            depth: i32::from((data >> 48) as u8),
            bound,
            best: (best != NO_MOVE).then_some(best),
        })
    }
}

/// Depth and age of a packed entry.
fn rank(data: u64) -> (i32, u8) {
    ((data >> 48 & 0xff) as i32, (data >> 58) as u8)
}

impl Table {
    /// A table that takes about `megabytes` of memory, at least one.
    pub fn new(megabytes: usize) -> Self {
        let buckets = megabytes.max(1) * (1 << 20) / size_of::<Bucket>();
        Table { buckets: (0..buckets).map(|_| Bucket::default()).collect(), age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            entry.check.store(0, Ordering::Relaxed);
            entry.data.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// How full the table is with entries of the present search, in thousandths.
    pub fn permille_full(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let used = |data: u64| Found::unpack(data).is_some() && rank(data).1 == age;
        let full = sample.filter(|entry| used(entry.data.load(Ordering::Relaxed))).count();
        full * 1000 / (self.buckets.len().min(250) * 4)
    }

    /// Entries written so far count as old from here on.
    pub(crate) fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The high bits choose the bucket: multiplication spreads them without a division.
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// What is known about the position with this key.
    pub(crate) fn probe(&self, key: u64) -> Option<Found> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let same = entry.check.load(Ordering::Relaxed) ^ data == key;
            same.then(|| Found::unpack(data)).flatten()
        })
    }

    /// Keeps what was found; the shallowest and oldest entry of the bucket gives way.
    pub(crate) fn store(&self, key: u64, mut found: Found) {
        let age = self.age.load(Ordering::Relaxed);
        let worth = |data: u64| {
            let (depth, then) = rank(data);
            depth - 8 * i32::from((age + AGES - then) % AGES)
        };
        let mut place = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        for entry in &self.bucket(key).0 {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.check.load(Ordering::Relaxed) ^ data == key {
                if let Some(old) = Found::unpack(data) {
                    found.best = found.best.or(old.best);
                    let fresh = rank(data).1 == age;
                    if fresh && found.bound != Bound::Exact && found.depth + 3 < old.depth {
                        return;
                    }
                }
                place = entry;
                break;
            }
            if worth(data) < least {
                least = worth(data);
                place = entry;
            }
        }
        let data = found.pack(age);
        place.data.store(data, Ordering::Relaxed);
        place.check.store(key ^ data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(score: Score, depth: i32) -> Found {
        Found { score, evaluation: -score / 2, depth, bound: Bound::Lower, best: Some(7) }
    }

    #[test]
    fn an_entry_fits_a_quarter_of_a_cache_line() {
        assert_eq!((size_of::<Entry>(), size_of::<Bucket>()), (16, 64));
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = Table::new(1);
        for score in [-30_000, -1, 0, 5, 30_000] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for best in [None, Some(0), Some(65_534)] {
                    let stored = Found { bound, best, ..found(score, 9) };
                    let key =
                        (score as u64) << 32 | u64::from(best.unwrap_or(9)) << 3 | bound as u64;
                    table.store(key, stored);
                    assert_eq!(table.probe(key), Some(stored));
                    assert_eq!(table.probe(key ^ 1 << 40), None);
                }
            }
        }
        table.clear();
        assert_eq!(table.probe(0), None);
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let table = Table::new(1);
        // Keys below 2^32 all fall into the first bucket.
        for (key, depth) in [(1, 5), (2, 9), (3, 2), (4, 7)] {
            table.store(key, found(1, depth));
        }
        table.store(5, found(1, 3));
        assert_eq!(table.probe(3), None, "the shallowest");
        table.new_search();
        table.store(2, found(2, 1));
        assert_eq!(table.probe(2).map(|f| f.score), Some(2), "its own entry of an older search");
        table.store(6, found(1, 1));
        table.store(7, found(1, 1));
        assert!(table.probe(6).is_some() && table.probe(5).is_none());
    }
}
