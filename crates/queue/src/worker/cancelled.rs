//! Questions for which nobody waits any more. Some of them are not even here yet.

use crate::message::Cancel;
use std::collections::{HashMap, VecDeque};
use tokio::sync::watch;

/// How many are remembered: the oldest of them have left the queues long ago.
const MOST: usize = 20_000;

#[derive(Default)]
pub(super) struct Cancelled {
    /// The attempt that somebody still waits for, if any, by the number of the question.
    kept: HashMap<u64, Option<u32>>,
    /// In the order in which they came.
    order: VecDeque<u64>,
    /// What this worker is at.
    open: HashMap<(u64, u32), watch::Sender<bool>>,
}

impl Cancelled {
    pub(super) fn cancel(&mut self, cancel: Cancel) {
        let Cancel { number, keep } = cancel;
        if self.kept.insert(number, keep).is_none() {
            self.order.push_back(number);
            if self.order.len() > MOST
                && let Some(oldest) = self.order.pop_front()
            {
                self.kept.remove(&oldest);
            }
        }
        for ((_, attempt), open) in self.open.iter().filter(|((open, _), _)| *open == number) {
            if Some(*attempt) != keep {
                open.send_replace(true);
            }
        }
    }

    /// Takes an attempt on; what is returned becomes true when nobody waits for it any more. `None` if nobody does
    /// already, or if it is here already.
    pub(super) fn begin(&mut self, number: u64, attempt: u32) -> Option<watch::Receiver<bool>> {
        let unwanted = self.kept.get(&number).is_some_and(|keep| *keep != Some(attempt));
        if unwanted || self.open.contains_key(&(number, attempt)) {
            return None;
        }
        let (cancel, cancelled) = watch::channel(false);
        self.open.insert((number, attempt), cancel);
        Some(cancelled)
    }

    pub(super) fn end(&mut self, number: u64, attempt: u32) {
        self.open.remove(&(number, attempt));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_waits_for_is_not_begun_and_not_gone_on_with() {
        let mut cancelled = Cancelled::default();
        let first = cancelled.begin(7, 1).expect("it is new");
        assert!(cancelled.begin(7, 1).is_none(), "it is here already");
        cancelled.cancel(Cancel { number: 7, keep: Some(2) });
        assert!(*first.borrow());
        cancelled.end(7, 1);
        assert!(cancelled.begin(7, 1).is_none(), "nobody waits for the first attempt");
        let second = cancelled.begin(7, 2).expect("somebody waits for the second");
        assert!(!*second.borrow());
        cancelled.cancel(Cancel { number: 7, keep: None });
        assert!(*second.borrow());
        assert!(cancelled.begin(7, 3).is_none());
    }

    #[test]
    fn only_so_many_are_remembered() {
        let mut cancelled = Cancelled::default();
        for number in 0..=MOST as u64 {
            cancelled.cancel(Cancel { number, keep: None });
            cancelled.cancel(Cancel { number, keep: None });
        }
        assert_eq!((cancelled.kept.len(), cancelled.order.len()), (MOST, MOST));
        assert!(cancelled.begin(0, 1).is_some() && cancelled.begin(1, 1).is_none());
    }
}
