//! How much one visitor may do in a while.

use crate::allowance::Limit;
use galet_table::Moment;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A bucket for each key: it holds some seconds' worth of drops, every act takes one out, and
/// they drip back in at a steady rate.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    rate: f64,
    capacity: f64,
    levels: Mutex<Levels<K>>,
    /// What was taken since other nodes were told, if there are any.
    untold: Option<Mutex<HashMap<K, f64>>>,
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

impl<K: Hash + Eq + Clone> Buckets<K> {
    pub(crate) fn new(rate: u32) -> Self {
        let rate = f64::from(rate.max(1));
        Buckets::holding(rate, rate * BURST)
    }

    fn holding(rate: f64, capacity: f64) -> Self {
        let levels = Levels { of: HashMap::new(), sweep_at: MANY };
        Buckets { rate, capacity, levels: Mutex::new(levels), untold: None }
    }

    /// The same, counted over all nodes if there are others.
    pub(crate) fn shared(self, shared: bool) -> Self {
        Buckets { untold: shared.then(Mutex::default), ..self }
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
        let taken = self.change(key.clone(), now, |level| {
            let enough = *level >= drops;
            *level -= if enough { drops } else { 0.0 };
            enough
        });
        if let Some(untold) = self.untold.as_ref().filter(|_| taken) {
            let mut untold = untold.lock().unwrap_or_else(PoisonError::into_inner);
            *untold.entry(key).or_insert(0.0) += drops;
        }
        taken
    }

    /// Changes how full a bucket is.
    fn change<T>(&self, key: K, now: Moment, change: impl FnOnce(&mut f64) -> T) -> T {
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
        *level = risen(*level, *since);
        *since = now;
        change(level)
    }
}

/// A key as other nodes read it.
fn name_of<K: Serialize>(key: &K) -> String {
    serde_json::to_string(key).expect("keys are numbers and addresses")
}

impl<K> Limit for Buckets<K>
where
    K: Hash + Eq + Clone + Serialize + DeserializeOwned + Send,
{
    fn taken(&self) -> Vec<(String, f64)> {
        let Some(untold) = &self.untold else { return Vec::new() };
        let taken = std::mem::take(&mut *untold.lock().unwrap_or_else(PoisonError::into_inner));
        taken.into_iter().map(|(key, drops)| (name_of(&key), drops)).collect()
    }

    fn took(&self, key: &str, much: f64, at: Moment, now: Moment) {
        if let Ok(key) = serde_json::from_str(key) {
            // What is told late has dripped in again since then.
            let dripped = now.since(at) as f64 / 1000.0 * self.rate;
            let much = (much - dripped).max(0.0);
            // Nobody is in debt for longer than a bucket takes to fill.
            self.change(key, now, |level| *level = (*level - much).max(-self.capacity));
        }
    }

    fn held(&self, _all: bool) -> Vec<(String, u32)> {
        Vec::new()
    }

    fn holds(&self, _key: &str, _many: i64) {}

    fn knows(&self, key: &str) -> bool {
        serde_json::from_str::<K>(key).is_ok()
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
pub(crate) struct Counts<K: Hash + Eq + Clone> {
    most: u32,
    counts: Arc<Mutex<Numbers<K>>>,
}

#[derive(Debug)]
struct Numbers<K> {
    here: HashMap<K, u32>,
    /// At other nodes.
    there: HashMap<K, u32>,
    /// Those that other nodes have not been told of, if there are any nodes.
    untold: Option<HashSet<K>>,
}

impl<K> Default for Numbers<K> {
    fn default() -> Self {
        Numbers { here: HashMap::new(), there: HashMap::new(), untold: None }
    }
}

impl<K: Hash + Eq + Clone> Numbers<K> {
    fn changed(&mut self, key: &K) {
        if let Some(untold) = &mut self.untold {
            untold.insert(key.clone());
        }
    }
}

impl<K: Hash + Eq + Clone> Counts<K> {
    pub(crate) fn new(most: u32) -> Self {
        Counts { most, counts: Arc::default() }
    }

    /// The same, counted over all nodes if there are others.
    pub(crate) fn shared(self, shared: bool) -> Self {
        self.lock().untold = shared.then(HashSet::new);
        self
    }

    fn lock(&self) -> MutexGuard<'_, Numbers<K>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more, until what is returned is dropped; `None` if there are too many.
    pub(crate) fn take(&self, key: K) -> Option<Counted<K>> {
        let mut counts = self.lock();
        let there = counts.there.get(&key).copied().unwrap_or(0);
        let here = counts.here.get(&key).copied().unwrap_or(0);
        if here.saturating_add(there) >= self.most {
            return None;
        }
        counts.here.insert(key.clone(), here + 1);
        counts.changed(&key);
        drop(counts);
        Some(Counted { number: here + 1, key, counts: self.counts.clone() })
    }
}

impl<K> Limit for Counts<K>
where
    K: Hash + Eq + Clone + Serialize + DeserializeOwned + Send,
{
    fn taken(&self) -> Vec<(String, f64)> {
        Vec::new()
    }

    fn took(&self, _key: &str, _much: f64, _at: Moment, _now: Moment) {}

    fn held(&self, all: bool) -> Vec<(String, u32)> {
        let counts = &mut *self.lock();
        let Some(untold) = &mut counts.untold else { return Vec::new() };
        let mut keys = std::mem::take(untold);
        if all {
            keys.extend(counts.here.keys().cloned());
        }
        let count = |key: &K| counts.here.get(key).copied().unwrap_or(0);
        keys.iter().map(|key| (name_of(key), count(key))).collect()
    }

    fn holds(&self, key: &str, many: i64) {
        let Ok(key) = serde_json::from_str::<K>(key) else { return };
        let counts = &mut *self.lock();
        let before = counts.there.get(&key).copied().unwrap_or(0);
        match u32::try_from(i64::from(before) + many).unwrap_or(0) {
            0 => drop(counts.there.remove(&key)),
            now => drop(counts.there.insert(key, now)),
        }
    }

    fn knows(&self, key: &str) -> bool {
        serde_json::from_str::<K>(key).is_ok()
    }
}

/// One of something that is counted, whatever becomes of whoever holds it.
#[derive(Debug)]
pub(crate) struct Counted<K: Hash + Eq + Clone> {
    /// How many there were with this one.
    pub(crate) number: u32,
    key: K,
    counts: Arc<Mutex<Numbers<K>>>,
}

impl<K: Hash + Eq + Clone> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.here.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.here.remove(&self.key);
            }
        }
        counts.changed(&self.key);
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
    use galet_table::GuestId;

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
    fn what_is_used_at_another_node_is_used_here() {
        let [one, other] = [0, 1].map(|_| Buckets::new(2).shared(true));
        let taken = |buckets: &Buckets<GuestId>| {
            (0..50).filter(|_| buckets.take(GuestId(7), Moment(0))).count()
        };
        let tell = |from: &Buckets<GuestId>, to: &Buckets<GuestId>| {
            for (key, much) in from.taken() {
                to.took(&key, much, Moment(0), Moment(0));
            }
        };
        assert_eq!(taken(&one), 10);
        tell(&one, &other);
        assert_eq!((taken(&other), other.taken().len()), (0, 0));
        assert_eq!(one.taken(), [], "it is told once");
        assert!(other.take(GuestId(8), Moment(0)), "others have their own");

        let [one, other] = [0, 1].map(|_| Counts::new(3).shared(true));
        let key = GuestId(7);
        let held: Vec<_> = (0..2).map(|_| one.take(key).expect("there is room")).collect();
        let [(name, many)] = &one.held(false)[..] else { panic!("one has changed") };
        other.holds(name, i64::from(*many));
        let third = other.take(key);
        assert!(third.is_some() && other.take(key).is_none());
        drop(held);
        assert_eq!(one.held(false), [(name.clone(), 0)]);
        other.holds(name, -2);
        assert!(other.take(key).is_some());
        assert_eq!(other.held(true), [(name.clone(), 1)]);
    }

    #[test]
    fn what_was_used_elsewhere_and_is_told_late_costs_nothing_any_more() {
        let here = Buckets::new(2).shared(true);
        let name = name_of(&GuestId(7));
        // A minute of use within the limit comes at once.
        for at in 0..60 {
            here.took(&name, 2.0, Moment(1_000 * at), Moment(60_000));
        }
        let taken = |key, now| (0..50).filter(|_| here.take(GuestId(key), Moment(now))).count();
        assert_eq!(taken(7, 60_000), 10);
        // Of what was more than that the rest counts.
        here.took(&name_of(&GuestId(8)), 10.0, Moment(60_000), Moment(62_000));
        assert_eq!(taken(8, 62_000), 4);
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
