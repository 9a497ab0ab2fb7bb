//! A request is decided, and what it makes happen is written before anybody hears of it.

use super::super::{guest_to_move, opening_changes, summary};
use super::Keeper;
use super::delays::Received;
use super::disk::Outcome;
use crate::error::ApiError;
use crate::store::writer::{StoreChange, Summary};
use crate::token;
use galet_table::{Event, EventKind, Request, RequestContext, Table};
use galet_wire::table::Happening;
use std::sync::Arc;

/// What other nodes overtake is decided anew so often at most.
pub(super) const DECISIONS: usize = 5;

impl Keeper {
    /// A request of a person.
    pub(super) async fn decide(&mut self, received: Received<'_>) -> Result<(), Outcome> {
        if self.app.store.health.is_failing() {
            // The time until it works again is an outage, which must be known before the move.
            let attempt = StoreChange::Heartbeat;
            let works = self.app.store.writer.write(vec![attempt]).await;
            works.map_err(|error| Outcome::Refused(error.into()))?;
        }
        self.wake_for(Some(received.who)).await?;
        let mut decided = self.decide_awake(received).await;
        for _ in 1..DECISIONS {
            if !matches!(decided, Err(Outcome::Overtaken)) {
                break;
            }
            decided = self.decide_awake(received).await;
        }
        if self.maybe_sleep() {
            self.arrange_effects();
        }
        decided
    }

    async fn decide_awake(&mut self, received: Received<'_>) -> Result<(), Outcome> {
        let Received { who, request, .. } = received;
        self.catch_up().await?;
        self.arrive(Some(who)).await?;
        let mut now = self.now_caught_up().await?;
        let mut events = self.delays(Some(received), now);
        // A flag that has fallen comes first, but not for what is no fault of the player's.
        if self.table_after(&events).tick(now).is_some() {
            self.happen_together(&events).await?;
            if self.let_flag_fall().await? {
                self.arrange_effects();
            }
            now = self.now_caught_up().await?;
            events = self.delays(Some(received), now);
        }
        // No move makes a rematch, and chance costs a call to the system.
        let fresh = match request {
            Request::Move { .. } => String::new(),
            Request::Act { .. } => token::name_like(self.table.id()),
        };
        let around = RequestContext { now, presence: &self.presence, fresh: &fresh };
        let asked = self.table_after(&events).ask(who, request, &around);
        match asked {
            Ok(event) => events.push(event),
            // By what this node knows; another may have told it something that was lost on the way.
            Err(_) if self.learns_more().await.map_err(Outcome::Failed)? => {
                return Err(Outcome::Overtaken);
            }
            Err(refused) => {
                return Err(Outcome::Refused(ApiError::unprocessable((&refused).into())));
            }
        }
        self.happen_together(&events).await?;
        self.arrange_effects();
        Ok(())
    }

    /// Lets an event happen: see [`Keeper::happen_together`].
    pub(super) async fn happen(&mut self, event: &Event) -> Result<(), Outcome> {
        self.happen_together(std::slice::from_ref(event)).await
    }

    /// Lets events happen, makes them durable in one commit, then tells everybody of the last; those before it are
    /// about clocks alone. Nobody sees the table in between: this task alone has it, and if the disk fails it goes
    /// back to what is there. What is refused has not happened.
    pub(super) async fn happen_together(&mut self, events: &[Event]) -> Result<(), Outcome> {
        let Some(event) = events.last() else { return Ok(()) };
        let (waited, was_over) = (guest_to_move(&self.table), self.table.is_over());
        // Among several nodes it may have to go back to what it was: the store may be away, or ahead.
        let before = self.app.nodes.shared().then(|| self.table.clone());
        let after = Arc::make_mut(&mut self.table);
        let mut happening = Happening::Other;
        let mut changes = Vec::with_capacity(events.len() + 1);
        for event in events {
            happening = after.apply(event).map_err(|misfit| {
                tracing::error!(table = after.id(), %misfit, "an event does not fit its table");
                Outcome::Failed(ApiError::storage())
            })?;
            let (table, seq, body) = (after.id().to_owned(), after.seq(), event.to_json());
            changes.push(StoreChange::Event { table, seq, body });
        }
        let goes_on = !after.is_over() && !matches!(event.kind, EventKind::Seated { .. });
        let summary = Summary { goes_on, ..summary(after) };
        changes.push(StoreChange::Summary(Box::new(summary)));
        let rematch = match &event.kind {
            EventKind::RematchMade { table } => {
                let opening = after.rematch_opening(token::number() as u64, event.at);
                let rematch = Table::replay(table, [&opening]).map_err(|error| {
                    tracing::error!(%error, "a rematch cannot begin");
                    Outcome::Failed(ApiError::storage())
                })?;
                changes.extend(opening_changes(&rematch, &opening));
                Some(rematch)
            }
            _ => None,
        };
        match self.app.store.writer.write(changes).await {
            Ok(_) => self.written(events),
            Err(error) => return self.undo(before, error).await,
        }
        if self.table.is_over() && !was_over {
            let (game, plies) = (self.table.game(), self.table.ply());
            tracing::info!(game, plies, "a game is finished");
        }
        if matches!(happening, Happening::Moved { .. }) {
            self.app.metrics.moves.add(1);
        }
        if let EventKind::Seated { side, .. } = event.kind {
            self.learn_name(side).await.map_err(Outcome::Failed)?;
            self.mark_presence();
        }
        self.tell(&happening);
        self.note_shown(event);
        self.app.turn_passed(waited, guest_to_move(&self.table));
        if let Some(rematch) = rematch {
            self.app.turn_passed(None, guest_to_move(&rematch));
            self.see_to(rematch.id());
        }
        Ok(())
    }
}
