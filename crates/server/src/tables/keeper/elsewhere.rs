//! The keeper and the other nodes, where the same table may be in memory, too.
//!
//! What happened at another node is heard, or read from the store when something was missed; the store's
//! numbers decide who was first. Who is here and who is there makes one presence.

use super::{GLANCE, Keeper, Standing, Watcher, guest_on};
use crate::bus::{Here, Letter, TableNews};
use crate::error::ApiError;
use crate::store::NodeId;
use crate::store::writer::StoreChange;
use crate::token;
use galet_core::Side;
use galet_table::{Event, EventKind, GuestId};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// What a node said of who looks at a table there is forgotten when it is silent for so long.
const SILENCE: Duration = Duration::from_millis(4 * GLANCE);
/// So long after a time in which news may have been lost, all other nodes have said who is there.
const ANSWERED: Duration = Duration::from_secs(2);
/// While nothing is heard of other nodes, a table that somebody looks at asks the store so often, in
/// milliseconds.
const DEAF_GLANCE: u64 = 1_000;
/// Whoever opens a page waits no longer for a store that does not answer.
const BRIEFLY: Duration = Duration::from_millis(500);

impl Keeper {
    /// Asks the other nodes who is there.
    pub(super) fn ask_others(&self) {
        let news = TableNews { seq: self.table.seq(), ask: true, ..TableNews::default() };
        self.app.bus.tell_table(self.table.id(), news);
    }

    /// Events are on disk: the other nodes hear of them, and what the table wants next is this one's business.
    pub(super) fn written(&mut self, events: &[Event]) {
        if self.wants_something() {
            self.app.nodes.takes_duty(self.table.id());
        } else {
            self.app.nodes.drops_duty(self.table.id());
        }
        // Whoever sits down is there: both are heard together.
        let here = self.here();
        let changed = self.app.nodes.shared() && here != self.told_here;
        if changed {
            self.told_here = here;
        }
        self.note_standing();
        let mut here = changed.then(|| self.told_here.clone());
        for (place, event) in (1..).zip(events) {
            let seq = self.table.seq() - events.len() as u32 + place;
            let (event, here) = (Some(event.to_json()), here.take());
            let news = TableNews { seq, event, here, ..TableNews::default() };
            self.app.bus.tell_table(self.table.id(), news);
        }
    }

    /// Whether the table will do something by itself.
    fn wants_something(&self) -> bool {
        let effects = self.table.effects(&self.presence, self.table.last_at());
        effects.think.is_some() || effects.flag_at.is_some()
    }

    /// Notes how the table stands, for whoever does not ask this task.
    pub(super) fn note_standing(&self) {
        let players = Side::BOTH.map(|side| guest_on(self.table.seats()[side]));
        let (seq, turn) = (self.table.seq(), self.table.turn_began());
        let standing = Standing { seq, players, turn };
        self.app.tables.standings().insert(self.table.id().to_owned(), standing);
    }

    /// Tells the other nodes how far the table has come.
    pub(super) fn tell_others(&self, event: Option<String>) {
        self.note_standing();
        let news = TableNews { seq: self.table.seq(), event, ..TableNews::default() };
        self.app.bus.tell_table(self.table.id(), news);
    }

    /// Who looks at the table at this node.
    fn here(&self) -> Here {
        let mut here = Here::default();
        // Also where the page is gone and this task, busy, has not heard of it yet.
        for watcher in self.watchers.iter().filter(|there| !there.outbox.is_closed()) {
            match watcher.guest.filter(|&guest| self.table.sides_of(guest).next().is_some()) {
                Some(player) if !here.players.contains(&player) => here.players.push(player),
                Some(_) => {}
                None => here.watchers += 1,
            }
        }
        here.players.sort_unstable();
        here
    }

    /// Tells the other nodes who is here, if they do not know it.
    pub(in super::super) fn tell_who_is_here(&mut self) {
        if !self.app.nodes.shared() {
            return;
        }
        let here = self.here();
        if here != self.told_here {
            self.told_here = here;
            self.answer_others();
        }
    }

    /// Somebody came here, which is written down, and has gone since: others hear of both, so that they write down where they
    /// are.
    pub(super) fn tell_who_came_and_went(&mut self, guest: Option<GuestId>) {
        let mut here = self.here();
        here.players.extend(guest.filter(|&guest| self.table.sides_of(guest).next().is_some()));
        let news = TableNews { seq: self.table.seq(), here: Some(here), ..TableNews::default() };
        self.app.bus.tell_table(self.table.id(), news);
        self.answer_others();
    }

    fn answer_others(&mut self) {
        // Who has left meanwhile is not named once more.
        self.told_here = self.here();
        let (seq, here) = (self.table.seq(), Some(self.told_here.clone()));
        let news = TableNews { seq, here, ..TableNews::default() };
        self.app.bus.tell_table(self.table.id(), news);
    }

    /// Hears news of another node.
    pub(super) async fn hear(&mut self, letter: Letter<TableNews>) -> Result<(), ApiError> {
        let Letter { from, news } = letter;
        if let Some(here) = news.here {
            self.note_there(from, here);
            self.keep_who_is_here(from).await;
        }
        match news.event {
            Some(event) if news.seq == self.table.seq() + 1 => self.follow(vec![event]).await?,
            _ if news.seq > self.table.seq() => self.look_elsewhere().await?,
            _ => {}
        }
        // Whoever asks, or has missed something, is told how things stand here.
        if news.ask || news.seq < self.table.seq() {
            self.answer_others();
        }
        Ok(())
    }

    /// Who looks at the table at another node has changed.
    fn note_there(&mut self, node: NodeId, here: Here) {
        for side in Side::BOTH {
            let guest = guest_on(self.table.seats()[side]);
            if guest.is_some_and(|guest| here.players.contains(&guest)) {
                self.nodes[side.index()] = Some(node);
            }
        }
        if here == Here::default() {
            self.elsewhere.remove(&node);
        } else {
            self.elsewhere.insert(node, (here, Instant::now()));
        }
        self.attend();
    }

    /// A guest has no page at another node any more: what that says of them here is old.
    pub(super) fn note_gone(&mut self, node: NodeId, guest: GuestId) {
        let Some((there, _)) = self.elsewhere.get_mut(&node) else { return };
        let before = there.players.len();
        there.players.retain(|player| *player != guest);
        if there.players.len() < before {
            self.attend();
            // This may have come later than the word that they are back.
            self.ask_others();
        }
    }

    /// Whether somebody has the table open at this node.
    pub(in super::super) fn has_page_here(&self, guest: GuestId) -> bool {
        let is_theirs = |there: &Watcher| there.guest == Some(guest) && !there.outbox.is_closed();
        self.watchers.iter().any(is_theirs)
    }

    /// Pages that are gone look on no more, though it is still to be said that they have left.
    pub(super) fn let_go(&mut self) {
        let before = self.watchers.len();
        self.watchers.retain(|there| !there.outbox.is_closed());
        if self.watchers.len() < before {
            self.forget_shown();
            self.attend();
        }
    }

    /// A node that was stopped may find a page of somebody who has come here meanwhile, and write down that they are there,
    /// until it sees that the page is closed. Then the store hears that they are here.
    async fn keep_who_is_here(&mut self, from: NodeId) {
        if self.app.store.health.is_failing() {
            return;
        }
        for side in Side::BOTH {
            let Some(guest) = guest_on(self.table.seats()[side]) else { continue };
            let there = self.elsewhere.values().any(|(there, _)| there.players.contains(&guest));
            if self.has_page_here(guest) && !there && self.nodes[side.index()] == Some(from) {
                let here = StoreChange::Attended { table: self.table.id().to_owned(), side };
                if self.app.store.writer.write(vec![here]).await.is_ok() {
                    self.nodes[side.index()] = Some(self.app.nodes.own());
                }
            }
        }
    }

    /// Takes over what happened at other nodes.
    async fn follow(&mut self, events: Vec<String>) -> Result<(), ApiError> {
        let turn = self.present_turn();
        for text in events {
            let fits = Event::from_json(&text).ok().and_then(|event| {
                let happening = Arc::make_mut(&mut self.table).apply(&event).ok()?;
                Some((event, happening))
            });
            let Some((event, happening)) = fits else {
                tracing::warn!(table = self.table.id(), "what another node tells does not fit");
                super::unless_lost(self.read_anew().await)?;
                self.note_shown_anew(turn);
                return Ok(());
            };
            if let EventKind::Seated { side, .. } = event.kind {
                if self.learn_name(side).await.is_err() {
                    tracing::warn!(table = self.table.id(), "a name cannot be read");
                }
                // Where they are may have been heard together with this.
                let guest = guest_on(self.table.seats()[side]);
                let there = self.elsewhere.iter().find(|(_, (there, _))| {
                    guest.is_some_and(|guest| there.players.contains(&guest))
                });
                if let Some((&node, _)) = there {
                    self.nodes[side.index()] = Some(node);
                }
                self.mark_presence();
            }
            self.app.metrics.from_others.add(1);
            self.tell(&happening);
            self.note_shown(&event);
        }
        self.note_standing();
        // Whoever wrote it sees to the rest.
        self.app.nodes.drops_duty(self.table.id());
        self.arrange_effects();
        Ok(())
    }

    /// Somebody opens the page anew: they see what is there, whatever was lost on the way. A store that takes nothing
    /// can often be read.
    pub(super) async fn look_for_newcomer(&mut self) -> Result<(), ApiError> {
        self.names_may_be_old |= !self.app.bus.works();
        if !self.app.nodes.shared() || !self.app.store.health.is_failing() {
            return self.look_elsewhere().await;
        }
        self.behind = true;
        let next = self.table.seq() + 1;
        let read = self.app.store.events_from(self.table.id(), next, u32::MAX);
        match tokio::time::timeout(BRIEFLY, read).await {
            Ok(Ok(events)) if !events.is_empty() => self.follow(events).await,
            _ => Ok(()),
        }
    }

    /// Asks the store what was missed, and the other nodes who is there.
    pub(super) async fn look_elsewhere(&mut self) -> Result<(), ApiError> {
        if !self.app.nodes.shared() {
            return Ok(());
        }
        // What cannot be asked now is asked at the next glance.
        self.behind = true;
        if self.app.store.health.is_failing() {
            return Ok(());
        }
        let next = self.table.seq() + 1;
        match self.app.store.events_from(self.table.id(), next, u32::MAX).await {
            Ok(events) => {
                self.behind = false;
                if !events.is_empty() {
                    self.follow(events).await?;
                }
                self.learn_names_anew().await;
            }
            Err(error) => tracing::warn!(%error, table = self.table.id(), "a table cannot be read"),
        }
        Ok(())
    }

    /// Somebody may have taken another name, or none, without this node's hearing of it.
    async fn learn_names_anew(&mut self) {
        if !std::mem::take(&mut self.names_may_be_old) {
            return;
        }
        let before = self.names.clone();
        for side in Side::BOTH {
            // What cannot be asked now is asked with the next look.
            self.names_may_be_old |= self.learn_name(side).await.is_err();
        }
        if self.names != before {
            self.owe_state();
        }
    }

    /// Asks the store; whether there was something that this node did not know.
    pub(super) async fn learns_more(&mut self) -> Result<bool, ApiError> {
        let known = self.table.seq();
        self.look_elsewhere().await?;
        Ok(self.table.seq() > known)
    }

    /// While nothing is heard of other nodes the store is asked now and then.
    pub(super) async fn look_if_deaf(&mut self) -> Result<(), ApiError> {
        if self.app.bus.has_worked_for(SILENCE) {
            self.elsewhere.retain(|_, (_, heard)| heard.elapsed() < SILENCE);
        }
        if self.app.nodes.shared() {
            self.attend();
        }
        if self.is_deaf() || self.behind {
            self.look_elsewhere().await?;
        } else if self.app.nodes.shared() && !self.watchers.is_empty() {
            // Others hear that we are still here, and how far we are.
            self.answer_others();
        }
        Ok(())
    }

    /// Whether this node does what the table wants by itself. Of a table that a browser keeps the store knows nothing
    /// to be done: whoever has it awake does it.
    pub(super) fn has_duty(&self) -> bool {
        token::is_mirrored_name(self.table.id()) || self.app.nodes.has_duty(self.table.id())
    }

    /// A new table begins here: what it wants by itself is done here, too.
    pub(super) fn see_to(&self, table: &str) {
        if self.app.nodes.shared() {
            self.app.nodes.takes_duty(table);
            let (app, table) = (self.app.clone(), table.to_owned());
            tokio::spawn(async move {
                let _ = app.tables.see_to(&app, &table).await;
            });
        }
    }

    fn is_deaf(&self) -> bool {
        !self.watchers.is_empty() && self.app.nodes.has_others() && !self.app.bus.works()
    }

    /// Whether somebody who is not here may be at another node without this one's knowing.
    pub(in super::super) fn is_unsure(&self) -> bool {
        self.app.nodes.has_others() && !self.app.bus.has_worked_for(ANSWERED)
    }

    /// News may have been lost: the store is asked, and the others who is there. They hear how far this node is, too.
    pub(super) async fn after_gap(&mut self) -> Result<(), ApiError> {
        self.ask_others();
        self.names_may_be_old = true;
        // Also that nothing could be done at a node.
        self.caught_up = None;
        if self.watchers.is_empty() {
            // Not all at the same moment.
            self.behind = true;
            return Ok(());
        }
        self.look_elsewhere().await
    }

    /// After so many milliseconds the table looks around again.
    pub(super) fn glance(&self) -> u64 {
        let soon = self.is_deaf() || self.behind || self.is_unsure();
        if soon { DEAF_GLANCE } else { GLANCE }
    }
}
