//! How much a worker takes on at a time.

use crate::message::Priority;
use std::sync::Arc;
use tokio::sync::watch;

/// Questions that a worker holds for each of its threads. Moves and hints are short; analyses take turns in slices, and
/// whoever holds too many keeps them from a worker that is idle.
const FOR_EACH_THREAD: [usize; 3] = [2, 2, 8];

/// Counts what a worker holds, by priority.
pub(super) struct Room {
    threads: usize,
    held: Arc<watch::Sender<[usize; 3]>>,
}

/// A place that is free again when this is dropped.
pub(super) struct Place {
    held: Arc<watch::Sender<[usize; 3]>>,
    priority: Priority,
}

impl Room {
    pub(super) fn new(threads: usize) -> Room {
        Room { threads, held: Arc::new(watch::Sender::new([0; 3])) }
    }

    /// Waits until there is a place. What is less urgent waits until a thread is left for it, too: another worker may
    /// have one.
    pub(super) async fn wait_for(&self, priority: Priority) {
        let index = priority.index();
        let free = |held: &[usize; 3]| {
            held[index] < self.threads * FOR_EACH_THREAD[index]
                && held[..index].iter().sum::<usize>() < self.threads
        };
        // It cannot be closed while this is here.
        let _ = self.held.subscribe().wait_for(free).await;
    }

    pub(super) fn take(&self, priority: Priority) -> Place {
        self.held.send_modify(|held| held[priority.index()] += 1);
        Place { held: Arc::clone(&self.held), priority }
    }

    /// Waits until nothing is held any more.
    pub(super) async fn is_empty(&self) {
        let _ = self.held.subscribe().wait_for(|held| *held == [0; 3]).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.held.send_modify(|held| held[self.priority.index()] -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn has_room(room: &Room, priority: Priority) -> bool {
        room.wait_for(priority).now_or_never().is_some()
    }

    #[test]
    fn what_is_urgent_finds_room_and_keeps_the_rest_away() {
        let room = Room::new(1);
        assert!(Priority::ALL.iter().all(|&priority| has_room(&room, priority)));
        let studies: Vec<Place> = (0..8).map(|_| room.take(Priority::Study)).collect();
        assert!(!has_room(&room, Priority::Study));
        assert!(has_room(&room, Priority::Hint) && has_room(&room, Priority::Move));
        drop(studies);
        let one = room.take(Priority::Move);
        assert!(has_room(&room, Priority::Move));
        assert!(!has_room(&room, Priority::Hint) && !has_room(&room, Priority::Study));
        let other = room.take(Priority::Move);
        assert!(!has_room(&room, Priority::Move));
        drop((one, other));
        let _hint = room.take(Priority::Hint);
        assert!(has_room(&room, Priority::Move) && !has_room(&room, Priority::Study));
    }
}
