//! Work that was taken on.

use std::sync::Arc;

/// Whoever can end work that it has taken on.
pub trait Canceller: Send + Sync {
    /// Ends it; nothing happens if it has ended already.
    fn cancel(&self, work: u64);
}

/// Work that was taken on. Dropping this cancels it: whoever waits for the answer gets none.
#[must_use = "dropping the handle cancels the work"]
pub struct WorkHandle {
    canceller: Arc<dyn Canceller>,
    work: u64,
    detached: bool,
}

impl WorkHandle {
    /// A handle to the work that somebody has taken on under a number.
    pub fn new(canceller: Arc<dyn Canceller>, work: u64) -> WorkHandle {
        WorkHandle { canceller, work, detached: false }
    }

    /// Lets the work go on without anybody who could cancel it.
    pub fn detach(mut self) {
        self.detached = true;
    }
}

impl Drop for WorkHandle {
    fn drop(&mut self) {
        if !self.detached {
            self.canceller.cancel(self.work);
        }
    }
}
