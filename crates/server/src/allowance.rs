//! What visitors may use, counted over all nodes.
//!
//! Each node counts for itself, tells the others several times a second what was used at its place, and counts
//! what it hears from them as used here. So a visitor who goes round all nodes gets no more than one who stays,
//! but for what happens within the fraction of a second between two messages.

use crate::App;
use crate::bus::{CommonNews, Usage};
use crate::store::NodeId;
use galet_table::Moment;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often nodes tell each other.
const ROUND: Duration = Duration::from_millis(200);
/// In so many rounds everything is told, not only what has changed: something may have been lost.
const WHOLE: u64 = 50;
/// A node of which nothing was heard for so long holds nothing.
const SILENCE: Duration = Duration::from_secs(35);
/// Nobody has more nodes, nor more visitors at one of them, that hold something.
const MOST_NODES: usize = 1_000;
const MOST_KEYS: usize = 100_000;
/// So many keys fit into one message.
const AT_ONCE: usize = 2_000;

/// A limit that is counted over all nodes.
pub(crate) trait Limit: Send + Sync {
    /// What was taken here since the last call, by key.
    fn taken(&self) -> Vec<(String, f64)>;
    /// So much was taken elsewhere at a moment.
    fn took(&self, key: &str, much: f64, at: Moment, now: Moment);
    /// How many each key holds here; those that have changed since the last call, or all.
    fn held(&self, all: bool) -> Vec<(String, u32)>;
    /// So many are held elsewhere.
    fn holds(&self, key: &str, many: i64);
    /// Whether that can be a key here.
    fn knows(&self, key: &str) -> bool;
}

/// How many each key holds, by the number of the limit.
type Held = HashMap<(usize, String), u32>;

/// What the other nodes have told.
#[derive(Debug, Default)]
pub(crate) struct Allowance {
    /// How many of what each key holds at each node.
    there: Mutex<HashMap<NodeId, (Held, Instant)>>,
    /// Nodes whose counts no longer hold.
    gone: Mutex<Vec<NodeId>>,
}

impl Allowance {
    /// Counts what was used at another node.
    pub(crate) fn hear(&self, app: &App, from: NodeId, usage: &Usage) {
        let (limits, now) = (app.limits(), app.clock.now());
        let at = usage.at.unwrap_or(now);
        for (number, taken) in &usage.taken {
            let Some(limit) = limits.get(*number) else { continue };
            for (key, much) in taken {
                limit.took(key, *much, at, now);
            }
        }
        let mut there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        if there.len() >= MOST_NODES && !there.contains_key(&from) {
            return;
        }
        let (known, heard) = there.entry(from).or_insert_with(|| (Held::new(), Instant::now()));
        *heard = Instant::now();
        if usage.whole {
            // That somebody holds no more there may have been lost.
            for ((number, key), many) in known.drain() {
                limits[number].holds(&key, -i64::from(many));
            }
        }
        for (number, held) in &usage.held {
            let Some(limit) = limits.get(*number) else { continue };
            for (key, many) in held {
                if !limit.knows(key) || known.len() >= MOST_KEYS {
                    continue;
                }
                let place = (*number, key.clone());
                let before = known.get(&place).copied().unwrap_or(0);
                limit.holds(key, i64::from(*many) - i64::from(before));
                if *many == 0 {
                    known.remove(&place);
                } else {
                    known.insert(place, *many);
                }
            }
        }
    }

    /// A node is gone, and with it all that was held there.
    pub(crate) fn forget(&self, node: NodeId) {
        self.gone.lock().unwrap_or_else(PoisonError::into_inner).push(node);
    }

    fn clear(&self, app: &App) {
        let mut gone =
            std::mem::take(&mut *self.gone.lock().unwrap_or_else(PoisonError::into_inner));
        let mut there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        // One that has left in good order says nothing any more.
        gone.extend(there.iter().filter(|(_, (_, at))| at.elapsed() > SILENCE).map(|(n, _)| *n));
        for node in gone {
            let held = there.remove(&node).map(|(held, _)| held).unwrap_or_default();
            for ((number, key), many) in held {
                app.limits()[number].holds(&key, -i64::from(many));
            }
        }
    }
}

/// Tells the other nodes what was used here, all day.
pub(crate) async fn tell(app: Arc<App>) {
    for round in 1_u64.. {
        tokio::time::sleep(ROUND).await;
        app.allowance.clear(&app);
        let whole = round % WHOLE == 0;
        let (mut usage, mut keys) = (Usage { whole, ..Usage::default() }, 0);
        let mut tell = |usage: &mut Usage, more: usize| {
            keys += more;
            if keys >= AT_ONCE {
                usage.at = Some(app.clock.now());
                app.bus.tell_all(CommonNews::Used(std::mem::take(usage)));
                keys = 0;
            }
        };
        for (number, limit) in app.limits().into_iter().enumerate() {
            for part in limit.taken().chunks(AT_ONCE) {
                usage.taken.push((number, part.to_vec()));
                tell(&mut usage, part.len());
            }
            for part in limit.held(whole).chunks(AT_ONCE) {
                usage.held.push((number, part.to_vec()));
                tell(&mut usage, part.len());
            }
        }
        // Now and then also that there is nothing.
        if whole || keys > 0 {
            usage.at = Some(app.clock.now());
            app.bus.tell_all(CommonNews::Used(usage));
        }
    }
}
