//! How long work hears that it should end.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Something that work looks at again and again, to end when it is told to.
pub trait StopSignal: Debug + Sync {
    /// Whether the work should end.
    fn is_stopped(&self) -> bool;
}

/// The usual signal: a flag that another thread sets.
impl StopSignal for AtomicBool {
    #[inline]
    fn is_stopped(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// A signal that says stop from the n-th look on and counts the looks: how much is done between two
/// looks, and after the last, can be tested without measuring time.
///
/// ```
/// use galet_core::{StopAtLook, StopSignal};
/// let signal = StopAtLook::new(2);
/// assert_eq!([signal.is_stopped(), signal.is_stopped(), signal.is_stopped()], [false, true, true]);
/// assert_eq!(signal.looks(), 3);
/// ```
#[derive(Debug)]
pub struct StopAtLook {
    at: u64,
    looks: AtomicU64,
}

impl StopAtLook {
    /// A signal that says stop at this look, counted from 1, and at all later ones.
    pub fn new(at: u64) -> Self {
        StopAtLook { at, looks: AtomicU64::new(0) }
    }

    /// How often it was looked at.
    pub fn looks(&self) -> u64 {
        self.looks.load(Ordering::Relaxed)
    }
}

impl StopSignal for StopAtLook {
    fn is_stopped(&self) -> bool {
        self.looks.fetch_add(1, Ordering::Relaxed) + 1 >= self.at
    }
}
