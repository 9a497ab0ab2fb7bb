//! The task that keeps one table: it takes wishes one after the other, writes what happens, and
//! only then lets it happen and tells everybody.

use super::push::{self, Viewpoint};
use super::thinking::Thinking;
use super::{SOON, TableSnapshot, guest_on, guest_to_move, opening_changes, summary};
use crate::App;
use crate::error::ApiError;
use crate::metrics::OneMore;
use crate::socket::outbox::Outbox;
use crate::store::writer::StoreChange;
use crate::token;
use galet_core::Side;
use galet_table::{
    Effects, Event, EventKind, GuestId, Moment, Presence, Request, RequestContext, Table, Ticket,
};
use galet_wire::table::{Happening, TableView};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// What is wanted of a table.
pub(crate) enum KeeperMessage {
    /// To see it and to hear of everything.
    Watch { watcher: Watcher, reply: oneshot::Sender<Box<TableView>> },
    /// To hear no more.
    Leave { connection: u64 },
    /// A move or an act.
    Ask { who: GuestId, request: Request, reply: oneshot::Sender<Result<(), ApiError>> },
    /// To look at it.
    Look(Box<dyn FnOnce(&TableSnapshot<'_>) + Send>),
    /// The computer has chosen.
    Chosen { ticket: Ticket, text: Option<String> },
    /// A guest has another name.
    Renamed { guest: GuestId, name: String },
    /// Somebody who watches is a guest from now on.
    Became { connection: u64, guest: GuestId },
    /// The table is to be deleted: it leaves memory at once, and whoever watches is cut off.
    Dismiss,
}

/// Somebody who hears of everything that happens at a table.
#[derive(Clone, Debug)]
pub(crate) struct Watcher {
    pub(crate) connection: u64,
    /// Who it is; `None` for somebody who is no guest.
    pub(crate) guest: Option<GuestId>,
    pub(crate) outbox: Outbox,
}

/// More wishes than this wait outside.
const INBOX: usize = 64;
/// A table that nobody looks at stays in memory for so many milliseconds.
const IDLE: u64 = 60_000;
/// The milliseconds after which a table without a deadline looks whether it is idle.
const GLANCE: u64 = 10_000;

pub(super) struct Keeper {
    app: Arc<App>,
    table: Table,
    inbox: mpsc::Receiver<KeeperMessage>,
    /// For those who work for this table.
    own: mpsc::WeakSender<KeeperMessage>,
    watchers: Vec<Watcher>,
    presence: Presence,
    names: HashMap<GuestId, String>,
    effects: Effects,
    thinking: Option<Thinking>,
    /// When somebody last wanted something here.
    touched: Moment,
    /// Counts the tables in memory.
    _live: OneMore,
}

impl Keeper {
    /// Brings a table into memory and starts its task.
    pub(super) async fn load(
        app: &Arc<App>,
        id: &str,
    ) -> Result<mpsc::Sender<KeeperMessage>, ApiError> {
        let texts = app.store.events(id).await?;
        if texts.is_empty() {
            return Err(ApiError::no_such_table());
        }
        let broken = |error: &dyn std::fmt::Display| {
            tracing::error!(table = id, %error, "a stored table cannot be read");
            ApiError::storage()
        };
        let events: Result<Vec<_>, _> = texts.iter().map(|text| Event::from_json(text)).collect();
        let events = events.map_err(|error| broken(&error))?;
        let table = Table::replay(id, &events).map_err(|error| broken(&error))?;
        let (sender, inbox) = mpsc::channel(INBOX);
        let now = app.clock.now();
        let mut keeper = Keeper {
            app: app.clone(),
            inbox,
            own: sender.downgrade(),
            watchers: Vec::new(),
            presence: Presence::default(),
            names: HashMap::new(),
            effects: Effects::default(),
            thinking: None,
            touched: now,
            _live: app.metrics.tables_live.one_more(),
            table,
        };
        for side in Side::BOTH {
            keeper.presence.away_since[side] = Some(now);
            keeper.learn_name(side).await?;
        }
        keeper.leave_out_outages().await?;
        app.metrics.tables_loaded.add(1);
        tokio::spawn(keeper.run());
        Ok(sender)
    }

    /// Clocks stood still while the server was down.
    async fn leave_out_outages(&mut self) -> Result<(), ApiError> {
        for (began, ended) in self.app.store.outages_since(self.table.last_at().0).await? {
            if let Some(event) = self.table.interrupted(Moment(began), Moment(ended)) {
                self.happen(&event).await?;
            }
        }
        Ok(())
    }

    async fn run(mut self) {
        self.arrange_effects();
        loop {
            let wake = self.next_wake();
            tokio::select! {
                message = self.inbox.recv() => match message {
                    Some(KeeperMessage::Dismiss) | None => break,
                    Some(message) => {
                        self.touched = self.app.clock.now();
                        if self.grant(message).await.is_err() { break }
                    }
                },
                () = self.app.clock.reaches(wake) => {
                    if self.on_time().await.is_err() { break }
                    if self.is_idle() && self.app.tables.forget(self.table.id(), &self.inbox) {
                        return;
                    }
                }
            }
        }
        // What is on disk may differ from what is here: the next visitor loads it anew.
        self.app.tables.lock().remove(self.table.id());
        for watcher in &self.watchers {
            watcher.outbox.cut();
        }
    }

    /// Does what is wanted. An error means that the disk failed.
    async fn grant(&mut self, message: KeeperMessage) -> Result<(), ApiError> {
        match message {
            KeeperMessage::Ask { who, request, reply } => {
                let (answer, result) = match self.decide(who, &request).await {
                    Ok(()) => (Ok(()), Ok(())),
                    Err(Outcome::Refused(error)) => (Err(error), Ok(())),
                    Err(Outcome::Failed(error)) => (Err(error.clone()), Err(error)),
                };
                let _ = reply.send(answer);
                return result;
            }
            KeeperMessage::Watch { watcher, reply } => {
                let guest = watcher.guest;
                self.watchers.retain(|there| there.connection != watcher.connection);
                // Who comes gets the whole table, the others hear of the newcomer.
                self.attend_without(&watcher);
                self.watchers.push(watcher);
                let view = self.snapshot(|l| l.table.view(guest, l.presence, l.now, l.names));
                let _ = reply.send(Box::new(view));
            }
            KeeperMessage::Leave { connection } => {
                self.watchers.retain(|there| there.connection != connection);
                self.attend();
            }
            KeeperMessage::Look(look) => self.snapshot(|snapshot| look(snapshot)),
            KeeperMessage::Chosen { ticket, text } => {
                self.thinking = None;
                let now = self.app.clock.now();
                let event = text.map(|text| self.table.answer(ticket, &text, now));
                match event {
                    Some(Ok(event)) => {
                        self.app.metrics.computer_moves.add(1);
                        self.happen(&event).await?;
                    }
                    Some(Err(dropped)) => tracing::debug!(%dropped, "a computer move is dropped"),
                    // Cut short: it is asked again below if it is still its turn.
                    None => {}
                }
                self.arrange_effects();
            }
            KeeperMessage::Renamed { guest, name } => {
                if let Some(known) = self.names.get_mut(&guest) {
                    *known = name;
                    self.tell(&Happening::Other);
                }
            }
            KeeperMessage::Became { connection, guest } => {
                let there = self.watchers.iter_mut().find(|there| there.connection == connection);
                if let Some(watcher) = there {
                    watcher.guest = Some(guest);
                    self.attend();
                }
            }
            // Dealt with before this.
            KeeperMessage::Dismiss => {}
        }
        Ok(())
    }

    /// A request of a person.
    async fn decide(&mut self, who: GuestId, request: &Request) -> Result<(), Outcome> {
        let now = self.app.clock.now();
        // A flag that has fallen comes first.
        if let Some(event) = self.table.tick(now) {
            self.happen(&event).await.map_err(Outcome::Failed)?;
            self.arrange_effects();
        }
        let fresh = token::table_name();
        let around = RequestContext { now, presence: &self.presence, fresh: &fresh };
        let event = self.table.ask(who, request, &around);
        let event = event
            .map_err(|refused| Outcome::Refused(ApiError::unprocessable((&refused).into())))?;
        self.happen(&event).await.map_err(Outcome::Failed)?;
        self.arrange_effects();
        Ok(())
    }

    /// Makes an event durable, then lets it happen, then tells everybody.
    async fn happen(&mut self, event: &Event) -> Result<(), ApiError> {
        let mut after = self.table.clone();
        let happening = after.apply(event).map_err(|misfit| {
            tracing::error!(table = after.id(), %misfit, "an event does not fit its table");
            ApiError::storage()
        })?;
        let mut changes = vec![
            StoreChange::Event {
                table: after.id().to_owned(),
                seq: after.seq(),
                body: event.to_json(),
            },
            StoreChange::Summary(Box::new(summary(&after))),
        ];
        let rematch = match &event.kind {
            EventKind::RematchMade { table } => {
                let opening = after.rematch_opening(token::number() as u64, event.at);
                let rematch = Table::replay(table, [&opening]).map_err(|error| {
                    tracing::error!(%error, "a rematch cannot begin");
                    ApiError::storage()
                })?;
                changes.extend(opening_changes(&rematch, &opening));
                Some(rematch)
            }
            _ => None,
        };
        self.app.store.writer.write(changes).await?;
        let before = std::mem::replace(&mut self.table, after);
        if self.table.is_over() && !before.is_over() {
            tracing::info!(
                game = self.table.game(),
                plies = self.table.ply(),
                "a game is finished"
            );
        }
        if matches!(happening, Happening::Moved { .. }) {
            self.app.metrics.moves.add(1);
        }
        if let EventKind::Seated { side, .. } = event.kind {
            self.learn_name(side).await?;
            self.mark_presence();
        }
        self.tell(&happening);
        self.app.people.turn_passed(guest_to_move(&before), guest_to_move(&self.table));
        if let Some(rematch) = rematch {
            self.app.people.turn_passed(None, guest_to_move(&rematch));
        }
        Ok(())
    }

    /// What is due by the clock.
    async fn on_time(&mut self) -> Result<(), ApiError> {
        let now = self.app.clock.now();
        if let Some(event) = self.table.tick(now) {
            self.happen(&event).await?;
            self.arrange_effects();
        } else if self.effects.claim_at.is_some_and(|at| at <= now) {
            // From now on the game may be claimed: everybody sees it.
            self.tell(&Happening::Other);
            self.arrange_effects();
        }
        Ok(())
    }

    fn next_wake(&self) -> Moment {
        let due = [self.effects.flag_at, self.effects.claim_at].into_iter().flatten().min();
        let glance = self.app.clock.now().plus(GLANCE);
        due.map_or(glance, |at| at.min(glance))
    }

    fn is_idle(&self) -> bool {
        let now = self.app.clock.now();
        self.watchers.is_empty()
            && self.thinking.is_none()
            && now.since(self.touched) >= IDLE
            && self.effects.flag_at.is_none_or(|at| at > now.plus(2 * SOON))
    }

    /// Starts and cancels what the table wants done by itself.
    fn arrange_effects(&mut self) {
        let now = self.app.clock.now();
        self.effects = self.table.effects(&self.presence, now);
        let wanted = self.effects.think.map(|think| think.ticket);
        if self.thinking.as_ref().map(|thinking| thinking.ticket) == wanted {
            return;
        }
        // Dropping what is no longer wanted cancels it.
        self.thinking = match (self.effects.think, self.own.upgrade()) {
            (Some(think), Some(own)) => Thinking::begin(&self.app, &self.table, &think, own),
            _ => None,
        };
    }

    /// Who is here has changed.
    fn attend(&mut self) {
        self.mark_presence();
        self.tell(&Happening::Other);
        self.arrange_effects();
    }

    /// Somebody comes: the others hear of it.
    fn attend_without(&mut self, newcomer: &Watcher) {
        self.watchers.push(newcomer.clone());
        self.mark_presence();
        self.watchers.pop();
        self.tell(&Happening::Other);
        self.arrange_effects();
    }

    fn mark_presence(&mut self) {
        let now = self.app.clock.now();
        let seats = self.table.seats();
        for side in Side::BOTH {
            let guest = guest_on(seats[side]);
            let here = guest.is_some() && self.watchers.iter().any(|there| there.guest == guest);
            let since = &mut self.presence.away_since[side];
            *since = if here { None } else { Some(since.unwrap_or(now)) };
        }
        let plays = |guest| self.table.sides_of(guest).next().is_some();
        let looks_on = |there: &&Watcher| !there.guest.is_some_and(plays);
        self.presence.watchers = self.watchers.iter().filter(looks_on).count() as u32;
    }

    async fn learn_name(&mut self, side: Side) -> Result<(), ApiError> {
        if let Some(guest) = guest_on(self.table.seats()[side]) {
            let name = self.app.store.guest_name(guest).await?;
            self.names.insert(guest, name);
        }
        Ok(())
    }

    fn snapshot<T>(&self, look: impl FnOnce(&TableSnapshot<'_>) -> T) -> T {
        let names = |guest| self.names.get(&guest).cloned().unwrap_or_default();
        let now = self.app.clock.now();
        look(&TableSnapshot { table: &self.table, presence: &self.presence, now, names: &names })
    }

    /// Tells everybody what happened and how things stand. Each way to look at the table is put
    /// into words once, however many share it.
    fn tell(&self, happening: &Happening) {
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

/// Why a request was not carried out.
enum Outcome {
    /// The table refuses it.
    Refused(ApiError),
    /// The disk failed.
    Failed(ApiError),
}
