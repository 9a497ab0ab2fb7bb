//! Delays that are the servers' own and no player's: a move that is shown late to whoever is to answer it, and a
//! request that waits here until it is decided.
//!
//! A line to the database or between nodes can be slow, or stall for a moment, without breaking: nothing has failed
//! then, and no outage is written down. Clocks leave such delays out all the same, in the commit of the move itself,
//! so that nobody waits for a second write over the same slow line; while no move comes, in one of their own.
//!
//! What a page has asked before, at a node that it gave up, counts from when it came in there (`waiting.rs`).
//! What waits on its way here is charged: behind an earlier question of the same page, or in the network.

use super::disk::Outcome;
use super::{Keeper, Watcher, guest_on};
use galet_core::Side;
use galet_table::{Event, EventKind, GuestId, Moment, Request, Table};
use std::borrow::Cow;

/// Delays of fewer milliseconds are charged: on a busy machine every push and every request has some.
const NOTICEABLE: u64 = 500;
/// So many milliseconds after a position was shown late, that is written down, unless a move came before.
const SETTLE: u64 = 1_000;
/// At once, if the flag would fall in fewer milliseconds than this: another node may wait for it.
const NEAR: u64 = 4_000;
/// What other nodes were first with is left to them for so many milliseconds.
const PAUSE: u64 = 500;

/// So many times that somebody waited to be shown a position are remembered.
const MOST_WAITS: usize = 32;

/// A turn: when it began, and after how many moves.
pub(super) type Turn = (Moment, u32);

/// When a position was shown to the player whose turn it is, who was looking at the table here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shown {
    turn: Turn,
    at: Moment,
}

/// A request, as it came in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Received<'a> {
    pub(super) who: GuestId,
    pub(super) at: Moment,
    pub(super) request: &'a Request,
}

impl Keeper {
    pub(super) fn present_turn(&self) -> Turn {
        (self.table.turn_began(), self.table.ply())
    }

    /// After everybody here was told of an event: where it began a turn, its player has seen the position now. Whoever
    /// was not looking has no part in it: a page that is closed makes no clock stand still.
    pub(super) fn note_shown(&mut self, event: &Event) {
        if matches!(event.kind, EventKind::Moved { .. } | EventKind::TookBack { .. }) {
            self.shown_now();
        }
    }

    /// The whole table was told to everybody here: if its turn is another than before, it is shown now.
    pub(super) fn note_shown_anew(&mut self, turn_before: Turn) {
        if self.present_turn() != turn_before {
            self.shown_now();
        }
    }

    /// Somebody has left: if whoever is to move looks on here no more, nobody was shown anything here.
    pub(super) fn forget_shown(&mut self) {
        let player = self.player_to_move();
        if !player.is_some_and(|player| self.has_page_here(player)) {
            self.shown = None;
        }
    }

    pub(super) fn player_to_move(&self) -> Option<GuestId> {
        self.table.turn().and_then(|side| guest_on(self.table.seats()[side]))
    }

    fn shown_now(&mut self) {
        let player = self.player_to_move();
        let here = player.is_some_and(|player| self.has_page_here(player));
        let (turn, at) = (self.present_turn(), self.app.clock.now());
        // Where else they have a page is not asked: what is known of other nodes is old while one of them is stopped.
        self.shown = here.then_some(Shown { turn, at });
    }

    /// The events that leave delays out of the clock of whoever is to move; a request counts if it is theirs. Without one,
    /// a move counts that they wait with.
    pub(super) fn delays(&self, received: Option<Received<'_>>, now: Moment) -> Vec<Event> {
        let waited = match received {
            Some(received) => self.waited(received, now),
            None => self.waits_with_a_move(now),
        };
        let spans = self.shown_late().into_iter().chain(waited.into_iter().filter(is_noticeable));
        let mut after = Cow::Borrowed(&*self.table);
        let mut events = Vec::new();
        for (from, until) in spans {
            if let Some(event) = after.interrupted(from, until)
                && after.to_mut().follow(&event).is_ok()
            {
                events.push(event);
            }
        }
        events
    }

    /// How long a request has waited: here, and before that, where its page gave up. Only moves of whoever is to move:
    /// whoever waits for anything else goes on thinking.
    fn waited(&self, received: Received<'_>, now: Moment) -> Vec<(Moment, Moment)> {
        let Received { who, at, request } = received;
        match request {
            Request::Move { ply, text } if self.is_turn_of(who) => {
                let wanted = Some((*ply, &**text));
                let mut spans = self.app.waiting.spans(self.table.id(), who, wanted, at);
                self.keep_of_turn(&mut spans);
                spans.push((at, now));
                spans.retain(is_noticeable);
                if !spans.is_empty() && !self.is_legal(text) {
                    spans.clear();
                }
                spans
            }
            _ => Vec::new(),
        }
    }

    /// What cannot be played here is no move: nobody gets time for nonsense.
    fn is_legal(&self, text: &str) -> bool {
        self.table.progress().read_move(text, None).is_ok()
    }

    /// How long whoever is to move waits with a move that is on its way, here or at another node.
    fn waits_with_a_move(&self, now: Moment) -> Vec<(Moment, Moment)> {
        let Some(player) = self.player_to_move() else { return Vec::new() };
        let (table, ply) = (self.table.id(), self.table.ply());
        let pending = self.app.waiting.moving(table, player, ply, now);
        let legal = pending.into_iter().filter(|(text, _)| self.is_legal(text));
        let mut spans: Vec<_> = legal.map(|(_, span)| span).collect();
        self.keep_of_turn(&mut spans);
        spans
    }

    /// Nobody can have sent a move before the turn began.
    fn keep_of_turn(&self, spans: &mut Vec<(Moment, Moment)>) {
        spans.retain(|(from, _)| *from >= self.table.turn_began());
    }

    /// Somebody has just been shown the table: if it is their turn, and no other page of theirs shows it here, they could
    /// do nothing while they waited for that, here and at nodes that they gave up. What they waited for before it was known
    /// who they are counts only if they were away until then.
    pub(super) fn note_wait(&mut self, newcomer: &Watcher, was_away: bool, received: Moment) {
        let Watcher { connection, token, guest, .. } = *newcomer;
        if newcomer.outbox.is_closed() {
            // They have given this node up, and are shown nothing here.
            return;
        }
        if let Some(guest) = guest {
            self.app.shown(self.table.id(), guest);
            self.app.recognised(token);
        }
        let Some(who) = guest.filter(|&who| self.is_turn_of(who)) else { return };
        let looks = |there: &Watcher| there.guest == guest && there.connection != connection;
        if self.watchers.iter().any(looks) {
            return;
        }
        let turn = self.present_turn();
        let mut spans = self.app.waiting.looks(self.table.id(), who, turn.0, received);
        if was_away {
            spans.extend(self.app.unrecognised.spans(token, received));
        }
        spans.push((received, self.app.clock.now()));
        self.waits.retain(|(of, _)| *of == turn);
        self.waits.extend(spans.into_iter().filter(is_noticeable).map(|span| (turn, span)));
        self.waits.truncate(MOST_WAITS);
    }

    /// Whether whoever is to move has no page here, nor at another node as far as this one has heard.
    pub(super) fn may_have_been_away(&self) -> bool {
        let away = |side| self.presence.away_since[side].is_some();
        self.table.turn().is_some_and(away)
    }

    fn is_turn_of(&self, who: GuestId) -> bool {
        self.table.turn().is_some_and(|side| self.table.sides_of(who).any(|seat| seat == side))
    }

    /// The table as it is once these events have happened.
    pub(super) fn table_after(&self, events: &[Event]) -> Cow<'_, Table> {
        let mut after = Cow::Borrowed(&*self.table);
        for event in events {
            if let Err(misfit) = after.to_mut().follow(event) {
                tracing::error!(table = self.table.id(), %misfit, "a delay does not fit its table");
            }
        }
        after
    }

    /// The times in this turn until its position was shown to whoever was looking here, and to whoever came.
    fn shown_late(&self) -> Vec<(Moment, Moment)> {
        let turn = self.present_turn();
        let side = self.table.turn().map(Side::index);
        let own = side.and_then(|side| self.nodes[side]) == Some(self.app.nodes.own());
        // A node that was stopped does not know that they went to another meanwhile: the store does.
        let shown = self.shown.filter(|shown| shown.turn == turn);
        let shown = shown.filter(|_| own || !self.app.nodes.shared());
        let shown = shown.map(|shown| (turn.0, shown.at)).filter(is_noticeable);
        let waits = self.waits.iter().filter(|(of, _)| *of == turn).map(|(_, span)| *span);
        shown.into_iter().chain(waits).collect()
    }

    /// When it is to be written down that a position was shown late, if it was and nobody has. A table that sleeps
    /// does nothing.
    pub(super) fn settles_at(&self) -> Option<Moment> {
        if self.asleep_since.is_some() {
            return None;
        }
        let open =
            |(from, until): &(Moment, Moment)| self.table.interrupted(*from, *until).is_some();
        let until = self.shown_late().into_iter().filter(open).map(|(_, until)| until).max()?;
        let near = self.effects.flag_at.is_some_and(|flag| flag.since(until) < NEAR);
        Some(until.plus(if near { 0 } else { SETTLE }))
    }

    /// Writes it down, if it is time.
    pub(super) async fn settle(&mut self) -> Result<(), Outcome> {
        let now = self.app.clock.now();
        if self.settles_at().is_none_or(|at| at > now) {
            return Ok(());
        }
        self.learn_nodes().await;
        let delays = self.delays(None, now);
        let settled = self.happen_together(&delays).await;
        if settled.is_err() {
            self.rests_until = self.rests_until.max(now.plus(PAUSE));
        }
        settled
    }
}

fn is_noticeable((from, until): &(Moment, Moment)) -> bool {
    until.since(*from) >= NOTICEABLE
}
