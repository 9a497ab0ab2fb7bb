//! Who is connected, and how many games wait for each of them.

use crate::socket::outbox::{Outbox, text_of};
use crate::store::Store;
use galet_table::GuestId;
use galet_wire::socket::Message;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Guests with open connections.
#[derive(Debug, Default)]
pub(crate) struct People(Mutex<HashMap<GuestId, Person>>);

#[derive(Debug, Default)]
struct Person {
    connections: Vec<(u64, Outbox)>,
    /// How many games wait for a move; unknown until it is counted.
    turns: Option<u32>,
    /// How often that changed since the connection: a count that was made meanwhile is void.
    changes: u32,
}

impl People {
    pub(crate) fn connected(&self, guest: GuestId, connection: u64, outbox: Outbox) {
        self.lock().entry(guest).or_default().connections.push((connection, outbox));
    }

    pub(crate) fn gone(&self, guest: GuestId, connection: u64) {
        let mut people = self.lock();
        let Some(person) = people.get_mut(&guest) else { return };
        person.connections.retain(|(number, _)| *number != connection);
        if person.connections.is_empty() {
            people.remove(&guest);
        }
    }

    /// Counts the games that wait for a guest who has just connected.
    pub(crate) async fn count(&self, store: &Store, guest: GuestId) {
        for _ in 0..5 {
            let Some(before) = self.lock().get(&guest).map(|person| person.changes) else { return };
            let Ok(turns) = store.turns_of(guest.0 as i64).await else { return };
            let mut people = self.lock();
            let Some(person) = people.get_mut(&guest) else { return };
            if person.changes == before {
                person.turns = Some(turns);
                return;
            }
        }
    }

    /// A game that waited for one guest waits for another.
    pub(crate) fn turn_passed(&self, from: Option<GuestId>, to: Option<GuestId>) {
        if from == to {
            return;
        }
        let mut people = self.lock();
        for (guest, more) in [(from, false), (to, true)] {
            let Some(person) = guest.and_then(|guest| people.get_mut(&guest)) else { continue };
            person.changes += 1;
            let Some(turns) = &mut person.turns else { continue };
            *turns = if more { *turns + 1 } else { turns.saturating_sub(1) };
            let text = text_of(&Message::Turns { turns: *turns });
            for (_, outbox) in &person.connections {
                outbox.push(text.clone());
            }
        }
    }

    /// Tells everybody the same.
    pub(crate) fn tell_all(&self, message: &Message) {
        let text = text_of(message);
        for person in self.lock().values() {
            for (_, outbox) in &person.connections {
                outbox.push(text.clone());
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<GuestId, Person>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
