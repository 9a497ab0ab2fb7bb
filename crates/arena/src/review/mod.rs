//! Reviews of many recorded games: what they say about players, and what scores turned out to mean.
//!
//! | to find | look in |
//! |---|---|
//! | games of a match, as they were recorded | [`Played`] |
//! | how accurately each player played | [`measure()`] |
//! | what scores meant in played games | [`fit()`] |

mod fit;
mod measure;
mod model;
mod played;
mod tables;

pub use fit::{Fit, FitError, fit};
pub use measure::{Figure, Measured, ReviewedGame, measure};
pub use played::{Played, Unfinished};
pub use tables::{HEAD, MOVES_HEAD};

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does work for each of many things on some threads, each with a helper of its own; the answers come in the
/// order of the things.
fn on_threads<T: Sync, H, A: Send>(
    things: &[T],
    threads: usize,
    helper: impl Fn() -> H + Sync,
    work: impl Fn(&mut H, usize, &T) -> A + Sync,
) -> Vec<A> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::with_capacity(things.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, things.len().max(1)) {
            scope.spawn(|| {
                let mut helper = helper();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(thing) = things.get(index) else { break };
                    let answer = work(&mut helper, index, thing);
                    found.lock().expect("nobody failed").push((index, answer));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("nobody failed");
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, answer)| answer).collect()
}
