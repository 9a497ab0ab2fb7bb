//! What a person did lately, for whoever looks for the reason when something is wrong.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// So much is remembered.
const ENTRIES: usize = 200;

/// Kept by a person, and read by others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diary(Arc<Mutex<VecDeque<Entry>>>);

#[derive(Debug)]
struct Entry {
    /// In milliseconds, as servers count.
    at: u128,
    /// This person's end of the connection, if there was one.
    over: Option<SocketAddr>,
    what: String,
}

impl Diary {
    pub(super) fn note(&self, over: Option<SocketAddr>, what: impl Into<String>) {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let at = since.map_or(0, |since| since.as_millis());
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() == ENTRIES {
            entries.pop_front();
        }
        entries.push_back(Entry { at, over, what: what.into() });
    }

    /// One line for each entry; `node` says where a connection went.
    pub(crate) fn read(&self, node: impl Fn(SocketAddr) -> String) -> Vec<String> {
        let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let line = |entry: &Entry| {
            let at = entry.over.map_or_else(|| "nowhere".to_owned(), &node);
            format!("{} {at}: {}", entry.at, entry.what)
        };
        entries.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_last_is_remembered_with_its_node() {
        let (diary, end) = (Diary::default(), SocketAddr::from(([127, 0, 0, 1], 4)));
        (0..ENTRIES).for_each(|number| diary.note(None, format!("{number}")));
        diary.note(Some(end), "moves");
        let lines = diary.read(|end| format!("node {}", end.port()));
        assert_eq!(lines.len(), ENTRIES);
        assert!(lines[0].ends_with("nowhere: 1"), "{}", lines[0]);
        assert!(lines[ENTRIES - 1].ends_with("node 4: moves"), "{}", lines[ENTRIES - 1]);
    }
}
