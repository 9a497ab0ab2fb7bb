//! A node that the others do not hear, and at which somebody waits.
//!
//! It cannot tell them who waits and for what (`waiting.rs`): whoever gives it up and comes to one of them would be charged
//! for the whole of it. But it knows that it is not heard, and as long as its database takes anything it writes down there
//! that nothing could be done here, piece by piece while somebody waits. The others read outages before a clock counts.

use crate::App;
use crate::store::writer::StoreChange;
use crate::waiting::{LONG, PATIENCE};
use galet_table::Moment;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So often a node looks whether it is to write something down. Each piece ends at most so long before the next one, and the
/// time that a slow database takes.
const ROUND: Duration = Duration::from_millis(500);

/// When what waits here began to wait.
#[derive(Debug, Default)]
pub(crate) struct Unanswered(Mutex<BTreeMap<Moment, usize>>);

/// Somebody waits, as long as this is there.
#[derive(Debug)]
pub(crate) struct Wait<'u> {
    all: &'u Unanswered,
    since: Moment,
}

impl Unanswered {
    /// Somebody waits who came at a moment.
    pub(crate) fn since(&self, since: Moment) -> Wait<'_> {
        *self.lock().entry(since).or_default() += 1;
        Wait { all: self, since }
    }

    /// Since when somebody waits, of those who have come between two moments.
    fn first(&self, from: Moment, until: Moment) -> Option<Moment> {
        self.lock().range(from..=until).next().map(|(since, _)| *since)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Moment, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        if let Some(count) = all.get_mut(&self.since) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.since);
            }
        }
    }
}

/// Writes down that nothing could be done here while somebody waited and nobody could be told.
pub(crate) async fn confess(app: Arc<App>) {
    let (node, mut written) = (app.nodes.own(), Moment(0));
    loop {
        tokio::time::sleep(ROUND).await;
        // Where there is no other node nobody goes there, and each wait is known exactly (`waiting.rs`).
        if app.bus.works() || !app.nodes.has_others() {
            continue;
        }
        let now = app.clock.now();
        let ago = |milliseconds| Moment(now.0.saturating_sub(milliseconds));
        // Whoever came longer ago has given the node up, and whoever came a moment ago is not kept waiting yet.
        let waits = app.unanswered.first(ago(PATIENCE), ago(LONG.as_millis() as u64));
        let Some(first) = waits else { continue };
        let outage = StoreChange::Outage { node, began: first.max(written).0, ended: now.0 };
        // What cannot be written now is part of the next piece, or of what the database has to answer for.
        if app.store.writer.write(vec![outage]).await.is_ok() {
            written = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_waited_longest_and_is_still_there_counts() {
        let all = Unanswered::default();
        assert_eq!(all.first(Moment(0), Moment(9_000)), None);
        let early = all.since(Moment(1_000));
        let [late, also_late] = [2_000, 2_000].map(|since| all.since(Moment(since)));
        assert_eq!(all.first(Moment(0), Moment(9_000)), Some(Moment(1_000)));
        assert_eq!(all.first(Moment(1_001), Moment(2_000)), Some(Moment(2_000)));
        assert_eq!(all.first(Moment(1_001), Moment(1_999)), None);
        drop(early);
        drop(late);
        assert_eq!(all.first(Moment(0), Moment(9_000)), Some(Moment(2_000)));
        drop(also_late);
        assert!(all.lock().is_empty());
    }
}
