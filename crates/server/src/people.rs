//! Who is connected, and how many games wait for each of them.

use crate::socket::outbox::{Outbox, text_of};
use crate::store::Store;
use crate::token::TokenHash;
use galet_table::GuestId;
use galet_wire::socket::Message;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Browsers and guests with open connections.
#[derive(Debug, Default)]
pub(crate) struct People(Mutex<Everybody>);

/// Who somebody at a connection is. It can change while the connection is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Identity {
    /// Nobody yet: there has been nothing to remember.
    Nobody,
    /// A guest.
    Guest(GuestId),
    /// Nobody any more: the connection ends.
    SignedOut,
}

#[derive(Debug, Default)]
struct Everybody {
    /// The pages of each browser.
    browsers: HashMap<TokenHash, Vec<Page>>,
    guests: HashMap<GuestId, Person>,
}

#[derive(Debug)]
struct Page {
    connection: u64,
    outbox: Outbox,
    /// Whom it is counted with, also after it was signed out.
    guest: Option<GuestId>,
    identity: watch::Sender<Identity>,
}

#[derive(Debug, Default)]
struct Person {
    connections: Vec<(u64, Outbox)>,
    /// How many games wait for a move; unknown until it is counted.
    turns: Option<u32>,
    /// How often that changed since the connection: a count that was made meanwhile is void.
    changes: u32,
    /// Hears of it from other nodes, as long as somebody is connected.
    hears: Option<Hearing>,
}

/// A task that ends with whoever needs it.
#[derive(Debug)]
struct Hearing(JoinHandle<()>);

impl Drop for Hearing {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Person {
    fn tell(&self, turns: u32) {
        let text = text_of(&Message::Turns { turns });
        for (_, outbox) in &self.connections {
            outbox.push(text.clone());
        }
    }
}

impl People {
    /// A connection of the browser that holds a token, of nobody so far. It hears who it is.
    pub(crate) fn connected(
        &self,
        token: TokenHash,
        connection: u64,
        outbox: Outbox,
    ) -> watch::Receiver<Identity> {
        let (identity, hears) = watch::channel(Identity::Nobody);
        let page = Page { connection, outbox, guest: None, identity };
        self.lock().browsers.entry(token).or_default().push(page);
        hears
    }

    /// All pages of a browser are a guest from now on. Whether nobody was connected as this guest before.
    pub(crate) fn became(&self, token: TokenHash, guest: GuestId) -> bool {
        let everybody = &mut *self.lock();
        let known = everybody.guests.contains_key(&guest);
        for page in everybody.browsers.get_mut(&token).into_iter().flatten() {
            if *page.identity.borrow() != Identity::Nobody {
                continue;
            }
            page.guest = Some(guest);
            page.identity.send_replace(Identity::Guest(guest));
            let person = everybody.guests.entry(guest).or_default();
            person.connections.push((page.connection, page.outbox.clone()));
        }
        !known && everybody.guests.contains_key(&guest)
    }

    /// A task that hears of a guest from other nodes ends when nobody is connected as them any more.
    pub(crate) fn hears(&self, guest: GuestId, task: JoinHandle<()>) {
        let hearing = Hearing(task);
        if let Some(person) = self.lock().guests.get_mut(&guest) {
            person.hears = Some(hearing);
        }
    }

    /// No guest holds a token: pages that were a guest's end.
    pub(crate) fn no_guest(&self, token: TokenHash) {
        for page in self.lock().browsers.get(&token).into_iter().flatten() {
            if page.guest.is_some() {
                page.identity.send_replace(Identity::SignedOut);
            }
        }
    }

    /// A token is no longer good: its browser's connections end.
    pub(crate) fn signed_out(&self, token: TokenHash) {
        for page in self.lock().browsers.get(&token).into_iter().flatten() {
            page.identity.send_replace(Identity::SignedOut);
        }
    }

    /// A guest is no more: all their connections end.
    pub(crate) fn left(&self, guest: GuestId) {
        for page in self.lock().browsers.values().flatten() {
            if page.guest == Some(guest) {
                page.identity.send_replace(Identity::SignedOut);
            }
        }
    }

    /// A connection has ended. Gives its guest, if it was their last here.
    pub(crate) fn gone(&self, token: TokenHash, connection: u64) -> Option<GuestId> {
        let everybody = &mut *self.lock();
        let pages = everybody.browsers.get_mut(&token)?;
        let place = pages.iter().position(|page| page.connection == connection)?;
        let page = pages.swap_remove(place);
        if pages.is_empty() {
            everybody.browsers.remove(&token);
        }
        let guest = page.guest?;
        let person = everybody.guests.get_mut(&guest)?;
        person.connections.retain(|(number, _)| *number != connection);
        let last = person.connections.is_empty();
        if last {
            everybody.guests.remove(&guest);
        }
        last.then_some(guest)
    }

    /// Whether a browser with that token is connected.
    pub(crate) fn knows(&self, token: TokenHash) -> bool {
        self.lock().browsers.contains_key(&token)
    }

    /// The tokens of all browsers that are connected.
    pub(crate) fn tokens(&self) -> Vec<TokenHash> {
        self.lock().browsers.keys().copied().collect()
    }

    /// Counts the games that wait for a guest who has just connected.
    pub(crate) async fn count(&self, store: &Store, guest: GuestId) -> Option<u32> {
        for _ in 0..5 {
            let before = self.lock().guests.get(&guest)?.changes;
            let turns = store.turns_of(guest.0 as i64).await.ok()?;
            let mut everybody = self.lock();
            let person = everybody.guests.get_mut(&guest)?;
            if person.changes == before {
                person.turns = Some(turns);
                return Some(turns);
            }
        }
        None
    }

    /// Counts once more, and tells the guest if it is another number than they know.
    pub(crate) async fn recount(&self, store: &Store, guest: GuestId) {
        let before = self.lock().guests.get(&guest).and_then(|person| person.turns);
        if let Some(turns) = self.count(store, guest).await
            && before != Some(turns)
            && let Some(person) = self.lock().guests.get(&guest)
        {
            person.tell(turns);
        }
    }

    /// One more game waits for a guest, or one less.
    pub(crate) fn turn(&self, guest: GuestId, more: bool) {
        let mut everybody = self.lock();
        let Some(person) = everybody.guests.get_mut(&guest) else { return };
        person.changes += 1;
        let Some(turns) = &mut person.turns else { return };
        *turns = if more { *turns + 1 } else { turns.saturating_sub(1) };
        let turns = *turns;
        person.tell(turns);
    }

    /// Tells everybody the same.
    pub(crate) fn tell_all(&self, message: &Message) {
        let text = text_of(message);
        for page in self.lock().browsers.values().flatten() {
            page.outbox.push(text.clone());
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Everybody> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pages_of_a_browser_are_one_person_and_are_signed_out_together() {
        let people = People::default();
        let (token, other) = (TokenHash([1; 32]), TokenHash([2; 32]));
        let [mut one, mut two] = [1, 2].map(|n| people.connected(token, n, Outbox::new().0));
        let stranger = people.connected(other, 3, Outbox::new().0);
        people.became(token, GuestId(7));
        let told = [&mut one, &mut two].map(|page| *page.borrow_and_update());
        assert_eq!(told, [Identity::Guest(GuestId(7)); 2]);
        people.became(token, GuestId(7));
        assert!(!one.has_changed().unwrap(), "once is enough");
        assert_eq!(*stranger.borrow(), Identity::Nobody);
        people.became(other, GuestId(8));
        people.signed_out(token);
        assert_eq!([*one.borrow(), *two.borrow()], [Identity::SignedOut; 2]);
        people.left(GuestId(8));
        assert_eq!(*stranger.borrow(), Identity::SignedOut);
        let last = [(token, 1), (token, 2), (token, 2), (other, 3)];
        let last = last.map(|(token, number)| people.gone(token, number));
        assert_eq!(last, [None, Some(GuestId(7)), None, Some(GuestId(8))]);
        assert!(people.lock().browsers.is_empty() && people.lock().guests.is_empty());
    }
}
