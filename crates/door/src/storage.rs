//! What is in storage, and what is here of it.

use crate::effects::REST;
use crate::tables::{Kept, Slot, guest_on};
use crate::{Door, ME, is_local_name};
use galet_core::Side;
use galet_table::{Event, EventUnreadable, Moment, ReplayError, Seat, Table};
use galet_wire::door::StoredCard;
use galet_wire::guest_name;
use galet_wire::socket::Message;
use galet_wire::table::Happening;

impl Door {
    /// Learns what is in storage.
    pub(crate) fn know(&mut self, cards: &[StoredCard], name: Option<&str>) {
        for card in cards {
            let id = &card.card.table.id;
            if !is_local_name(id) {
                continue;
            }
            // Where another page has been faster, what is here is loaded anew when it is wanted.
            let stale =
                self.here(id).is_some_and(|kept| !kept.watched && kept.table.seq() != card.seq);
            if stale {
                self.tables.remove(id);
            }
            self.cards.insert(id.clone(), card.clone());
        }
        if let Some(name) = name {
            // It was taken before, by whoever keeps it.
            self.rename(guest_name::clean(name).unwrap_or_default());
        }
    }

    /// The person here has another name.
    pub(crate) fn rename(&mut self, name: String) {
        if std::mem::replace(&mut self.name, name) == self.name {
            return;
        }
        for id in self.names_here() {
            if self.here(&id).is_some_and(|kept| kept.watched) {
                self.tell(&id, Happening::Other);
            }
        }
    }

    /// Takes the events of a table as they are in storage.
    pub(crate) fn load(&mut self, id: &str, texts: &[String], awake: Option<Moment>) {
        if !is_local_name(id) {
            return;
        }
        let (now, before) = (self.now(), self.tables.remove(id));
        let before = match before {
            Some(Slot::Kept(kept)) => Some(kept),
            _ => None,
        };
        if let Some((_, errand)) = before.as_ref().and_then(|kept| kept.thinking) {
            self.drop_errand(errand);
        }
        if texts.is_empty() {
            self.cards.remove(id);
            self.damaged.remove(id);
            self.tables.insert(id.to_owned(), Slot::Missing);
            return;
        }
        let Ok((table, events)) = rebuild(id, texts) else {
            self.damaged.insert(id.to_owned());
            self.tables.insert(id.to_owned(), Slot::Damaged);
            return;
        };
        let mut kept = Kept::new(table, texts.to_vec(), now);
        // Of a table that nobody has kept here nobody has kept the clocks either: it came from another device, or from
        // a file.
        let awake = awake.or_else(|| before.is_none().then(|| kept.table.last_at()));
        kept.asleep = awake.filter(|&since| since < now);
        self.looks += 1;
        kept.looked = self.looks;
        let mut news = Vec::new();
        if let Some(before) = before {
            kept.presence = before.presence;
            kept.lost = before.lost;
            kept.watched = before.watched;
            // Less than was to be written: it could not be.
            if texts.len() < before.events.len() {
                kept.rests_until = now.plus(REST);
            }
            // The clocks' sleep is not stored yet, so it goes on.
            if let Some((seq, since)) = before.slept
                && texts.len() < seq as usize
            {
                kept.asleep = Some(since);
            }
            if kept.watched {
                news = happenings(id, &events, common(&before.events, texts));
            }
        }
        let wakes = kept.watched && now >= kept.rests_until;
        let watched = kept.watched;
        self.tables.insert(id.to_owned(), Slot::Kept(Box::new(kept)));
        self.note(id);
        for (table, happening) in news {
            self.tell_of(&table, happening);
        }
        if wakes {
            // What cannot be kept any longer is gone already.
            let _ = self.rouse(id);
        }
        if watched {
            self.arrange(id);
        }
    }

    /// Tells who watches of something that happened in another page.
    fn tell_of(&mut self, table: &Table, happening: Happening) {
        let (now, names) = (self.now(), self.names());
        let id = table.id().to_owned();
        let Some(kept) = self.here(&id) else { return };
        let state = table.state(Some(ME), &kept.presence, kept.shown_at(now), &names);
        self.out.say(Message::Happened { table: id, happening, state });
    }

    /// A table is gone from storage.
    pub(crate) fn forget(&mut self, id: &str) {
        if let Some(Slot::Kept(kept)) = self.tables.remove(id)
            && let Some((_, errand)) = kept.thinking
        {
            self.drop_errand(errand);
        }
        self.cards.remove(id);
        self.damaged.remove(id);
    }

    /// How many games wait for the person here, if that has changed.
    pub(crate) fn tell_turns(&mut self) {
        let turns = self.turns_now();
        if turns != self.turns {
            self.turns = turns;
            self.out.say(Message::Turns { turns });
        }
    }
}

/// Why events make no table of a browser.
#[derive(Debug)]
pub(crate) enum Damage {
    /// This event cannot be read.
    Unreadable(usize, EventUnreadable),
    /// An event does not fit those before it.
    Replay(ReplayError),
    /// Somebody plays who is not here.
    Stranger,
}

/// The table that events make, if it is one that a browser keeps by itself.
pub(crate) fn rebuild(id: &str, texts: &[String]) -> Result<(Table, Vec<Event>), Damage> {
    let mut events = Vec::with_capacity(texts.len());
    for (place, text) in texts.iter().enumerate() {
        events.push(Event::from_json(text).map_err(|error| Damage::Unreadable(place, error))?);
    }
    let table = Table::replay(id, &events).map_err(Damage::Replay)?;
    let seats = Side::BOTH.map(|side| table.seats()[side]);
    let ours = |seat: &Seat| match seat {
        Seat::Computer { .. } => true,
        seat => guest_on(*seat) == Some(ME),
    };
    let plays = seats.iter().any(|&seat| guest_on(seat).is_some());
    if plays && seats.iter().all(ours) { Ok((table, events)) } else { Err(Damage::Stranger) }
}

/// How many events two lists have in common at their beginning.
fn common(one: &[String], other: &[String]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// What happened after so many events, each with the table as it stood then. Something, if nothing did: whoever
/// watches sees what stands.
fn happenings(id: &str, events: &[Event], from: usize) -> Vec<(Table, Happening)> {
    let from = from.max(1);
    let Ok(mut table) = Table::replay(id, &events[..from.min(events.len())]) else {
        return Vec::new();
    };
    let mut news = Vec::new();
    for event in &events[from.min(events.len())..] {
        match table.apply(event) {
            Ok(happening) => news.push((table.clone(), happening)),
            Err(_) => break,
        }
    }
    if news.is_empty() {
        news.push((table, Happening::Other));
    }
    news
}
