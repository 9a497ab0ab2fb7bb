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

/// Whether an attempt is to be begun.
pub(super) enum Begun {
    /// This becomes true when nobody waits for it any more.
    Now(watch::Receiver<bool>),
    /// Nobody waits for it already.
    Unwanted,
    /// It is here already: its queue has lost patience.
    Twice,
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

    /// Takes an attempt on.
    pub(super) fn begin(&mut self, number: u64, attempt: u32) -> Begun {
        if self.kept.get(&number).is_some_and(|keep| *keep != Some(attempt)) {
            return Begun::Unwanted;
        }
        if self.open.contains_key(&(number, attempt)) {
            return Begun::Twice;
        }
        let (cancel, cancelled) = watch::channel(false);
        self.open.insert((number, attempt), cancel);
        Begun::Now(cancelled)
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
        let Begun::Now(first) = cancelled.begin(7, 1) else { panic!("it is new") };
        assert!(matches!(cancelled.begin(7, 1), Begun::Twice));
        cancelled.cancel(Cancel { number: 7, keep: Some(2) });
        assert!(*first.borrow());
        cancelled.end(7, 1);
        assert!(matches!(cancelled.begin(7, 1), Begun::Unwanted));
        let Begun::Now(second) = cancelled.begin(7, 2) else { panic!("somebody waits for it") };
        assert!(!*second.borrow());
        cancelled.cancel(Cancel { number: 7, keep: None });
        assert!(*second.borrow());
        assert!(matches!(cancelled.begin(7, 3), Begun::Unwanted));
    }

    #[test]
    fn only_so_many_are_remembered() {
        let mut cancelled = Cancelled::default();
        for number in 0..=MOST as u64 {
            cancelled.cancel(Cancel { number, keep: None });
            cancelled.cancel(Cancel { number, keep: None });
        }
        assert_eq!((cancelled.kept.len(), cancelled.order.len()), (MOST, MOST));
        assert!(matches!(cancelled.begin(0, 1), Begun::Now(_)));
        assert!(matches!(cancelled.begin(1, 1), Begun::Unwanted));
    }
}
