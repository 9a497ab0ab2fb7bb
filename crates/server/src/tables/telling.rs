//! What those at a table see and hear: what happens at once, who comes and goes once a second at most.

use super::TableSnapshot;
use super::keeper::{Keeper, LONG, Watcher};
use super::push::{self, Viewpoint};
use super::summary::guest_on;
use galet_core::Side;
use galet_wire::table::Happening;
use std::time::Duration;
use tokio::time::Instant;

/// Whoever comes and goes again and again, or changes their name, is told of so often at most:
/// each time is told to everybody.
const PAUSE: Duration = Duration::from_secs(1);

/// What everybody is still to be told of who came and went.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Owed {
    what: Option<What>,
    /// When everybody was last told.
    told: Option<Instant>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum What {
    /// How many look on, which is little.
    Watchers,
    /// How things stand.
    State,
}

impl Owed {
    /// When everybody is to be told, if there is something to tell.
    pub(super) fn due(&self) -> Option<Instant> {
        self.what?;
        Some(self.told.map_or_else(Instant::now, |told| told + PAUSE))
    }
}

impl Keeper {
    /// Who is here has changed.
    pub(super) fn attend(&mut self) {
        if let Some(what) = self.mark_presence() {
            self.owe(what);
        }
        self.maybe_sleep();
        self.arrange_effects();
    }

    /// Somebody comes; it is the others who hear of it.
    pub(super) fn attend_with(&mut self, newcomer: Watcher) {
        let connection = newcomer.connection;
        self.watchers.push(newcomer);
        let changed = self.mark_presence();
        // Until the newcomer has the table, nothing is told to them.
        let there = self.watchers.iter().position(|watcher| watcher.connection == connection);
        let newcomer = there.map(|place| self.watchers.remove(place));
        if let Some(what) = changed {
            self.owe(what);
        }
        self.arrange_effects();
        self.watchers.extend(newcomer);
    }

    /// Something is to be told that is the same for everybody if it is told a little later.
    pub(super) fn owe_state(&mut self) {
        self.owe(What::State);
    }

    fn owe(&mut self, what: What) {
        self.owed.what = self.owed.what.max(Some(what));
        if self.owed.due().is_some_and(|due| due <= Instant::now()) {
            self.pay();
        }
    }

    /// Tells what is owed.
    pub(super) fn pay(&mut self) {
        match self.owed.what {
            None => return,
            Some(What::State) => self.tell(&Happening::Other),
            Some(What::Watchers) => {
                let text = push::watchers(self.table.id(), self.presence.watchers);
                for watcher in &self.watchers {
                    watcher.outbox.push(text.clone());
                }
            }
        }
        self.owed = Owed { what: None, told: Some(Instant::now()) };
    }

    /// Notes who is here; gives what others see of it, if they do.
    pub(super) fn mark_presence(&mut self) -> Option<What> {
        let (now, before) = (self.app.clock.now(), self.presence);
        let seats = self.table.seats();
        for side in Side::BOTH {
            let guest = guest_on(seats[side]);
            let here = guest.is_some_and(|guest| {
                self.has_page_here(guest)
                    || self.elsewhere.values().any(|(there, _)| there.players.contains(&guest))
            });
            // While it cannot be known, nobody's absence grows.
            let unsure = guest.is_some() && self.is_unsure();
            let since = &mut self.presence.away_since[side];
            *since = match *since {
                _ if here => None,
                None if unsure => None,
                Some(_) if unsure => Some(now),
                before => Some(before.unwrap_or(now)),
            };
        }
        let plays = |guest| self.table.sides_of(guest).next().is_some();
        let looks_on = |there: &&Watcher| !there.guest.is_some_and(plays);
        let others: u32 = self.elsewhere.values().map(|(there, _)| there.watchers).sum();
        self.presence.watchers = self.watchers.iter().filter(looks_on).count() as u32 + others;
        self.tell_who_is_here();
        if before.away_since != self.presence.away_since {
            Some(What::State)
        } else {
            (before.watchers != self.presence.watchers).then_some(What::Watchers)
        }
    }

    /// Looks at the table; at a long one elsewhere, where nobody waits behind it.
    pub(super) async fn see<T: Send + 'static>(
        &self,
        look: impl FnOnce(&TableSnapshot<'_>) -> T + Send + 'static,
    ) -> T {
        if self.table.ply() <= LONG {
            return self.snapshot(look);
        }
        let (table, presence, names) = (self.table.clone(), self.presence, self.names.clone());
        let now = self.now_there();
        let work = move || {
            let names = |guest| names.get(&guest).cloned().unwrap_or_default();
            look(&TableSnapshot { table: &table, presence: &presence, now, names: &names })
        };
        self.app.work.aside(work).await
    }

    fn snapshot<T>(&self, look: impl FnOnce(&TableSnapshot<'_>) -> T) -> T {
        let names = |guest| self.names.get(&guest).cloned().unwrap_or_default();
        let now = self.now_there();
        look(&TableSnapshot { table: &self.table, presence: &self.presence, now, names: &names })
    }

    /// Tells everybody what happened and how things stand. Each way to look at the table is put
    /// into words once, however many share it.
    pub(super) fn tell(&mut self, happening: &Happening) {
        // How things stand says all that is owed.
        self.owed.what = None;
        if self.watchers.is_empty() {
            return;
        }
        self.snapshot(|snapshot| {
            let happened = push::happened(snapshot.table.id(), happening);
            let mut texts: Vec<(Viewpoint, _)> = Vec::with_capacity(3);
            for watcher in &self.watchers {
                let viewpoint = Viewpoint::of(snapshot.table, watcher.guest);
                let known = texts.iter().find(|(known, _)| *known == viewpoint);
                let text = match known {
                    Some((_, text)) => text,
                    None => {
                        let (guest, presence) = (watcher.guest, snapshot.presence);
                        let state =
                            snapshot.table.state(guest, presence, snapshot.now, snapshot.names);
                        texts.push((viewpoint, push::with_state(&happened, &state)));
                        &texts[texts.len() - 1].1
                    }
                };
                watcher.outbox.push(text.clone());
            }
        });
    }
}
