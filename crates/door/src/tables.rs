//! Keeping tables: what happens there is written before anybody hears of it.

use crate::out::Hindrance;
use crate::words::damaged_table;
use crate::{Door, ME, is_local_name};
use galet_core::Side;
use galet_table::{
    Event, EventKind, GuestId, Moment, Presence, Request, RequestContext, Seat, Table, Ticket,
};
use galet_wire::door::StoredCard;
use galet_wire::refusal::Refusal;
use galet_wire::socket::Message;
use galet_wire::table::Happening;

/// What is known of a table that was asked for.
pub(crate) enum Slot {
    /// It is here.
    Kept(Box<Kept>),
    /// It is not in storage. Said once: another page may open it meanwhile.
    Missing,
    /// Its events make no game. Said once, too.
    Damaged,
}

/// A table in memory.
pub(crate) struct Kept {
    pub(crate) table: Table,
    /// Its events as they are stored.
    pub(crate) events: Vec<String>,
    /// Whether a page here hears of everything.
    pub(crate) watched: bool,
    pub(crate) presence: Presence,
    /// The position that a thinker is at, and its errand.
    pub(crate) thinking: Option<(Ticket, u32)>,
    /// The position for which the computer finds no move.
    pub(crate) lost: Option<Ticket>,
    /// Since when no page has kept its clocks; they stand still.
    pub(crate) asleep: Option<Moment>,
    /// The number of the event that ended their last sleep, and since when it was.
    pub(crate) slept: Option<(u32, Moment)>,
    /// Until then it does nothing by itself: storage has just failed.
    pub(crate) rests_until: Moment,
    /// When it was last looked at.
    pub(crate) looked: u64,
}

/// So many tables stay in memory without anybody who watches them.
const MOST_UNWATCHED: usize = 32;

impl Kept {
    pub(crate) fn new(table: Table, events: Vec<String>, now: Moment) -> Kept {
        let mut presence = Presence::default();
        for side in Side::BOTH {
            presence.away_since[side] = guest_on(table.seats()[side]).map(|_| now);
        }
        Kept {
            table,
            events,
            watched: false,
            presence,
            thinking: None,
            lost: None,
            asleep: None,
            slept: None,
            rests_until: Moment::default(),
            looked: 0,
        }
    }

    /// Notes whether the person here is at the table.
    pub(crate) fn attend(&mut self, watched: bool, now: Moment) {
        self.watched = watched;
        for side in Side::BOTH {
            if guest_on(self.table.seats()[side]).is_some() {
                let since = &mut self.presence.away_since[side];
                *since = if watched { None } else { Some(since.unwrap_or(now)) };
            }
        }
    }

    /// The moment that its clocks show.
    pub(crate) fn shown_at(&self, now: Moment) -> Moment {
        self.asleep.unwrap_or(now)
    }

    /// When it wants to be woken.
    fn wake(&self, now: Moment) -> Option<Moment> {
        if now < self.rests_until {
            return Some(self.rests_until);
        }
        if self.asleep.is_some() {
            return None;
        }
        let effects = self.table.effects(&self.presence, now);
        [effects.flag_at, effects.claim_at].into_iter().flatten().min()
    }
}

impl Door {
    /// A table, loaded first where it must be.
    pub(crate) fn kept(&mut self, id: &str) -> Result<&mut Kept, Hindrance> {
        if !is_local_name(id) {
            return Err(Refusal::no_such_table().into());
        }
        let refusal = match self.tables.get(id) {
            Some(Slot::Kept(_)) => {
                self.looks += 1;
                let looks = self.looks;
                let Some(Slot::Kept(kept)) = self.tables.get_mut(id) else {
                    return Err(Refusal::no_such_table().into());
                };
                kept.looked = looks;
                return Ok(kept);
            }
            Some(Slot::Missing) => Refusal::no_such_table(),
            Some(Slot::Damaged) => damaged_table(),
            None => return Err(Hindrance::Fetch(id.to_owned())),
        };
        self.tables.remove(id);
        Err(refusal.into())
    }

    /// The same where it is known to be here.
    pub(crate) fn here(&mut self, id: &str) -> Option<&mut Kept> {
        match self.tables.get_mut(id) {
            Some(Slot::Kept(kept)) => Some(kept),
            _ => None,
        }
    }

    /// The name that a guest chose.
    pub(crate) fn names(&self) -> impl Fn(GuestId) -> String + use<> {
        let name = self.name.clone();
        move |guest| if guest == ME { name.clone() } else { String::new() }
    }

    /// A request of the person here.
    pub(crate) fn ask(&mut self, id: &str, request: &Request) -> Result<(), Hindrance> {
        self.kept(id)?;
        self.rouse(id)?;
        let now = self.now();
        self.fall(id, now)?;
        let fresh = match request {
            Request::Move { .. } => String::new(),
            Request::Act { .. } => self.fresh_name(),
        };
        let kept = self.kept(id)?;
        let around = RequestContext { now, presence: &kept.presence, fresh: &fresh };
        let asked = kept.table.ask(ME, request, &around);
        let event = asked.map_err(|refused| Refusal::unprocessable((&refused).into()))?;
        self.happen(id, &event)?;
        self.arrange(id);
        Ok(())
    }

    /// Clocks that stood still go on.
    pub(crate) fn rouse(&mut self, id: &str) -> Result<(), Hindrance> {
        let now = self.now();
        let kept = self.kept(id)?;
        let Some(since) = kept.asleep.take() else { return Ok(()) };
        let Some(event) = kept.table.interrupted(since, now) else { return Ok(()) };
        kept.slept = Some((kept.table.seq() + 1, since));
        self.happen(id, &event)
    }

    /// Lets a flag fall, if it is time for it. Whether it was.
    pub(crate) fn fall(&mut self, id: &str, now: Moment) -> Result<bool, Hindrance> {
        let Some(event) = self.kept(id)?.table.tick(now) else { return Ok(false) };
        self.happen(id, &event)?;
        self.arrange(id);
        Ok(true)
    }

    /// Lets an event happen, has it written, and says so once it is.
    pub(crate) fn happen(&mut self, id: &str, event: &Event) -> Result<(), Hindrance> {
        let kept = self.kept(id)?;
        // An event that was asked for fits: if not, what is here is not to be trusted.
        let Ok(happening) = kept.table.apply(event) else {
            self.tables.remove(id);
            return Err(damaged_table().into());
        };
        let text = event.to_json();
        kept.events.push(text.clone());
        let (seq, watched) = (kept.table.seq(), kept.watched);
        let card = self.card(id);
        self.out.write(seq, &[text], card);
        if let EventKind::RematchMade { table } = &event.kind {
            self.begin_rematch(id, table, event.at)?;
        }
        if watched {
            self.tell(id, happening);
        }
        self.tell_turns();
        Ok(())
    }

    fn begin_rematch(&mut self, id: &str, next: &str, at: Moment) -> Result<(), Hindrance> {
        let seed = self.seed();
        let opening = self.kept(id)?.table.rematch_opening(seed, at);
        let Ok(table) = Table::replay(next, [&opening]) else {
            return Err(damaged_table().into());
        };
        self.keep_new(table, &opening);
        Ok(())
    }

    /// Keeps a table that has just been opened.
    pub(crate) fn keep_new(&mut self, table: Table, opening: &Event) {
        let (id, texts) = (table.id().to_owned(), vec![opening.to_json()]);
        let mut kept = Kept::new(table, texts.clone(), self.now());
        self.looks += 1;
        kept.looked = self.looks;
        self.tables.insert(id.clone(), Slot::Kept(Box::new(kept)));
        let card = self.card(&id);
        self.out.write(1, &texts, card);
    }

    /// Notes what lists know of a table that is here, and gives it.
    fn card(&mut self, id: &str) -> StoredCard {
        let names = self.names();
        let Some(kept) = self.here(id) else {
            unreachable!("it is asked for tables that are here")
        };
        let card = stored_card(&kept.table, &names);
        self.damaged.remove(id);
        self.cards.insert(id.to_owned(), card.clone());
        card
    }

    /// Notes what lists know of a table that is here.
    pub(crate) fn note(&mut self, id: &str) {
        self.card(id);
    }

    /// Tells who watches what happened and how things stand.
    pub(crate) fn tell(&mut self, id: &str, happening: Happening) {
        let (now, names) = (self.now(), self.names());
        let Some(kept) = self.here(id) else { return };
        let state = kept.table.state(Some(ME), &kept.presence, kept.shown_at(now), &names);
        self.out.say(Message::Happened { table: id.to_owned(), happening, state });
    }

    /// The names of the tables that are here, in order.
    pub(crate) fn names_here(&self) -> Vec<String> {
        let here = self.tables.iter().filter(|(_, slot)| matches!(slot, Slot::Kept(_)));
        let mut names: Vec<String> = here.map(|(id, _)| id.clone()).collect();
        names.sort_unstable();
        names
    }

    /// When something is due by the clock, if that has changed.
    pub(crate) fn tell_wake(&mut self) {
        let now = self.now();
        let due = self.tables.values().filter_map(|slot| match slot {
            Slot::Kept(kept) => kept.wake(now),
            Slot::Missing | Slot::Damaged => None,
        });
        let at = due.min().map(|moment| moment.0);
        if at != self.wake || self.woken {
            (self.wake, self.woken) = (at, false);
            self.out.at_once(galet_wire::door::Told::Wake { at });
        }
    }

    /// Lets tables go that nobody watches and whose clocks stand, those first that were looked at least lately.
    pub(crate) fn unload(&mut self) {
        let now = self.now();
        let mut idle: Vec<(u64, String)> = Vec::new();
        for (id, slot) in &self.tables {
            match slot {
                Slot::Kept(kept) if !kept.watched && kept.wake(now).is_none() => {
                    idle.push((kept.looked, id.clone()));
                }
                Slot::Kept(_) => {}
                Slot::Missing | Slot::Damaged => idle.push((self.looks, id.clone())),
            }
        }
        if idle.len() > MOST_UNWATCHED {
            idle.sort_unstable();
            for (_, id) in &idle[..idle.len() - MOST_UNWATCHED] {
                self.tables.remove(id);
            }
        }
    }
}

/// What lists know of a table.
pub(crate) fn stored_card(table: &Table, names: &dyn Fn(GuestId) -> String) -> StoredCard {
    StoredCard {
        card: table.card(ME, names),
        seq: table.seq(),
        level: table.computer_level(),
        over: table.is_over().then(|| table.ended_at().unwrap_or(table.last_at()).0),
    }
}

pub(crate) fn guest_on(seat: Seat) -> Option<GuestId> {
    match seat {
        Seat::Guest { guest } => Some(guest),
        Seat::Nobody | Seat::Computer { .. } => None,
    }
}
