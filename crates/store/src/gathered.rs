//! What nearly all commits are made of: events, and what lists know of their tables.

use crate::change::{StoreChange, Summary};
use galet_core::Side;
use std::collections::HashMap;

/// What is gathered of some changes: the events of tables, and what lists know of those tables.
#[derive(Debug, Default)]
pub(crate) struct Gathered<'j> {
    /// Table, number, body.
    pub(crate) events: Vec<(&'j str, u32, &'j str)>,
    /// New tables, or ones that come with everything that is known of them.
    pub(crate) summaries: HashMap<&'j str, Newest<'j>>,
    /// Seats whose players are here.
    pub(crate) attended: Vec<(&'j str, Side)>,
}

/// The newest summary of a table in a commit: older ones do not matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Newest<'j> {
    pub(crate) summary: &'j Summary,
    /// Whether all of them go on.
    pub(crate) goes_on: bool,
    /// How many events the database must have of the table, no more and no fewer, for this commit to go on from there.
    pub(crate) before: i64,
}

impl Newest<'_> {
    /// Whether the table begins with this commit.
    pub(crate) fn begins(&self) -> bool {
        self.before == 0
    }
}

impl<'j> Gathered<'j> {
    /// Takes a change if it is one of those.
    pub(crate) fn take(&mut self, change: &'j StoreChange) -> bool {
        match change {
            StoreChange::Event { table, seq, body } => self.events.push((table, *seq, body)),
            StoreChange::Summary(summary) => {
                let known = self.summaries.get(&*summary.id);
                let goes_on = summary.goes_on && known.is_none_or(|known| known.goes_on);
                let before = i64::from(summary.seq);
                self.summaries.insert(&summary.id, Newest { summary, goes_on, before });
            }
            // Every commit tells that this node runs.
            StoreChange::Heartbeat => {}
            StoreChange::Attended { table, side } => self.attended.push((table, *side)),
            _ => return false,
        }
        true
    }

    /// Finds out what each table must have before this commit: what it has after it, without the events in it. Where a
    /// number is left out between them that is more than there is, and nothing is written.
    pub(crate) fn finish(&mut self) {
        for (table, _, _) in &self.events {
            if let Some(newest) = self.summaries.get_mut(table) {
                newest.before -= 1;
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.events.is_empty() && self.summaries.is_empty() && self.attended.is_empty()
    }
}
