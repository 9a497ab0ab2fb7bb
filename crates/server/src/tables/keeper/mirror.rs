//! A table that a browser keeps: it adds events of the browser's own, and does nothing by itself
//! while the browser does.
//!
//! It sleeps until somebody who plays there watches over a WebSocket: a browser that cannot keep it
//! itself. Then it plays on as any other table, and falls asleep again when they leave. For
//! the clocks sleep is an outage.

use super::super::mirror::check::{SentEvents, follow};
use super::decide::DECISIONS;
use super::disk::Outcome;
use super::{Keeper, LONG, guest_to_move, summary};
use crate::error::ApiError;
use crate::store::writer::{StoreChange, Summary};
use crate::token;
use galet_table::{Event, EventKind, GuestId, Moment, Table};
use galet_wire::table::Happening;
use std::sync::Arc;

impl Keeper {
    /// Whether a browser keeps this table.
    fn is_mirrored(&self) -> bool {
        token::is_mirrored_name(self.table.id())
    }

    /// Whether somebody who plays here watches.
    fn is_attended(&self) -> bool {
        let plays = |guest| self.table.sides_of(guest).next().is_some();
        self.watchers.iter().any(|there| there.guest.is_some_and(plays))
    }

    /// Since when the table sleeps, as it is loaded.
    pub(super) fn sleep_of(table: &Table) -> Option<Moment> {
        token::is_mirrored_name(table.id()).then(|| table.last_at())
    }

    /// Falls asleep when nobody who plays here is left; whether it does.
    pub(in super::super) fn maybe_sleep(&mut self) -> bool {
        let tired = self.is_mirrored() && self.asleep_since.is_none() && !self.is_attended();
        if tired {
            self.asleep_since = Some(self.app.clock.now());
        }
        tired
    }

    /// Wakes up for somebody who plays here: clocks leave out the time until now.
    pub(super) async fn wake_for(&mut self, guest: Option<GuestId>) -> Result<(), Outcome> {
        let plays = guest.is_some_and(|guest| self.table.sides_of(guest).next().is_some());
        let Some(since) = self.asleep_since.filter(|_| plays) else { return Ok(()) };
        // Whatever outages there were lie in this time.
        let known = self.known_outages();
        if let Some(event) = self.table.interrupted(since, self.app.clock.now()) {
            self.happen(&event).await?;
        }
        self.caught_up = Some(known);
        self.asleep_since = None;
        Ok(())
    }

    /// The time as it is for the table.
    pub(in super::super) fn now_there(&self) -> Moment {
        self.asleep_since.unwrap_or_else(|| self.app.clock.now())
    }

    /// Adds what a browser sends; those events that are there already must be the same. Gives how
    /// many there are then.
    pub(super) async fn mirror(&mut self, who: GuestId, sent: &SentEvents) -> Result<u32, Outcome> {
        for _ in 1..DECISIONS {
            match self.mirror_once(who, sent).await {
                Err(Outcome::Overtaken) => {}
                other => return other,
            }
        }
        self.mirror_once(who, sent).await
    }

    async fn mirror_once(&mut self, who: GuestId, sent: &SentEvents) -> Result<u32, Outcome> {
        // Who does not play here learns nothing, not even that there is such a table.
        if self.table.sides_of(who).next().is_none() {
            return Err(Outcome::Refused(ApiError::no_such_table()));
        }
        let (mut events, seq) = (sent.of(who), self.table.seq());
        if sent.from > seq + 1 {
            return Err(Outcome::Refused(ApiError::missing_events(seq)));
        }
        if sent.from <= seq {
            let (id, many) = (self.table.id(), events.len() as u32);
            let known = self.app.store.events_from(id, sent.from, many).await;
            let known = known.map_err(|error| Outcome::Refused(error.into()))?;
            for ((number, text), event) in (sent.from..).zip(&known).zip(&events) {
                if Event::from_json(text).ok().as_ref() != Some(event) {
                    return Err(Outcome::Refused(ApiError::other_events(number)));
                }
            }
            events.drain(..known.len().min(events.len()));
        }
        if !events.is_empty() {
            self.add(events).await?;
        }
        Ok(self.table.seq())
    }

    /// Adds events, all or none.
    async fn add(&mut self, events: Vec<Event>) -> Result<(), Outcome> {
        let (waited, was_over) = (guest_to_move(&self.table), self.table.is_over());
        let now = self.app.clock.now();
        // On a copy: this one stays as it is if an event does not fit.
        let before = self.table.clone();
        let many = self.table.ply() as usize + events.len() > LONG as usize;
        let attempt = move || {
            let mut after = Table::clone(&before);
            follow(&mut after, &events, now).map(|()| (after, events))
        };
        let tried = if many { self.app.work.aside(attempt).await } else { attempt() };
        let (after, events) = tried.map_err(Outcome::Refused)?;
        let mut changes: Vec<_> = (self.table.seq() + 1..)
            .zip(&events)
            .map(|(seq, event)| StoreChange::Event {
                table: after.id().to_owned(),
                seq,
                body: event.to_json(),
            })
            .collect();
        let summary = Summary { goes_on: !after.is_over(), ..summary(&after) };
        changes.push(StoreChange::Summary(Box::new(summary)));
        if let Err(error) = self.app.store.writer.write(changes).await {
            let before = self.app.nodes.shared().then(|| self.table.clone());
            self.undo(before, error).await?;
        }
        let moves = events.iter().filter(|e| matches!(e.kind, EventKind::Moved { .. })).count();
        self.app.metrics.moves.add(moves as u64);
        if after.is_over() && !was_over {
            tracing::info!(game = after.game(), plies = after.ply(), "a game is finished");
        }
        // Of one event everybody is told what happened; of more, that they have missed something.
        let happening = match &events[..] {
            [event] if !self.watchers.is_empty() => {
                Arc::make_mut(&mut self.table).apply(event).ok()
            }
            _ => None,
        };
        self.table = Arc::new(after);
        self.tell_others(None);
        self.tell(&happening.unwrap_or(Happening::Other));
        self.app.turn_passed(waited, guest_to_move(&self.table));
        self.arrange_effects();
        Ok(())
    }
}
