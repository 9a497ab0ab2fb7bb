//! The same work on several threads.

/// Does some work on so many threads at once, at least one, and returns when all are done. A single
/// thread is the one that calls: where there are no threads, as in a browser, that works too.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// let next = AtomicU32::new(0);
/// galet_core::on_threads(3, || while next.fetch_add(1, Ordering::Relaxed) < 10 {});
/// assert!(next.into_inner() >= 10);
/// ```
pub fn on_threads(threads: usize, work: impl Fn() + Sync) {
    if threads <= 1 {
        return work();
    }
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(&work);
        }
    });
}
