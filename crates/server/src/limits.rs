//! How much one visitor may do in a while.

use galet_table::Moment;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A bucket for each key: it holds some seconds' worth of drops, every act takes one out, and
/// they drip back in at a steady rate.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    rate: f64,
    capacity: f64,
    levels: Mutex<Levels<K>>,
}

#[derive(Debug)]
struct Levels<K> {
    /// How full each bucket was, and when.
    of: HashMap<K, (f64, Moment)>,
    /// Full buckets are forgotten when there are so many.
    sweep_at: usize,
}

/// A bucket holds what drips in during so many seconds.
const BURST: f64 = 5.0;
/// Full buckets are not forgotten before there are more than this.
const MANY: usize = 10_000;

impl<K: Hash + Eq> Buckets<K> {
    pub(crate) fn new(rate: u32) -> Self {
        let rate = f64::from(rate.max(1));
        Buckets::holding(rate, rate * BURST)
    }

    fn holding(rate: f64, capacity: f64) -> Self {
        let levels = Levels { of: HashMap::new(), sweep_at: MANY };
        Buckets { rate, capacity, levels: Mutex::new(levels) }
    }

    /// Buckets for something rare: so many in a minute, three minutes' worth at once but never
    /// less than `at_once`.
    pub(crate) fn by_minute(per_minute: u32, at_once: u32) -> Self {
        let per_minute = f64::from(per_minute.max(1));
        let capacity = (3.0 * per_minute).max(f64::from(at_once));
        Buckets::holding(per_minute / 60.0, capacity)
    }

    /// Takes a drop out; `false` when the bucket is empty.
    pub(crate) fn take(&self, key: K, now: Moment) -> bool {
        self.take_some(key, 1, now)
    }

    /// Takes some drops out; `false` when there are not so many, and then none is taken.
    pub(crate) fn take_some(&self, key: K, drops: u32, now: Moment) -> bool {
        let drops = f64::from(drops).min(self.capacity);
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        let risen = |level: f64, since: Moment| {
            (level + now.since(since) as f64 / 1000.0 * self.rate).min(self.capacity)
        };
        if levels.of.len() > levels.sweep_at {
            levels.of.retain(|_, &mut (level, since)| risen(level, since) < self.capacity);
            // However many are in use: the way through all of them is gone seldom.
            levels.sweep_at = (2 * levels.of.len()).max(MANY);
        }
        let (level, since) = levels.of.entry(key).or_insert((self.capacity, now));
        let now_there = risen(*level, *since);
        *since = now;
        *level = if now_there >= drops { now_there - drops } else { now_there };
        now_there >= drops
    }
}

/// The network that limits are counted for; `None` for this computer's own: whoever can use those
/// has the machine, and behind a proxy that is not told of everybody would be one.
pub(crate) fn network_of(address: IpAddr) -> Option<IpAddr> {
    (!address.to_canonical().is_loopback()).then(|| household_of(address))
}

/// The network of a household: it has one IPv4 address, or 2⁶⁴ IPv6 ones.
pub(crate) fn household_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        v4 => v4,
    }
}

/// How many of something each key has at the moment. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub(crate) struct Counts<K: Hash + Eq> {
    most: u32,
    counts: Arc<Mutex<HashMap<K, u32>>>,
}

impl<K: Hash + Eq + Clone> Counts<K> {
    pub(crate) fn new(most: u32) -> Self {
        Counts { most, counts: Arc::default() }
    }

    /// One more, until what is returned is dropped; `None` if there are too many.
    pub(crate) fn take(&self, key: K) -> Option<Counted<K>> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key.clone()).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Counted { number: *count, key, counts: self.counts.clone() })
    }
}

/// One of something that is counted, whatever becomes of whoever holds it.
#[derive(Debug)]
pub(crate) struct Counted<K: Hash + Eq> {
    /// How many there were with this one.
    pub(crate) number: u32,
    key: K,
    counts: Arc<Mutex<HashMap<K, u32>>>,
}

impl<K: Hash + Eq> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

/// So many bytes may be held for all visitors together.
#[derive(Debug)]
pub(crate) struct Budget {
    most: usize,
    used: Arc<AtomicUsize>,
}

impl Budget {
    pub(crate) fn new(most: usize) -> Self {
        Budget { most, used: Arc::default() }
    }

    /// Room for nothing yet.
    pub(crate) fn room(&self) -> Room {
        Room { bytes: 0, most: self.most, used: self.used.clone() }
    }
}

/// A part of a budget, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Room {
    bytes: usize,
    most: usize,
    used: Arc<AtomicUsize>,
}

impl Room {
    /// Takes more; `false` when all of the budget is taken.
    pub(crate) fn grow(&mut self, more: usize) -> bool {
        let before = self.used.fetch_add(more, Ordering::Relaxed);
        self.bytes += more;
        before + more <= self.most
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let buckets = Buckets::new(2);
        let taken = |at: u64| (0..50).filter(|_| buckets.take("a", Moment(at))).count();
        assert_eq!(taken(7_000), 10, "five seconds' worth at first");
        assert_eq!(taken(8_000), 2, "then what drips in");
        assert_eq!(taken(107_000), 10, "and never more than it holds");
        assert!(buckets.take("b", Moment(7_000)), "others have their own");
    }

    #[test]
    fn what_is_rare_is_counted_by_the_minute() {
        let buckets = Buckets::by_minute(6, 20);
        let taken = |at: u64| (0..50).filter(|_| buckets.take("a", Moment(at))).count();
        assert_eq!(taken(0), 20);
        assert_eq!(taken(60_000), 6);
        let buckets = Buckets::by_minute(60, 20);
        assert_eq!((0..500).filter(|_| buckets.take("a", Moment(0))).count(), 180);
    }

    #[test]
    fn what_is_heavy_takes_more() {
        let buckets = Buckets::new(2);
        assert!(buckets.take_some("a", 8, Moment(0)) && !buckets.take_some("a", 3, Moment(0)));
        assert!(buckets.take_some("a", 2, Moment(0)) && !buckets.take("a", Moment(0)));
        assert!(buckets.take_some("b", 1_000, Moment(0)), "a full bucket is enough for anything");
    }

    #[test]
    fn full_buckets_are_forgotten() {
        let buckets = Buckets::new(1);
        for key in 0..10 * MANY {
            buckets.take(key, Moment(key as u64 * 10));
        }
        let kept = buckets.levels.lock().unwrap().of.len();
        assert!(kept <= 2 * MANY, "{kept}");
    }

    #[test]
    fn an_ipv6_household_is_one() {
        let network = |text: &str| network_of(text.parse().expect("an address"));
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:2::9"));
        assert_ne!(network("2001:db8:1:2::9"), network("2001:db8:1:3::9"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_eq!(network("127.0.0.1"), None);
        assert_eq!(network("::1"), None);
    }

    #[test]
    fn counts_go_up_to_the_most_and_down() {
        let counts = Counts::new(2);
        let (one, two) = (counts.take(1).unwrap(), counts.take(1).unwrap());
        assert_eq!((one.number, two.number), (1, 2));
        assert!(counts.take(1).is_none() && counts.take(2).is_some());
        drop(one);
        assert_eq!(counts.take(1).unwrap().number, 2);
    }

    #[test]
    fn a_count_goes_down_with_whoever_holds_it() {
        let counts = Counts::new(1);
        let held = counts.take(1).unwrap();
        let task = std::thread::spawn(move || {
            let _held = held;
            panic!("as it should");
        });
        assert!(task.join().is_err() && counts.take(1).is_some());
    }

    #[test]
    fn a_budget_is_shared_and_given_back() {
        let budget = Budget::new(100);
        let mut one = budget.room();
        assert!(one.grow(60) && one.grow(40) && !one.grow(1));
        drop(one);
        assert!(budget.room().grow(100) && !budget.room().grow(101));
    }
}
